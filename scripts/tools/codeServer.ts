import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { failed, ok } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from './cache.ts';
import { ensurePackages, headerPackage, programPackage } from './debian.ts';
import type { MissingTool, ToolPath } from './missingTool.ts';

/** The version of code-server, which carries VS Code 1.139. */
export const codeServerVersion = '4.139.1';

const entry = join('node_modules', 'code-server', 'out', 'node', 'entry.js');

/** What its native addons are built with. */
const packages = [
  headerPackage('libkrb5-dev', 'gssapi/gssapi.h'),
  headerPackage('libsecret-1-dev', 'libsecret-1/libsecret/secret.h'),
  headerPackage('libx11-dev', 'X11/Xlib.h'),
  headerPackage('libxkbfile-dev', 'X11/extensions/XKBfile.h'),
  programPackage('g++', 'g++'),
  programPackage('make', 'make'),
  programPackage('python3', 'python3'),
  programPackage('pkg-config', 'pkg-config'),
];

/**
 * The path of code-server's `entry.js`, to be run with this process's own Node.
 * The first call on a machine installs it into the cache folder, in 3 to 5 minutes; an interrupted
 * installation goes on where it stopped.
 */
export async function codeServer(
  progress: (line: string) => void = printProgress,
): Promise<ToolPath> {
  const folder = join(cacheFolder(), `code-server-${codeServerVersion}`);
  if (existsSync(folder)) {
    return ok(join(folder, entry));
  }
  const possible = canInstall();
  const ensured =
    possible.kind === 'ok' ? ensurePackages('code-server', packages, progress) : possible;
  if (ensured.kind === 'failed') {
    return ensured;
  }
  try {
    await makeOnce(folder, (partial) => install(partial, progress));
  } catch (error) {
    return failed(missing(error instanceof Error ? error.message : String(error)));
  }
  return ok(join(folder, entry));
}

function canInstall(): ToolPath {
  const headers = join(nodeFolder(), 'include', 'node', 'node.h');
  if (!process.version.startsWith('v24.')) {
    return failed(missing(`it needs Node 24 and this is ${process.version}: start it by npm run.`));
  }
  return existsSync(headers)
    ? ok(headers)
    : failed(missing('the headers of this Node are not there: run npm ci, which brings them.'));
}

/** Installs into `folder`; what an earlier attempt left is used, and thrown away where it harms. */
async function install(folder: string, progress: (line: string) => void): Promise<void> {
  const goesOn = (await readdir(folder)).length > 0;
  const manifest = {
    private: true,
    dependencies: { 'code-server': codeServerVersion },
    allowScripts: { 'code-server': true, argon2: true },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  progress(`${goesOn ? 'going on with' : 'starting'} the installation (3 to 5 minutes, 620 MB)`);
  const done = await npmInstall(folder, progress);
  if (done.code !== 0 && goesOn) {
    progress('what an earlier attempt left does not work: starting again');
    await rm(join(folder, 'node_modules'), { recursive: true, force: true });
    return install(folder, progress);
  }
  if (done.code !== 0 || !existsSync(join(folder, entry))) {
    throw new Error(`npm could not install it: ${done.lastLines}`);
  }
  progress('installed');
}

interface Ended {
  readonly code: number | null;
  readonly lastLines: string;
}

async function npmInstall(folder: string, progress: (line: string) => void): Promise<Ended> {
  const started = Date.now();
  const clock = setInterval(() => {
    progress(`still installing, ${String(Math.round((Date.now() - started) / 1000))} s`);
  }, 30_000);
  try {
    return await run('npm', ['install', '--no-audit', '--no-fund'], folder, {
      ...withoutOurNpm(process.env),
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
      npm_config_nodedir: nodeFolder(),
    });
  } finally {
    clearInterval(clock);
  }
}

async function run(
  command: string,
  parameters: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-2000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, lastLines: output.trim().split('\n').slice(-8).join('\n') });
    });
  });
}

/** What an npm that started us says about this checkout is not for the npm that we start. */
function withoutOurNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(package|lifecycle)_.*|npm_(command|execpath|node_execpath)|npm_config_(local_prefix|legacy_peer_deps|omit_lockfile_registry_resolved)|INIT_CWD|NODE_OPTIONS)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}

/** The folder that holds `bin/node` and `include/` of the Node that runs this. */
function nodeFolder(): string {
  return dirname(dirname(process.execPath));
}

function missing(reason: string): MissingTool {
  return { tool: 'code-server', reason };
}

function printProgress(line: string): void {
  process.stderr.write(`code-server: ${line}\n`);
}
