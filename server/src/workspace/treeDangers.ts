import type { PlanNoteRow } from '../analysis/planRows.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { runGit, splitNul } from './git.ts';
import type { Plan } from './promote.ts';

/** A plan with what git says of the tree that it would be written to: files with changes, and a branch that is behind. */
export async function withTreeDangers(plan: Plan, top: string, signal: AbortSignal): Promise<Plan> {
  const files = [...plan.texts.keys()];
  const [first] = plan.changes;
  if (files.length === 0) return plan;
  const note = (
    code: PlanNoteRow['code'],
    parameters: PlanNoteRow['parameters'],
    file?: FileId,
  ): PlanNoteRow => ({
    code,
    parameters,
    application: first?.application ?? '',
    cluster: undefined,
    at: file === undefined ? undefined : { file, line: 0 },
  });
  const words = ['status', '--porcelain', '-z', '--untracked-files=no', '--', ...files];
  const status = await runGit(top, words, { signal });
  const dirty = status.kind === 'ok' ? splitNul(status.value).map((line) => line.slice(3)) : [];
  const behind = await commitsBehind(top, signal);
  return {
    ...plan,
    dangers: [
      ...plan.dangers,
      ...files
        .filter((file) => dirty.some((one) => one === file || one.endsWith(`/${file}`)))
        .map((file) => note('plan.dirty', { file }, file)),
      ...(behind === undefined ? [] : [note('plan.behind', behind)]),
    ],
  };
}

/** How many commits the upstream of the branch has that it lacks, as of the last fetch; `undefined` for none. */
async function commitsBehind(
  top: string,
  signal: AbortSignal,
): Promise<{ readonly count: string; readonly upstream: string } | undefined> {
  const named = await runGit(top, ['rev-parse', '--abbrev-ref', '@{upstream}'], { signal });
  if (named.kind === 'failed') return undefined;
  const counted = await runGit(top, ['rev-list', '--count', 'HEAD..@{upstream}'], { signal });
  const count = counted.kind === 'ok' ? counted.value.toString('utf8').trim() : '0';
  return count === '0' ? undefined : { count, upstream: named.value.toString('utf8').trim() };
}
