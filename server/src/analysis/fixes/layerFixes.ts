import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { samePointer, type FileId, type SourcePointer } from '../../text/sourcePointer.ts';
import { applyEdits, type TextEdit } from '../../text/textEdit.ts';
import { valuesEqualToBase } from '../equalToBase.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import { usesOf, type RootUse } from '../fileUses.ts';
import type { Fork } from '../fork.ts';
import { citationsOf, type RootCitation, type SourcePlace } from '../hover.ts';
import { originsOf } from '../links/imageUses.ts';
import { readersOf } from '../readersOf.ts';
import { offsetsOf, positionAt } from '../sourceRange.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import { dropValue, type Drop } from './dropValue.ts';
import type { RangedEdit } from '../moveFiles.ts';
import { verdict } from './trial.ts';

/** Edits of several files that leave what is delivered as it is, once `proveLayerFix` says so of each root. */
export interface LayerFix {
  /**
   * - `drop`: a value that repeats what stands below goes.
   * - `move-up`: a value that all layers on top set alike goes into the base, and out of the layers.
   */
  readonly code: 'drop' | 'move-up';
  readonly parameters: {
    readonly field: string;
    readonly value: string;
    readonly layers: number;
    readonly base: FileId;
  };
  readonly edits: ReadonlyMap<FileId, readonly RangedEdit[]>;
  readonly deleted: readonly FileId[];
  /** The roots that must render to the same bytes. */
  readonly roots: readonly FileId[];
}

/** What can be done about the value at a place, still to be proven. */
export function layerFixes(analysis: Analysis, place: SourcePlace): Answer<readonly LayerFix[]> {
  return chainAnswer(dropFix(analysis, place), (drop) =>
    mapAnswer(moveUpFix(analysis, place), (up) =>
      [drop, up].flatMap((one) => (one === undefined ? [] : [one])),
    ),
  );
}

/** Whether a root is the same to the byte once a fix is carried out. */
export function proveLayerFix(
  analysis: Analysis,
  fork: Fork,
  root: FileId,
): Answer<'same' | 'other'> {
  return chainAnswer(analysis.build(root), (before) =>
    mapAnswer(
      fork.ask((one) => one.build(root)),
      (after) => (verdict(before, after) === 'same' ? 'same' : 'other'),
    ),
  );
}

/** The texts of the files that a fix edits, as they are after it. */
export function textsOfFix(
  analysis: Analysis,
  { edits }: Pick<LayerFix, 'edits'>,
): Answer<ReadonlyMap<FileId, string>> {
  return analysis.ask(
    (reader) =>
      new Map(
        [...edits].map(([file, own]) => [file, applyEdits(textOfFile(reader, file) ?? '', own)]),
      ),
  );
}

/** The value at a place goes where every root that reads it has the same without it. */
function dropFix(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  return chainAnswer(usesOf(analysis, place.file), (uses) => {
    const idle = new Map(
      valuesEqualToBase(uses).flatMap(({ at, parameters }) =>
        at === undefined ? [] : [[JSON.stringify(at), parameters] as const],
      ),
    );
    const found = analysis.ask((reader) => {
      const index = sourceIndexOf(reader, place.file);
      if (index === undefined) return undefined;
      const at = uses.places
        .flatMap(([use]) => (use === undefined ? [] : [use.writtenAt]))
        .find((one) => idle.has(JSON.stringify(one)) && isOnLine(index, one, place.offset));
      const drop = at && dropValue(reader, at);
      return drop && { at, drop };
    });
    return chainAnswer(found, (one): Answer<LayerFix | undefined> => {
      if (one === undefined) return complete(undefined);
      const { field = '', file = '' } = idle.get(JSON.stringify(one.at)) ?? {};
      const parameters = { field, value: '', layers: 1, base: file };
      return fixOf(analysis, 'drop', parameters, [one.drop], [], 'all');
    });
  });
}

/** The value that all layers on top set alike goes into the base that has another one. */
function moveUpFix(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  return chainAnswer(citationsOf(analysis, place), (cited) => {
    const [citation] = cited?.citations ?? [];
    const base = citation && originsOf(citation.resource, citation.node).at(-1);
    if (citation === undefined || base?.by.kind !== 'base') return complete(undefined);
    return chainAnswer(usesOf(analysis, base.writtenAt.file), ({ topRoots, places }) => {
      const uses = places.find((all) =>
        all.some(({ writtenAt }) => samePointer(writtenAt, base.writtenAt)),
      );
      const onTop = (uses ?? []).filter(({ isTop }) => isTop);
      const [first] = onTop;
      if (first === undefined || !isAgreed(onTop, topRoots)) return complete(undefined);
      return moveUp(analysis, first, { citation, onTop, base: base.writtenAt });
    });
  });
}

/** Whether every root on top sets the field, by a patch of its own or of a layer, to one and the same other value. */
function isAgreed(onTop: readonly RootUse[], topRoots: readonly FileId[]): boolean {
  const [first] = onTop;
  const roots = new Set(onTop.map(({ root }) => root));
  return (
    first !== undefined &&
    topRoots.length > 1 &&
    roots.size === topRoots.length &&
    onTop.length === roots.size &&
    onTop.every(
      ({ now, gave, later }) =>
        now.value === first.now.value &&
        now.tag === first.now.tag &&
        gave.value !== now.value &&
        later.length === 1 &&
        later[0] === 'patch',
    )
  );
}

interface MoveUp {
  readonly citation: RootCitation;
  readonly onTop: readonly RootUse[];
  readonly base: SourcePointer;
}

function moveUp(
  analysis: Analysis,
  first: RootUse,
  { onTop, base }: MoveUp,
): Answer<LayerFix | undefined> {
  const found = analysis.ask((reader) => {
    const index = sourceIndexOf(reader, base.file);
    if (index === undefined) return undefined;
    const winners = new Map<string, SourcePointer>();
    for (const { now, resource } of onTop) {
      const { writtenAt } = resource.originOf(now);
      winners.set(JSON.stringify(writtenAt), writtenAt);
    }
    const drops = [...winners.values()].map((at) => dropValue(reader, at));
    const [winner] = winners.values();
    const source = winner && sourceIndexOf(reader, winner.file);
    if (winner === undefined || source === undefined) return undefined;
    const own = offsetsOf(source, winner);
    const written = source.text.slice(own.start, own.end);
    const { start, end } = offsetsOf(index, base);
    const complete = drops.flatMap((drop) => (drop === undefined ? [] : [drop]));
    if (complete.length !== drops.length || written.includes('\n')) return undefined;
    return { drops: complete, edit: { start, end, newText: written }, written };
  });
  return chainAnswer(found, (one): Answer<LayerFix | undefined> => {
    if (one === undefined) return complete(undefined);
    const { drops, edit, written } = one;
    const parameters = {
      field: String(first.path.at(-1) ?? ''),
      value: written,
      layers: drops.length,
      base: base.file,
    };
    return fixOf(analysis, 'move-up', parameters, drops, [{ file: base.file, edit }], 'delivered');
  });
}

/** Puts edits together; `roots` says whether all that read the files must stay, or those that are delivered. */
function fixOf(
  analysis: Analysis,
  code: LayerFix['code'],
  parameters: LayerFix['parameters'],
  drops: readonly Drop[],
  more: readonly { readonly file: FileId; readonly edit: TextEdit }[],
  roots: 'all' | 'delivered',
): Answer<LayerFix | undefined> {
  const edits = analysis.ask((reader) => {
    const found = new Map<FileId, RangedEdit[]>();
    for (const { file, edit } of [...drops.flatMap(({ edits: own }) => own), ...more]) {
      const text = textOfFile(reader, file) ?? '';
      const [start, end] = [positionAt(text, edit.start), positionAt(text, edit.end)];
      const own = found.get(file) ?? [];
      own.push({ ...edit, range: { file, start, end } });
      found.set(file, own);
    }
    return found;
  });
  return chainAnswer(edits, (own) =>
    mapAnswer(rootsToProve(analysis, [...own.keys()], roots), (reached) => ({
      code,
      parameters,
      edits: own,
      deleted: drops.flatMap(({ deleted }) => deleted),
      roots: reached,
    })),
  );
}

/** The roots that read files: all, or those on top and those that an application delivers. */
function rootsToProve(
  analysis: Analysis,
  files: readonly FileId[],
  which: 'all' | 'delivered',
): Answer<readonly FileId[]> {
  const delivered = analysis.ask(
    (reader) =>
      new Set(
        reader
          .get(fleetQuery, '')
          .applications.flatMap(({ sources }) => sources.flatMap(({ path }) => path ?? [])),
      ),
  );
  return chainAnswer(delivered, (paths): Answer<readonly FileId[]> => {
    const found = new Set<FileId>();
    for (const file of files) {
      const readers = readersOf(analysis, file);
      if (readers.kind === 'needs') return readers;
      for (const { layer } of readers.value) {
        const counts = which === 'all' || layer.users.length === 0 || paths.has(layer.root);
        if (layer.role !== 'component' && counts) found.add(layer.root);
      }
    }
    return complete([...found]);
  });
}

function isOnLine(
  index: { readonly text: string } & Parameters<typeof offsetsOf>[0],
  at: SourcePointer,
  offset: number,
): boolean {
  const { start, end } = offsetsOf(index, at);
  return index.text.lastIndexOf('\n', start - 1) + 1 <= offset && offset <= end;
}

function complete<T>(value: T): Answer<T> {
  return { kind: 'complete', value };
}
