import { toBytes, type ByteText } from './byteText.ts';
import { codes, Scanner, type Accept, type ScanMode } from './scanner.ts';

/** A piece of a template: bytes as they stand, or `${name…}` with an operator and its arguments. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: ByteText }
  | {
      readonly kind: 'variable';
      readonly name: ByteText;
      /** `''` for a bare `${name}`. */
      readonly operator: string;
      readonly args: readonly TemplateNode[];
    };

/** Why a text is no template. */
export type TemplateFailure =
  'bad-substitution' | 'missing-brace' | 'bad-variable' | 'bad-argument' | 'bad-default';

/** A template, or what is wrong with it. */
export type ParsedTemplate =
  { readonly nodes: readonly TemplateNode[] } | { readonly failure: TemplateFailure };

/** Reads a text with `${…}` in it. Source: fluxcd/pkg/envsubst v1.8.0 parse/parse.go. */
export function readTemplate(text: string): ParsedTemplate {
  const scanner = new Scanner(toBytes(text));
  const nodes: TemplateNode[] = [];
  for (;;) {
    scanner.escapes = 'dollar';
    switch (scanner.scan({ text: true, open: true, escape: true }, any)) {
      case 'end':
        return { nodes };
      case 'text':
        nodes.push({ kind: 'text', text: scanner.token });
        break;
      case 'open': {
        const node = readVariable(scanner);
        if ('failure' in node) return node;
        nodes.push(node);
        break;
      }
      case 'close':
      case 'illegal':
        return { failure: 'bad-substitution' };
    }
  }
}

type Read = TemplateNode | { readonly failure: TemplateFailure };

const any: Accept = () => true;
const identifier: Accept = (point) => /^[\p{L}\p{Nd}_]$/u.test(String.fromCodePoint(point));
const notClosing: Accept = (point) => point !== codes.closeBrace;

function readVariable(scanner: Scanner): Read {
  scanner.escapes = 'all';
  if (scanner.peek() === codes.hash) return readLength(scanner);
  if (scanner.scan({ text: true }, identifier) !== 'text') return { failure: 'bad-variable' };
  const name = scanner.token;
  switch (scanner.peek()) {
    case codes.colon:
      return isDefaultMark(scanner.peekSecond())
        ? readDefault(scanner, name)
        : readSubstring(scanner, name);
    case codes.equal:
      return readDefault(scanner, name);
    case codes.comma:
    case codes.caret:
      return readCasing(scanner, name);
    case codes.slash:
      return readReplacement(scanner, name);
    case codes.hash:
      return readRemoval(scanner, name, codes.hash);
    case codes.percent:
      return readRemoval(scanner, name, codes.percent);
    default:
      return scanner.scan({ close: true }, any) === 'close'
        ? { kind: 'variable', name, operator: '', args: [] }
        : { failure: 'missing-brace' };
  }
}

function isDefaultMark(point: number): boolean {
  return (
    point === codes.equal ||
    point === codes.minus ||
    point === codes.question ||
    point === codes.plus
  );
}

/** `${#name}`. Source: parse.go `parseLenFunc`. */
function readLength(scanner: Scanner): Read {
  const operator = readOperator(scanner, (point, index) => point === codes.hash && index === 1);
  if (operator === undefined) return { failure: 'bad-substitution' };
  if (scanner.scan({ text: true }, identifier) !== 'text') return { failure: 'bad-substitution' };
  return closed(scanner, { kind: 'variable', name: scanner.token, operator, args: [] });
}

/** `${name:-word}` and its like. Source: parse.go `parseDefaultFunc`. */
function readDefault(scanner: Scanner, name: ByteText): Read {
  const accept: Accept =
    scanner.peek() === codes.equal
      ? (point, index) => index === 1 && point === codes.equal
      : (point, index) =>
          (index === 1 && point === codes.colon) || (index === 2 && isDefaultMark(point));
  const operator = readOperator(scanner, accept);
  if (operator === undefined) return { failure: 'bad-default' };
  const args: TemplateNode[] = [];
  while (scanner.peek() !== codes.closeBrace) {
    const argument = readArgument(scanner, notClosing, { text: true });
    if ('failure' in argument) return argument;
    args.push(argument);
  }
  return closed(scanner, { kind: 'variable', name, operator, args });
}

/** `${name:position:length}`. Source: parse.go `parseSubstrFunc`. */
function readSubstring(scanner: Scanner, name: ByteText): Read {
  const operator = readOperator(scanner, (point, index) => index === 1 && point === codes.colon);
  if (operator === undefined) return { failure: 'bad-substitution' };
  const position = readArgument(
    scanner,
    (point) => point !== codes.colon && point !== codes.closeBrace,
    { text: true },
  );
  if ('failure' in position) return position;
  switch (scanner.scan({ text: true, close: true }, (point) => point === codes.colon)) {
    case 'close':
      return { kind: 'variable', name, operator, args: [position] };
    case 'text':
      break;
    case 'open':
    case 'end':
    case 'illegal':
      return { failure: 'bad-substitution' };
  }
  const length = readArgument(scanner, notClosing, { text: true });
  if ('failure' in length) return length;
  return closed(scanner, { kind: 'variable', name, operator, args: [position, length] });
}

/** `${name^}` and its like. Source: parse.go `parseCasingFunc`. */
function readCasing(scanner: Scanner, name: ByteText): Read {
  const operator = readOperator(
    scanner,
    (point, index) => (point === codes.comma || point === codes.caret) && index < 3,
  );
  return operator === undefined
    ? { failure: 'bad-substitution' }
    : closed(scanner, { kind: 'variable', name, operator, args: [] });
}

/** `${name#pattern}` and its like. Source: parse.go `parseRemoveFunc`. */
function readRemoval(scanner: Scanner, name: ByteText, mark: number): Read {
  const operator = readOperator(scanner, (point, index) => point === mark && index < 3);
  if (operator === undefined) return { failure: 'bad-substitution' };
  const pattern = readArgument(scanner, notClosing, { text: true });
  if ('failure' in pattern) return pattern;
  return closed(scanner, { kind: 'variable', name, operator, args: [pattern] });
}

/** `${name/text/replacement}` and its like. Source: parse.go `parseReplaceFunc`. */
function readReplacement(scanner: Scanner, name: ByteText): Read {
  const operator = readOperator(
    scanner,
    (point, index) =>
      (index === 1 && point === codes.slash) ||
      (index === 2 && (point === codes.slash || point === codes.hash || point === codes.percent)),
  );
  if (operator === undefined) return { failure: 'bad-substitution' };
  const mode: ScanMode = { text: true, escape: true };
  const old = readArgument(scanner, (point) => point !== codes.slash, mode);
  if ('failure' in old) return old;
  if (scanner.scan({ text: true }, (point) => point === codes.slash) !== 'text')
    return { failure: 'bad-substitution' };
  if (scanner.peek() === codes.closeBrace)
    return closed(scanner, { kind: 'variable', name, operator, args: [old] });
  const replacement = readArgument(scanner, notClosing, mode);
  if ('failure' in replacement) return replacement;
  return closed(scanner, { kind: 'variable', name, operator, args: [old, replacement] });
}

function readOperator(scanner: Scanner, accept: Accept): string | undefined {
  return scanner.scan({ text: true }, accept) === 'text' ? scanner.token : undefined;
}

/** Source: parse.go `parseParam`. */
function readArgument(scanner: Scanner, accept: Accept, mode: ScanMode): Read {
  switch (scanner.scan({ ...mode, open: true }, accept)) {
    case 'open':
      return readVariable(scanner);
    case 'text':
      return { kind: 'text', text: scanner.token };
    case 'close':
    case 'end':
    case 'illegal':
      return { failure: 'bad-argument' };
  }
}

function closed(scanner: Scanner, node: TemplateNode): Read {
  return scanner.scan({ close: true }, any) === 'close' ? node : { failure: 'bad-substitution' };
}
