import { failed, ok, type Result } from '../util/result.ts';

/** One chart of a batch; files are named from the folder in which the command runs. */
export interface BatchLine {
  readonly chart: string;
  readonly release: string;
  readonly namespace: string;
  readonly values: readonly string[];
  readonly out: string;
}

/** Reads a line of a batch; a refusal says in one sentence what is wrong. */
export function parseBatchLine(line: string): Result<BatchLine, string> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return failed('it is no JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failed('it is no object.');
  }
  const {
    chart,
    release = 'release-name',
    namespace = 'default',
    values = [],
    out,
  } = value as Record<string, unknown>;
  if (typeof chart !== 'string' || chart === '') return failed('chart names no folder.');
  if (typeof out !== 'string' || out === '') return failed('out names no file.');
  if (typeof release !== 'string') return failed('release is no text.');
  if (typeof namespace !== 'string') return failed('namespace is no text.');
  if (!Array.isArray(values) || !values.every((each) => typeof each === 'string')) {
    return failed('values is no list of files.');
  }
  return ok({ chart, release, namespace, values, out });
}
