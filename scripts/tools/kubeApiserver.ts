import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { failed, ok, type Result } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from './cache.ts';
import { findProgram } from './debian.ts';
import type { MissingTool } from './missingTool.ts';

/** How etcd and kube-apiserver are called: a program and the words before its flags. */
export interface KubeBinaries {
  readonly etcd: readonly [string, ...string[]];
  readonly apiserver: readonly [string, ...string[]];
}

const sources = join(import.meta.dirname, '..', 'kube-apiserver');
const version = '1.37.2';

/**
 * A real kube-apiserver with its etcd: those of `$KUBEBUILDER_ASSETS`, or else one binary that is built from the Go modules
 * of `scripts/kube-apiserver` and kept in the cache. The build takes some twenty minutes of a processor, so it is made only
 * where `build` asks for it (`npm run test:cluster`).
 */
export async function kubeBinaries(options: {
  readonly build: boolean;
}): Promise<Result<KubeBinaries, MissingTool>> {
  const assets = process.env.KUBEBUILDER_ASSETS ?? '';
  if (assets !== '') {
    const [etcd, apiserver] = [join(assets, 'etcd'), join(assets, 'kube-apiserver')];
    if (existsSync(etcd) && existsSync(apiserver))
      return ok({ etcd: [etcd], apiserver: [apiserver] });
  }
  const folder = join(cacheFolder(), `kube-${version}-${hashOfSources()}`);
  const binary = join(folder, 'kube');
  if (!existsSync(binary)) {
    const go = findProgram('go') ?? ['/usr/local/go/bin/go'].find((path) => existsSync(path));
    if (!options.build || go === undefined) {
      return failed({
        tool: 'kube-apiserver',
        reason:
          'name a folder with kube-apiserver and etcd in $KUBEBUILDER_ASSETS, or put Go 1.26 on PATH and run npm run test:cluster once.',
      });
    }
    await makeOnce(folder, (partial) => build(go, join(partial, 'kube')));
  }
  return ok({ etcd: [binary, 'etcd'], apiserver: [binary, 'kube-apiserver'] });
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\0`);
  for (const name of ['go.mod', 'go.sum', 'main.go']) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(sources, name)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(go: string, output: string): Promise<void> {
  // Without its version kubectl cannot read what the server says of itself.
  const flags = `-s -w -X k8s.io/component-base/version.gitVersion=v${version}`;
  const words = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', `-ldflags=${flags}`];
  await promisify(execFile)(go, [...words, '-o', output, '.'], {
    cwd: sources,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
    maxBuffer: 1 << 26,
  });
}
