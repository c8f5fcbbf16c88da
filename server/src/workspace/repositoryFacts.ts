import type { Change } from '../analysis/analysisHost.ts';
import type { Result } from '../util/result.ts';
import { runGit, splitNul, type GitFailure } from './git.ts';

/** What git says of the repository of a folder. */
export type RepositoryFacts = NonNullable<Change['repository']>;

/** Of what git is asked, beside the repository itself. */
export interface RepositoryFactsOptions {
  /** The revision whose branch the tree stands for. Default: what is checked out. */
  readonly revision?: string;
  /** Other repositories that are at hand, by their keys. */
  readonly others?: readonly string[];
  /** What those of them stand for that are read as they are at hand. */
  readonly atHand?: RepositoryFacts['atHand'];
}

/** Asks git for the remotes, the default branch of the remote, and the branch that a revision is the tip of by its name. */
export async function repositoryFacts(
  top: string,
  signal: AbortSignal,
  { revision = 'HEAD', others = [], atHand = [] }: RepositoryFactsOptions = {},
): Promise<RepositoryFacts> {
  const ask = (...words: readonly string[]): Promise<Result<Buffer, GitFailure>> =>
    runGit(top, words, { signal });
  const [remotes, defaultBranch, branch] = await Promise.all([
    ask('config', '-z', '--get-regexp', String.raw`^remote\..*\.url$`),
    ask('rev-parse', '--abbrev-ref', '--quiet', '--verify', 'origin/HEAD'),
    ask('rev-parse', '--abbrev-ref', '--quiet', '--verify', '--end-of-options', revision),
  ]);
  return {
    remotes:
      remotes.kind === 'ok'
        ? splitNul(remotes.value).map((entry) => entry.slice(entry.indexOf('\n') + 1))
        : [],
    defaultBranch: wordOf(defaultBranch)?.replace(/^origin\//, ''),
    branch: wordOf(branch)?.replace(/^origin\//, ''),
    knowsRevisions: true,
    others,
    ...(atHand.length > 0 && { atHand }),
  };
}

function wordOf(answer: Result<Buffer, GitFailure>): string | undefined {
  const word = answer.kind === 'ok' ? answer.value.toString('utf8').trim() : '';
  return word === '' || word === 'HEAD' || word === 'origin/HEAD' ? undefined : word;
}
