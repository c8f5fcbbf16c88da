import { at, isList, isMap, sameJson, textOf, type JsonMap } from '../drift/json.ts';
import { joinPath } from '../kustomize/files.ts';
import { loadTarget } from '../kustomize/target.ts';
import { layersQuery, type Layer } from '../layers/layers.ts';
import { directReadersQuery } from '../layers/namedFiles.ts';
import { treePathsInput } from '../layers/treePaths.ts';
import { insertItem } from '../plan/insertItem.ts';
import type { PlannedText } from '../plan/planTypes.ts';
import { quoted } from '../plan/writeScalar.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { applyEdits } from '../text/textEdit.ts';
import { groupBy } from '../util/groupBy.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { textOfFile } from './completion/objectsBelow.ts';
import { relativePath } from './completion/pathCompletions.ts';
import { componentPlace } from './fixes/componentPlace.ts';
import { dropEntry } from './fixes/dropValue.ts';

/** Manifests that stand nearly equal in several layers. */
export interface CopiedManifest {
  /** What they hold, as `Kind name`, in the order of the files. */
  readonly objects: readonly string[];
  /** The one that is most like all others, then the others, sorted. */
  readonly copies: readonly ManifestCopy[];
  /** How many of the values of the first one all of them have, from 0 to 1. */
  readonly alike: number;
  /** Where a component that replaces them would stand. */
  readonly component: FileId;
  /** What the component makes of files; `undefined` where a list is written in a way that this cannot go on with. */
  readonly texts: ReadonlyMap<FileId, PlannedText> | undefined;
}

/** One copy: its layer, and where it differs from the first. */
export interface ManifestCopy {
  readonly file: FileId;
  readonly layer: FileId;
  /** Fields, as `/spec/replicas`; of a file with several objects with the object before. */
  readonly differs: readonly string[];
}

/** Copies among the manifests of layers, those of most values first. Secrets are left out: they are to differ. */
export function copiedManifests(analysis: Analysis): Answer<readonly CopiedManifest[]> {
  return analysis.ask((reader) => {
    const layers = reader.get(layersQuery, '');
    const manifests = layers
      .filter(({ role }) => role !== 'component')
      .flatMap((layer) => manifestsOf(reader, layer));
    return [...groupBy(manifests, ({ key }) => key).values()]
      .flatMap((group) => copiedOf(reader, layers, group))
      .sort((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1))
      .map(({ copied }) => copied);
  });
}

/** A file of a layer that nobody else reads. */
interface Manifest {
  readonly file: FileId;
  readonly layer: Layer;
  /** The entry of `resources:` that names it. */
  readonly ordinal: number;
  readonly objects: readonly JsonMap[];
  /** The values of each object, by their fields. */
  readonly values: readonly ReadonlyMap<string, string>[];
  /** What it holds, in order. */
  readonly key: string;
  /** The number of its values. */
  readonly size: number;
}

/** Smaller files are no burden, and alike by chance. */
const leastValues = 8;

/** Less alike is no copy. */
const leastAlike = 0.75;

function manifestsOf(reader: Reader, layer: Layer): readonly Manifest[] {
  const target = loadTarget(reader, layer.root, 'none');
  if (target.kind !== 'target') return [];
  const readers = reader.get(directReadersQuery, '');
  return target.kustomization.resources.flatMap(({ value, ordinal }) => {
    const file = joinPath(layer.root, value);
    if (file === undefined || readers.get(file)?.length !== 1) return [];
    const objects = reader.get(manifestObjectsQuery, file);
    if (objects === undefined) return [];
    const key = objects.map(objectText).join('\n');
    const values = objects.map((one) => valuesOf(one));
    const size = values.reduce((sum, one) => sum + one.size, 0);
    return size < leastValues ? [] : [{ file, layer, ordinal, objects, values, key, size }];
  });
}

/** The objects of a file; `undefined` where it is none, is encrypted, holds a Secret, or cannot be read. */
const manifestObjectsQuery: Query<FileId, readonly JsonMap[] | undefined> = {
  name: 'manifestObjects',
  droppable: true,
  compute: (file, reader) => {
    const text = textOfFile(reader, file);
    const documents = text === undefined ? [] : readObjects(text).documents;
    const objects = documents.flatMap(({ root }) => {
      const decoded = decodeToJson(root);
      const value = 'value' in decoded ? decoded.value : undefined;
      const isPlain = isMap(value) && value.sops === undefined && textOf(value.kind) !== 'Secret';
      return isPlain && nameOf(value) !== '' && !hasLarge(value) ? [value] : [];
    });
    return objects.length > 0 && objects.length === documents.length ? objects : undefined;
  },
};

/** Numbers that JavaScript would write as others. */
function hasLarge(value: JsonValue): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  const inner: readonly JsonValue[] = isList(value) ? value : Object.values(value);
  return inner.some(hasLarge);
}

function nameOf(object: JsonMap): string {
  return textOf(at(object.metadata, 'name'));
}

function objectText(object: JsonMap): string {
  return `${textOf(object.kind)} ${nameOf(object)}`;
}

/** The values of an object, by their fields. */
function valuesOf(value: JsonValue, path = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, JSON.stringify(value)]]);
  const entries: readonly (readonly [string | number, JsonValue])[] = isList(value)
    ? value.map((one, index) => [index, one])
    : Object.entries(value);
  return new Map(entries.flatMap(([key, one]) => [...valuesOf(one, `${path}/${key}`)]));
}

/** How much of two manifests is the same. */
function alikeness(a: Manifest, b: Manifest): number {
  const same = a.values.reduce((sum, own, index) => {
    const other = b.values[index];
    return sum + [...own].filter(([path, value]) => other?.get(path) === value).length;
  }, 0);
  return same / Math.max(a.size, b.size);
}

interface Sized {
  readonly copied: CopiedManifest;
  readonly size: number;
  readonly file: FileId;
}

function copiedOf(
  reader: Reader,
  layers: readonly Layer[],
  group: readonly Manifest[],
): readonly Sized[] {
  if (group.length < 2 || group.length > mostCopies) return [];
  const like = new Map(
    group.map((one) => [one, group.reduce((sum, other) => sum + alikeness(one, other), 0)]),
  );
  const [first, ...others] = [...group].sort(
    (a, b) => (like.get(b) ?? 0) - (like.get(a) ?? 0) || (a.file < b.file ? -1 : 1),
  );
  if (first === undefined) return [];
  const copies = others.filter((one) => alikeness(first, one) >= leastAlike);
  if (copies.length === 0) return [];
  const all = [first, ...copies.sort((a, b) => (a.file < b.file ? -1 : 1))];
  const changes = new Map(all.map((one) => [one, changesBetween(first, one)] as const));
  const differing = new Set(
    [...changes.values()].flat().map(({ object, path }) => `${object} ${path}`),
  );
  const component = placeOf(reader, layers, first, all);
  return [
    {
      copied: {
        objects: first.objects.map(objectText),
        copies: all.map((one) => ({
          file: one.file,
          layer: one.layer.root,
          differs: (changes.get(one) ?? []).map(({ object, path }) =>
            first.objects.length > 1 ? `${objectText(first.objects[object] ?? {})} ${path}` : path,
          ),
        })),
        alike: Math.max(0, 1 - differing.size / first.size),
        component,
        texts: textsOf(reader, component, first, changes),
      },
      size: first.size * all.length,
      file: first.file,
    },
  ];
}

/** Each is compared with each: more of them are made by a program. */
const mostCopies = 200;

/** One field of an object that a copy has otherwise: JSON Patch makes one of the other. */
interface Change {
  /** The number of the object in its file. */
  readonly object: number;
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value: JsonValue | undefined;
}

function changesBetween(from: Manifest, to: Manifest): readonly Change[] {
  return from.objects.flatMap((one, object) =>
    changesOf(one, to.objects[object] ?? {}, '').map((change) => ({ object, ...change })),
  );
}

function changesOf(
  from: JsonValue,
  to: JsonValue,
  path: string,
): readonly Omit<Change, 'object'>[] {
  if (sameJson(from, to)) return [];
  if (isList(from) && isList(to) && from.length === to.length)
    return from.flatMap((one, index) => changesOf(one, to[index] ?? null, `${path}/${index}`));
  if (!isMap(from) || !isMap(to)) return [{ op: 'replace', path, value: to }];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys.flatMap((key): readonly Omit<Change, 'object'>[] => {
    const below = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const [before, after] = [at(from, key), at(to, key)];
    if (after === undefined) return [{ op: 'remove', path: below, value: undefined }];
    if (before === undefined) return [{ op: 'add', path: below, value: after }];
    return changesOf(before, after, below);
  });
}

function placeOf(
  reader: Reader,
  layers: readonly Layer[],
  first: Manifest,
  all: readonly Manifest[],
): FileId {
  const [object = {}] = first.objects;
  const name = `${nameOf(object)}-${textOf(object.kind).toLowerCase()}`.replaceAll(/[^\w.-]/g, '-');
  const users = all.map(({ layer }) => layer.root);
  const paths = reader.read(treePathsInput, '');
  return componentPlace(layers, { name, users, base: first.layer.root }, (path) =>
    paths.some((one) => one.toLowerCase().startsWith(`${path.toLowerCase()}/`)),
  );
}

/** The component holds the first copy; the layers of the others patch what they have otherwise. */
function textsOf(
  reader: Reader,
  component: FileId,
  first: Manifest,
  changes: ReadonlyMap<Manifest, readonly Change[]>,
): ReadonlyMap<FileId, PlannedText> | undefined {
  const name = first.file.slice(first.file.lastIndexOf('/') + 1);
  const lines = [
    'apiVersion: kustomize.config.k8s.io/v1alpha1',
    'kind: Component',
    '',
    'resources:',
    `- ${quoted({ around: [] }, name)}`,
  ];
  const texts = new Map<FileId, PlannedText>([
    [`${component}/kustomization.yaml`, { before: undefined, after: `${lines.join('\n')}\n` }],
    [`${component}/${name}`, { before: undefined, after: textOfFile(reader, first.file) }],
  ]);
  for (const [copy, own] of changes) {
    const { layer, ordinal, file } = copy;
    const before = textOfFile(reader, layer.file);
    const drop = dropEntry(reader, layer.file, ordinal);
    if (before === undefined || drop === undefined || texts.has(layer.file)) return undefined;
    const entries: (readonly [list: string, lines: readonly string[]])[] = [
      ['components', [quoted({ around: [] }, relativePath(layer.root, component))]],
      ...copy.objects.flatMap((object, index) => {
        const told = own.filter((change) => change.object === index);
        return told.length === 0 ? [] : [['patches', patchLines(object, told)] as const];
      }),
    ];
    let after = applyEdits(before, [drop]);
    for (const [list, item] of entries) {
      const insert = insertItem(after, list, item);
      if (insert === undefined) return undefined;
      after = applyEdits(after, [insert]);
    }
    texts.set(layer.file, { before, after });
    texts.set(file, { before: textOfFile(reader, file), after: undefined });
  }
  return texts;
}

function patchLines(object: JsonMap, changes: readonly Change[]): readonly string[] {
  return [
    'target:',
    `  kind: ${textOf(object.kind)}`,
    `  name: ${quoted({ around: [] }, nameOf(object))}`,
    'patch: |-',
    ...changes.flatMap(({ op, path, value }) => [
      `  - op: ${op}`,
      `    path: ${JSON.stringify(path)}`,
      ...(value === undefined ? [] : [`    value: ${JSON.stringify(value)}`]),
    ]),
  ];
}
