import type { FileId } from '../text/sourcePointer.ts';
import { runGit } from './git.ts';

/** The commit that wrote a line. */
export interface LineCommit {
  readonly commit: string;
  readonly author: string;
  /** As ISO 8601 has it. */
  readonly date: string;
  readonly subject: string;
}

/** Who wrote a line, counted from 0, of a file as a commit has it; `undefined` where git cannot tell. */
export async function blameLine(
  top: string,
  { commit, file, line }: { readonly commit: string; readonly file: FileId; readonly line: number },
  signal: AbortSignal,
): Promise<LineCommit | undefined> {
  // A filter that turns files to text would be a program that the repository names.
  const words = ['blame', '--porcelain', '--no-textconv', '-L', `${line + 1},${line + 1}`];
  const answer = await runGit(top, [...words, commit, '--', file], { signal });
  if (answer.kind === 'failed') return undefined;
  const [first = '', ...rows] = answer.value.toString('utf8').split('\n');
  const valueOf = (key: string): string | undefined =>
    rows.find((row) => row.startsWith(`${key} `))?.slice(key.length + 1);
  const time = Number(valueOf('author-time'));
  if (!Number.isFinite(time)) return undefined;
  return {
    commit: first.slice(0, first.indexOf(' ')),
    author: valueOf('author') ?? '',
    date: new Date(time * 1000).toISOString(),
    subject: valueOf('summary') ?? '',
  };
}
