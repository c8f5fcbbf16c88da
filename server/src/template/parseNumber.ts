import { quoteGo, unquoteRune } from './goQuote.ts';
import type { NumberNode } from './nodes.ts';

/** A number of a template, or why it is none, in Go's words. */
export type ParsedNumber = NumberNode | { readonly problem: string };

/**
 * Reads a number or a constant between single quotes. Complex numbers are refused: nothing that a template can reach uses
 * them.
 *
 * Source: Go 1.26 text/template/parse/node.go `newNumber`; strconv/atoi.go `ParseUint`, `underscoreOK`.
 */
export function parseNumber(
  text: string,
  offset: number,
  kind: 'number' | 'charConstant' | 'complex',
): ParsedNumber {
  if (kind === 'charConstant') {
    return parseRune(text, offset);
  }
  if (kind === 'complex' || text.endsWith('i')) {
    return { problem: `illegal number syntax: ${quoteGo(text)}` };
  }
  const whole = parseInteger(text);
  const unsigned =
    whole !== undefined && /^[0-9]/.test(text) && whole < 1n << 64n ? whole : undefined;
  const integer =
    whole !== undefined && whole >= -(1n << 63n) && whole < 1n << 63n ? whole : undefined;
  if (integer !== undefined || unsigned !== undefined) {
    return {
      kind: 'number',
      offset,
      text,
      integer,
      unsigned: integer === 0n ? 0n : unsigned,
      float: Number(integer ?? unsigned),
    };
  }
  const float = parseFloatText(text);
  if (float === undefined) {
    return { problem: `illegal number syntax: ${quoteGo(text)}` };
  }
  if (!/[.eEpP]/.test(text)) {
    return { problem: `integer overflow: ${quoteGo(text)}` };
  }
  const exact = Number.isInteger(float) ? BigInt(float) : undefined;
  return {
    kind: 'number',
    offset,
    text,
    integer: exact !== undefined && exact >= -(1n << 63n) && exact < 1n << 63n ? exact : undefined,
    unsigned: exact !== undefined && exact >= 0n && exact < 1n << 64n ? exact : undefined,
    float,
  };
}

function parseRune(text: string, offset: number): ParsedNumber {
  const code = unquoteRune(text);
  if (code === undefined) {
    const isEmpty = text === "''" || /^'\\/.test(text);
    return {
      problem: isEmpty ? 'invalid syntax' : `malformed character constant: ${text}`,
    };
  }
  return {
    kind: 'number',
    offset,
    text,
    integer: BigInt(code),
    unsigned: BigInt(code),
    float: code,
  };
}

/** An integer as Go's `ParseInt(text, 0, …)` reads it, of any size; also for `strconv.ParseInt` of functions. */
export function parseInteger(text: string): bigint | undefined {
  const match = /^([+-]?)(0[xX]|0[oO]|0[bB]|0(?=[0-9_]))?([0-9a-fA-F_]+)$/.exec(text);
  if (match === null || !underscoresAreGood(text)) {
    return undefined;
  }
  const [, sign, prefix = '', body = ''] = match;
  const digits = body.replaceAll('_', '');
  const [name, pattern] =
    prefix === ''
      ? ['', /^[0-9]+$/]
      : /x/i.test(prefix)
        ? ['0x', /^[0-9a-fA-F]+$/]
        : /b/i.test(prefix)
          ? ['0b', /^[01]+$/]
          : ['0o', /^[0-7]+$/];
  if (!pattern.test(digits)) {
    return undefined;
  }
  const value = BigInt(name + digits);
  return sign === '-' ? -value : value;
}

/** Underscores stand between digits, or after a prefix. */
function underscoresAreGood(text: string): boolean {
  if (!text.includes('_')) {
    return true;
  }
  const body = text.replace(/^[+-]/, '');
  return /^0[xXoObB]?(_?[0-9a-fA-F])+$/.test(body) || /^[0-9](_?[0-9])*$/.test(body);
}

/** A float as Go's `ParseFloat(text, 64)` reads it; `undefined` where it is none. */
export function parseFloatText(text: string): number | undefined {
  const match = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (match !== null) {
    return /nan/i.test(text)
      ? match[1] === ''
        ? Number.NaN
        : undefined
      : match[1] === '-'
        ? -Infinity
        : Infinity;
  }
  if (/^[+-]?0[xX]/.test(text)) {
    return parseHexFloat(text.replaceAll('_', ''));
  }
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) {
    return undefined;
  }
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function parseHexFloat(text: string): number | undefined {
  const match = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/.exec(text);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (match === null || whole + fraction === '') {
    return undefined;
  }
  const mantissa = Number(BigInt(`0x${whole}${fraction}`));
  const value = mantissa * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}
