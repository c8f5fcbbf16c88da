import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { failed, ok } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from '../tools/cache.ts';
import { findProgram } from '../tools/debian.ts';
import type { ToolPath } from '../tools/missingTool.ts';

/** A Go program of this folder. */
interface GoProgram {
  /** The folder of its sources. */
  readonly name: 'kustomize' | 'flux' | 'argocd';
  /** The oldest version of Go that builds it, as `1.24`. */
  readonly go: string;
  /** What the linker sets. */
  readonly linkerFlags: string;
}

/** The version goes into the managed-by label, and is not in the library's own text. */
const kustomize: GoProgram = {
  name: 'kustomize',
  go: '1.24',
  linkerFlags: '-X sigs.k8s.io/kustomize/api/provenance.version=v5.8.1',
};

const flux: GoProgram = { name: 'flux', go: '1.26', linkerFlags: '' };

const argocd: GoProgram = { name: 'argocd', go: '1.25', linkerFlags: '' };

/**
 * The path of the program in `scripts/oracle/kustomize`, built on the first call and kept in the
 * cache under the hash of its sources. Missing where Go is; throws where its build fails.
 */
export function oraclePath(): Promise<ToolPath> {
  return programPath(kustomize);
}

/** The same for the program in `scripts/oracle/flux`. */
export function fluxOraclePath(): Promise<ToolPath> {
  return programPath(flux);
}

/** The same for the program in `scripts/oracle/argocd`, of which the first build takes some minutes. */
export function argocdOraclePath(): Promise<ToolPath> {
  return programPath(argocd);
}

async function programPath(program: GoProgram): Promise<ToolPath> {
  const { name, go: version } = program;
  const folder = join(cacheFolder(), `oracle-${name}-${hashOfSources(name)}`);
  const file = process.platform === 'win32' ? 'oracle.exe' : 'oracle';
  if (!existsSync(folder)) {
    const go = findGo();
    if (go === undefined || !(await isNewEnough(go, version))) {
      return failed({
        tool: 'go',
        reason: `the ${name} oracle is built with Go ${version} or newer: put it on PATH.`,
      });
    }
    await makeOnce(folder, (partial) => build(go, program, join(partial, file)));
  }
  return ok(join(folder, file));
}

function hashOfSources(program: string): string {
  const sources = join(import.meta.dirname, program);
  const hash = createHash('sha256');
  hash.update(`${process.platform} ${process.arch}\0`);
  for (const name of readdirSync(sources).sort()) {
    if (/\.(?:go|mod|sum)$/.test(name)) {
      hash
        .update(`${name}\0`)
        .update(readFileSync(join(sources, name)))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function isNewEnough(go: string, least: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(go, ['env', 'GOVERSION']);
  const [, major = '0', minor = '0'] = /^go(\d+)\.(\d+)/.exec(stdout) ?? [];
  const [leastMajor = '0', leastMinor = '0'] = least.split('.');
  return Number(major) === Number(leastMajor)
    ? Number(minor) >= Number(leastMinor)
    : Number(major) > Number(leastMajor);
}

function findGo(): string | undefined {
  const name = process.platform === 'win32' ? 'go.exe' : 'go';
  const installed = [process.env.GOROOT ?? '', '/usr/local/go'].map((root) =>
    join(root, 'bin', name),
  );
  return findProgram(name) ?? installed.find((path) => existsSync(path));
}

async function build(go: string, program: GoProgram, output: string): Promise<void> {
  const flags = `-ldflags=-s -w ${program.linkerFlags}`.trimEnd();
  const words = ['build', '-mod=readonly', '-trimpath', flags, '-o', output];
  await promisify(execFile)(go, [...words, '.'], {
    cwd: join(import.meta.dirname, program.name),
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
    maxBuffer: 1 << 24,
  });
}
