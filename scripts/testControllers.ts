import {
  argocd,
  controllerFolder,
  flux,
  helmController,
} from './controllers/controllerBinaries.ts';
import { kubeBinaries } from './tools/kubeApiserver.ts';
import { describeMissingTool } from './tools/missingTool.ts';
import { main as test } from './test.ts';

/**
 * Runs the tests with real controllers of Argo CD and Flux on a real kube-apiserver (`npm run test:controllers`); all of them
 * are built where they are not there yet. Words are passed on as filters on the names of files.
 */
export async function main(words: readonly string[]): Promise<number> {
  process.stdout.write(
    'Looking for kube-apiserver, Argo CD and Flux; a first build takes some fifty minutes of a processor …\n',
  );
  const found = [await kubeBinaries({ build: true })].map(
    (one) => one.kind === 'failed' && one.failure,
  );
  for (const set of [argocd, flux, helmController]) {
    const folder = await controllerFolder(set, { build: true });
    found.push(folder.kind === 'failed' && folder.failure);
  }
  const missing = found.filter((one) => one !== false);
  for (const one of missing) process.stderr.write(`${describeMissingTool(one)}\n`);
  return missing.length > 0 ? 1 : test(['--controllers', ...words]);
}
