import {
  matchesLabels,
  parseLabelSelector,
  type LabelSelector,
} from '../kubernetes/labelSelector.ts';
import { compileGoRegexp, type GoRegexp } from '../text/goRegexp.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { Selector } from './kustomization.ts';
import { metadataMap } from './metadata.ts';
import type { Resource } from './resource.ts';
import { historyProblem } from './resourceList.ts';

/** A selector whose expressions are compiled. */
export interface CompiledSelector {
  readonly kind: 'selector';
  readonly matchesType: (type: {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }) => boolean;
  readonly matchesName: (name: string) => boolean;
  readonly matchesNamespace: (namespace: string) => boolean;
  /** A problem is one only for who looks at a resource with it. */
  readonly labels: LabelSelector | Problem | undefined;
  readonly annotations: LabelSelector | Problem | undefined;
  /** Whether it names a type, a name or a namespace at all. */
  readonly hasId: boolean;
}

/** Compiles a selector: each expression must match as a whole, an empty one matches all. Source: api/types/selector.go. */
export function compileSelector(selector: Selector): CompiledSelector | Problem {
  const compiled: Record<string, GoRegexp | undefined> = {};
  for (const name of ['group', 'version', 'kind', 'name', 'namespace'] as const) {
    const pattern = selector[name];
    if (pattern === '') continue;
    const regexp = compileGoRegexp(`^(?:${pattern})$`);
    if ('problem' in regexp) return problem('kustomize.bad-expression', { field: name, pattern });
    compiled[name] = regexp;
  }
  const matches = (name: string, text: string): boolean => compiled[name]?.test(text) ?? true;
  return {
    kind: 'selector',
    matchesType: (type) =>
      matches('group', type.group) &&
      matches('version', type.version) &&
      matches('kind', type.kind),
    matchesName: (name) => matches('name', name),
    matchesNamespace: (namespace) => matches('namespace', namespace),
    labels: parseOptional(selector.labelSelector),
    annotations: parseOptional(selector.annotationSelector),
    hasId: Object.keys(compiled).length > 0,
  };
}

function parseOptional(text: string): LabelSelector | Problem | undefined {
  if (text === '') return undefined;
  const parsed = parseLabelSelector(text);
  return 'problem' in parsed
    ? problem('kustomize.bad-label-selector', { selector: text, reason: parsed.problem })
    : parsed;
}

/** Whether the labels or the annotations of a resource are as the selector asks. */
export function matchesPart(
  selector: CompiledSelector,
  part: 'labels' | 'annotations',
  resource: Resource,
): boolean | Problem {
  const asked = selector[part];
  if (asked === undefined) return true;
  return 'code' in asked ? asked : matchesLabels(asked, metadataMap(resource.node, part));
}

/** The indexes of the resources that a selector takes. */
export interface Selected {
  readonly kind: 'selected';
  readonly indexes: readonly number[];
}

/** The resources that a selector takes. Source: kustomize api v0.21.1 resmap/reswrangler.go `Select`. */
export function select(resources: readonly Resource[], selector: Selector): Selected | Problem {
  const compiled = compileSelector(selector);
  if (compiled.kind === 'problem') return compiled;
  const result: number[] = [];
  for (const [index, resource] of resources.entries()) {
    const broken = historyProblem(resource);
    if (broken !== undefined) return broken;
    const { id, originalId } = resource;
    if (
      !compiled.matchesNamespace(originalId.effectiveNamespace) &&
      !compiled.matchesNamespace(id.effectiveNamespace)
    )
      continue;
    if (!compiled.matchesName(originalId.name) && !compiled.matchesName(id.name)) continue;
    if (!compiled.matchesType(id)) continue;
    const labels = matchesPart(compiled, 'labels', resource);
    const matched = labels === true ? matchesPart(compiled, 'annotations', resource) : labels;
    if (typeof matched !== 'boolean') return matched;
    if (matched) result.push(index);
  }
  return { kind: 'selected', indexes: result };
}
