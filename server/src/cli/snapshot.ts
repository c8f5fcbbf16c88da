import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { failed, type Result } from '../util/result.ts';
import { whyNoCommit } from '../workspace/commits.ts';
import type { GitFailure } from '../workspace/git.ts';
import { openRevision } from '../workspace/revision.ts';
import { stagedWord } from '../workspace/stagedTree.ts';
import type { Call, Option } from './command.ts';
import type { Io } from './io.ts';
import { tellConfigurationFaults } from './configurationFaults.ts';
import { openFiles, openTree, type TreeRefusal } from './tree.ts';

/** A tree to ask: the files as they are, or those of a commit. */
export interface Snapshot {
  readonly complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>;
}

/** The option that names a commit. */
export const atOption: Option = {
  name: 'at',
  value: 'REF',
  text: 'The tree of this commit, or of :index, what is staged. Default: the files as they are.',
};

/** Opens the tree that a call names: `--workspace`, and `--at` for one of its commits. */
export async function openSnapshot(call: Call, io: Io): Promise<Result<Snapshot, TreeRefusal>> {
  const at = call.options.get('at');
  if (at === undefined) return openTree(call, io);
  const tree = await openFiles(call, io);
  if (tree.kind === 'failed') return tree;
  const { top, host } = tree.value;
  const options = { signal: io.signal, beside: host, others: tree.value.others() };
  const revision = await openRevision(top, at, options);
  if (revision.kind === 'failed')
    return failed({
      exitCode: 2,
      message: await refusalOf(top, at, revision.failure, io.signal),
    });
  await tellConfigurationFaults(revision.value.complete, io);
  return revision;
}

async function refusalOf(
  top: string,
  at: string,
  { message }: GitFailure,
  signal: AbortSignal,
): Promise<string> {
  return at === stagedWord
    ? `what is staged cannot be read: ${message}`
    : whyNoCommit(top, at, signal);
}
