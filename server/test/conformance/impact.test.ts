import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRepositories, hasCommit, type GitRepository } from '../../../scripts/repository.ts';
import type { MissingTool } from '../../../scripts/tools/missingTool.ts';
import type { RenderStatus } from '../../src/layers/compareRenders.ts';
import { chainResult, failed, ok, type Result } from '../../src/util/result.ts';
import { impactOf } from '../../src/workspace/impact.ts';
import { openSides } from '../../src/workspace/sides.ts';
import { conformanceFolder, describeWith, repositoryFolders } from '../environment.ts';

/** A commit as kustomize builds it before and after; the README of the folder says how it was recorded. */
interface Recording {
  readonly commit: string;
  readonly parent: string;
  readonly roots: readonly RecordedRoot[];
  readonly apps: readonly RecordedApplication[];
}

/** An application whose output or object changed. */
interface RecordedApplication {
  readonly cluster: string;
  readonly path?: string;
  readonly path_before?: string | null;
  readonly path_after?: string | null;
}

interface RecordedRoot {
  readonly path: string;
  readonly type: string;
  /** False for roots that were built although no file that they read had changed. */
  readonly reachable: boolean;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly changed: boolean | null;
  /** The same without what cannot be had: remote sources, charts and plugins. */
  readonly partial?: {
    readonly before: Outcome;
    readonly changed?: boolean;
    readonly dropped_changed: boolean;
  };
}

type Outcome = 'ok' | 'fail' | 'absent';

const { signal } = new AbortController();

describeWith('the commits of operate-first/apps', findNeed(), { tests: 50 }, (need) => {
  test.each(
    need.recordings.map((recording) => [recording.commit.slice(0, 12), recording] as const),
  )(
    '%s changes the roots and applications that kustomize builds to something else, and no other one',
    { timeout: 60_000 },
    async (_commit, { commit, parent, roots, apps }) => {
      const request = { base: parent, head: commit };
      const sides = await openSides(need.repository.gitFolder, { request, exact: true }, signal);
      if (sides.kind === 'failed') throw new Error(sides.failure);
      const impact = await impactOf(
        sides.value,
        {
          render: { restrictions: 'none', reorder: 'legacy' },
          shard: { index: 0, count: 1 },
          pause: () => Promise.resolve(),
        },
        signal,
      );
      const found = new Map(impact.roots.map(({ root, status }) => [root, status]));
      // A plain folder that an application points at is no root.
      const recorded = roots.filter(({ type }) => type === 'kustomize');
      const wrong = recorded.flatMap((root) => {
        const status = found.get(root.path);
        return expected(root).includes(status) ? [] : [`${root.path}: ${String(status)}`];
      });
      expect(wrong).toEqual([]);
      const known = new Set(recorded.map(({ path }) => path));
      expect([...found.keys()].filter((root) => !known.has(root))).toEqual([]);
      const changed = new Set(apps.map((app) => `${app.cluster} ${pathOf(app)}`));
      // Where kustomize builds nothing even without what cannot be had, nobody has recorded the rest.
      const unrecorded = new Set(
        recorded.flatMap(({ path, before, after, partial }) => {
          const builds = partial === undefined ? [before, after] : [partial.before];
          return builds.every((outcome) => outcome === 'fail') ? [path] : [];
        }),
      );
      const told = impact.applications.flatMap(({ row, status, objectChanged }) => {
        const isOurs = row.sources.some(({ isHere }) => isHere);
        const isTold = status !== 'touched' || objectChanged;
        return isOurs && isTold && !unrecorded.has(row.path ?? '')
          ? [`${row.cluster ?? '?'} ${row.path ?? ''}`]
          : [];
      });
      expect([...new Set(told)].sort()).toEqual([...changed].sort());
    },
  );
});

function pathOf({ path, path_after, path_before }: RecordedApplication): string {
  return path ?? path_after ?? path_before ?? '';
}

/** What a root may be called; `undefined` where it need not be told at all. */
function expected({
  before,
  after,
  changed,
  partial,
  reachable,
}: RecordedRoot): readonly (RenderStatus | undefined)[] {
  if (after === 'absent') return ['deleted'];
  if (after === 'fail' && before !== 'fail') return ['fails'];
  if (before === 'absent') return ['created'];
  if (before === 'fail' && after === 'ok') return ['fixed'];
  if (before === 'ok') return changed === true ? ['changed'] : ['touched', ...untold(reachable)];
  // Where kustomize builds nothing even without what cannot be had, it says nothing of the rest.
  if (partial === undefined || partial.before === 'fail') return ['changed', 'touched', 'unknown'];
  if (partial.changed === true) return ['changed'];
  return [partial.dropped_changed ? 'unknown' : 'touched', ...untold(reachable)];
}

function untold(reachable: boolean): readonly undefined[] {
  return reachable ? [] : [undefined];
}

interface Need {
  readonly recordings: readonly Recording[];
  readonly repository: GitRepository;
}

function findNeed(): Result<Need, MissingTool> {
  return chainResult(conformanceFolder('impact/operate-first-apps'), (folder) => {
    const recordings = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording);
    return chainResult(repositoryFolders(), (folders) => {
      const repository = folders
        .flatMap((parent) => findRepositories(parent))
        .find((one) => recordings.every(({ commit }) => hasCommit(one, commit)));
      return repository === undefined
        ? failed({
            tool: 'operate-first/apps with its history',
            reason: 'put it into a folder that $STRATA_REPOS names.',
          })
        : ok({ recordings, repository });
    });
  });
}
