import { spawn } from 'node:child_process';
import process from 'node:process';
import { failed, ok, type Result } from '../util/result.ts';
import { programOnPath } from './programOnPath.ts';

/** Why git did not answer: it is not there, or what it said. */
export interface GitFailure {
  readonly command: string;
  readonly message: string;
}

/**
 * Runs a reading git command in a folder and gives what it prints. Nothing that a repository configures may run or wait:
 * no file monitor, no lock that a user would meet, no fetch of missing objects, no question.
 */
export async function runGit(
  folder: string,
  words: readonly string[],
  {
    signal,
    input = '',
    index,
  }: {
    readonly signal: AbortSignal;
    readonly input?: string;
    /** Another file than the repository's own index. */
    readonly index?: string | undefined;
  },
): Promise<Result<Buffer, GitFailure>> {
  const fixed = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', '--no-pager'];
  const git = programOnPath('git');
  if (git === undefined)
    return failed({ command: words[0] ?? '', message: 'git is not on the PATH' });
  return new Promise((resolve, reject) => {
    const child = spawn(git, [...fixed, ...words], {
      cwd: folder,
      env: environment(index),
      signal,
    });
    const output: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    child.on('error', (error) => {
      if (signal.aborted) reject(error);
      else resolve(failed({ command: words[0] ?? '', message: error.message }));
    });
    child.on('close', (code) => {
      const message = Buffer.concat(complaints).toString('utf8').trim();
      if (code === 0) resolve(ok(Buffer.concat(output)));
      else resolve(failed({ command: words[0] ?? '', message }));
    });
    child.stdin.on('error', () => {
      // Git ended before it read everything; its exit code says why.
    });
    child.stdin.end(input);
  });
}

/** The fields of an answer to `-z`. */
export function splitNul(output: Buffer): readonly string[] {
  const fields = output.toString('utf8').split('\0');
  return fields.at(-1) === '' ? fields.slice(0, -1) : fields;
}

/** The environment without what ties git to another repository, as inside of hooks. */
function environment(index: string | undefined): NodeJS.ProcessEnv {
  const bound = [
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_OBJECT_DIRECTORY',
    'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_COMMON_DIR',
    'GIT_NAMESPACE',
    'GIT_PREFIX',
    'GIT_EXTERNAL_DIFF',
  ];
  const kept = Object.entries(process.env).filter(([name]) => !bound.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}
