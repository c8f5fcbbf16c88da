import { fleetQuery } from '../layers/fleet/fleet.ts';
import { layersQuery } from '../layers/layers.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { applyEdits } from '../text/textEdit.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { textOfFile } from './completion/objectsBelow.ts';
import { verdict } from './fixes/trial.ts';
import type { Fork } from './fork.ts';
import { movedPath, type Move, type MovePlan } from './moveFiles.ts';
import { readersOf } from './readersOf.ts';

/** The texts of the files that a plan edits, as they are after it, by the paths that they have before. */
export function textsAfter(
  analysis: Analysis,
  edits: MovePlan['edits'],
): Answer<ReadonlyMap<FileId, string>> {
  return analysis.ask(
    (reader) =>
      new Map(
        [...edits].map(([file, own]) => [file, applyEdits(textOfFile(reader, file) ?? '', own)]),
      ),
  );
}

/** The roots whose build reads a file that a plan edits or moves, where they stand before it; components are no such roots. */
export function reachedRoots(
  analysis: Analysis,
  { edits }: Pick<MovePlan, 'edits'>,
  moves: readonly Move[],
): Answer<readonly FileId[]> {
  return chainAnswer(
    analysis.ask((reader) => reader.get(layersQuery, '')),
    (layers) => {
      const moving = layers.flatMap(({ root, file }) =>
        moves.some(({ from }) => file === from || root === from || root.startsWith(`${from}/`))
          ? [file]
          : [],
      );
      const files = [...new Set([...edits.keys(), ...moving, ...moves.map(({ from }) => from)])];
      const found = new Set<FileId>();
      for (const file of files) {
        const readers = readersOf(analysis, file);
        if (readers.kind === 'needs') return readers;
        for (const { layer } of readers.value)
          if (layer.role !== 'component') found.add(layer.root);
      }
      return { kind: 'complete', value: [...found] };
    },
  );
}

/** Whether a root renders to the same bytes where it goes. */
export function rendersSame(
  analysis: Analysis,
  fork: Fork,
  root: FileId,
  moves: readonly Move[],
): Answer<'same' | 'other'> {
  return chainAnswer(analysis.build(root), (before) =>
    mapAnswer(
      fork.ask((one) => one.build(movedPath(moves, root))),
      (after) => (verdict(before, after) === 'other' ? 'other' : 'same'),
    ),
  );
}

/** The applications that a move brings or takes away, by their names and clusters. */
export function applicationsMoved(
  analysis: Analysis,
  fork: Fork,
): Answer<{ readonly lost: readonly string[]; readonly gained: readonly string[] }> {
  return chainAnswer(namesOf(analysis), (before) =>
    mapAnswer(fork.ask(namesOf), (after) => ({
      lost: before.filter((name) => !after.includes(name)),
      gained: after.filter((name) => !before.includes(name)),
    })),
  );
}

function namesOf(analysis: Analysis): Answer<readonly string[]> {
  return analysis.ask((reader) =>
    reader
      .get(fleetQuery, '')
      .applications.map(({ name, namespace, destination: { cluster } }) =>
        [name, namespace, cluster ?? '?'].join(' · '),
      ),
  );
}
