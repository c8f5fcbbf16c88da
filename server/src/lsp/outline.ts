/** A part of a rendered document that has more than one line. Lines count from 0; the last one belongs to it. */
export interface OutlineNode {
  readonly kind: 'object' | 'field' | 'item';
  /** `Kind/name` of an object, the key of a field, the name or the place of an item. */
  readonly name: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The line that tells it from others: an object's kind, the first line of others. */
  readonly nameLine: number;
  readonly children: readonly OutlineNode[];
}

/** The objects of a text as kustomize prints it, below lines of comment. */
export function outlineOf(text: string): readonly OutlineNode[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  let start = lines.findIndex((line) => !line.startsWith('#'));
  if (start < 0) return [];
  const objects: OutlineNode[] = [];
  for (let line = start; line <= lines.length; line += 1) {
    if (line < lines.length && lines[line] !== '---') continue;
    if (line > start) objects.push(objectOf(lines, start, line));
    start = line + 1;
  }
  return objects;
}

interface OpenNode {
  readonly kind: 'field' | 'item';
  readonly column: number;
  readonly firstLine: number;
  name: string;
  readonly children: OutlineNode[];
}

function objectOf(lines: readonly string[], start: number, end: number): OutlineNode {
  const children = fieldsOf(lines, start, end);
  const metadata = children.find(({ name }) => name === 'metadata');
  const kindLine = findLine(lines, 'kind: ', { start, end }) ?? start;
  const inMetadata = { start: metadata?.firstLine ?? end, end: (metadata?.lastLine ?? end) + 1 };
  const nameLine = findLine(lines, '  name: ', inMetadata);
  const texts = [kindLine, nameLine].flatMap((line) => (line === undefined ? [] : [lines[line]]));
  const name = texts.map((text = '') => text.replace(/^\s*[^:]*: /, '')).join('/');
  return {
    kind: 'object',
    name,
    firstLine: start,
    lastLine: end - 1,
    nameLine: kindLine,
    children,
  };
}

function findLine(
  lines: readonly string[],
  beginning: string,
  { start, end }: { readonly start: number; readonly end: number },
): number | undefined {
  const found = lines.slice(start, end).findIndex((line) => line.startsWith(beginning));
  return found < 0 ? undefined : start + found;
}

/** The fields and items of the lines from `start` to before `end` that have more than one line. */
function fieldsOf(lines: readonly string[], start: number, end: number): readonly OutlineNode[] {
  const top: OutlineNode[] = [];
  const open: OpenNode[] = [];
  let block: number | undefined;

  function close(isOver: (node: OpenNode) => boolean, lastLine: number): void {
    for (let node = open.at(-1); node !== undefined && isOver(node); node = open.at(-1)) {
      open.pop();
      const { kind, name, firstLine, children } = node;
      if (lastLine > firstLine) {
        const siblings = open.at(-1)?.children ?? top;
        siblings.push({ kind, name, firstLine, lastLine, nameLine: firstLine, children });
      }
    }
  }

  for (let line = start; line < end; line += 1) {
    const text = lines[line] ?? '';
    let column = text.length - text.trimStart().length;
    if (block !== undefined && (text.trim() === '' || column > block)) continue;
    block = undefined;
    while (text.startsWith('- ', column)) {
      const at = column;
      close((node) => node.column > at || (node.column === at && node.kind === 'item'), line - 1);
      const place = open.at(-1)?.children.length ?? top.length;
      open.push({ kind: 'item', column, firstLine: line, name: String(place), children: [] });
      column += 2;
    }
    const field = /^("[^"]*"|'[^']*'|[^\s"'][^:]*):(?: (.*))?$/.exec(text.slice(column));
    if (field === null) continue;
    const at = column;
    const [, key = '', value = ''] = field;
    close((node) => node.column >= at, line - 1);
    const parent = open.at(-1);
    if (parent?.kind === 'item' && key === 'name' && parent.column === column - 2) {
      parent.name = value;
    }
    open.push({ kind: 'field', column, firstLine: line, name: key, children: [] });
    if (/^[|>]/.test(value)) block = column;
  }
  close(() => true, end - 1);
  return top;
}
