import { joinPath } from '../../kustomize/files.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { layersQuery } from '../../layers/layers.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { applyEdits, type TextEdit } from '../../text/textEdit.ts';
import { inlineFields } from '../../yaml/inlineFields.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, type Answer } from '../answer.ts';
import { relativePath } from '../completion/pathCompletions.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import type { SourcePlace } from '../hover.ts';
import { kustomizationPaths } from '../links/kustomizationPaths.ts';
import { rangeOfLink, writtenPath } from '../links/pathLink.ts';
import type { Move } from '../moveFiles.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import { complete, fixOf, type LayerFix } from './layerFix.ts';

/**
 * What the layer says that a place of `resources:` or `components:` names goes into the layer that names it, its files come
 * along, and it goes: where nobody else builds on it.
 */
export function inlineLayer(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  if (!isKustomizationFile(place.file)) return complete(undefined);
  const found = analysis.ask((reader) => inlined(reader, place));
  return chainAnswer(found, (one): Answer<LayerFix | undefined> =>
    one === undefined ? complete(undefined) : fixOf(analysis, { ...one, roots: 'delivered' }),
  );
}

function inlined(
  reader: Reader,
  { file, offset }: SourcePlace,
):
  | (Pick<LayerFix, 'title' | 'moved' | 'deleted'> & { readonly texts: Map<FileId, string> })
  | undefined {
  const layers = reader.get(layersQuery, '');
  const into = layers.find((one) => one.file === file);
  const index = sourceIndexOf(reader, file);
  const own = into && loadTarget(reader, into.root, 'none');
  if (into === undefined || index === undefined || own?.kind !== 'target') return undefined;
  const named = kustomizationPaths(own).find((one) => {
    const range = rangeOfLink(index, one);
    return range !== undefined && range.start <= offset && offset <= range.end;
  });
  const layer = layers.find(({ root }) => root === named?.path);
  const range = named && rangeOfLink(index, named);
  if (layer === undefined || range === undefined || layer.users.length !== 1) return undefined;
  if (layer.users[0] !== into.root || layer.root === into.root) return undefined;
  const moved = movesOf(reader, layer.root, into.root);
  const inner = moved && withPathsFrom(reader, layer.root, into.root, moved);
  const text =
    inner === undefined ? undefined : inlineFields(index.text, { at: range.start, inner });
  if (text === undefined || moved === undefined) return undefined;
  return {
    title: { code: 'inline', layer: layer.root, into: into.root },
    texts: new Map([[file, text]]),
    moved,
    deleted: [layer.file],
  };
}

/** The files of a layer that only it reads, each to where it stands in another folder; `undefined` where one cannot go there. */
function movesOf(reader: Reader, from: FileId, to: FileId): readonly Move[] | undefined {
  const target = loadTarget(reader, from, 'none');
  if (target.kind !== 'target') return undefined;
  const taken = new Set(reader.read(treePathsInput, ''));
  const moves = new Map<FileId, FileId>();
  for (const { path } of kustomizationPaths(target)) {
    // A folder is named from elsewhere as well as from here.
    if (path === undefined || !taken.has(path)) continue;
    const goal = path.startsWith(`${from}/`)
      ? joinPath(to, path.slice(from.length + 1))
      : undefined;
    const readers = reader.get(directReadersQuery, '').get(path) ?? [];
    if (goal === undefined || taken.has(goal) || readers.length !== 1) return undefined;
    moves.set(path, goal);
  }
  return [...moves].map(([before, after]) => ({ from: before, to: after }));
}

/** The text of the kustomization of a layer as it would stand in another folder, once its files are there. */
function withPathsFrom(
  reader: Reader,
  from: FileId,
  to: FileId,
  moved: readonly Move[],
): string | undefined {
  const target = loadTarget(reader, from, 'none');
  const index = target.kind === 'target' ? sourceIndexOf(reader, target.source.file) : undefined;
  if (target.kind !== 'target' || index === undefined) return undefined;
  const goals = new Map(moved.map((move) => [move.from, move.to]));
  const edits: TextEdit[] = [];
  for (const link of kustomizationPaths(target)) {
    const range = rangeOfLink(index, link);
    if (link.path === undefined || range === undefined) return undefined;
    const newText = relativePath(to, goals.get(link.path) ?? link.path);
    if (newText !== writtenPath(link)) edits.push({ ...range, newText });
  }
  return applyEdits(textOfFile(reader, target.source.file) ?? '', edits);
}
