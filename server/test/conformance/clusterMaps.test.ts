import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRepositories, hasCommit, type GitRepository } from '../../../scripts/repository.ts';
import type { MissingTool } from '../../../scripts/tools/missingTool.ts';
import { applicationRows } from '../../src/analysis/applicationRows.ts';
import { chainResult, failed, ok, type Result } from '../../src/util/result.ts';
import { openRevision } from '../../src/workspace/revision.ts';
import { conformanceFolder, describeWith, repositoryFolders } from '../environment.ts';

/** The applications of a public repository, derived by hand; the README of the folder has more. */
interface ClusterMap {
  readonly commit: string;
  readonly applications: readonly {
    /** As its file has it: before prefixes and suffixes. */
    readonly app: string;
    readonly cluster: string;
    readonly path: string;
    readonly path_exists: boolean;
  }[];
}

const { signal } = new AbortController();

describeWith('the clusters of operate-first/apps', findNeed(), { tests: 1 }, (need) => {
  test(
    'every application is on its cluster, and no other is there',
    { timeout: 120_000 },
    async () => {
      const { gitFolder } = need.repository;
      const revision = await openRevision(gitFolder, need.map.commit, { signal });
      if (revision.kind === 'failed') throw new Error(revision.failure.message);
      const rows = await revision.value.complete(applicationRows, signal);
      const own = rows.filter(({ sources }) => sources.some(({ isHere }) => isHere));
      const found = own.map(({ cluster, path, pathExists }) => [cluster, path, pathExists]);
      const recorded = need.map.applications.map((one) => [one.cluster, one.path, one.path_exists]);
      expect(sorted(found)).toEqual(sorted(recorded));
      // Names may have got a prefix or a suffix on the way.
      for (const { app, cluster, path } of need.map.applications) {
        const row = own.find((one) => one.cluster === cluster && one.path === path);
        expect(row?.name).toContain(app);
      }
    },
  );
});

function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows.map((row) => row.join(' ')).sort();
}

interface Need {
  readonly map: ClusterMap;
  readonly repository: GitRepository;
}

function findNeed(): Result<Need, MissingTool> {
  return chainResult(conformanceFolder('cluster-maps'), (folder) => {
    const text = readFileSync(join(folder, 'operate-first-apps.json'), 'utf8');
    const map = JSON.parse(text) as ClusterMap;
    return chainResult(repositoryFolders(), (folders) => {
      const repository = folders
        .flatMap((parent) => findRepositories(parent))
        .find((one) => hasCommit(one, map.commit));
      return repository === undefined
        ? failed({
            tool: 'operate-first/apps with its history',
            reason: 'put it into a folder that $STRATA_REPOS names.',
          })
        : ok({ map, repository });
    });
  });
}
