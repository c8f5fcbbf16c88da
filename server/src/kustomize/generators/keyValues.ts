import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { readsAsYaml11NonString } from '../../yaml/resolveTag.ts';
import type { ScalarNode } from '../../yaml/resourceNode.ts';

/** What a file holds: `text` where it is valid UTF-8 (a byte order mark is kept), else its bytes. */
export type FileContent = { readonly text: string } | { readonly bytes: Uint8Array };

/** One key of a generator, its content, and where that was written. */
export interface Pair {
  readonly key: string;
  readonly value: FileContent;
  readonly writtenAt: SourcePointer;
}

/** An entry of `literals:`, by its text and its place in the kustomization file. */
export interface LiteralSource {
  readonly file: FileId;
  readonly ordinal: number;
  readonly text: string;
}

/** An entry of `envs:`, read. */
export interface EnvSource {
  readonly file: FileId;
  readonly content: FileContent;
}

/** An entry of `files:`, read; `key` is that of `parseFileSource`. */
export interface FileSource {
  readonly key: string;
  readonly file: FileId;
  readonly content: FileContent;
}

/** Why a generator cannot be read; `source` is the offending entry, and `line` counts from 0. */
export type KeyValueProblem =
  | { readonly kind: 'literalWithoutKeyAndValue'; readonly source: string }
  | { readonly kind: 'fileSourceWithoutKey'; readonly source: string }
  | { readonly kind: 'fileSourceWithoutPath'; readonly source: string }
  | { readonly kind: 'fileSourceWithManyEqualSigns'; readonly source: string }
  | { readonly kind: 'envLineIsNotUtf8'; readonly file: FileId; readonly line: number }
  | { readonly kind: 'repeatedKey'; readonly key: string };

/**
 * Reads the sources of one generator in the order of kustomize: env files, then literals, then files.
 * A key that comes twice is a problem, as is whatever `parseLiteral` and `readEnvLines` refuse.
 *
 * Source: kustomize api/kv/kv.go `Load` and api/internal/generators/utils.go `makeValidatedDataMap` (v0.21.1).
 */
export function readKeyValues(sources: {
  readonly envs: readonly EnvSource[];
  readonly literals: readonly LiteralSource[];
  readonly files: readonly FileSource[];
}): { readonly pairs: readonly Pair[] } | { readonly problem: KeyValueProblem } {
  const pairs: Pair[] = [];
  for (const { file, content } of sources.envs) {
    const env = readEnvLines(file, content);
    if ('problem' in env) {
      return env;
    }
    pairs.push(...env.pairs);
  }
  for (const { file, ordinal, text } of sources.literals) {
    const literal = parseLiteral(text);
    if ('problem' in literal) {
      return literal;
    }
    const writtenAt: SourcePointer = { kind: 'node', file, ordinal };
    pairs.push({ key: literal.key, value: { text: literal.value }, writtenAt });
  }
  for (const { key, file, content } of sources.files) {
    pairs.push({ key, value: content, writtenAt: { kind: 'file', file } });
  }
  const repeated = firstRepeatedKey(pairs);
  return repeated === undefined ? { pairs } : { problem: { kind: 'repeatedKey', key: repeated } };
}

/**
 * Splits `key=value` at the first `=` and takes a pair of quotes off the value. A source without `=`, or with nothing
 * before it, is a problem; an empty value is not.
 *
 * Source: kustomize api/kv/kv.go `parseLiteralSource` and `removeQuotes` (v0.21.1).
 */
export function parseLiteral(
  source: string,
): { readonly key: string; readonly value: string } | { readonly problem: KeyValueProblem } {
  const equals = source.indexOf('=');
  if (equals <= 0) {
    return { problem: { kind: 'literalWithoutKeyAndValue', source } };
  }
  return { key: source.slice(0, equals), value: removeQuotes(source.slice(equals + 1)) };
}

/**
 * Splits an entry of `files:` into key and path: `key=path`, or a path whose last part is the key.
 *
 * Source: kustomize api/internal/generators/utils.go `ParseFileSource` (v0.21.1).
 */
export function parseFileSource(
  source: string,
): { readonly key: string; readonly path: string } | { readonly problem: KeyValueProblem } {
  const equals = source.indexOf('=');
  if (equals < 0) {
    return { key: lastPathPart(source), path: source };
  }
  if (source.includes('=', equals + 1)) {
    return { problem: { kind: 'fileSourceWithManyEqualSigns', source } };
  }
  if (equals === 0) {
    return { problem: { kind: 'fileSourceWithoutKey', source } };
  }
  if (equals === source.length - 1) {
    return { problem: { kind: 'fileSourceWithoutPath', source } };
  }
  return { key: source.slice(0, equals), path: source.slice(equals + 1) };
}

/** The most bytes that Go's `bufio.Scanner` looks at for the end of a line. */
const SCANNER_BYTES = 65536;

/**
 * Reads `KEY=value` lines. Blank lines, comments and lines that start with `=` are left out; a line without `=` has an
 * empty value. White space is cut only before the key. A line that is not UTF-8 is a problem.
 *
 * kustomize never asks its scanner for an error: a line of 64 KiB or more ends the file in silence, with all that follows.
 *
 * Source: kustomize api/kv/kv.go `keyValuesFromLines` and `keyValuesFromLine` (v0.21.1); Go bufio `Scanner`, `ScanLines`.
 */
export function readEnvLines(
  file: FileId,
  content: FileContent,
): { readonly pairs: readonly Pair[] } | { readonly problem: KeyValueProblem } {
  const pairs: Pair[] = [];
  for (const [line, text] of scannedLines(content).entries()) {
    if (text === undefined) {
      return { problem: { kind: 'envLineIsNotUtf8', file, line } };
    }
    const pair = parseEnvLine(line === 0 ? text.replace(/^\uFEFF/, '') : text);
    if (pair !== undefined) {
      const writtenAt: SourcePointer = { kind: 'line', file, line };
      pairs.push({ key: pair.key, value: { text: pair.value }, writtenAt });
    }
  }
  return { pairs };
}

/**
 * The field of a ConfigMap that takes this content, and the node: text goes to `data` as it is, bytes go to `binaryData`
 * in base64 (lines of 70 characters). The node has no place and no origin.
 *
 * Source: kustomize kyaml/yaml/datamap.go `makeConfigMapValueRNode` (v0.21.1).
 */
export function configMapValue(content: FileContent): {
  readonly field: 'data' | 'binaryData';
  readonly node: ScalarNode;
} {
  return 'text' in content
    ? { field: 'data', node: stringNode(content.text) }
    : { field: 'binaryData', node: stringNode(encodeBase64(content.bytes)) };
}

/**
 * The value of a Secret's `data`: base64, in lines of 70 characters where it is longer than one line. The node has no
 * place and no origin.
 *
 * Source: kustomize kyaml/yaml/datamap.go `makeSecretValueRNode` (v0.21.1).
 */
export function secretValue(content: FileContent): ScalarNode {
  const bytes = 'text' in content ? new TextEncoder().encode(content.text) : content.bytes;
  return stringNode(encodeBase64(bytes));
}

function stringNode(value: string): ScalarNode {
  return {
    kind: 'scalar',
    value,
    tag: '!!str',
    style: value.includes('\n') ? 'literal' : readsAsYaml11NonString(value) ? 'double' : 'plain',
    ordinal: -1,
    origin: undefined,
  };
}

function firstRepeatedKey(pairs: readonly Pair[]): string | undefined {
  const seen = new Set<string>();
  for (const { key } of pairs) {
    if (seen.has(key)) {
      return key;
    }
    seen.add(key);
  }
  return undefined;
}

function removeQuotes(value: string): string {
  const quote = value.charAt(0);
  const quoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return quoted ? value.slice(1, -1) : value;
}

/** Go's `path.Base`: without trailing slashes; `.` for nothing, `/` for slashes only. */
function lastPathPart(path: string): string {
  if (path === '') {
    return '.';
  }
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' ? '/' : trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** What Go's `unicode.IsSpace` takes for white space; unlike `\s` without the byte order mark, but with U+0085. */
const LEADING_SPACE = /^[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;

function parseEnvLine(text: string): { readonly key: string; readonly value: string } | undefined {
  const line = text.replace(LEADING_SPACE, '');
  const equals = line.indexOf('=');
  const key = equals < 0 ? line : line.slice(0, equals);
  if (key === '' || line.startsWith('#')) {
    return undefined;
  }
  return { key, value: equals < 0 ? '' : line.slice(equals + 1) };
}

/** The lines that Go's scanner gives before it ends or gives up; `undefined` for one that is not UTF-8. */
function scannedLines(content: FileContent): readonly (string | undefined)[] {
  return 'text' in content ? linesOfText(content.text) : linesOfBytes(content.bytes);
}

function linesOfText(text: string): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    if (byteLength(line) >= SCANNER_BYTES) {
      break;
    }
    lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
    start = end + 1;
  }
  return lines;
}

function linesOfBytes(bytes: Uint8Array): readonly (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    if (end - start >= SCANNER_BYTES) {
      break;
    }
    const line = bytes.subarray(start, bytes[end - 1] === 13 && end > start ? end - 1 : end);
    lines.push(decodeUtf8(line));
    start = end + 1;
  }
  return lines;
}

function byteLength(text: string): number {
  return text.length * 3 < SCANNER_BYTES ? text.length : new TextEncoder().encode(text).length;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_LINE = 70;

/** Base64 with a newline after every 70 characters and at the end, or on one line where that is enough. */
function encodeBase64(bytes: Uint8Array): string {
  const encoded = base64OneLine(bytes);
  if (encoded.length < BASE64_LINE) {
    return encoded;
  }
  let wrapped = '';
  for (let start = 0; start < encoded.length; start += BASE64_LINE) {
    wrapped += `${encoded.slice(start, start + BASE64_LINE)}\n`;
  }
  return wrapped;
}

function base64OneLine(bytes: Uint8Array): string {
  let encoded = '';
  for (let start = 0; start < bytes.length; start += 3) {
    const [first = 0, second, third] = bytes.subarray(start, start + 3);
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    encoded += BASE64.charAt(group >> 18) + BASE64.charAt((group >> 12) & 63);
    encoded += second === undefined ? '=' : BASE64.charAt((group >> 6) & 63);
    encoded += third === undefined ? '=' : BASE64.charAt(group & 63);
  }
  return encoded;
}
