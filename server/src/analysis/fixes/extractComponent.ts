import { joinPath } from '../../kustomize/files.ts';
import type { Patch } from '../../kustomize/kustomization.ts';
import { loadTarget, type Target } from '../../kustomize/target.ts';
import { layerOfRootQuery, layersQuery, type Layer } from '../../layers/layers.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import { insertItem } from '../../plan/insertItem.ts';
import { quoted } from '../../plan/writeScalar.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { applyEdits } from '../../text/textEdit.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { lineStart, shiftLines } from '../../yaml/edit.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, type Answer } from '../answer.ts';
import { relativePath } from '../completion/pathCompletions.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import type { SourcePlace } from '../hover.ts';
import { nodeByOrdinal, sourceIndexOf, type SourceIndex } from '../sourceIndex.ts';
import { basesBelow, componentPlace } from './componentPlace.ts';
import { dropEntry } from './dropValue.ts';
import { complete, fixOf, type LayerFix } from './layerFix.ts';

/** The patch at a place goes into a component where other layers with the same base have it, too; all of them name it. */
export function extractComponent(
  analysis: Analysis,
  place: SourcePlace,
): Answer<LayerFix | undefined> {
  const found = analysis.ask((reader) => {
    const own = entryAt(reader, place);
    return own && extracted(reader, own);
  });
  return chainAnswer(found, (one): Answer<LayerFix | undefined> =>
    one === undefined ? complete(undefined) : fixOf(analysis, { ...one, roots: 'delivered' }),
  );
}

/** An entry of `patches:` of a layer. */
interface Entry {
  readonly layer: Layer;
  readonly target: Target;
  readonly patch: Patch;
}

/** The entry of `patches:` that a place of a kustomization stands in, or the one that names the file of the place. */
function entryAt(reader: Reader, { file, offset }: SourcePlace): Entry | undefined {
  const layers = reader.get(layersQuery, '');
  if (!isKustomizationFile(file)) {
    const [root, ...more] = reader.get(directReadersQuery, '').get(file) ?? [];
    const layer = more.length > 0 ? undefined : layers.find((one) => one.root === root);
    const entries = layer === undefined ? [] : entriesOf(reader, layer);
    return entries.find(({ patch: { path } }) => path && joinPath(root ?? '', path.value) === file);
  }
  const layer = layers.find((one) => one.file === file);
  const index = sourceIndexOf(reader, file);
  if (layer === undefined || index === undefined) return undefined;
  return entriesOf(reader, layer).find(({ patch: { ordinal } }) => {
    const range = index.rangeOf(ordinal);
    return (
      range !== undefined && lineStart(index.text, range.start) <= offset && offset < range.end
    );
  });
}

function entriesOf(reader: Reader, layer: Layer): readonly Entry[] {
  const target = loadTarget(reader, layer.root, 'none');
  if (target.kind !== 'target') return [];
  return target.kustomization.patches.map((patch) => ({ layer, target, patch }));
}

function extracted(
  reader: Reader,
  own: Entry,
):
  | (Pick<LayerFix, 'title' | 'created' | 'deleted'> & { readonly texts: Map<FileId, string> })
  | undefined {
  const meaning = meaningOf(reader, own);
  if (meaning === undefined || own.layer.role === 'component') return undefined;
  const layers = reader.get(layerOfRootQuery, '');
  const below = basesBelow(layers, own.layer);
  const sharesBase = (layer: Layer): boolean =>
    layer.role !== 'component' &&
    layer.root !== own.layer.root &&
    [...basesBelow(layers, layer)].some((base) => below.has(base));
  const entries = [...layers.values()].filter(sharesBase).flatMap((layer) =>
    entriesOf(reader, layer)
      .filter((entry) => meaningOf(reader, entry) === meaning)
      .slice(0, 1),
  );
  if (entries.length === 0) return undefined;
  const all = [own, ...entries];
  const users = all.map(({ layer }) => layer.root);
  const base = [...below].find((one) =>
    all.every(({ layer }) => basesBelow(layers, layer).has(one)),
  );
  const paths = reader.read(treePathsInput, '');
  const component = componentPlace(
    layers.values(),
    { name: componentName(reader, own), users, base: base ?? own.layer.root },
    (path) => paths.some((one) => one.toLowerCase().startsWith(`${path.toLowerCase()}/`)),
  );
  const item = itemText(reader, own);
  if (item === undefined) return undefined;
  const texts = new Map<FileId, string>();
  for (const entry of all) {
    const after = withComponent(reader, entry, component);
    if (after === undefined) return undefined;
    texts.set(entry.layer.file, after);
  }
  const lead = ['apiVersion: kustomize.config.k8s.io/v1alpha1', 'kind: Component', '', 'patches:'];
  const { path } = own.patch;
  const content = path && textOfFile(reader, joinPath(own.layer.root, path.value) ?? '');
  const created = new Map([
    [`${component}/kustomization.yaml`, `${[...lead, ...item].join('\n')}\n`],
    ...(path === undefined || content === undefined
      ? []
      : [[`${component}/${nameOf(path.value)}`, content] as const]),
  ]);
  const deleted = all.flatMap(({ patch, layer: { root } }) => {
    const file = patch.path && joinPath(root, patch.path.value);
    const readers = file === undefined ? [] : (reader.get(directReadersQuery, '').get(file) ?? []);
    return file !== undefined && readers.length === 1 ? [file] : [];
  });
  return { title: { code: 'extract', component, layers: all.length }, texts, created, deleted };
}

/** What a patch says and to what, whichever way it is written; `undefined` where that cannot be told. */
function meaningOf(reader: Reader, { layer: { root }, patch }: Entry): string | undefined {
  const file = patch.path && joinPath(root, patch.path.value);
  const text = file === undefined ? patch.patch?.value : textOfFile(reader, file);
  if (text === undefined) return undefined;
  const { documents } = readObjects(text);
  const printed = documents.map((one) => writeCanonical(one.root));
  const parts = printed.map((one) => ('text' in one ? one.text : undefined));
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  // Ordinals say where, not what.
  const rest = JSON.stringify([patch.target, patch.options], (key, one: unknown) =>
    key === 'ordinal' ? undefined : one,
  );
  return [...parts, rest].join('\0');
}

/** What the file of the patch is called, else what it patches. */
function componentName(reader: Reader, { layer: { root }, patch }: Entry): string {
  const { path } = patch;
  const stem =
    path &&
    nameOf(path.value)
      .replace(/\.[^.]*$/, '')
      .replace(/[-_.]?patch$/i, '');
  if (stem !== undefined && stem !== '') return stem;
  const text = path ? textOfFile(reader, joinPath(root, path.value) ?? '') : patch.patch?.value;
  const [document] = readObjects(text ?? '').documents;
  const name = rawText(field(field(document?.root, 'metadata'), 'name'));
  const target = patch.target?.name ?? '';
  return [name, target].find((one) => /^[\w.-]+$/.test(one)) ?? 'patches';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The lines of an entry, as an item of a list that stands at the margin. */
function itemText(reader: Reader, { target, patch }: Entry): readonly string[] | undefined {
  const index = sourceIndexOf(reader, target.source.file);
  const range = index?.rangeOf(patch.ordinal);
  if (index === undefined || range === undefined) return undefined;
  const { text } = index;
  const column = range.start - lineStart(text, range.start);
  let written = text.slice(range.start, range.end).trimEnd();
  const { path } = patch;
  const at = path && index.rangeOf(path.ordinal);
  if (path !== undefined && at !== undefined) {
    const name = nameOf(path.value);
    written = text.slice(range.start, at.start) + name + text.slice(at.end, range.end);
    written = written.trimEnd();
  }
  const isFlow = isFlowMap(index, patch.ordinal);
  if (isFlow && written.includes('\n')) return undefined;
  const [first = '', ...rest] = written.replaceAll('\r\n', '\n').split('\n');
  const lines = shiftLines(rest.join('\n'), 2 - column).split('\n');
  return [`- ${first}`, ...(rest.length === 0 ? [] : lines)];
}

function isFlowMap({ roots }: SourceIndex, ordinal: number): boolean {
  const node: ResourceNode | undefined = nodeByOrdinal(roots, ordinal);
  return node?.kind === 'map' && node.flow;
}

/** The kustomization of a layer without the entry, and with the component. */
function withComponent(
  reader: Reader,
  { layer: { root, file }, patch }: Entry,
  component: FileId,
): string | undefined {
  const text = textOfFile(reader, file);
  const drop = dropEntry(reader, file, patch.ordinal);
  if (text === undefined || drop === undefined) return undefined;
  const without = applyEdits(text, [drop]);
  const path = quoted({ around: [] }, relativePath(root, component));
  const insert = insertItem(without, 'components', [path]);
  return insert && applyEdits(without, [insert]);
}
