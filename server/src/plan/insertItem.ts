import type { TextEdit } from '../text/textEdit.ts';
import { columnOf, entryOf, listIndentation, nextLine, readEditable } from '../yaml/edit.ts';

/**
 * The edit that puts one more item at the end of a list of a kustomization file, such as `images`; the list is made at the
 * end of the file where it is missing. `lines` are those of the item, without its dash. `undefined` where the list is
 * written in a way that this cannot go on with.
 */
export function insertItem(
  text: string,
  list: string,
  lines: readonly string[],
): TextEdit | undefined {
  const file = readEditable(text);
  if (file === undefined || file.root.flow) return undefined;
  const { lineBreak } = file;
  if (!file.root.keys.some((key) => key.toLowerCase() === list.toLowerCase())) {
    const indent = ' '.repeat(listIndentation(file));
    const all = [`${list}:`, ...itemLines(lines, indent)];
    const isOpen = text !== '' && !text.endsWith('\n');
    return {
      start: text.length,
      end: text.length,
      newText: (isOpen ? lineBreak : '') + all.map((line) => line + lineBreak).join(''),
    };
  }
  const found = entryOf(file, file.root, list);
  const last =
    found?.value.kind === 'sequence' && !found.value.flow ? found.value.items.at(-1) : undefined;
  if (last === undefined) return undefined;
  const { start, end } = file.rangeOf(last.ordinal);
  const column = text.lastIndexOf('-', start - 1);
  if (column < 0 || text.slice(column + 1, start).trim() !== '') return undefined;
  const written = text.slice(start, end).trimEnd();
  const at = nextLine(text, start + written.length);
  const isOpen = at === text.length && !text.endsWith('\n');
  const added = itemLines(lines, ' '.repeat(columnOf(text, column))).join(lineBreak);
  return { start: at, end: at, newText: isOpen ? lineBreak + added : added + lineBreak };
}

function itemLines([first = '', ...rest]: readonly string[], indent: string): readonly string[] {
  return [`${indent}- ${first}`, ...rest.map((line) => (line === '' ? '' : `${indent}  ${line}`))];
}
