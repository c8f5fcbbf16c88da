import { diffArrays } from 'diff';

/** One change of a text: the half-open range of UTF-16 offsets that `newText` takes the place of. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** The text after edits that do not overlap; of two that begin at one place the earlier in the list comes first. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, newText } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + newText;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

/** The edits, in order, that lead from one text to another and leave every line alone that both have. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  let pending: TextEdit | undefined;
  for (const { value, added, removed } of diffArrays(linesOf(before), linesOf(after))) {
    const lines = value.join('');
    if (added || removed) {
      const { start, end, newText } = pending ?? { start: at, end: at, newText: '' };
      pending = removed
        ? { start, end: end + lines.length, newText }
        : { start, end, newText: newText + lines };
    } else if (pending !== undefined) {
      edits.push(withoutSharedEnds(before, pending));
      pending = undefined;
    }
    if (!added) at += lines.length;
  }
  if (pending !== undefined) edits.push(withoutSharedEnds(before, pending));
  return edits;
}

/** Lines of a text that are other lines after an edit; `undefined` where there is none on one side. */
export interface ChangedLine {
  /** In the text before, from 0: of a new line the one that it stands before. */
  readonly line: number;
  /** Without its line break. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The lines in which two texts differ, in order; lines that take the place of others stand beside them. */
export function changedLines(before: string, after: string): readonly ChangedLine[] {
  const found: ChangedLine[] = [];
  let line = 0;
  let removed: readonly string[] = [];
  const flush = (added: readonly string[]): void => {
    const start = line - removed.length;
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [old, fresh] = [removed[index], added[index]];
      found.push({
        line: Math.min(start + index, line),
        before: old?.replace(/\r?\n$/, ''),
        after: fresh?.replace(/\r?\n$/, ''),
      });
    }
    removed = [];
  };
  for (const part of diffArrays(linesOf(before), linesOf(after))) {
    if (part.removed) {
      line += part.value.length;
      removed = part.value;
    } else if (part.added) {
      flush(part.value);
    } else {
      flush([]);
      line += part.value.length;
    }
  }
  flush([]);
  return found;
}

/** The numbers, from 0, of the lines of a text that are not those of the text before. */
export function newLines(before: string, after: string): ReadonlySet<number> {
  const found = new Set<number>();
  let line = 0;
  for (const { value, added, removed } of diffArrays(linesOf(before), linesOf(after))) {
    if (removed) continue;
    if (added) value.forEach((_, index) => found.add(line + index));
    line += value.length;
  }
  return found;
}

/** Lines with their breaks. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The edit without what it would replace by the same, at both ends; a line break of two characters stays whole. */
function withoutSharedEnds(text: string, { start, end, newText }: TextEdit): TextEdit {
  const most = Math.min(end - start, newText.length);
  let head = 0;
  while (head < most && text[start + head] === newText[head]) head += 1;
  head -= splits(text, start + head) || splits(newText, head) ? 1 : 0;
  let tail = 0;
  while (tail < most - head && text[end - tail - 1] === newText[newText.length - tail - 1])
    tail += 1;
  tail -= tail > 0 && (splits(text, end - tail) || splits(newText, newText.length - tail)) ? 1 : 0;
  return {
    start: start + head,
    end: end - tail,
    newText: newText.slice(head, newText.length - tail),
  };
}

/** Whether an offset stands between the two halves of a line break or of a character. */
function splits(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return (
    (before === 13 && after === 10) || (before >= 0xd800 && before < 0xdc00 && after >= 0xdc00)
  );
}
