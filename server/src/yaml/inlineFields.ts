import { applyEdits, type TextEdit } from '../text/textEdit.ts';
import {
  columnOf,
  entryOf,
  lineStart,
  linesOfEntry,
  nextLine,
  readEditable,
  shiftLines,
  type EditableEntry,
  type EditableText,
} from './edit.ts';

/**
 * The text of a kustomization with what another one says in the place of the item that begins at an offset: its resources
 * there, its other lists before those that are there already, and the fields that only it has at the end. Comments go with
 * the items. `undefined` where both say something that has one place, or that this cannot keep.
 */
export function inlineFields(
  text: string,
  { at, inner }: { readonly at: number; readonly inner: string },
): string | undefined {
  const file = readEditable(text);
  const other = readEditable(inner);
  if (file === undefined || other === undefined) return undefined;
  if (
    file.root.flow ||
    other.root.flow ||
    /^(?:---|\.\.\.)/m.test(inner.replace(/^---\r?\n/, ''))
  ) {
    return undefined;
  }
  const edits: TextEdit[] = [];
  const added: string[] = [];
  let hasResources = false;
  for (const name of other.root.keys) {
    if (/^(?:apiVersion|kind|metadata)$/.test(name)) continue;
    if (!known.test(name)) return undefined;
    const source = entryOf(other, other.root, name);
    const lines = source && linesOfEntry(inner, source);
    if (source === undefined || lines === undefined) return undefined;
    const target = entryOf(file, file.root, name);
    const holds = name === 'resources';
    if (target === undefined && !holds) {
      if (file.root.keys.some((key) => key.toLowerCase() === name.toLowerCase())) return undefined;
      added.push(inner.slice(lines.start, lines.end).replace(/(?<!\n)$/, '\n'));
      continue;
    }
    const items = itemsOf(other, source);
    if (items === undefined) return undefined;
    const edit = holds ? replaceItem(file, at, items) : target && putFirst(file, target, items);
    if (edit === undefined) return undefined;
    edits.push(edit);
    hasResources ||= holds;
  }
  if (!hasResources) {
    const edit = replaceItem(file, at, []);
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  const broken = applyEdits(text, edits);
  const end = added.join('');
  const glue = end === '' || broken === '' || broken.endsWith('\n') ? '' : file.lineBreak;
  return broken + glue + end.replaceAll(/\r?\n/g, file.lineBreak);
}

/** What can go from one kustomization to another; what builds are set up with cannot. */
const known =
  /^(?:resources|components|patches|patchesStrategicMerge|patchesJson6902|images|replicas|namespace|namePrefix|nameSuffix|labels|commonLabels|commonAnnotations|configMapGenerator|secretGenerator|generatorOptions|replacements)$/;

/** The items of a list as lines that stand at the margin, dashes and comments with them; `undefined` for what is no list. */
function itemsOf(
  { text, rangeOf }: EditableText,
  source: EditableEntry,
): readonly string[] | undefined {
  const { value, key, valueRange } = source;
  if (value.kind !== 'sequence') return undefined;
  if (value.flow) {
    const items = value.items.map(({ ordinal }) => {
      const { start, end } = rangeOf(ordinal);
      return text.slice(start, end).trim();
    });
    return items.some((item) => item === '' || item.includes('\n'))
      ? undefined
      : items.map((item) => `- ${item}`);
  }
  const first = value.items[0];
  if (first === undefined) return [];
  const dash = text.lastIndexOf('-', rangeOf(first.ordinal).start - 1);
  const from = nextLine(text, key.end);
  if (from > dash) return undefined;
  const body = text.slice(from, nextLine(text, valueRange.end)).trimEnd();
  return shiftLines(body, -columnOf(text, dash)).split(/\r?\n/);
}

/** Items in the place of the one that begins at an offset. */
function replaceItem(
  { text, root, rangeOf, lineBreak }: EditableText,
  at: number,
  items: readonly string[],
): TextEdit | undefined {
  for (const list of root.values) {
    if (list.kind !== 'sequence') continue;
    const place = list.items.findIndex(({ ordinal }) => {
      const { start, end } = rangeOf(ordinal);
      return start <= at && at < end;
    });
    const item = list.items[place];
    if (item === undefined) continue;
    const { start, end } = rangeOf(item.ordinal);
    if (list.flow) return flowItem(text, { start, end }, items, list.items.length);
    const line = lineStart(text, start);
    const head = text.slice(line, start);
    if (!/^\s*-\s*$/.test(head)) return undefined;
    const next = nextLine(text, end);
    if (items.length === 0 && list.items.length === 1) {
      const above = lineStart(text, line - 1);
      return { start: above, end: next, newText: '' };
    }
    const indent = ' '.repeat(columnOf(text, line + head.indexOf('-')));
    const lines = items.map((one) => (one === '' ? '' : indent + one) + lineBreak).join('');
    return { start: line, end: next, newText: lines };
  }
  return undefined;
}

function flowItem(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  items: readonly string[],
  count: number,
): TextEdit | undefined {
  const texts = items.map((one) => one.replace(/^- /, ''));
  const isPlain = texts.every(
    (one, index) => items[index] === `- ${one}` && !/[#,:[\]{}]/.test(one),
  );
  if (!isPlain || items.length === 0 || count === 0) return undefined;
  return { start, end: start + text.slice(start, end).trimEnd().length, newText: texts.join(', ') };
}

/** Items before the first one of a list. */
function putFirst(
  { text, rangeOf, lineBreak }: EditableText,
  { value }: EditableEntry,
  items: readonly string[],
): TextEdit | undefined {
  const [first] = value.kind === 'sequence' && !value.flow ? value.items : [];
  if (first === undefined) return undefined;
  const { start } = rangeOf(first.ordinal);
  const line = lineStart(text, start);
  const dash = text.lastIndexOf('-', start - 1);
  if (dash < line || text.slice(line, dash).trim() !== '') return undefined;
  const indent = ' '.repeat(columnOf(text, dash));
  const lines = items.map((one) => (one === '' ? '' : indent + one) + lineBreak).join('');
  return { start: line, end: line, newText: lines };
}
