import { isKustomizationFile } from '../../layers/roots.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import type { TextEdit } from '../../text/textEdit.ts';
import { lineStart, nextLine } from '../../yaml/edit.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { readConfigurationPositions, readPositions } from '../../yaml/positions.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { clearText } from './clusterData.ts';
import type { ClusterName } from './clusterName.ts';

/** A part of a file that is there for one cluster: an item of a list, a whole document, or a line of CODEOWNERS. */
export interface ClusterEntry {
  readonly kind: 'item' | 'document' | 'line';
  readonly start: number;
  /** Behind the last line break of whole lines. */
  readonly end: number;
  /** Whether it is an item of a list that is written in one line. */
  readonly isInline: boolean;
  /** Whether the list has no other item, or the file no other document. */
  readonly isOnly: boolean;
  /** Whether all items before it in its list, if there are any, are there for the cluster as well. */
  readonly isLeading: boolean;
}

/** The parts of a file that are there for a cluster, in their order; none of them lies in another. */
export function clusterEntries(
  file: FileId,
  text: string,
  name: ClusterName,
): readonly ClusterEntry[] {
  if (!name.isIn(text)) return [];
  if (/(?:^|\/)CODEOWNERS$/.test(file)) return ownerLines(text, name);
  if (!/\.ya?ml$/.test(file)) return [];
  const isConfiguration = isKustomizationFile(file);
  const roots = isConfiguration
    ? [readConfiguration(text).root].flatMap((root) => root ?? [])
    : readObjects(text).documents.map(({ root }) => root);
  const { starts, ends } = isConfiguration ? readConfigurationPositions(text) : readPositions(text);
  const rangeOf = (node: ResourceNode): readonly [number, number] => [
    starts[node.ordinal] ?? 0,
    ends[node.ordinal] ?? 0,
  ];
  const isOwn = ({ names }: Item): boolean => names.some(name.isIn);
  const about = { text, rangeOf, isOwn };
  return roots.flatMap((root) => {
    if (isConfiguration) return items(itemsOfLists(root, kustomizationLists), about);
    if (file.startsWith('.strata/')) return items(strataItems(root), about);
    if (isDocumentOf(root, name)) return [documentAround(text, rangeOf(root), roots.length === 1)];
    return items(itemsOfObject(root), about);
  });
}

/** The items of a kustomization's lists of files and folders that are wanted, by their texts. */
export function listedItems(
  text: string,
  isWanted: (item: string) => boolean,
): readonly ClusterEntry[] {
  const { root } = readConfiguration(text);
  if (root === undefined) return [];
  const { starts, ends } = readConfigurationPositions(text);
  return items(itemsOfLists(root, kustomizationLists), {
    text,
    rangeOf: (node) => [starts[node.ordinal] ?? 0, ends[node.ordinal] ?? 0],
    isOwn: ({ names }) => names.some(isWanted),
  });
}

/** The lists of a kustomization that name files and folders. */
export const kustomizationLists: readonly string[] = [
  'bases',
  'components',
  'configurations',
  'crds',
  'generators',
  'resources',
  'transformers',
];

/** An item, and the text by which it is there for a cluster. */
interface Item {
  readonly node: ResourceNode;
  readonly list: ResourceNode & { readonly kind: 'sequence' };
  readonly names: readonly string[];
}

function itemsOf(list: ResourceNode | undefined, keys?: readonly string[]): readonly Item[] {
  return list?.kind !== 'sequence'
    ? []
    : list.items.map((node) => ({ node, list, names: namesIn(node, keys) }));
}

/** The texts that an item is known by: its own, or the values of some of its keys; of all where none are named. */
function namesIn(node: ResourceNode, keys: readonly string[] | undefined): readonly string[] {
  if (node.kind === 'scalar') return [node.value];
  if (node.kind !== 'map') return [];
  return node.keys.flatMap((key, index) => {
    const value = node.values[index];
    return value?.kind === 'scalar' && (keys?.includes(key) ?? true) ? [value.value] : [];
  });
}

function itemsOfLists(root: ResourceNode, lists: readonly string[]): readonly Item[] {
  return lists.flatMap((key) => itemsOf(field(root, key)));
}

/** The register has a row for a cluster by its name; elsewhere names stand in lists. */
function strataItems(root: ResourceNode): readonly Item[] {
  return [...itemsOf(field(root, 'clusters'), ['name']), ...textsBelow(root, ['observed'])];
}

/** The texts of all lists below a node. */
function textsBelow(node: ResourceNode, without: readonly string[]): readonly Item[] {
  if (node.kind === 'sequence')
    return [
      ...itemsOf(node).filter((one) => one.node.kind === 'scalar'),
      ...node.items.flatMap((one) => textsBelow(one, without)),
    ];
  if (node.kind !== 'map') return [];
  return node.values.flatMap((value, index) =>
    without.includes(node.keys[index] ?? '') ? [] : textsBelow(value, without),
  );
}

/** The items of objects of controllers that are there for one cluster each. */
function itemsOfObject(root: ResourceNode): readonly Item[] {
  const spec = field(root, 'spec');
  switch (kindOf(root)) {
    case 'argoproj.io/ApplicationSet':
      return elementsBelow(field(spec, 'generators'));
    case 'argoproj.io/AppProject':
      return [
        ...itemsOf(field(spec, 'destinations'), ['name', 'server']),
        ...textsBelow(field(spec, 'syncWindows') ?? root, ['metadata', 'spec']),
      ];
    default:
      return [];
  }
}

/** The elements of list generators, however deep they are combined. */
function elementsBelow(node: ResourceNode | undefined): readonly Item[] {
  if (node?.kind === 'sequence') return node.items.flatMap(elementsBelow);
  if (node?.kind !== 'map') return [];
  return node.keys.flatMap((key, index) =>
    key === 'elements' ? itemsOf(node.values[index]) : elementsBelow(node.values[index]),
  );
}

/** Whether an object delivers to, or is, a cluster of the name. */
function isDocumentOf(root: ResourceNode, name: ClusterName): boolean {
  const spec = field(root, 'spec');
  const destination = field(spec, 'destination');
  const named = (...nodes: readonly (ResourceNode | undefined)[]): boolean =>
    nodes.some((node) => name.isIn(rawText(node)));
  switch (kindOf(root)) {
    case 'argoproj.io/Application':
      return named(field(destination, 'name'), field(destination, 'server'));
    case 'kustomize.toolkit.fluxcd.io/Kustomization':
    case 'helm.toolkit.fluxcd.io/HelmRelease':
      return named(
        field(spec, 'path'),
        field(field(field(spec, 'kubeConfig'), 'secretRef'), 'name'),
      );
    case '/Secret':
    case 'bitnami.com/SealedSecret':
    case 'external-secrets.io/ExternalSecret':
      return isClusterSecret(root) && secretNames(root).some((one) => name.isIn(one));
    default:
      return false;
  }
}

/** Whether an object is, or will be made, a Secret by which Argo CD knows a cluster. */
function isClusterSecret(root: ResourceNode): boolean {
  const template = [field(root, 'spec'), field(field(root, 'spec'), 'target')].map((one) =>
    field(one, 'template'),
  );
  return [root, ...template].some((one) => {
    const labels = field(field(one, 'metadata'), 'labels');
    return rawText(field(labels, 'argocd.argoproj.io/secret-type')) === 'cluster';
  });
}

/** What such a Secret calls its cluster, and what it is called itself. */
function secretNames(root: ResourceNode): readonly string[] {
  const spec = field(root, 'spec');
  const data = [field(spec, 'template'), field(field(spec, 'target'), 'template')].map((one) =>
    field(field(one, 'data'), 'name'),
  );
  return [field(field(root, 'stringData'), 'name'), ...data, field(field(root, 'metadata'), 'name')]
    .map(rawText)
    .concat(clearText(rawText(field(field(root, 'data'), 'name'))) ?? []);
}

function kindOf(root: ResourceNode): string {
  const apiVersion = rawText(field(root, 'apiVersion'));
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return `${group}/${rawText(field(root, 'kind'))}`;
}

function items(
  found: readonly Item[],
  {
    text,
    rangeOf,
    isOwn,
  }: {
    readonly text: string;
    readonly rangeOf: (node: ResourceNode) => readonly [number, number];
    readonly isOwn: (item: Item) => boolean;
  },
): readonly ClusterEntry[] {
  const own = found.filter(isOwn);
  const nodes = new Set(own.map(({ node }) => node));
  const entries = own.map(({ node, list }): ClusterEntry => {
    const [start, rough] = rangeOf(node);
    const end = start + text.slice(start, rough).trimEnd().length;
    const isOnly = list.items.length === 1;
    const isLeading = list.items.slice(0, list.items.indexOf(node)).every((one) => nodes.has(one));
    const about = { kind: 'item', isOnly, isLeading } as const;
    if (list.flow) return { ...about, start, end, isInline: true };
    return { ...about, start: lineStart(text, start), end: nextLine(text, end), isInline: false };
  });
  return entries
    .sort((a, b) => a.start - b.start)
    .filter((one, index, all) => index === 0 || one.start >= (all[index - 1]?.end ?? 0));
}

/** The lines of a document between its separators. */
function documentAround(
  text: string,
  [start, end]: readonly [number, number],
  isOnly: boolean,
): ClusterEntry {
  const before = [...text.slice(0, start).matchAll(/^---[^\n]*\n/gm)].at(-1);
  const from = before === undefined ? 0 : before.index + before[0].length;
  const after = /^(?:---|\.\.\.)/m.exec(text.slice(end));
  const to = after === null ? text.length : end + after.index;
  return { kind: 'document', start: from, end: to, isInline: false, isOnly, isLeading: false };
}

function ownerLines(text: string, name: ClusterName): readonly ClusterEntry[] {
  const entries: ClusterEntry[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const end = nextLine(text, start);
    const [pattern = ''] = text.slice(start, end).split(/\s/);
    if (name.isIn(pattern) && !pattern.startsWith('#'))
      entries.push({
        kind: 'line',
        start,
        end,
        isInline: false,
        isOnly: false,
        isLeading: false,
      });
  }
  return entries;
}

/** The edit that puts the same entry for another cluster behind one. */
export function copyOfEntry(
  text: string,
  { kind, start, end, isInline }: ClusterEntry,
  rename: (text: string) => string,
): TextEdit {
  const own = rename(text.slice(start, end));
  if (isInline) return { start: end, end, newText: `, ${own}` };
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const isOpen = !text.slice(start, end).endsWith('\n');
  const lead = isOpen ? lineBreak : '';
  if (kind === 'document')
    return {
      start: end,
      end,
      newText: `${lead}---${lineBreak}${isOpen ? own : own}`,
    };
  // Rows that stand apart stay apart.
  const above = text.slice(0, start);
  const gap = /\n[ \t]*\r?\n$/.test(above) && kind === 'item' ? lineBreak : '';
  return { start: end, end, newText: `${lead}${gap}${own}` };
}

/** The edit that takes an entry away; `undefined` where it is all that a file holds. */
export function withoutEntry(
  text: string,
  { kind, start, end, isInline, isOnly, isLeading }: ClusterEntry,
): TextEdit | undefined {
  if (kind === 'document') {
    if (isOnly) return undefined;
    const separator = /---[^\n]*\n$/.exec(text.slice(0, start));
    if (separator !== null) return { start: separator.index, end, newText: '' };
    const next = nextLine(text, end);
    return { start, end: next, newText: '' };
  }
  if (!isInline) {
    const gap = /\n([ \t]*\r?\n)$/.exec(text.slice(0, start))?.[1] ?? '';
    return { start: start - gap.length, end, newText: '' };
  }
  if (isOnly) return { start, end, newText: '' };
  // Of several in one list none takes the comma of another.
  const before = isLeading ? null : /,\s*$/.exec(text.slice(0, start));
  if (before !== null) return { start: before.index, end, newText: '' };
  const after = /^\s*,\s*/.exec(text.slice(end));
  return { start, end: end + (after?.[0].length ?? 0), newText: '' };
}
