import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { failed, ok, type Result } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from '../tools/cache.ts';
import { findProgram } from '../tools/debian.ts';
import type { MissingTool } from '../tools/missingTool.ts';

/** A set of controllers that is built and kept as a whole. */
export interface ControllerSet {
  /** Its folder of sources beside this file. */
  readonly name: 'argocd' | 'flux' | 'helm-controller';
  readonly programs: readonly ControllerProgram[];
  /** Folders with definitions of custom resources, by the module that they stand in. */
  readonly definitions: Readonly<Record<string, string>>;
}

interface ControllerProgram {
  readonly name: string;
  /** The package that is built. */
  readonly from: string;
  /** What the linker sets. */
  readonly linkerFlags?: string;
}

/** Argo CD 3.2.0, whose one program goes by the name that it is called by, and a Redis in memory. */
export const argocd: ControllerSet = {
  name: 'argocd',
  programs: [
    {
      name: 'argocd',
      from: 'github.com/argoproj/argo-cd/v3/cmd',
      linkerFlags: '-X github.com/argoproj/argo-cd/v3/common.version=3.2.0',
    },
    { name: 'miniredis', from: '.' },
  ],
  definitions: { 'github.com/argoproj/argo-cd/v3': 'manifests/crds' },
};

/** The controllers of sources and Kustomizations of Flux. */
export const flux: ControllerSet = {
  name: 'flux',
  programs: ['source-controller', 'kustomize-controller'].map(fluxProgram),
  definitions: {
    'github.com/fluxcd/source-controller': 'config/crd/bases',
    'github.com/fluxcd/kustomize-controller': 'config/crd/bases',
  },
};

/** The controller of Helm releases of Flux, whose modules do not go together with those of the others. */
export const helmController: ControllerSet = {
  name: 'helm-controller',
  programs: [fluxProgram('helm-controller')],
  definitions: { 'github.com/fluxcd/helm-controller': 'config/crd/bases' },
};

function fluxProgram(name: string): ControllerProgram {
  return { name, from: `github.com/fluxcd/${name}` };
}

/**
 * The folder with the programs of a set and, in `crds/`, its definitions of custom resources: built from the Go modules of
 * its folder and kept in the cache. A build takes some ten minutes of a processor, so it is made only where `build` asks
 * for it (`npm run test:controllers`). Throws where the build fails.
 */
export async function controllerFolder(
  set: ControllerSet,
  options: { readonly build: boolean },
): Promise<Result<string, MissingTool>> {
  const folder = join(cacheFolder(), `controllers-${set.name}-${hashOf(set)}`);
  if (existsSync(folder)) return ok(folder);
  const go = findProgram('go') ?? ['/usr/local/go/bin/go'].find((path) => existsSync(path));
  if (!options.build || go === undefined) {
    return failed({
      tool: set.programs.map(({ name }) => name).join(', '),
      reason: 'put Go 1.26 on PATH and run npm run test:controllers once.',
    });
  }
  await makeOnce(folder, (partial) => build(go, set, partial));
  return ok(folder);
}

function sourcesOf({ name }: ControllerSet): string {
  return join(import.meta.dirname, name);
}

function hashOf(set: ControllerSet): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\0`);
  hash.update(JSON.stringify(set));
  for (const name of readdirSync(sourcesOf(set)).sort()) {
    if (!/\.(?:go|mod|sum)$/.test(name)) continue;
    hash.update(`${name}\0`).update(readFileSync(join(sourcesOf(set), name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(go: string, set: ControllerSet, folder: string): Promise<void> {
  const run = async (words: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(go, [...words], {
      cwd: sourcesOf(set),
      env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' },
      maxBuffer: 1 << 26,
    });
    return stdout.trim();
  };
  for (const { name, from, linkerFlags = '' } of set.programs) {
    const flags = ['-trimpath', '-buildvcs=false', `-ldflags=-s -w ${linkerFlags}`.trimEnd()];
    await run(['build', ...flags, '-o', join(folder, name), from]);
  }
  for (const [module, definitions] of Object.entries(set.definitions)) {
    const sources = await run(['list', '-m', '-f', '{{.Dir}}', module]);
    cpSync(join(sources, definitions), join(folder, 'crds'), { recursive: true });
  }
}
