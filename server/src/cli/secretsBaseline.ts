import { join } from 'node:path';
import { baselineFile, withEntries, withSecretEntries } from '../analysis/baseline.ts';
import { parseBaseline } from '../analysis/parseBaseline.ts';
import { fingerprintOfEntry, type SecretFinding } from '../analysis/secretFindings.ts';
import type { Result } from '../util/result.ts';
import { readTextFile, writeTextFile } from '../workspace/output.ts';

/** The fingerprints of the findings that were there before; `undefined` where the file is no baseline. */
export function readBaseline(top: string): ReadonlySet<string> | undefined {
  const text = readTextFile(join(top, baselineFile));
  if (text === undefined) return new Set();
  const entries = parseBaseline(text);
  return entries && new Set(entries.map(fingerprintOfEntry));
}

/** Writes the findings to the baseline, where those of other kinds stay. */
export function writeBaseline(
  top: string,
  findings: readonly SecretFinding[],
): Result<undefined, string> {
  const path = join(top, baselineFile);
  return writeTextFile(path, withSecretEntries(readTextFile(path) ?? '', findings));
}

/** Adds findings to the baseline, where all that it holds stays. */
export function addToBaseline(
  top: string,
  findings: readonly SecretFinding[],
): Result<undefined, string> {
  const path = join(top, baselineFile);
  return writeTextFile(path, withEntries(readTextFile(path) ?? '', findings));
}
