import { runGit } from './git.ts';

/** A commit that people may want to compare, by a name. */
export interface NamedRevision {
  readonly kind: 'branch' | 'remote' | 'tag' | 'pull-request' | 'commit';
  /** What `git rev-parse` takes. */
  readonly name: string;
  /** The full id. */
  readonly commit: string;
  readonly subject: string;
  /** In milliseconds since 1970. */
  readonly committedAt: number;
}

/** How many names of each kind, and how many commits, are listed at most. */
const most = 200;
const mostCommits = 50;

/** Branches, tags and fetched pull requests, the newest first, then the last commits of the present branch. */
export async function revisionNames(
  top: string,
  signal: AbortSignal,
): Promise<readonly NamedRevision[]> {
  const fields = ['refname', 'objectname', '*objectname', 'subject', 'creatordate:unix'];
  const format = fields.map((field) => `%(${field})`).join('%00');
  const [refs, log] = await Promise.all([
    runGit(
      top,
      ['for-each-ref', `--format=${format}`, '--sort=-creatordate', `--count=${most * 4}`, 'refs'],
      { signal },
    ),
    runGit(
      top,
      [
        'log',
        '--no-show-signature',
        `--max-count=${mostCommits}`,
        '--format=%H%x00%s%x00%ct',
        '--',
      ],
      {
        signal,
      },
    ),
  ]);
  const named = refs.kind === 'ok' ? linesOf(refs.value).flatMap(refOf) : [];
  const commits = log.kind === 'ok' ? linesOf(log.value).map(commitOf) : [];
  return [...named, ...commits];
}

function linesOf(output: Buffer): readonly (readonly string[])[] {
  const lines = output.toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split('\0'));
}

function refOf([
  ref = '',
  id = '',
  peeled = '',
  subject = '',
  date = '',
]: readonly string[]): readonly NamedRevision[] {
  const found = kinds.find(({ form }) => form.test(ref));
  if (found === undefined || ref.endsWith('/HEAD')) return [];
  const name = ref.replace(found.form, '');
  const commit = peeled === '' ? id : peeled;
  return [{ kind: found.kind, name, commit, subject, committedAt: Number(date) * 1000 }];
}

/** Pull requests of GitHub and merge requests of GitLab are there where somebody fetched them. */
const kinds: readonly { readonly kind: NamedRevision['kind']; readonly form: RegExp }[] = [
  { kind: 'branch', form: /^refs\/heads\// },
  {
    kind: 'pull-request',
    form: /^refs\/(?:remotes\/)?(?=[^ ]*(?:pull|pr|merge-requests?|pull-requests)\/\d+)/,
  },
  { kind: 'remote', form: /^refs\/remotes\// },
  { kind: 'tag', form: /^refs\/tags\// },
];

function commitOf([commit = '', subject = '', date = '']: readonly string[]): NamedRevision {
  return { kind: 'commit', name: commit, commit, subject, committedAt: Number(date) * 1000 };
}
