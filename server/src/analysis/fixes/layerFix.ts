import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { reachedApplications } from '../../layers/fleet/reachedApplications.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { editsBetween } from '../../text/textEdit.ts';
import type { Analysis } from '../analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import type { Fork, ForkChange } from '../fork.ts';
import { movedPath, type Move, type RangedEdit } from '../moveFiles.ts';
import { applicationsMoved, textsAfter } from '../moveProof.ts';
import { readersOf } from '../readersOf.ts';
import { positionAt } from '../sourceRange.ts';
import { verdict } from './trial.ts';

/** What an action on layers does, in the words of its title. Values of Secrets are masked. */
export type LayerFixTitle =
  /** A value that repeats what stands below goes. */
  | { readonly code: 'drop'; readonly field: string; readonly base: FileId }
  /** A value that every layer on top replaces goes. */
  | { readonly code: 'drop-dead'; readonly field: string; readonly layers: number }
  /** An entry of a kustomization that does nothing goes. */
  | { readonly code: 'drop-entry'; readonly list: string }
  /** A value that all layers on top set alike goes into the base, and out of the layers. */
  | MovedValue<'move-up'>
  /** A value goes out of a base, into each layer that takes it from there. */
  | MovedValue<'move-down'>
  /** A patch that several layers have alike goes into a component that they name. */
  | { readonly code: 'extract'; readonly component: FileId; readonly layers: number }
  /** What a layer says goes into the one layer that builds on it, and the layer goes. */
  | { readonly code: 'inline'; readonly layer: FileId; readonly into: FileId };

interface MovedValue<Code> {
  readonly code: Code;
  readonly field: string;
  readonly value: string;
  readonly layers: number;
  readonly base: FileId;
}

/** Edits of several files that leave what is delivered as it is, once `proveLayerFix` and `proveFleet` say so. */
export interface LayerFix {
  readonly title: LayerFixTitle;
  /** By the paths that files have before they move. */
  readonly edits: ReadonlyMap<FileId, readonly RangedEdit[]>;
  readonly created: ReadonlyMap<FileId, string>;
  readonly moved: readonly Move[];
  /** Files that say nothing any more. */
  readonly deleted: readonly FileId[];
  /** The roots that must render to the same bytes. */
  readonly roots: readonly FileId[];
}

/** What files are to be: other texts, new files, other places. */
export interface Intent extends Partial<Pick<LayerFix, 'created' | 'moved' | 'deleted'>> {
  readonly title: LayerFixTitle;
  readonly texts: ReadonlyMap<FileId, string>;
  /** Whether all roots that read the files must stay, or those on top and those that are delivered. */
  readonly roots: 'all' | 'delivered';
}

/** The edits that bring an intent about, with the roots to prove it by. */
export function fixOf(
  analysis: Analysis,
  { title, texts, created = new Map(), moved = [], deleted = [], roots }: Intent,
): Answer<LayerFix> {
  const edits = analysis.ask(
    (reader) =>
      new Map(
        [...texts].map(([file, after]) => {
          const before = textOfFile(reader, file) ?? '';
          const own = editsBetween(before, after).map((edit): RangedEdit => {
            const [start, end] = [positionAt(before, edit.start), positionAt(before, edit.end)];
            return { ...edit, range: { file, start, end } };
          });
          return [file, own] as const;
        }),
      ),
  );
  const files = [...texts.keys(), ...moved.map(({ from }) => from), ...deleted];
  return chainAnswer(edits, (own) =>
    mapAnswer(rootsToProve(analysis, files, roots), (reached) => ({
      title,
      edits: own,
      created,
      moved,
      deleted,
      roots: reached,
    })),
  );
}

/** What a fix makes of the tree. */
export function forkOfFix(
  analysis: Analysis,
  { edits, created, moved, deleted }: LayerFix,
): Answer<ForkChange> {
  return mapAnswer(textsAfter(analysis, edits), (texts) => ({
    texts: new Map([...texts, ...created]),
    moved: (path) => movedPath(moved, path),
    gone: new Set(deleted),
  }));
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

/**
 * Whether a fix that makes, moves or deletes files leaves the fleet as it is: the same applications, none of which takes a
 * new or a gone file for an object.
 */
export function proveFleet(
  analysis: Analysis,
  fork: Fork,
  { created, moved, deleted }: LayerFix,
): Answer<'same' | 'other'> {
  if (created.size + moved.length + deleted.length === 0) return complete('same');
  const gone = [...deleted, ...moved.map(({ from }) => from)];
  const fresh = [...created.keys(), ...moved.map(({ to }) => to)];
  const answers = allAnswers([
    readsObjects(analysis, gone),
    fork.ask((one) => readsObjects(one, fresh)),
  ]);
  return chainAnswer(answers, (reading) =>
    mapAnswer(applicationsMoved(analysis, fork), ({ lost, gained }) =>
      lost.length + gained.length > 0 || reading.includes(true) ? 'other' : 'same',
    ),
  );
}

/** Whether an application that takes all files of a folder reads one of some files. */
function readsObjects(analysis: Analysis, files: readonly FileId[]): Answer<boolean> {
  return analysis.ask((reader) => {
    const reached = reachedApplications(reader, new Set(files));
    return reader
      .get(fleetQuery, '')
      .applications.some(
        ({ key, sources }) =>
          reached.has(key) && sources.some(({ isHere, build }) => isHere && build !== 'kustomize'),
      );
  });
}

/** The roots that read files: all, or those on top and those that an application delivers. */
function rootsToProve(
  analysis: Analysis,
  files: readonly FileId[],
  which: Intent['roots'],
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

/** An answer that needs nothing. */
export function complete<T>(value: T): Answer<T> {
  return { kind: 'complete', value };
}
