import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { exampleFleet } from './commandLine.ts';
import { temporaryTree } from './temporaryTree.ts';

/** Runs git in a folder, as nobody in particular; gives what it prints. */
export function git(folder: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  const plain = ['-c', 'core.safecrlf=false', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...plain, ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** Commits all that is in a folder; gives the id of the commit. */
export function commitAll(folder: string, message = 'all'): string {
  git(folder, 'add', '--all', '.');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  return git(folder, 'rev-parse', 'HEAD');
}

/** A repository that goes with the test, with one commit of a small tree (see `parseFixture`). */
export function gitRepository(text: string): string {
  const folder = temporaryTree(text);
  git(folder, 'init', '--quiet');
  commitAll(folder);
  return folder;
}

/** A repository that goes with the test, with one commit of the bundled fleet. */
export function gitFleet(): string {
  const folder = temporaryTree('');
  cpSync(exampleFleet, folder, { recursive: true });
  git(folder, 'init', '--quiet');
  commitAll(folder);
  return folder;
}
