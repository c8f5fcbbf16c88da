import type { TextEdit } from '../text/textEdit.ts';
import { columnOf, entryOf, listIndentation, nextLine, readEditable } from '../yaml/edit.ts';
import { splitVersion } from './versionText.ts';
import { quoted } from './writeScalar.ts';

/**
 * The edit that gives an image a version in a kustomization file that says nothing of it yet: one more entry of `images:`,
 * which is made at the end where it is missing. `undefined` where the list is written in a way that this cannot go on with.
 */
export function insertImage(text: string, image: string, version: string): TextEdit | undefined {
  const file = readEditable(text);
  if (file === undefined || file.root.flow) return undefined;
  const { lineBreak } = file;
  const lines = entryLines(image, version);
  if (lines === undefined) return undefined;
  if (!file.root.keys.some((key) => key.toLowerCase() === 'images')) {
    const indent = ' '.repeat(listIndentation(file));
    const all = ['images:', ...itemLines(lines, indent)];
    const isOpen = text !== '' && !text.endsWith('\n');
    return {
      start: text.length,
      end: text.length,
      newText: (isOpen ? lineBreak : '') + all.map((line) => line + lineBreak).join(''),
    };
  }
  const list = entryOf(file, file.root, 'images');
  const last =
    list?.value.kind === 'sequence' && !list.value.flow ? list.value.items.at(-1) : undefined;
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

function entryLines(image: string, version: string): readonly string[] | undefined {
  const { tag, digest } = splitVersion(version);
  const frame = { around: [] };
  const lines = [
    `name: ${quoted(frame, image)}`,
    ...(tag === undefined ? [] : [`newTag: ${quoted(frame, tag)}`]),
    ...(digest === undefined ? [] : [`digest: ${quoted(frame, digest)}`]),
  ];
  return lines.length > 1 ? lines : undefined;
}

function itemLines([first = '', ...rest]: readonly string[], indent: string): readonly string[] {
  return [`${indent}- ${first}`, ...rest.map((line) => `${indent}  ${line}`)];
}
