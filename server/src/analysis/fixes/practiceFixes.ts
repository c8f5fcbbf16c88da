import { fileObjectsQuery } from '../../kustomize/objects.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { applyEdits, type TextEdit } from '../../text/textEdit.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { Analysis } from '../analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import type { Fork } from '../fork.ts';
import type { SourcePlace } from '../hover.ts';
import type { RangedEdit } from '../moveFiles.ts';
import { readersOf } from '../readersOf.ts';
import { positionAt } from '../sourceRange.ts';
import { pinnedImage } from './pinnedImage.ts';
import { protectedObject } from './protectedObject.ts';

/** What a fix changes in what is rendered: nothing else, once `provePracticeFix` says so of all that reads the file. */
export interface PracticeChange {
  /**
   * - `pin-image`: an image gets the digest that another file of the repository has for its tag.
   * - `protect-object`: an object gets the annotation that keeps its controller from pruning it.
   */
  readonly code: 'pin-image' | 'protect-object';
  readonly parameters: Readonly<Record<string, string>>;
  readonly edit: TextEdit;
  /** What is rendered without the change, of what is rendered with it. */
  readonly undo: (rendered: string) => string;
}

/** A fix of one file, and the roots that read it. */
export interface PracticeFix extends Pick<PracticeChange, 'code' | 'parameters' | 'undo'> {
  readonly file: FileId;
  readonly text: string;
  readonly edits: ReadonlyMap<FileId, readonly RangedEdit[]>;
  readonly roots: readonly FileId[];
}

/** What can be done at a place, still to be proven. */
export function practiceFixes(
  analysis: Analysis,
  place: SourcePlace,
): Answer<readonly PracticeFix[]> {
  const { file } = place;
  const changes = analysis.ask((reader) => {
    const text = textOfFile(reader, file) ?? '';
    return [pinnedImage(reader, place), protectedObject(reader, place)].flatMap((one) =>
      one === undefined ? [] : [{ one, text }],
    );
  });
  return chainAnswer(changes, (found) =>
    mapAnswer(readersOf(analysis, file), (readers) => {
      const roots = readers.flatMap(({ layer }) =>
        layer.role === 'component' ? [] : [layer.root],
      );
      return found.map(({ one: { edit, ...rest }, text }) => {
        const [start, end] = [positionAt(text, edit.start), positionAt(text, edit.end)];
        const edits = new Map([[file, [{ ...edit, range: { file, start, end } }]]]);
        return { ...rest, file, text: applyEdits(text, [edit]), edits, roots };
      });
    }),
  );
}

/**
 * Whether a fix changes exactly what it says in a root, or, without one, in the objects of its own file. `other` also where
 * something does not build.
 */
export function provePracticeFix(
  analysis: Analysis,
  fork: Fork,
  { file, undo }: PracticeFix,
  root: FileId | undefined,
): Answer<'changed' | 'same' | 'other'> {
  const both = allAnswers([
    rendered(analysis, { file, root }),
    fork.ask((one) => rendered(one, { file, root })),
  ]);
  return mapAnswer(both, ([before, after]) => {
    if (before === undefined || after === undefined) return 'other';
    if (before === after) return 'same';
    return undo(after) === before ? 'changed' : 'other';
  });
}

function rendered(
  analysis: Analysis,
  { file, root }: { readonly file: FileId; readonly root: FileId | undefined },
): Answer<string | undefined> {
  if (root === undefined)
    return analysis.ask((reader) => printed(reader.get(fileObjectsQuery, file).nodes));
  return mapAnswer(analysis.build(root), ({ resources, failures }) =>
    failures.length > 0 ? undefined : printed(resources.map(({ node }) => node)),
  );
}

function printed(nodes: readonly ResourceNode[]): string | undefined {
  const texts = nodes.map((node) => writeCanonical(node));
  return texts.some((one) => 'problem' in one)
    ? undefined
    : texts.map((one) => ('text' in one ? one.text : '')).join('---\n');
}
