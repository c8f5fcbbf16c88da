import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { failed, ok, type Result } from '../../server/src/util/result.ts';
import type { MissingTool } from './missingTool.ts';

/** A Debian package, and how to see that what it brings is there, whoever brought it. */
export interface SystemPackage {
  readonly name: string;
  readonly isThere: () => boolean;
}

/** A package that brings a header below the system's include folder. */
export function headerPackage(name: string, header: string): SystemPackage {
  return { name, isThere: () => existsSync(join('/usr/include', header)) };
}

/** A package that brings a program on PATH. */
export function programPackage(name: string, program: string): SystemPackage {
  return { name, isThere: () => findProgram(program) !== undefined };
}

/** The absolute path of a program on PATH; `undefined` where there is none. */
export function findProgram(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

/**
 * Installs what is missing of `packages` with apt-get, where there is apt-get and we are root.
 * Fails with the names of what is still missing; `tool` is what they are needed for.
 */
export function ensurePackages(
  tool: string,
  packages: readonly SystemPackage[],
  progress: (line: string) => void,
): Result<undefined, MissingTool> {
  const missing = packages.filter((one) => !one.isThere());
  if (missing.length === 0) {
    return ok(undefined);
  }
  const names = missing.map((one) => one.name);
  if (findProgram('apt-get') === undefined || process.getuid?.() !== 0) {
    return failed({ tool, reason: `it needs ${names.join(', ')}: install them as root.` });
  }
  progress(`apt-get install ${names.join(' ')}`);
  const installed = aptGet(['install', '-y', '--no-install-recommends', ...names]);
  if (!installed) {
    aptGet(['update']);
    aptGet(['install', '-y', '--no-install-recommends', ...names]);
  }
  const still = missing.filter((one) => !one.isThere()).map((one) => one.name);
  return still.length === 0
    ? ok(undefined)
    : failed({ tool, reason: `apt-get could not install ${still.join(', ')}.` });
}

function aptGet(parameters: readonly string[]): boolean {
  const run = spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...parameters], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return run.status === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
