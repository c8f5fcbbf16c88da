import { problem, type Problem } from '../text/problem.ts';
import { decodeToJson } from '../yaml/decode.ts';
import { expandAliases } from '../yaml/expandAliases.ts';
import { field, isMissingOrNull, isNilOrEmpty, rawText, valueText } from '../yaml/nodes.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { readListItem } from './listItems.ts';

/** The objects that a text holds, before they belong to a file, and what is wrong with it. */
export interface ResourceTexts {
  readonly nodes: readonly ResourceNode[];
  /** The first one is what kustomize fails with; `ordinal` is −1 where only an offset is known. */
  readonly problems: readonly {
    readonly problem: Problem;
    readonly ordinal: number;
    readonly offset: number;
  }[];
}

/**
 * Reads objects as kustomize does: documents, `List` kinds taken apart, empty documents left out, each with a kind and a
 * name. What cannot be read is a problem; the rest is given all the same.
 * Source: kustomize api v0.21.1 resource/factory.go `SliceFromBytes`, kyaml kio/byteio_reader.go.
 */
export function readResources(text: string): ResourceTexts {
  const file = readObjects(text);
  const problems: { problem: Problem; ordinal: number; offset: number }[] = file.problems.map(
    (found) => ({
      problem: problem('kustomize.yaml-syntax', { message: found.message }),
      ordinal: -1,
      offset: found.offset,
    }),
  );
  let nodes: ResourceNode[] = [];
  for (const document of file.documents) {
    const expanded = document.hasAliases ? expandAliases(document.root) : { node: document.root };
    if ('problem' in expanded) {
      problems.push({
        problem: problem('kustomize.yaml-alias', { message: expanded.problem.message }),
        ordinal: document.root.ordinal,
        offset: -1,
      });
      continue;
    }
    nodes.push(expanded.node);
  }
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined && file.chunks === 1) nodes = unwrap(only);
  const result: ResourceNode[] = [];
  const queue = nodes.filter((node) => !isNilOrEmpty(node));
  for (const node of queue) {
    const invalid = validateObject(node);
    if (invalid !== undefined) {
      problems.push({ problem: invalid, ordinal: node.ordinal, offset: -1 });
      continue;
    }
    const items = listItems(node);
    if (items === undefined) {
      result.push(node);
      continue;
    }
    if ('problem' in items) {
      problems.push({ problem: items.problem, ordinal: node.ordinal, offset: -1 });
      continue;
    }
    queue.push(...items.nodes.filter((item) => !isNilOrEmpty(item)));
  }
  return { nodes: result, problems };
}

/** A file that holds one `List` or `ResourceList` is its items. Source: kio/byteio_reader.go `Read`. */
function unwrap(node: ResourceNode): ResourceNode[] {
  const kind = valueText(field(node, 'kind'));
  if (kind !== 'List' && kind !== 'ResourceList') return [node];
  const items = field(node, 'items');
  if (items === undefined && field(node, 'functionConfig') === undefined) return [node];
  if (items?.kind === 'sequence') return [...items.items];
  if (items?.kind === 'map')
    return items.keys.flatMap((key, index) => [keyNode(key), items.values[index] ?? keyNode('')]);
  return [];
}

/** kyaml takes the content of whatever `items` is; the keys of a mapping count as nodes, too. */
function keyNode(text: string): ResourceNode {
  return {
    kind: 'scalar',
    value: text,
    tag: '!!str',
    style: 'plain',
    ordinal: -1,
    origin: undefined,
  };
}

/** What an object lacks: its kind, or its name where it is no list. Source: kyaml rnode.go `GetValidatedMetadata`. */
export function validateObject(node: ResourceNode): Problem | undefined {
  const kind = nonEmptyText(field(node, 'kind'));
  if (kind === '') return problem('kustomize.missing-kind');
  if (kind.endsWith('List')) return undefined;
  const metadata = field(node, 'metadata');
  const name = isNilOrEmpty(metadata) ? '' : rawNonEmpty(field(metadata, 'name'));
  return name === '' ? problem('kustomize.missing-name', { kind }) : undefined;
}

function nonEmptyText(node: ResourceNode | undefined): string {
  return isNilOrEmpty(node) ? '' : valueText(node);
}

function rawNonEmpty(node: ResourceNode | undefined): string {
  return isNilOrEmpty(node) ? '' : rawText(node);
}

/** The items of an object whose kind ends in `List`; `undefined` where it has none. Source: `inlineAnyEmbeddedLists`. */
function listItems(
  node: ResourceNode,
): { readonly nodes: readonly ResourceNode[] } | { readonly problem: Problem } | undefined {
  const kind = rawText(field(node, 'kind'));
  if (!kind.endsWith('List')) return undefined;
  const items = field(node, 'items');
  const refuse = (message: string): { readonly problem: Problem } => ({
    problem: problem('kustomize.bad-list', { kind, message }),
  });
  const decoded = decodeToJson(node);
  if ('problem' in decoded) return refuse(decoded.problem.message);
  if (items === undefined) return undefined;
  if (isMissingOrNull(items)) return { nodes: [] };
  if (items.kind !== 'sequence') return refuse('items is no list');
  const nodes: ResourceNode[] = [];
  for (const item of items.items) {
    const read = readListItem(item);
    if ('problem' in read) return refuse(read.problem.message);
    nodes.push(...unwrap(read.node));
  }
  return { nodes };
}
