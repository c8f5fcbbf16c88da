import type { PlacedEntry } from '../../delivery/placed.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { LabelOperator, LabelRequirement } from '../../kubernetes/labelSelector.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { SeenCluster } from './clusterRow.ts';
import type { UsedSelector } from './lintClusters.ts';

/** What the generators of an ApplicationSet tell of clusters. */
export interface GeneratorClusters {
  /** The selectors of its cluster generators, at any depth. */
  readonly selectors: readonly UsedSelector[];
  /** The elements of its lists that name a cluster, at any depth. */
  readonly elements: readonly SeenCluster[];
}

/**
 * Reads the generators of an ApplicationSet. Values with placeholders tell nothing. An element names a cluster by `cluster`,
 * `clusterName` or, beside an address, `name`.
 * Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/applicationset_types.go; the elements of its examples.
 */
export function clustersOfGenerators(applicationSet: Resource): GeneratorClusters {
  const selectors: UsedSelector[] = [];
  const elements: SeenCluster[] = [];
  const visit = (generators: ResourceNode | undefined): void => {
    for (const generator of itemsOf(generators)) {
      const selector = field(field(generator, 'clusters'), 'selector');
      const used = selector && selectorOf(selector, applicationSet);
      if (used !== undefined) selectors.push(used);
      for (const element of itemsOf(field(field(generator, 'list'), 'elements'))) {
        const seen = clusterOf(element, applicationSet);
        if (seen !== undefined) elements.push(seen);
      }
      for (const kind of ['matrix', 'merge']) visit(field(field(generator, kind), 'generators'));
    }
  };
  visit(field(field(applicationSet.node, 'spec'), 'generators'));
  return { selectors, elements };
}

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

const operators: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

const operatorWords: Readonly<Record<string, string>> = { In: 'in', NotIn: 'notin' };

/** A selector in fields; `undefined` for one that asks for nothing, has placeholders or cannot be read. */
function selectorOf(selector: ResourceNode, owner: Resource): UsedSelector | undefined {
  const requirements: LabelRequirement[] = [];
  const texts: string[] = [];
  const labels = field(selector, 'matchLabels');
  if (labels?.kind === 'map') {
    labels.keys.forEach((key, index) => {
      const value = rawText(labels.values[index]);
      requirements.push({ key, operator: 'in', values: [value] });
      texts.push(`${key}=${value}`);
    });
  }
  for (const expression of itemsOf(field(selector, 'matchExpressions'))) {
    const key = rawText(field(expression, 'key'));
    const word = rawText(field(expression, 'operator'));
    const operator = operators[word];
    if (operator === undefined) return undefined;
    const values = itemsOf(field(expression, 'values')).map(rawText);
    requirements.push({ key, operator, values });
    const asked = operatorWords[word];
    const list = `${key} ${asked ?? ''} (${values.join(', ')})`;
    texts.push(asked === undefined ? `${operator === '!' ? '!' : ''}${key}` : list);
  }
  // Every Secret of a cluster has it: who asks for it alone asks for all of them.
  const asked = requirements.filter(({ key }) => key !== 'argocd.argoproj.io/secret-type');
  const text = texts.join(', ');
  if (asked.length === 0 || hasPlaceholder(text)) return undefined;
  return { selector: { requirements: asked }, text, at: owner.originOf(selector).writtenAt };
}

function clusterOf(element: ResourceNode, owner: Resource): SeenCluster | undefined {
  if (element.kind !== 'map') return undefined;
  const texts = textsOf(element, owner);
  const textAt = (key: string): string | undefined => texts.find((one) => one.key === key)?.value;
  const server = textAt('server') ?? textAt('url');
  const name =
    textAt('cluster') ??
    textAt('clusterName') ??
    (server === undefined ? undefined : textAt('name'));
  if (name === undefined || name === '') return undefined;
  const isAddress = server !== undefined && /^https?:\/\//.test(server);
  return {
    name,
    server: isAddress ? server : undefined,
    project: undefined,
    flux: undefined,
    labels: {},
    annotations: {},
    texts,
    at: owner.originOf(element).writtenAt,
    certainty: 'inferred',
  };
}

/** The texts of a map and of maps in it, by the last key; the outer ones count first. */
function textsOf(map: ResourceNode, owner: Resource): readonly PlacedEntry[] {
  const found = new Map<string, PlacedEntry>();
  const queue: ResourceNode[] = [map];
  for (const one of queue) {
    if (one.kind !== 'map') continue;
    one.keys.forEach((key, index) => {
      const value = one.values[index];
      if (value?.kind === 'map') queue.push(value);
      if (value?.kind !== 'scalar' || found.has(key) || hasPlaceholder(value.value)) return;
      found.set(key, { key, value: value.value, at: owner.originOf(value).writtenAt });
    });
  }
  return [...found.values()];
}

function hasPlaceholder(text: string): boolean {
  return /\{\{|\$\{/.test(text);
}
