import type { Reader } from '../../query/database.ts';
import type { FileId, InnerPointer, SourcePointer } from '../../text/sourcePointer.ts';
import { nodeAtPath, pathOfOrdinal } from '../../yaml/positions.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { indexObjects, nodeByOrdinal, sourceIndexOf } from '../sourceIndex.ts';
import { targetAt } from '../sourceTarget.ts';
import { chartValuesQuery, type ChartValue, type ValuedChart } from './chartValues.ts';

/** What a place in a values file, or among the values of an object, is to a chart. */
export interface ValueHere {
  readonly at: SourcePointer;
  /** What the layer sets: the value itself, or the list around it. */
  readonly setAt: SourcePointer;
  /** The number of the chart in its application. */
  readonly index: number;
  /** From the values of the chart at the top; below a list, numbers count its items. */
  readonly keys: readonly string[];
  /** The value itself, or the list that it stands in; of a map, all values in it. */
  readonly values: readonly ChartValue[];
  /** Whether it is a map. */
  readonly isTable: boolean;
}

/** A node with what is around it: pointers of the same kind reach all of them. */
interface PlacedNode {
  /** The steps into texts of YAML inside of scalars, the outermost first. */
  readonly around: readonly number[];
  readonly roots: readonly ResourceNode[];
  readonly ordinal: number;
}

/** What the place is to each chart with values; nothing where it sets none of them. */
export function valuesAt(
  reader: Reader,
  { file, offset }: { readonly file: FileId; readonly offset: number },
  chart: ValuedChart,
): readonly ValueHere[] {
  const placed = placedNode(reader, file, offset);
  if (placed === undefined) return [];
  const at = pointerTo(file, placed, placed.ordinal);
  const found = reader
    .get(chartValuesQuery, chart)
    .map(({ values }, index) => valueHere(placed, file, { values, index }));
  return found.flatMap((one) => (one === undefined ? [] : [{ ...one, at }]));
}

function pointerTo(file: FileId, { around }: PlacedNode, ordinal: number): SourcePointer {
  const [first = ordinal, ...others] = around;
  if (around.length === 0) return { kind: 'node', file, ordinal };
  const inner = others.reduceRight<InnerPointer>(
    (within, one) => ({ ordinal: one, inner: within }),
    { ordinal, inner: undefined },
  );
  return { kind: 'inside', file, ordinal: first, inner };
}

function placedNode(reader: Reader, file: FileId, offset: number): PlacedNode | undefined {
  const deepest = targetAt(reader, file, offset)?.pointers.at(-1);
  let roots = sourceIndexOf(reader, file)?.roots ?? [];
  const around: number[] = [];
  let at: InnerPointer | undefined = deepest;
  for (; at?.inner !== undefined; at = at.inner) {
    const node = nodeByOrdinal(roots, at.ordinal);
    if (node?.kind !== 'scalar') return undefined;
    around.push(at.ordinal);
    ({ roots } = indexObjects(node.value));
  }
  return at === undefined ? undefined : { around, roots, ordinal: at.ordinal };
}

/** The value at a node; else that of the nearest list around it, or those in it. */
function valueHere(
  placed: PlacedNode,
  file: FileId,
  { values, index }: { readonly values: readonly ChartValue[]; readonly index: number },
): Omit<ValueHere, 'at'> | undefined {
  const { around, roots, ordinal } = placed;
  const place = pathOfOrdinal(roots, ordinal);
  const root = place && roots[place.document];
  if (place === undefined || root === undefined) return undefined;
  const byPlace = new Map(
    values.flatMap((value) => value.links.map(({ at }) => [nameOfPointer(at), value] as const)),
  );
  const valueAt = (node: ResourceNode): ChartValue | undefined =>
    byPlace.get(nameOf(file, [...around, node.ordinal]));
  for (let length = place.path.length; length > 0; length -= 1) {
    const node = nodeAtPath(root, place.path.slice(0, length));
    const rest = place.path.slice(length).map(String);
    const value =
      node && (rest.length === 0 || node.kind === 'sequence') ? valueAt(node) : undefined;
    if (node !== undefined && value !== undefined) {
      const setAt = pointerTo(file, placed, node.ordinal);
      return { setAt, index, keys: [...value.keys, ...rest], values: [value], isTable: false };
    }
  }
  const own = nodeAtPath(root, place.path);
  const table =
    own?.kind === 'map' && place.path.length > 0 ? tableHere(own, valueAt, index) : undefined;
  return table && { ...table, setAt: pointerTo(file, placed, ordinal) };
}

function tableHere(
  map: ResourceNode,
  valueAt: (node: ResourceNode) => ChartValue | undefined,
  index: number,
): Omit<ValueHere, 'at' | 'setAt'> | undefined {
  const values: ChartValue[] = [];
  let keys: readonly string[] | undefined;
  const visit = (node: ResourceNode, depth: number): void => {
    const value = node === map ? undefined : valueAt(node);
    if (value !== undefined) {
      keys ??= value.keys.slice(0, value.keys.length - depth);
      values.push(value);
    } else if (node.kind === 'map') node.values.forEach((one) => visit(one, depth + 1));
  };
  visit(map, 0);
  return keys === undefined ? undefined : { index, keys, values, isTable: true };
}

function nameOf(file: FileId, ordinals: readonly number[]): string {
  return [file, ...ordinals].join(' ');
}

function nameOfPointer(at: SourcePointer): string {
  if (at.kind !== 'node' && at.kind !== 'inside') return '';
  const ordinals = [at.ordinal];
  let inner: InnerPointer | undefined = at.kind === 'inside' ? at.inner : undefined;
  for (; inner !== undefined; inner = inner.inner) ordinals.push(inner.ordinal);
  return nameOf(at.file, ordinals);
}
