import type { ValuePath } from './valuePath.ts';

/** A place in a template; `line` counts from 1. */
export interface TemplatePlace {
  readonly template: string;
  readonly line: number;
}

/** What a condition looked at, and those around it. */
export interface Condition {
  readonly paths: ReadonlySet<ValuePath>;
  readonly outer: Condition | undefined;
}

/** Where one line of text comes from. Changed in place while the line is written. */
export interface LineOrigin {
  /** The template line that wrote the first character that is no white space; `undefined` for a blank line. */
  place: TemplatePlace | undefined;
  /** From the inside out, the lines that included that template. */
  through: readonly TemplatePlace[];
  /** Values whose text, or a part of it, stands on the line. */
  readonly values: Set<ValuePath>;
  /** What decided that the line is written. */
  readonly conditions: Set<Condition>;
}

/** A line with nothing on it. */
export function newLine(): LineOrigin {
  return { place: undefined, through: [], values: new Set(), conditions: new Set() };
}

/** Adds what another line says; `via` is the place that included it. */
export function addLine(target: LineOrigin, source: LineOrigin, via: TemplatePlace): void {
  if (target.place === undefined && source.place !== undefined) {
    target.place = source.place;
    target.through = [...source.through, via];
  }
  for (const path of source.values) {
    target.values.add(path);
  }
  for (const condition of source.conditions) {
    target.conditions.add(condition);
  }
}

/** All values that decided about a line, those of outer conditions among them. */
export function decidingValues({ conditions }: LineOrigin): ReadonlySet<ValuePath> {
  const all = new Set<ValuePath>();
  const seen = new Set<Condition>();
  for (const condition of conditions) {
    for (let each: Condition | undefined = condition; each !== undefined; each = each.outer) {
      if (seen.has(each)) {
        break;
      }
      seen.add(each);
      for (const path of each.paths) {
        all.add(path);
      }
    }
  }
  return all;
}

/**
 * The lines of a text that a function made of another one, where it only moved or trimmed them; `undefined` where nothing is
 * known of single lines.
 */
export function movedLines(
  name: string,
  before: string,
  lines: readonly LineOrigin[],
  after: string,
): readonly LineOrigin[] | undefined {
  const count = after.split('\n').length;
  if (name === 'nindent') {
    return count === lines.length + 1 ? [newLine(), ...lines] : undefined;
  }
  if (name.startsWith('trim')) {
    const kept = before.indexOf(after);
    const dropped = kept < 0 ? 0 : before.slice(0, kept).split('\n').length - 1;
    return kept < 0 ? undefined : lines.slice(dropped, dropped + count);
  }
  return count === lines.length ? lines : undefined;
}
