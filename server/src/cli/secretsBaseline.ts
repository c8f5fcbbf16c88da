import { join } from 'node:path';
import { fingerprintOfEntry, type SecretFinding } from '../analysis/secretFindings.ts';
import type { Result } from '../util/result.ts';
import { readTextFile, writeTextFile } from '../workspace/output.ts';
import { toJson } from './json.ts';
import { parseBaseline, type BaselineEntry } from '../analysis/parseBaseline.ts';

const file = join('.strata', 'baseline.json');

/** The fingerprints of the findings that were there before; `undefined` where the file is no baseline. */
export function readBaseline(top: string): ReadonlySet<string> | undefined {
  const text = readTextFile(join(top, file));
  if (text === undefined) return new Set();
  const entries = parseBaseline(text);
  return entries && new Set(entries.map(fingerprintOfEntry));
}

/**
 * Writes the findings to the baseline, where those of other kinds stay. Each has its rule, its file and its place in the
 * structure, and nothing that follows from a value.
 */
export function writeBaseline(
  top: string,
  findings: readonly SecretFinding[],
): Result<undefined, string> {
  const before = parseBaseline(readTextFile(join(top, file)) ?? '') ?? [];
  const others = before.filter(({ rule }) => !rule.startsWith('secrets.'));
  const own = findings.map(({ rule, file: path, pointer }): BaselineEntry => ({
    rule,
    file: path,
    pointer,
  }));
  const entries = new Map([...others, ...own].map((one) => [fingerprintOfEntry(one), one]));
  const sorted = [...entries.values()].sort((a, b) => compare(textOf(a), textOf(b)));
  return writeTextFile(join(top, file), toJson({ findings: sorted }));
}

function textOf({ file: path, rule, pointer }: BaselineEntry): string {
  return `${path}\0${rule}\0${pointer}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
