import { isKustomizationFile } from '../layers/roots.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { EditRange } from '../yaml/edit.ts';
import { outerOffset } from '../yaml/innerOffset.ts';
import { field, rawText } from '../yaml/nodes.ts';
import {
  readConfigurationPositions,
  readPositions,
  type NodePositions,
} from '../yaml/positions.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { readAddress } from './versionText.ts';

/** A text in which nodes stand: a file, or a scalar of one that is YAML itself. */
export interface Frame {
  readonly text: string;
  /** The range of a node by its ordinal, in this text. */
  readonly rangeOf: (ordinal: number) => EditRange;
  /** A range of this text in the file; `undefined` where the two are written too differently. */
  readonly toFile: (range: EditRange) => EditRange | undefined;
  /** The scalars around this text, the innermost first; empty for a file. */
  readonly around: readonly ScalarNode[];
}

/** A scalar on the walk. */
export interface Visited {
  readonly frame: Frame;
  readonly node: ScalarNode;
  /** What the document is: `kustomization`, `Kind/name`, `patch Kind/name`, `values`. */
  readonly document: string;
  /** The way to it as a FIELD; items of lists by what names them. */
  readonly field: string;
  /** The key that it is the value of; of `{name: X, value: …}` the X, of a JSON patch the end of its path. */
  readonly key: string;
  /** The maps around it, the innermost first. */
  readonly parents: readonly MapNode[];
  /** The keys that lead to it from the document, without items. */
  readonly keys: readonly string[];
}

/** A map on the walk; `field` leads to it. */
export interface VisitedMap extends Omit<Visited, 'node' | 'key'> {
  readonly node: MapNode;
}

/** What is told on a walk. */
export interface Visitor {
  readonly scalar: (visited: Visited) => void;
  /** Gives `skip` where what is below is taken care of. */
  readonly map: (visited: VisitedMap) => 'skip' | 'enter';
}

/** Texts that are longer are generated, and not looked at: 4 MB. */
const longest = 4 * 1024 * 1024;

/** Walks all scalars of a file; of one that cannot be read, those of the documents before. */
export function walkFile(file: FileId, text: string, visitor: Visitor): void {
  if (text.length > longest) return;
  if (isKustomizationFile(file)) {
    const { root } = readConfiguration(text);
    if (root === undefined) return;
    const frame = frameOf(text, readConfigurationPositions(text));
    walk(
      { frame, document: 'kustomization', field: '', key: '', parents: [], keys: [] },
      root,
      visitor,
    );
    return;
  }
  walkDocuments(text, fileFrame(text), undefined, visitor);
}

function fileFrame(text: string): Frame {
  return frameOf(text, readPositions(text));
}

function frameOf(text: string, { starts, ends }: NodePositions): Frame {
  return {
    text,
    rangeOf: (ordinal) => ({ start: starts[ordinal] ?? 0, end: ends[ordinal] ?? 0 }),
    toFile: (range) => range,
    around: [],
  };
}

function walkDocuments(
  text: string,
  frame: Frame,
  patched: string | undefined,
  visitor: Visitor,
): void {
  for (const { root } of readObjects(text).documents) {
    const document = documentOf(root, patched);
    walk({ frame, document, field: '', key: '', parents: [], keys: [] }, root, visitor);
  }
}

function documentOf(root: ResourceNode, patched: string | undefined): string {
  if (root.kind === 'sequence') return patched === undefined ? 'patch' : `patch ${patched}`;
  const [kind, name] = [
    rawText(field(root, 'kind')),
    rawText(field(field(root, 'metadata'), 'name')),
  ];
  if (kind !== '') return name === '' && patched !== undefined ? patched : `${kind}/${name}`;
  return 'values';
}

type Way = Omit<Visited, 'node'>;

function walk(way: Way, node: ResourceNode, visitor: Visitor): void {
  switch (node.kind) {
    case 'scalar':
      visitScalar(way, node, visitor);
      return;
    case 'alias':
      // What an anchor holds is written once, and seen at each place that has it.
      if (node.target.kind === 'scalar') visitScalar(way, node.target, visitor);
      return;
    case 'sequence':
      for (const [index, item] of node.items.entries()) {
        const operation = operationOf(item);
        if (operation === undefined) {
          walk({ ...way, field: way.field + itemStep(item, index) }, item, visitor);
        } else {
          const key = operation.path.split('/').at(-1) ?? '';
          const parents = item.kind === 'map' ? [item, ...way.parents] : way.parents;
          const keys = [...way.keys, ...operation.path.split('/').slice(1)];
          walk(
            { ...way, field: way.field + operation.path, key, parents, keys },
            operation.value,
            visitor,
          );
        }
      }
      return;
    case 'map':
      if (visitor.map({ ...way, node }) === 'skip') return;
      for (const [index, key] of node.keys.entries()) {
        const value = node.values[index];
        if (value === undefined) continue;
        const step = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const name = key === 'value' ? nameOf(node) : undefined;
        walk(
          {
            ...way,
            field: way.field + step,
            key: name ?? key,
            parents: [node, ...way.parents],
            keys: [...way.keys, key],
          },
          value,
          visitor,
        );
      }
  }
}

/** The value of an operation of a JSON patch; `undefined` for anything else. */
function operationOf(
  item: ResourceNode,
): { readonly path: string; readonly value: ResourceNode } | undefined {
  const path = rawText(field(item, 'path'));
  const value = field(item, 'value');
  return field(item, 'op') === undefined || path === '' || value === undefined
    ? undefined
    : { path, value };
}

/** The name in `{name: X, value: …}`: of an environment variable, or of a parameter as far as its last part says it. */
function nameOf(map: MapNode): string | undefined {
  const name = rawText(field(map, 'name'));
  return name === '' ? undefined : name.slice(name.lastIndexOf('.') + 1);
}

const namingKeys = ['name', 'key', 'id', 'cluster', 'alias', 'path', 'repoURL', 'url'];

/** What names an item of a list, else its place in the list. */
function itemStep(item: ResourceNode, index: number): string {
  if (item.kind === 'scalar') {
    const address = readAddress(item.value);
    const [, key] = /^([\w.-]+)=/.exec(item.value) ?? [];
    return address !== undefined
      ? `[${address.subject}]`
      : key !== undefined
        ? `[${key}=]`
        : `/${index}`;
  }
  for (const key of namingKeys) {
    const text = rawText(field(item, key));
    if (text !== '' && !text.includes('\n')) return `[${key}=${text}]`;
  }
  return `/${index}`;
}

function visitScalar(way: Way, node: ScalarNode, visitor: Visitor): void {
  const inner = isNested(way, node) ? frameInside(way.frame, node) : undefined;
  if (inner === undefined) visitor.scalar({ ...way, node });
  else walkDocuments(inner.text, inner, patchedBy(way), visitor);
}

const textKeys = new Set(['patch', 'values', 'valuesInline', 'openapi']);
const textLists = new Set([
  'patchesStrategicMerge',
  'transformers',
  'generators',
  'validators',
  'resources',
]);

/** Whether a scalar is YAML itself: a patch, the values of a chart, an object in a list of files, a file in a ConfigMap. */
function isNested({ key, keys, document }: Way, { value, style }: ScalarNode): boolean {
  if (key === 'patch') return /[\n{[]/.test(value);
  if (!value.includes('\n')) return false;
  if (textKeys.has(key)) return true;
  if (document === 'kustomization' && textLists.has(keys.at(-1) ?? '')) return true;
  return style === 'literal' && /\.ya?ml$/.test(key);
}

function patchedBy({ parents: [parent] }: Way): string | undefined {
  const target = field(parent, 'target');
  if (target === undefined) return undefined;
  return `${rawText(field(target, 'kind'))}/${rawText(field(target, 'name'))}`;
}

/** The text of a scalar as a frame of its own; `undefined` where nothing in it can be edited. */
function frameInside(outer: Frame, node: ScalarNode): Frame | undefined {
  if (outer.around.length > 3 || node.value.length > longest) return undefined;
  const positions = readPositions(node.value);
  const range = outer.rangeOf(node.ordinal);
  const written = outer.text.slice(range.start, range.end);
  return {
    ...frameOf(node.value, positions),
    around: [node, ...outer.around],
    toFile: (inside) => {
      const [from, to] = [
        outerOffset(written, node, inside.start),
        outerOffset(written, node, inside.end),
      ];
      if (from === undefined || to === undefined) return undefined;
      const place = { start: range.start + from, end: range.start + to };
      const isSame =
        outer.text.slice(place.start, place.end) === node.value.slice(inside.start, inside.end);
      return isSame ? outer.toFile(place) : undefined;
    },
  };
}
