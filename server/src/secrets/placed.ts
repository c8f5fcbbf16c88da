import type { NodePositions } from '../yaml/positions.ts';
import type { Severity } from '../text/diagnostics.ts';
import type { Hit, SecretRule } from './hit.ts';
import { readSuppressions } from './suppressions.ts';

/** Where a finding stands: lines and columns from 0, in UTF-16; the end is half-open. */
export interface Placed {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A hit with its place. */
export type PlacedHit = Placed & Pick<Hit, 'rule' | 'severity' | 'pointer' | 'name' | 'value'>;

/**
 * Gives hits their places, of several on one value leaves the one that weighs most, and drops what comments silence. Comments
 * of ours that silence nothing are hints of their own.
 */
export function placed(
  text: string,
  {
    hits,
    positions,
  }: { readonly hits: readonly Hit[]; readonly positions: NodePositions | undefined },
): PlacedHit[] {
  const suppressions = readSuppressions(text);
  const lines = lineStarts(text);
  const found = distinct(hits.map((hit) => placeHit(text, lines, hit, positions)));
  const kept = found.filter(({ line, rule }) => !suppressions.silences(line, rule));
  const unused = suppressions.unused().map(({ line, rules }) => ({
    ...wholeLine(text, lines, line, line),
    rule: 'secrets.unused-suppression' as const,
    severity: 'hint' as const,
    pointer: '',
    name: rules,
    value: undefined,
  }));
  return [...kept, ...unused].sort((a, b) => a.line - b.line || a.column - b.column);
}

function placeHit(
  text: string,
  lines: readonly number[],
  hit: Hit,
  positions: NodePositions | undefined,
): PlacedHit {
  const { rule, severity, pointer, name, value, ordinal, inner } = hit;
  const rest = { rule, severity, pointer, name, value };
  if (ordinal === undefined || positions === undefined) {
    return { ...range(lines, inner?.start ?? 0, inner?.end ?? 0), ...rest };
  }
  const start = positions.starts[ordinal] ?? 0;
  const end = positions.ends[ordinal] ?? start;
  const whole = range(lines, start, trimmedEnd(text, start, end));
  if (inner === undefined) return { ...whole, ...rest };
  return { ...innerRange(text, lines, { start, end, whole, hit }), ...rest };
}

/** The end without the line breaks that a block scalar ends in. */
function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

interface InnerPlace {
  readonly start: number;
  readonly end: number;
  readonly whole: Placed;
  readonly hit: Hit;
}

/** A part of a block scalar: the lines of the value are lines of the file; in other styles the whole scalar. */
function innerRange(text: string, lines: readonly number[], place: InnerPlace): Placed {
  const { start, whole, hit } = place;
  const indicator = text[start];
  if (indicator !== '|' && indicator !== '>') return whole;
  const first = hit.innerLines?.first ?? 0;
  const last = hit.innerLines?.last ?? first;
  const line = Math.min(whole.line + 1 + first, lines.length - 1);
  return wholeLine(
    text,
    lines,
    line,
    Math.min(whole.line + 1 + last, Math.max(whole.endLine, line)),
  );
}

/** Lines without the white space around. */
function wholeLine(text: string, lines: readonly number[], line: number, endLine: number): Placed {
  const content = text.slice(lines[line] ?? 0, lines[line + 1] ?? text.length);
  const last = text.slice(lines[endLine] ?? 0, lines[endLine + 1] ?? text.length);
  return {
    line,
    column: content.length - content.trimStart().length,
    endLine,
    endColumn: last.trimEnd().length,
  };
}

function range(lines: readonly number[], start: number, end: number): Placed {
  const line = lineAt(lines, start);
  const endLine = lineAt(lines, Math.max(end, start));
  return {
    line,
    column: start - (lines[line] ?? 0),
    endLine,
    endColumn: Math.max(end, start) - (lines[endLine] ?? 0),
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(lines: readonly number[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const weight: Readonly<Record<Severity, number>> = {
  error: 3,
  warning: 2,
  information: 1,
  hint: 0,
};

/** What says least of several on the same lines: a key tells more than a place. */
const general: ReadonlySet<SecretRule> = new Set<SecretRule>([
  'secrets.generic',
  'secrets.authorization',
  'secrets.annotation',
  'secrets.argument',
]);

/** More findings in one file tell nothing more. */
const mostFindings = 500;

/** Of findings on overlapping places, the one that weighs most; of equal ones the first that is not general. */
function distinct(hits: readonly PlacedHit[]): readonly PlacedHit[] {
  const order = [...hits.entries()].sort(
    ([i, a], [j, b]) =>
      weight[b.severity] - weight[a.severity] ||
      Number(general.has(a.rule)) - Number(general.has(b.rule)) ||
      i - j,
  );
  const kept: PlacedHit[] = [];
  const fileRules = new Set<SecretRule>();
  for (const [, hit] of order) {
    if (kept.length >= mostFindings) break;
    if (isOfFile(hit.rule)) {
      if (!fileRules.has(hit.rule) || hit.pointer !== '') kept.push(hit);
      fileRules.add(hit.rule);
    } else if (!kept.some((one) => !isOfFile(one.rule) && overlaps(one, hit))) {
      kept.push(hit);
    }
  }
  return kept;
}

/** Findings about a file or a document as a whole stand beside those on values. */
function isOfFile(rule: SecretRule): boolean {
  return (
    rule === 'secrets.decrypted-twin' ||
    (rule.startsWith('secrets.sops-') && !/partly|plain/.test(rule))
  );
}

function overlaps(a: Placed, b: Placed): boolean {
  const startsBefore =
    a.line < b.endLine || (a.line === b.endLine && a.column < Math.max(b.endColumn, b.column + 1));
  const endsAfter =
    a.endLine > b.line || (a.endLine === b.line && Math.max(a.endColumn, a.column + 1) > b.column);
  return startsBefore && endsAfter;
}
