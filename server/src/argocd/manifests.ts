import { readContent } from '../kustomize/files.ts';
import { toJson } from '../kustomize/goJson.ts';
import type { KustomizationProblem } from '../kustomize/kustomizationProblem.ts';
import type { Query } from '../query/database.ts';
import { parseJson } from '../template/functions/parseJson.ts';
import { problem, type Problem } from '../text/problem.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { composePart } from '../yaml/composePart.ts';
import { plainTag } from '../yaml/goScalar.ts';
import { field, rawText, sameTrees } from '../yaml/nodes.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { nodeOfJson } from './jsonNodes.ts';

/** The objects of a file of a plain folder; `ordinal` of a problem is −1 where it has no node. */
export interface Manifests {
  readonly nodes: readonly ResourceNode[];
  readonly problem: { readonly problem: Problem; readonly ordinal: number } | undefined;
}

/** A text that keeps a file out of what is rendered. Source: Argo CD 3.2.0 reposerver/repository/repository.go. */
const skipMarker = '+argocd:skip-file-rendering';

/** The manifests of a YAML content by its id, as Argo CD reads it; `undefined` until it is loaded. */
export const yamlManifestsQuery: Query<string, Manifests | undefined> = {
  name: 'argocdManifests',
  byContent: true,
  equals: sameManifests,
  compute: (id, reader) => {
    const content = readContent(reader, id);
    if (content === undefined) return undefined;
    return content.kind === 'text'
      ? readYamlManifests(content.text)
      : failed(problem('argocd.not-readable'), -1);
  },
};

/** The manifest of a JSON content by its id; `undefined` until it is loaded. */
export const jsonManifestsQuery: Query<string, Manifests | undefined> = {
  name: 'argocdJsonManifests',
  byContent: true,
  equals: sameManifests,
  compute: (id, reader) => {
    const content = readContent(reader, id);
    if (content === undefined) return undefined;
    return content.kind === 'text'
      ? readJsonManifest(content.text)
      : failed(problem('argocd.not-readable'), -1);
  },
};

function sameManifests(a: Manifests | undefined, b: Manifests | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameTrees(a.nodes, b.nodes) && deepEqual(a.problem, b.problem);
}

const none: Manifests = { nodes: [], problem: undefined };

function failed(found: Problem, ordinal: number): Manifests {
  return { nodes: [], problem: { problem: found, ordinal } };
}

/**
 * Reads a YAML file. A document without a kind, or one that cannot be read, is an error only where an object stands before
 * it or the file looks like a manifest; else the file is left out.
 * Source: repository.go `getObjsFromYAMLOrJSON`, `splitYAMLOrJSON`; apimachinery v0.34.0 util/yaml/decoder.go.
 */
function readYamlManifests(text: string): Manifests {
  if (text.includes(skipMarker)) return none;
  const { documents, problems } = readObjects(text);
  const [syntax] = problems;
  const isSame = documents.every(({ root }) => isPlain(root));
  const nodes: ResourceNode[] = [];
  let found = syntax && { problem: notReadable(syntax.message), ordinal: -1 };
  for (const root of isSame ? documents.map((one) => one.root) : yaml11Documents(text)) {
    if (found !== undefined && syntax === undefined) break;
    const node = isSame ? { node: root } : asJson(root);
    if ('problem' in node) {
      found = { problem: node.problem, ordinal: root.ordinal };
    } else if (rawText(field(node.node, 'kind')) === '') {
      found ??= { problem: notReadable("Object 'Kind' is missing"), ordinal: root.ordinal };
    } else {
      nodes.push(node.node);
    }
  }
  if (found === undefined) return { nodes: nodes.flatMap(itemsOf), problem: undefined };
  const looksLikeManifest = ['apiVersion:', 'kind:', 'metadata:'].every((key) =>
    text.includes(key),
  );
  return nodes.length > 0 || looksLikeManifest ? { nodes: [], problem: found } : none;
}

/** Reads a JSON file, which holds one object. */
function readJsonManifest(text: string): Manifests {
  if (text.includes(skipMarker)) return none;
  const { documents, problems } = readObjects(text);
  const [syntax] = problems;
  const [only, ...more] = documents;
  const parsed = parseJson(text);
  if (syntax !== undefined) return failed(notReadable(syntax.message), -1);
  if (only === undefined) return failed(notReadable('EOF'), -1);
  if ('problem' in parsed) return failed(notReadable(parsed.problem), -1);
  if (more.length > 0) return failed(problem('argocd.several-objects'), only.root.ordinal);
  return rawText(field(only.root, 'kind')) === ''
    ? failed(notReadable("Object 'Kind' is missing"), only.root.ordinal)
    : { nodes: itemsOf(only.root), problem: undefined };
}

function notReadable(message: string): Problem {
  return problem('argocd.not-readable', { message });
}

/** A list is its items. Source: repository.go `GenerateManifests`, `isNullList`; apimachinery unstructured.go `IsList`. */
function itemsOf(node: ResourceNode): readonly ResourceNode[] {
  const items = field(node, 'items');
  if (items?.kind === 'sequence') return items.items;
  const isEmptyList =
    items !== undefined && isNull(items) && !['spec', 'status'].some((name) => field(node, name));
  return isEmptyList ? [] : [node];
}

/** The documents of a file in the rules of YAML 1.1, by which Argo CD reads it; those that say nothing are left out. */
function yaml11Documents(original: string): readonly ResourceNode[] {
  const text = original.toWellFormed().replaceAll('\r\n', '\n');
  const roots: ResourceNode[] = [];
  let firstOrdinal = 0;
  let start = 0;
  while (start <= text.length) {
    const separator = text.indexOf('\n---', start);
    const lineEnd = separator < 0 ? -1 : text.indexOf('\n', separator + 4);
    const end = lineEnd < 0 ? text.length : separator + 1;
    const from = text.charCodeAt(start) === 0xfeff ? start + 1 : start;
    const composed = composePart(text, {
      start: from,
      end,
      version: 2,
      firstOrdinal,
      record: undefined,
    });
    firstOrdinal = composed.nextOrdinal;
    const { root } = composed;
    if (root !== undefined && !isNull(root)) roots.push(root);
    if (lineEnd < 0) break;
    start = lineEnd + 1;
  }
  return roots;
}

function isNull(node: ResourceNode): boolean {
  return node.kind === 'scalar' && node.tag === '!!null';
}

/** What Argo CD makes of a document. */
function asJson(
  root: ResourceNode,
): { readonly node: ResourceNode } | { readonly problem: Problem } {
  const found: KustomizationProblem[] = [];
  const json = toJson(root, undefined, {
    version: 2,
    numbers: 'yaml',
    duplicates: 'warn',
    report: (one) => void found.push(one),
  });
  const bad = found.find(({ severity }) => severity === 'error');
  return bad === undefined
    ? { node: nodeOfJson(json, (ordinal) => ({ ordinal, origin: undefined })) }
    : { problem: notReadable(bad.code) };
}

/** Whether nothing in a tree means something else in YAML 1.1, or as JSON; whether a key is in quotes is not known. */
function isPlain(node: ResourceNode): boolean {
  switch (node.kind) {
    case 'alias':
      return false;
    case 'map':
      return (
        node.keyTags === undefined &&
        new Set(node.keys).size === node.keys.length &&
        node.keys.every((key) => plainTag(key, 2) === '!!str') &&
        node.values.every(isPlain)
      );
    case 'sequence':
      return node.items.every(isPlain);
    case 'scalar':
      if (node.style !== 'plain') return node.tag === '!!str';
      if (plainTag(node.value, 2) !== node.tag) return false;
      switch (node.tag) {
        case '!!str':
        case '!!null':
          return true;
        case '!!bool':
          return node.value === 'true' || node.value === 'false';
        case '!!int':
          return /^-?(0|[1-9][0-9]{0,14})$/.test(node.value);
        default:
          return false;
      }
  }
}
