import { codeownersQuery } from '../layers/owners/codeownersFile.ts';
import { ownersOf } from '../layers/owners/codeowners.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** Who has to approve a change of files, and the line that says so, from 0. */
export interface Approval {
  readonly owners: readonly string[];
  readonly file: FileId;
  readonly line: number | undefined;
}

/** Whose approval changed files need, by CODEOWNERS; each line once, in the order of the file. */
export function approvalsOf(
  analysis: Analysis,
  files: readonly FileId[],
): Answer<readonly Approval[]> {
  return analysis.ask((reader) => {
    const owners = reader.get(codeownersQuery, '');
    if (owners === undefined) return [];
    const found = new Map<number, Approval>();
    for (const path of files) {
      for (const { rule, owners: named, optional } of ownersOf(owners, path)) {
        if (named.length === 0 || optional) continue;
        found.set(rule.line, { owners: named, file: owners.file, line: rule.line });
      }
    }
    return [...found].sort(([a], [b]) => a - b).map(([, approval]) => approval);
  });
}
