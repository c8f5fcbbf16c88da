import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BuildCase } from '../../scripts/oracle/oracle.ts';
import { readRepository } from '../../scripts/repository.ts';
import { AnalysisHost } from '../src/analysis/analysisHost.ts';
import { rootFiles } from '../src/analysis/rootFiles.ts';
import { repositoryFolders } from './environment.ts';
import { completed } from './fixtureAnalysis.ts';

/** Every root of the bundled fleets and of the public repositories that are named, as a case of its own. */
export function repositoryCases(): readonly BuildCase[] {
  const fixtures = resolve(import.meta.dirname, '..', '..', 'test-fixtures');
  const named = repositoryFolders();
  const folders = named.kind === 'ok' ? named.value : [];
  return [
    join(fixtures, 'argocd-fleet'),
    join(fixtures, 'flux-fleet'),
    ...folders.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [] : [join(folder, entry.name)],
      ),
    ),
  ].flatMap(casesOf);
}

/** Only the files that the build of a root reads; roots that read other than texts are left out. */
function casesOf(folder: string): readonly BuildCase[] {
  const change = readRepository(folder);
  const host = new AnalysisHost();
  host.apply(change);
  const analysis = host.analysis();
  return analysis.roots().flatMap((target) => {
    const files: Record<string, string> = {};
    for (const path of completed(rootFiles(analysis, [target])).files) {
      const entry = change.entries?.get(path);
      const content = entry?.kind === 'file' ? change.contents?.get(entry.content) : undefined;
      if (content?.kind !== 'text') return [];
      files[path] = content.text;
    }
    return [{ files, target }];
  });
}
