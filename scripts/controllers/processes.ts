import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Programs that run as long as a test, in a folder that goes with them. */
export class Processes {
  readonly folder = mkdtempSync(join(tmpdir(), 'strata-controllers-'));
  private readonly started = new Map<string, ChildProcess>();

  /** Starts a program; what it says goes to `NAME.log` in the folder. It ends with us, also where we are killed. */
  start(
    name: string,
    command: readonly [string, ...string[]],
    environment: Readonly<Record<string, string>> = {},
  ): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    // The end of our process closes the standard input that the shell waits for.
    const watch = '"$@" </dev/null & child=$!; read -r _; kill -9 $child';
    const child = spawn('/bin/sh', ['-c', watch, name, ...command], {
      stdio: ['pipe', log, log],
      env: { ...process.env, ...environment },
    });
    this.started.set(name, child);
  }

  /** Ends a program at once. */
  async stop(name: string): Promise<void> {
    const child = this.started.get(name);
    if (child?.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    await ended;
    this.started.delete(name);
  }

  /** The last lines that a program said. */
  lastLines(name: string, lines = 20): string {
    return readFileSync(join(this.folder, `${name}.log`), 'utf8')
      .split('\n')
      .slice(-lines)
      .join('\n');
  }

  /** Ends all of them and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.started.keys()].map((name) => this.stop(name)));
    // What a program was writing just now may stand in the way.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Asks until an answer comes that is not `undefined`, three minutes at most; `what` is for who reads of a failure. */
export async function eventually<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined>,
  told: () => string = () => '',
): Promise<Answer> {
  const until = Date.now() + 180_000;
  while (Date.now() < until) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(200);
  }
  throw new Error(`${what}: it did not come to that. ${told()}`);
}
