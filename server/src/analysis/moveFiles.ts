import { joinPath, parentOf } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { TextEdit } from '../text/textEdit.ts';
import { relativePath } from './completion/pathCompletions.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import { partOfScalar, writtenPath, type PathLink } from './links/pathLink.ts';
import { patternEdits } from './movePatterns.ts';
import { namingFilesQuery, pathsOfFileQuery } from './links/pathsOfFile.ts';
import { positionAt, rangeOfPointer, type SourceRange } from './sourceRange.ts';
import { sourceIndexOf, type SourceIndex } from './sourceIndex.ts';

/** A file or a folder that goes somewhere else. */
export interface Move {
  readonly from: FileId;
  readonly to: FileId;
}

/** What has to be written for files to be found where they go. */
export interface MovePlan {
  /** By the path that a file has before the move; offsets are those of the text as it is. */
  readonly edits: ReadonlyMap<FileId, readonly RangedEdit[]>;
  /** Paths that lead to what moves, and cannot be written anew. */
  readonly lost: readonly SourceRange[];
}

/** An edit by offsets and by lines. */
export interface RangedEdit extends TextEdit {
  readonly range: SourceRange;
}

/** Where a path goes, with the folder that it stands in. */
export function movedPath(moves: readonly Move[], path: FileId): FileId {
  let best: Move | undefined;
  for (const move of moves) {
    const isIn = path === move.from || path.startsWith(`${move.from}/`);
    if (isIn && (best === undefined || move.from.length > best.from.length)) best = move;
  }
  return best === undefined ? path : best.to + path.slice(best.from.length);
}

/**
 * The edits of every path of the tree that leads to a file or a folder that moves, and of the paths in files that move
 * themselves: of kustomizations, Applications, ApplicationSets, Flux objects and charts; and those of patterns in CODEOWNERS
 * and rules of SOPS. A key that a generator takes from
 * the name of a file stays as it is.
 */
export function moveFiles(analysis: Analysis, moves: readonly Move[]): Answer<MovePlan> {
  const naming = analysis.ask((reader) => reader.get(namingFilesQuery, ''));
  return chainAnswer(naming, (files) =>
    analysis.ask((reader) => {
      const edits = new Map(patternEdits(reader, moves));
      const lost: SourceRange[] = [];
      for (const file of files) {
        const links = reader.get(pathsOfFileQuery, file);
        const wanted = links.flatMap((link) => {
          const text = newText(link, file, moves);
          return text === undefined ? [] : [{ link, text }];
        });
        const index = wanted.length === 0 ? undefined : sourceIndexOf(reader, file);
        if (index === undefined) continue;
        const found: RangedEdit[] = [];
        for (const { link, text } of wanted) {
          const edit = editOf(index, link, text);
          if (edit === undefined) lost.push(rangeOfPointer(reader, link.at));
          else found.push(withRange(file, index, edit));
        }
        if (found.length > 0) edits.set(file, [...(edits.get(file) ?? []), ...found]);
      }
      return { edits, lost };
    }),
  );
}

/** How a path is written after a move; `undefined` where it stays as it is. */
function newText(link: PathLink, file: FileId, moves: readonly Move[]): string | undefined {
  const { base, path } = link;
  if (path === undefined) return undefined;
  const written = writtenPath(link);
  const target = movedPath(moves, path);
  const isOfFile = link.counts === 'from-file';
  const newBase = isOfFile ? parentOf(movedPath(moves, file)) : movedPath(moves, base);
  if (joinPath(newBase, written.replace(/^\/+/, '')) === target && !written.startsWith('/../')) {
    return undefined;
  }
  const style = /^(?:\.\/|\/+)?/.exec(written)?.[0] ?? '';
  const relative = base === '' && newBase === '' ? target : relativePath(newBase, target);
  const head = relative.startsWith('../') || relative === '..' ? '' : style;
  const tail = written.endsWith('/') && !relative.endsWith('/') ? '/' : '';
  return keyOf(link, relative) + head + relative + tail;
}

/** `key=` before the path of a generator that has none: else another name of the file would be another key. */
function keyOf({ role, scalar, start, path }: PathLink, relative: string): string {
  if (role !== 'generator' || start > 0 || path === undefined) return '';
  const [before, after] = [path, relative].map((one) => one.slice(one.lastIndexOf('/') + 1));
  return before === after || scalar.includes('=') ? '' : `${before}=`;
}

function editOf(index: SourceIndex, link: PathLink, text: string): TextEdit | undefined {
  const { at, scalar, start, end } = link;
  const part = partOfScalar(index, at, scalar, { start, end });
  if (part === undefined) return undefined;
  const whole = partOfScalar(index, at, scalar, { start: 0, end: scalar.length });
  const isQuoted = /["']/.test(index.text.charAt((whole?.start ?? 0) - 1));
  if (/^[\w./@+=~,-]*$/.test(text) || isQuoted) return { ...part, newText: text };
  if (whole === undefined) return undefined;
  const newText = JSON.stringify(scalar.slice(0, start) + text + scalar.slice(end));
  return { ...whole, newText };
}

function withRange(file: FileId, { text }: SourceIndex, edit: TextEdit): RangedEdit {
  const [start, end] = [positionAt(text, edit.start), positionAt(text, edit.end)];
  return { ...edit, range: { file, start, end } };
}
