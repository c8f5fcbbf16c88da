import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock that nobody has touched for this many milliseconds belongs to a process that died. */
const staleAfter = 20_000;
const touchEvery = 2_000;
const askEvery = 250;

/** The folder outside the checkout that holds unpacked tools: `$XDG_CACHE_HOME/strata`. */
export function cacheFolder(): string {
  const configured = process.env.XDG_CACHE_HOME;
  const root =
    configured === undefined || configured === '' ? join(homedir(), '.cache') : configured;
  return join(root, 'strata');
}

/**
 * Makes `folder` once, whoever asks and however many ask at the same time.
 * `fill` works in a folder beside it that is renamed at the end, so a folder that exists is whole.
 * What an interrupted `fill` left is handed to the next one, which may go on from there.
 */
export async function makeOnce(
  folder: string,
  fill: (partial: string) => Promise<void>,
): Promise<string> {
  if (existsSync(folder)) {
    return folder;
  }
  await mkdir(dirname(folder), { recursive: true });
  return withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) {
      const partial = `${folder}.partial`;
      await mkdir(partial, { recursive: true });
      await fill(partial);
      await rename(partial, folder);
    }
    return folder;
  });
}

/** Runs `work` while holding the lock folder `lock`; waits while another process holds it. */
async function withLock<Value>(lock: string, work: () => Promise<Value>): Promise<Value> {
  while (!(await take(lock))) {
    await dropStale(lock);
    await sleep(askEvery);
  }
  const touch = setInterval(() => {
    // A lock that vanished is noticed by whoever took it; `makeOnce` still ends in one rename.
    void utimes(lock, new Date(), new Date()).catch(() => undefined);
  }, touchEvery);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    await rm(lock, { recursive: true, force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  }
}

/** Moves a dead lock away first: of many that see it dead, only one can rename it. */
async function dropStale(lock: string): Promise<void> {
  try {
    if (Date.now() - (await stat(lock)).mtimeMs > staleAfter) {
      const away = `${lock}.${randomUUID()}`;
      await rename(lock, away);
      await rm(away, { recursive: true, force: true });
    }
  } catch (error) {
    if (!isCode(error, 'ENOENT')) {
      throw error;
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
