import { isBreak } from './characters.ts';
import type { GoYamlVersion } from './goScalar.ts';
import type { ScanFailure } from './scanner.ts';

/** Why a YAML text cannot be read, expanded or printed. */
export type YamlProblemCode =
  | 'yaml.syntax'
  | 'yaml.separator'
  | 'yaml.too-deep'
  | 'yaml.alias'
  | 'yaml.too-many-aliases'
  | 'yaml.value';

/**
 * One problem. `message` is go-yaml's or kustomize's, with go-yaml's line where it gives one. `offset` is a UTF-16 offset in
 * the text and `line` its line, from 0; both are those of the text with `\r\n` replaced by `\n`. `ordinal` names the node
 * instead, where there is no text: −1 when the problem is in the text.
 */
export interface YamlProblem {
  readonly code: YamlProblemCode;
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly ordinal: number;
}

/** A part of a text: UTF-16 offsets, half-open. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Makes a problem of a failure whose offsets count from the start of a part. */
export function failureProblem(
  text: string,
  part: TextPart,
  failure: ScanFailure,
  version: GoYamlVersion,
): YamlProblem {
  const offset = part.start + failure.offset;
  const line = countBreaks(text, 0, offset);
  return {
    code: failureCodes[failure.kind],
    message: goMessage(text, part, failure, version),
    offset,
    line,
    ordinal: -1,
  };
}

const failureCodes: Readonly<Record<ScanFailure['kind'], YamlProblemCode>> = {
  reader: 'yaml.syntax',
  scanner: 'yaml.syntax',
  parser: 'yaml.syntax',
  composer: 'yaml.alias',
  separator: 'yaml.separator',
  depth: 'yaml.too-deep',
};

/**
 * go-yaml's parser counts lines from 0 and takes the end of the text for a line of its own, its scanner counts from 1; line 0 is
 * left out, and version 3 prefers the line of the context, version 2 the other.
 */
function goMessage(
  text: string,
  part: TextPart,
  failure: ScanFailure,
  version: GoYamlVersion,
): string {
  if (failure.kind === 'separator') {
    return failure.message;
  }
  if (failure.kind !== 'scanner' && failure.kind !== 'parser') {
    return `yaml: ${failure.message}`;
  }
  const isScanner = failure.kind === 'scanner';
  const lineOf = (offset: number): number =>
    countBreaks(text, part.start, part.start + offset) +
    (!isScanner && isUnfinishedEnd(text, part, offset) ? 1 : 0);
  const place = lineOf(failure.offset);
  const context = failure.contextOffset === undefined ? 0 : lineOf(failure.contextOffset);
  const line = version === 3 ? context || place : place || context;
  if (line === 0) {
    return `yaml: ${failure.message}`;
  }
  return `yaml: line ${isScanner ? line + 1 : line}: ${failure.message}`;
}

/** Whether the offset is the end of a part whose last line has no break. */
function isUnfinishedEnd(text: string, { start, end }: TextPart, offset: number): boolean {
  return start + offset === end && end > start && !isBreak(text.charCodeAt(end - 1));
}

function countBreaks(text: string, start: number, end: number): number {
  return text.slice(start, end).match(/\r\n|[\n\r\x85\u2028\u2029]/g)?.length ?? 0;
}

/** A problem of a node that no text stands behind. */
export function nodeProblem(code: YamlProblemCode, message: string, ordinal: number): YamlProblem {
  return { code, message, offset: 0, line: 0, ordinal };
}
