import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { failed, ok } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from './cache.ts';
import { findProgram } from './debian.ts';
import type { ToolPath } from './missingTool.ts';

/** The checkers that tests run, by the Go modules and their packages that they are built of. */
const checkers = {
  conftest: ['github.com/open-policy-agent/conftest', 'v0.71.1', '.'],
  gator: ['github.com/open-policy-agent/gatekeeper/v3', 'v3.23.1', './cmd/gator'],
  kubeconform: ['github.com/yannh/kubeconform', 'v0.7.0', './cmd/kubeconform'],
  'kubectl-kyverno': ['github.com/kyverno/kyverno', 'v1.19.1', './cmd/cli/kubectl-kyverno'],
} as const;

/** The name of a checker's program. */
export type CheckerProgram = keyof typeof checkers;

/** All of them. */
export const checkerPrograms: readonly CheckerProgram[] = [
  'conftest',
  'gator',
  'kubeconform',
  'kubectl-kyverno',
];

/**
 * The path of a checker: that of `PATH`, or else one that is built of its Go module and kept in the cache. Builds take some
 * minutes of a processor each, so they are made only where `build` asks for them (`npm run tools checkers`).
 */
export async function checkerPath(
  name: CheckerProgram,
  { build }: { readonly build: boolean },
): Promise<ToolPath> {
  const there = findProgram(name);
  if (there !== undefined) return ok(there);
  const [module, version, source] = checkers[name];
  const folder = join(cacheFolder(), `checker-${name}-${version}`);
  const program = join(folder, name);
  if (!existsSync(program)) {
    const go = findProgram('go') ?? ['/usr/local/go/bin/go'].find((path) => existsSync(path));
    if (!build || go === undefined) {
      const reason = 'put it on PATH, or put Go 1.26 there and run npm run tools checkers once.';
      return failed({ tool: name, reason });
    }
    await makeOnce(folder, async (partial) => {
      const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
      const run = promisify(execFile);
      await run(go, ['mod', 'download', `${module}@${version}`], { env });
      const { stdout } = await run(go, ['env', 'GOMODCACHE'], { env });
      const from = join(stdout.trim(), `${module}@${version}`);
      // In its own folder a module may replace others, which `go install` refuses.
      const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w'];
      const words = ['build', '-C', from, ...flags, '-o', join(partial, name), source];
      await run(go, words, { env, maxBuffer: 1 << 26 });
    });
  }
  return ok(program);
}
