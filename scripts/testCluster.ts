import { kubeBinaries } from './tools/kubeApiserver.ts';
import { describeMissingTool } from './tools/missingTool.ts';
import { main as test } from './test.ts';

/**
 * Runs the tests against a real kube-apiserver (`npm run test:cluster`), which is built where it is not there yet. Words are
 * passed on as filters on the names of files.
 */
export async function main(words: readonly string[]): Promise<number> {
  process.stdout.write('Looking for kube-apiserver; a first build takes some twenty minutes …\n');
  const found = await kubeBinaries({ build: true });
  if (found.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(found.failure)}\n`);
    return 1;
  }
  return test(['--cluster', ...words]);
}
