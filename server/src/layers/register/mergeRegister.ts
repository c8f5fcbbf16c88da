import { applyEdits, type TextEdit } from '../../text/textEdit.ts';
import {
  columnOf,
  entryOf,
  lineStart,
  nextLine,
  readEditable,
  type EditableEntry,
  type EditableText,
} from '../../yaml/edit.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { MapNode, ResourceNode, SequenceNode } from '../../yaml/resourceNode.ts';
import type { ImportedCluster, ImportedFacts } from './parseImport.ts';
import { itemLines, type Written } from './writeRegister.ts';

/** Items for one list of the register: what is there under the same key is replaced, the rest comes at the end. */
export interface RegisterItems {
  /** The keys that lead to the list: `['clusters']` or `['observed', 'clusters']`. */
  readonly list: readonly [string] | readonly [string, string];
  /** The fields that make an item the same as another. */
  readonly identity: readonly string[];
  readonly items: readonly { readonly [key: string]: Written }[];
  /** Set where items that are there already stay as they are. */
  readonly keepsOld?: true;
}

/**
 * What an import saw, as items of the register. `seenOn` is the cluster that was asked; `known` are the names that the register
 * has: a cluster of which nothing but its name was seen is news only where it is none of them.
 */
export function importedItems(
  { by, clusters, applications }: ImportedFacts,
  {
    observed,
    seenOn,
    known,
  }: {
    readonly observed: string;
    readonly seenOn: string | undefined;
    readonly known: ReadonlySet<string>;
  },
): readonly RegisterItems[] {
  const isNews = ({ name, server }: ImportedCluster): boolean =>
    server !== undefined || !known.has(name);
  return [
    {
      list: ['observed', 'clusters'],
      identity: ['name'],
      items: clusters.filter(isNews).map(({ name, ...rest }) => ({ name, observed, by, ...rest })),
      ...(clusters.every(({ server }) => server === undefined) ? { keepsOld: true } : {}),
    },
    {
      list: ['observed', 'applications'],
      identity: ['kind', 'name', 'namespace', 'seenOn'],
      items: applications.map(({ kind, name, namespace, ...rest }) => ({
        kind,
        name,
        namespace,
        observed,
        by,
        seenOn,
        ...rest,
        sources: rest.sources.map((source) => ({ ...source })),
      })),
    },
  ];
}

/**
 * The text of a register with more items; every line that is not one of a replaced item stays as it is, with comments and
 * order. `undefined` where the text cannot be read, or its lists are written in a way that this cannot keep (in brackets).
 */
export function mergeRegister(
  text: string,
  additions: readonly RegisterItems[],
): string | undefined {
  let result = ended(text);
  for (const addition of additions) {
    if (addition.items.length === 0) continue;
    const [outer, inner] = addition.list;
    const merged =
      inner === undefined
        ? mergeList(result, [], outer, addition)
        : mergeList(withMap(result, outer), [outer], inner, addition);
    if (merged === undefined) return undefined;
    result = merged;
  }
  return text.includes('\r\n') ? result.replaceAll(/\r?\n/g, '\r\n') : result;
}

type Items = Pick<RegisterItems, 'identity' | 'items' | 'keepsOld'>;

/** The text with a key of a map at its end; the map's entries are to follow at once. */
function withMap(text: string, key: string): string {
  const isThere = new RegExp(`^["']?${key}["']?[ \t]*:`, 'm').test(text);
  return isThere ? text : `${text}${text.trim() === '' ? '' : '\n'}${key}:\n`;
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function mergeList(
  text: string,
  path: readonly string[],
  key: string,
  additions: Items,
): string | undefined {
  const isEmpty = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  if (isEmpty) return `${text}${key}:\n${rendered(additions.items, 2)}`;
  const file = readEditable(text);
  if (file === undefined) return undefined;
  const [outer] = path;
  if (outer === undefined) return mergeInto(file, file.root, key, additions);
  const entry = entryOf(file, file.root, outer);
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'map' && !value.flow) return mergeInto(file, value, key, additions);
  const isNothing = value.kind === 'scalar' && value.value === '' && value.style === 'plain';
  if (!isNothing) return undefined;
  const at = nextLine(text, entry.colonEnd);
  return insert(text, at, `  ${key}:\n${rendered(additions.items, 4)}`);
}

function insert(text: string, at: number, newText: string): string {
  return applyEdits(text, [{ start: at, end: at, newText }]);
}

function rendered(items: Items['items'], indent: number): string {
  return items.map((item) => itemLines(item, indent)).join('');
}

function mergeInto(
  file: EditableText,
  map: MapNode,
  key: string,
  additions: Items,
): string | undefined {
  const { text, rangeOf } = file;
  if (map.flow) return undefined;
  const entry = entryOf(file, map, key);
  const first = map.values[0];
  const column = first === undefined ? 0 : columnOf(text, rangeOf(first.ordinal - 1).start);
  if (entry === undefined) {
    if (map.keys.includes(key)) return undefined;
    const at = nextLine(text, endOf(file, map));
    const space = ' '.repeat(column);
    return insert(text, at, `${space}${key}:\n${rendered(additions.items, column + 2)}`);
  }
  const { value } = entry;
  if (value.kind === 'sequence' && (!value.flow || value.items.length === 0)) {
    return value.items.length === 0
      ? fillEmpty(file, entry, rendered(additions.items, column + 2))
      : mergeItems(file, value, additions);
  }
  const isNothing = value.kind === 'scalar' && value.value === '' && value.style === 'plain';
  return isNothing
    ? insert(text, nextLine(text, entry.colonEnd), rendered(additions.items, column + 2))
    : undefined;
}

/** `clusters: [] # none` becomes `clusters: # none` with items below. */
function fillEmpty(
  { text }: EditableText,
  { colonEnd, valueRange }: EditableEntry,
  lines: string,
): string {
  const end = nextLine(text, valueRange.end);
  const rest = text.slice(valueRange.end, end).trimEnd();
  return applyEdits(text, [{ start: colonEnd, end, newText: `${rest}\n${lines}` }]);
}

function mergeItems(
  file: EditableText,
  list: SequenceNode,
  { identity, items, keepsOld }: Items,
): string | undefined {
  const { text, rangeOf } = file;
  const idOf = (node: ResourceNode): string =>
    JSON.stringify(identity.map((name) => rawText(field(node, name))));
  const known = new Map(list.items.map((node) => [idOf(node), node]));
  const edits: TextEdit[] = [];
  const added: Items['items'][number][] = [];
  const [firstItem] = list.items;
  const last = list.items.at(-1);
  if (firstItem === undefined || last === undefined) return undefined;
  const dash = dashOf(text, rangeOf(firstItem.ordinal).start);
  if (dash === undefined) return undefined;
  const indent = columnOf(text, dash);
  for (const item of items) {
    const same = known.get(JSON.stringify(identity.map((name) => textOf(item[name]))));
    if (same === undefined) {
      added.push(item);
      continue;
    }
    if (keepsOld === true) continue;
    const start = dashOf(text, rangeOf(same.ordinal).start);
    if (start === undefined) return undefined;
    const end = nextLine(text, endOf(file, same));
    edits.push({ start: lineStart(text, start), end, newText: itemLines(item, indent) });
  }
  const at = nextLine(text, endOf(file, last));
  const tail = { start: at, end: at, newText: rendered(added, indent) };
  return applyEdits(text, [...edits, tail]);
}

function textOf(value: Written): string {
  return typeof value === 'string' ? value : '';
}

/** The offset of the dash of an item, where nothing but white space stands before it on its line. */
function dashOf(text: string, start: number): number | undefined {
  const before = text.slice(lineStart(text, start), start);
  const [, space = ''] = /^([ \t]*)-[ \t]+$/.exec(before) ?? [];
  return /^[ \t]*-[ \t]+$/.test(before) ? lineStart(text, start) + space.length : undefined;
}

/** Where the last thing of a node ends that is written. */
function endOf(file: EditableText, node: ResourceNode): number {
  const { text, rangeOf } = file;
  const isBlock = (node.kind === 'map' || node.kind === 'sequence') && !node.flow;
  const last = !isBlock ? undefined : node.kind === 'map' ? node.values.at(-1) : node.items.at(-1);
  if (last !== undefined) {
    const key = node.kind === 'map' ? rangeOf(last.ordinal - 1).end : 0;
    return Math.max(endOf(file, last), key);
  }
  const { start, end } = rangeOf(node.ordinal);
  return start + text.slice(start, end).trimEnd().length;
}
