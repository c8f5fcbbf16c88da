import { joinStrings } from './goBytes.ts';
import { printValue } from './printValue.ts';
import { formatVerb, type FormatFlags, noFlags } from './formatVerb.ts';
import { typeOf, type Value } from './value.ts';

/**
 * Go's `fmt.Sprint`: values as `%v` prints them, with a space between two of which none is a string.
 * Source: Go 1.26 fmt/print.go `doPrint`.
 */
export function sprint(values: readonly Value[]): string {
  const parts: string[] = [];
  values.forEach((value, index) => {
    if (index > 0 && value.kind !== 'string' && values[index - 1]?.kind !== 'string') {
      parts.push(' ');
    }
    parts.push(printValue(value));
  });
  return joinStrings(parts);
}

/** Go's `fmt.Sprintln`: values as `%v` prints them, with spaces between them and a line break at the end. */
export function sprintln(values: readonly Value[]): string {
  return `${joinStrings(values.map(printValue), ' ')}\n`;
}

/**
 * Go's `fmt.Sprintf`, faults in the format included (`%!d(string=x)`, `%!s(MISSING)`, `%!(EXTRA int=1)`).
 * Source: Go 1.26 fmt/print.go `doPrintf`.
 */
export function sprintf(format: string, values: readonly Value[]): string {
  const state: Formatting = { format, values, index: 0, next: 0, reordered: false, parts: [] };
  while (state.index < format.length) {
    const percent = format.indexOf('%', state.index);
    if (percent < 0) {
      state.parts.push(format.slice(state.index));
      break;
    }
    state.parts.push(format.slice(state.index, percent));
    state.index = percent + 1;
    formatOne(state);
  }
  if (!state.reordered && state.next < values.length) {
    const extra = values
      .slice(state.next)
      .map((value) => (value.kind === 'nil' ? '<nil>' : `${typeOf(value)}=${printValue(value)}`));
    state.parts.push(`%!(EXTRA ${extra.join(', ')})`);
  }
  return joinStrings(state.parts);
}

interface Formatting {
  readonly format: string;
  readonly values: readonly Value[];
  index: number;
  /** The place of the next value. */
  next: number;
  /** Whether `%[n]` was used. */
  reordered: boolean;
  readonly parts: string[];
}

function formatOne(state: Formatting): void {
  const { format, values } = state;
  const flags = readFlags(state);
  let afterIndex = readIndex(state, flags);
  if (format.charAt(state.index) === '*') {
    state.index += 1;
    const width = intFromArgument(state);
    if (width === undefined) {
      state.parts.push('%!(BADWIDTH)');
    } else {
      flags.width = Math.abs(width);
      flags.minus ||= width < 0;
      flags.zero &&= width >= 0;
    }
    afterIndex = false;
  } else {
    flags.width = readNumber(state);
    if (afterIndex && flags.width !== undefined) {
      flags.goodIndex = false;
    }
  }
  if (format.charAt(state.index) === '.') {
    state.index += 1;
    flags.goodIndex &&= !afterIndex;
    afterIndex = readIndex(state, flags);
    readPrecision(state, flags);
    afterIndex &&= format.charAt(state.index - 1) === ']';
  }
  if (!afterIndex) {
    readIndex(state, flags);
  }
  const verb = String.fromCodePoint(format.codePointAt(state.index) ?? 0);
  if (state.index >= format.length) {
    state.parts.push('%!(NOVERB)');
    return;
  }
  state.index += verb.length;
  if (verb === '%') {
    state.parts.push('%');
    return;
  }
  const value = values[state.next];
  if (!flags.goodIndex) {
    state.parts.push(`%!${verb}(BADINDEX)`);
  } else if (value === undefined) {
    state.parts.push(`%!${verb}(MISSING)`);
  } else {
    state.next += 1;
    state.parts.push(formatVerb(value, verb, flags));
  }
}

function readFlags(state: Formatting): FormatFlags {
  const flags = noFlags();
  for (;;) {
    switch (state.format.charAt(state.index)) {
      case '#':
        flags.sharp = true;
        break;
      case '0':
        flags.zero = true;
        break;
      case '+':
        flags.plus = true;
        break;
      case '-':
        flags.minus = true;
        break;
      case ' ':
        flags.space = true;
        break;
      default:
        return flags;
    }
    state.index += 1;
  }
}

/** Reads `[n]`; gives whether one stood there. */
function readIndex(state: Formatting, flags: FormatFlags): boolean {
  if (state.format.charAt(state.index) !== '[') {
    return false;
  }
  state.reordered = true;
  const close = state.format.indexOf(']', state.index);
  const number = close < 0 ? '' : state.format.slice(state.index + 1, close);
  const place = /^[0-9]+$/.test(number) ? Number(number) : 0;
  if (place < 1 || place > state.values.length) {
    flags.goodIndex = false;
    state.index = close < 0 ? state.index + 1 : close + 1;
    return close >= 0 && place > 0;
  }
  state.next = place - 1;
  state.index = close + 1;
  return true;
}

function readPrecision(state: Formatting, flags: FormatFlags): void {
  if (state.format.charAt(state.index) === '*') {
    state.index += 1;
    const precision = intFromArgument(state);
    if (precision === undefined || precision < 0) {
      state.parts.push('%!(BADPREC)');
    } else {
      flags.precision = precision;
    }
    return;
  }
  flags.precision = readNumber(state) ?? 0;
}

/** The largest width and precision that Go takes. */
const MAX_NUMBER = 1_000_000;

function readNumber(state: Formatting): number | undefined {
  const digits = /^[0-9]+/.exec(state.format.slice(state.index, state.index + 8))?.[0];
  if (digits === undefined || Number(digits) > MAX_NUMBER) {
    return undefined;
  }
  state.index += digits.length;
  return Number(digits);
}

function intFromArgument(state: Formatting): number | undefined {
  const value = state.values[state.next];
  if (value === undefined) {
    return undefined;
  }
  state.next += 1;
  const number = value.kind === 'integer' ? Number(value.value) : undefined;
  return number !== undefined && Math.abs(number) <= MAX_NUMBER ? number : undefined;
}
