import { codeAt, isBlankOrEnd } from './characters.ts';
import type { GoYamlVersion } from './goScalar.ts';
import type { ScalarStyle } from './resourceNode.ts';

/** What the scanner hands to the parser; the names are libyaml's. */
export type TokenKind =
  | 'streamStart'
  | 'streamEnd'
  | 'versionDirective'
  | 'tagDirective'
  | 'documentStart'
  | 'documentEnd'
  | 'blockSequenceStart'
  | 'blockMappingStart'
  | 'blockEnd'
  | 'flowSequenceStart'
  | 'flowSequenceEnd'
  | 'flowMappingStart'
  | 'flowMappingEnd'
  | 'blockEntry'
  | 'flowEntry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

/**
 * One token. `start` and `end` are UTF-16 offsets in the scanner's text, half-open. `value` is the text of a scalar, the name
 * of an anchor or alias, the handle of a tag or a tag directive, or the version of a version directive; `suffix` is the
 * rest of a tag or the prefix of a tag directive.
 */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly suffix: string;
  readonly style: ScalarStyle;
}

/** A place where a key without `?` may have begun; at most one for every level of flow collections. */
export interface SimpleKey {
  possible: boolean;
  required: boolean;
  tokenNumber: number;
  offset: number;
  lineStart: number;
}

/** Where scanning or parsing failed: offsets in the scanner's text, the message in go-yaml's words without its line. */
export interface ScanFailure {
  readonly kind: 'reader' | 'scanner' | 'parser' | 'composer' | 'separator' | 'depth';
  readonly message: string;
  readonly offset: number;
  readonly contextOffset: number | undefined;
}

/** Where a scan is: what reading a quoted scalar needs. A column is `position - lineStart`. */
export interface ScanCursor {
  readonly text: string;
  position: number;
  lineStart: number;
  /** Set once; ends the scan. */
  failure: ScanFailure | undefined;
}

/** What reading a block scalar needs: the column of the collection around it, −1 for none. */
export interface BlockCursor extends ScanCursor {
  indent: number;
}

/**
 * The state of one scan: libyaml's scanner as go-yaml has it, the one thing in this folder that is changed in place.
 */
export interface Scanner extends BlockCursor {
  readonly version: GoYamlVersion;
  flowLevel: number;
  readonly indents: number[];
  readonly simpleKeys: SimpleKey[];
  /** Token numbers that may turn out to be keys, with their place in `simpleKeys`. */
  readonly awaitedKeys: Map<number, number>;
  simpleKeyAllowed: boolean;
  tokens: Token[];
  head: number;
  tokensParsed: number;
  tokenAvailable: boolean;
  started: boolean;
}

/** A scanner at the start of `text`, which is one stream without a byte order mark. */
export function createScanner(text: string, version: GoYamlVersion): Scanner {
  return {
    text,
    version,
    position: 0,
    lineStart: 0,
    flowLevel: 0,
    indent: -1,
    indents: [],
    simpleKeys: [],
    awaitedKeys: new Map(),
    simpleKeyAllowed: true,
    tokens: [],
    head: 0,
    tokensParsed: 0,
    tokenAvailable: false,
    started: false,
    failure: undefined,
  };
}

/** Records the failure that ends a scan, in libyaml's words; returns false, for `return fail(…)`. */
export function fail(
  scanner: ScanCursor,
  message: string,
  contextOffset: number | undefined,
): false {
  scanner.failure ??= { kind: 'scanner', message, offset: scanner.position, contextOffset };
  return false;
}

/** A token without a value. */
export function plainToken(kind: TokenKind, start: number, end: number): Token {
  return { kind, start, end, value: '', suffix: '', style: 'plain' };
}

/** Whether `---` or `...` stands here with a blank, a break or the end after it. */
export function isDocumentIndicator(text: string, offset: number): boolean {
  const code = codeAt(text, offset);
  return (
    (code === 0x2d || code === 0x2e) &&
    codeAt(text, offset + 1) === code &&
    codeAt(text, offset + 2) === code &&
    isBlankOrEnd(codeAt(text, offset + 3))
  );
}

/** Moves past the break at the position, `\r\n` as one. */
export function skipBreak(scanner: ScanCursor, code: number): void {
  scanner.position += 1;
  if (code === 0x0d && codeAt(scanner.text, scanner.position) === 0x0a) {
    scanner.position += 1;
  }
  scanner.lineStart = scanner.position;
}
