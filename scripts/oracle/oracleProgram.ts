import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { failed, ok } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from '../tools/cache.ts';
import { findProgram } from '../tools/debian.ts';
import type { ToolPath } from '../tools/missingTool.ts';

/** The version that goes into the managed-by label, which is not in the library's own text. */
const kustomizeVersion = 'v5.8.1';

const sources = join(import.meta.dirname, 'kustomize');
const program = process.platform === 'win32' ? 'oracle.exe' : 'oracle';

/**
 * The path of the program in `scripts/oracle/kustomize`, built on the first call and kept in the
 * cache under the hash of its sources. Missing where Go is; throws where its build fails.
 */
export async function oraclePath(): Promise<ToolPath> {
  const folder = join(cacheFolder(), `oracle-kustomize-${hashOfSources()}`);
  if (!existsSync(folder)) {
    const go = findGo();
    if (go === undefined) {
      return failed({
        tool: 'go',
        reason: 'the kustomize oracle is built with Go 1.24 or newer: put it on PATH.',
      });
    }
    await makeOnce(folder, (partial) => build(go, join(partial, program)));
  }
  return ok(join(folder, program));
}

function hashOfSources(): string {
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

function findGo(): string | undefined {
  const name = process.platform === 'win32' ? 'go.exe' : 'go';
  const installed = [process.env.GOROOT ?? '', '/usr/local/go'].map((root) =>
    join(root, 'bin', name),
  );
  return findProgram(name) ?? installed.find((path) => existsSync(path));
}

async function build(go: string, output: string): Promise<void> {
  const version = `-X sigs.k8s.io/kustomize/api/provenance.version=${kustomizeVersion}`;
  const words = ['build', '-mod=readonly', '-trimpath', `-ldflags=-s -w ${version}`, '-o', output];
  await promisify(execFile)(go, [...words, '.'], {
    cwd: sources,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
    maxBuffer: 1 << 24,
  });
}
