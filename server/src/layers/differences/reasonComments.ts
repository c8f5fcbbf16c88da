import { readFile } from '../../yaml/readObjects.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';

/** How the ordinals of a file count: see `readConfiguration` and `readObjects`; `lines` for what is no YAML. */
export type ReasonForm = 'configuration' | 'objects' | 'lines';

/** A comment `# strata:because REASON; review 2027-03-01; owner @team`. */
export interface ReasonComment {
  /** From 0, in the file. */
  readonly line: number;
  /** `''` where it says nothing. */
  readonly because: string;
  /** As it is written; `undefined` where nothing is. */
  readonly review: string | undefined;
  readonly owner: string | undefined;
  /** What it stands at; `undefined` where nothing follows. */
  readonly scope: CommentScope | undefined;
}

/**
 * The nodes that a comment is about, by their ordinals: from the key or the item that begins on its line, or on the next
 * line with anything else than comments, to the end of its value. `outer` are the ordinals of the scalars whose texts the
 * nodes stand in, the outermost first. Above the first key of a document it is about all of it.
 */
export type CommentScope =
  | {
      readonly kind: 'nodes';
      readonly outer: readonly number[];
      readonly from: number;
      readonly to: number;
      /** The plain texts in it: they may name files. */
      readonly texts: readonly string[];
    }
  | { readonly kind: 'line'; readonly line: number };

const mark = 'strata:because';

/** The reasons in the comments of a text, in order. */
export function readReasonComments(text: string, form: ReasonForm): readonly ReasonComment[] {
  if (!text.includes(mark)) return [];
  if (form === 'lines') return linesOf(text).flatMap((line, at, all) => lineReason(line, at, all));
  return commentsIn(text, form, { outer: [], firstLine: 0 });
}

/** The words of a comment, if a line has one that gives a reason; `column` is where it begins. */
function readComment(
  line: string,
): (Omit<ReasonComment, 'line' | 'scope'> & { readonly column: number }) | undefined {
  const match = /(^|[ \t])#[ \t]*strata:because(?:[ \t:](.*))?$/.exec(line);
  if (match === null) return undefined;
  const [, before = '', rest = ''] = match;
  const reason: string[] = [];
  let review: string | undefined;
  let owner: string | undefined;
  for (const part of rest.split(';')) {
    const [, word, value = ''] = /^\s*(review|owner)\s+(.*\S)\s*$/.exec(part) ?? [];
    if (word === 'review') review = value;
    else if (word === 'owner') owner = value;
    else reason.push(part);
  }
  const because = reason.join(';').trim();
  return { because, review, owner, column: match.index + before.length };
}

function lineReason(line: string, at: number, all: readonly string[]): readonly ReasonComment[] {
  const comment = readComment(line);
  if (comment === undefined) return [];
  const { column, ...words } = comment;
  const isAlone = line.slice(0, column).trim() === '';
  const target = isAlone ? nextContent(all, at) : at;
  const scope = target === undefined ? undefined : ({ kind: 'line', line: target } as const);
  return [{ ...words, line: at, scope }];
}

/** The next line with anything else than a comment. */
function nextContent(lines: readonly string[], at: number): number | undefined {
  const next = lines.findIndex((line, index) => index > at && !/^\s*(#|$)/.test(line));
  return next < 0 ? undefined : next;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, ''));
}

interface Around {
  readonly outer: readonly number[];
  /** The line of the file in which the text begins. */
  readonly firstLine: number;
}

interface Parsed {
  readonly roots: readonly ResourceNode[];
  /** Lines of nodes by ordinal, from 0. */
  readonly startLine: (ordinal: number) => number;
  readonly endLine: (ordinal: number) => number;
}

function commentsIn(
  text: string,
  form: Exclude<ReasonForm, 'lines'>,
  { outer, firstLine }: Around,
): readonly ReasonComment[] {
  const parsed = parse(text, form);
  const lines = linesOf(text);
  const inner = scalarsWithMark(parsed.roots);
  const taken = new Set(
    inner.flatMap(({ ordinal }) => {
      const [start, end] = [parsed.startLine(ordinal), parsed.endLine(ordinal)];
      return Array.from({ length: end - start + 1 }, (_, index) => start + index);
    }),
  );
  const own = lines.flatMap((line, at): readonly ReasonComment[] => {
    const comment = taken.has(at) ? undefined : readComment(line);
    if (comment === undefined) return [];
    const { column, ...words } = comment;
    const isAlone = line.slice(0, column).trim() === '';
    const target = isAlone ? nextContent(lines, at) : at;
    const scope = target === undefined ? undefined : scopeAt(parsed, target, isAlone);
    return [{ ...words, line: firstLine + at, scope: scope && { kind: 'nodes', outer, ...scope } }];
  });
  const below = inner.flatMap((scalar) => {
    // A block begins on the line below its indicator.
    const isBlock = scalar.style === 'literal' || scalar.style === 'folded';
    const start = firstLine + parsed.startLine(scalar.ordinal) + (isBlock ? 1 : 0);
    const around = { outer: [...outer, scalar.ordinal], firstLine: start };
    return commentsIn(scalar.value, 'objects', around);
  });
  return [...own, ...below].sort((a, b) => a.line - b.line);
}

function parse(text: string, form: 'configuration' | 'objects'): Parsed {
  const starts: number[] = [];
  const ends: number[] = [];
  const record = (ordinal: number, start: number, end: number): void => {
    starts[ordinal] = start;
    ends[ordinal] = end;
  };
  const roots =
    form === 'configuration'
      ? [readConfiguration(text, record).root].filter((root) => root !== undefined)
      : readFile(text, record).file.documents.map(({ root }) => root);
  // Positions of objects count `\r\n` as one character, which is all the same for lines.
  const plain = form === 'configuration' ? text : text.replaceAll('\r\n', '\n');
  const lineOf = lineFinder(plain);
  return {
    roots,
    startLine: (ordinal) => lineOf(starts[ordinal] ?? 0),
    endLine: (ordinal) => {
      const [start, end] = [starts[ordinal] ?? 0, ends[ordinal] ?? 0];
      return lineOf(start + plain.slice(start, end).trimEnd().length);
    },
  };
}

function lineFinder(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

type Scalar = Extract<ResourceNode, { kind: 'scalar' }>;

/** The texts that hold a reason themselves: inline patches, values and the like. */
function scalarsWithMark(nodes: readonly ResourceNode[]): readonly Scalar[] {
  return nodes.flatMap((node): readonly Scalar[] => {
    switch (node.kind) {
      case 'scalar':
        return node.value.includes(mark) ? [node] : [];
      case 'map':
        return scalarsWithMark(node.values);
      case 'sequence':
        return scalarsWithMark(node.items);
      case 'alias':
        return [];
    }
  });
}

interface NodeRange {
  readonly from: number;
  readonly to: number;
  readonly texts: readonly string[];
}

/** The outermost key or item that begins on a line. */
function scopeAt(
  { roots, startLine }: Parsed,
  line: number,
  isAbove: boolean,
): NodeRange | undefined {
  const find = (node: ResourceNode): NodeRange | undefined => {
    const children = node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
    for (const child of children) {
      const from = node.kind === 'map' ? child.ordinal - 1 : child.ordinal;
      if (startLine(from) === line) return rangeOf(child, from);
      const found = find(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const root of roots) {
    const isTop = isAbove && startLine(root.ordinal) === line;
    const found = isTop && root.kind === 'map' ? rangeOf(root, root.ordinal) : find(root);
    if (found !== undefined) return found;
  }
  return undefined;
}

function rangeOf(node: ResourceNode, from: number): NodeRange {
  const texts: string[] = [];
  let to = from;
  const visit = (one: ResourceNode): void => {
    to = Math.max(to, one.ordinal);
    if (one.kind === 'scalar' && !one.value.includes('\n')) texts.push(one.value);
    if (one.kind === 'map') one.values.forEach(visit);
    if (one.kind === 'sequence') one.items.forEach(visit);
  };
  visit(node);
  return { from, to, texts };
}
