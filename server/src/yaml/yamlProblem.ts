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

/** Makes a problem of a failure in a part that begins at `start`. */
export function failureMessage(
  text: string,
  start: number,
  failure: ScanFailure,
  version: GoYamlVersion,
): YamlProblem {
  const offset = start + failure.offset;
  const line = countBreaks(text, 0, offset);
  return {
    code: failureCodes[failure.kind],
    message: goMessage(text, start, failure, version),
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

/** go-yaml counts lines from 0 in the parser and from 1 in the scanner, leaves line 0 out, and prefers the context's line. */
function goMessage(
  text: string,
  start: number,
  failure: ScanFailure,
  version: GoYamlVersion,
): string {
  if (failure.kind !== 'scanner' && failure.kind !== 'parser') {
    return failure.message;
  }
  const place = countBreaks(text, start, start + failure.offset);
  const context =
    failure.contextOffset === undefined
      ? 0
      : countBreaks(text, start, start + failure.contextOffset);
  const line = version === 3 ? context || place : place || context;
  if (line === 0) {
    return `yaml: ${failure.message}`;
  }
  return `yaml: line ${failure.kind === 'scanner' ? line + 1 : line}: ${failure.message}`;
}

function countBreaks(text: string, start: number, end: number): number {
  return text.slice(start, end).match(/\r\n|[\n\r\x85\u2028\u2029]/g)?.length ?? 0;
}

/** A problem of a node that no text stands behind. */
export function nodeProblem(code: YamlProblemCode, message: string, ordinal: number): YamlProblem {
  return { code, message, offset: 0, line: 0, ordinal };
}
