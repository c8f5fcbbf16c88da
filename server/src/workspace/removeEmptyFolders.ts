import { rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClusterPlan } from './clusterPlan.ts';

/** Takes away the folders that are empty without the files that a plan has deleted. */
export function removeEmptyFolders(top: string, texts: ClusterPlan['texts']): void {
  for (const [file, { after }] of texts) {
    if (after !== undefined) continue;
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      try {
        rmdirSync(join(top, folder));
      } catch {
        // Something else is in it.
        break;
      }
    }
  }
}
