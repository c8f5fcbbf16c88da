import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRoot } from '../../../scripts/oracle/strata.ts';
import {
  checkOut,
  findRepositories,
  readRepository,
  type GitRepository,
} from '../../../scripts/repository.ts';
import type { MissingTool } from '../../../scripts/tools/missingTool.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { chainResult, failed, ok, type Result } from '../../src/util/result.ts';
import { conformanceFolder, describeWith, repositoryFolders } from '../environment.ts';

/** What kustomize made of each root of a public repository; the README of the folder says how. */
interface Recording {
  readonly commit: string;
  readonly roots: Readonly<Record<string, { readonly ok: boolean; readonly sha256?: string }>>;
}

interface Need {
  readonly recording: Recording;
  readonly repository: GitRepository;
}

describeWith('the roots of operate-first/apps', findNeed(), { tests: 1 }, (need) => {
  const host = new AnalysisHost();
  const temporary = mkdtempSync(join(tmpdir(), 'strata-render-'));

  beforeAll(() => {
    const folder = join(temporary, 'tree');
    checkOut(need.repository.gitFolder, folder);
    host.apply(readRepository(folder));
  });

  afterAll(() => {
    rmSync(temporary, { recursive: true, force: true });
  });

  test('build to the recorded bytes, or fail where kustomize fails', () => {
    const analysis = host.analysis();
    const recorded = Object.entries(need.recording.roots);
    const wrong: string[] = [];
    let built = 0;
    for (const [root, { ok: builds, sha256 = '' }] of recorded) {
      const result = buildRoot(analysis, root === '.' ? '' : root);
      built += result.kind === 'ok' ? 1 : 0;
      const isRight =
        result.kind === 'ok' ? builds && hash(result.value).startsWith(sha256) : !builds;
      if (!isRight) {
        wrong.push(root);
      }
    }
    process.stdout.write(
      `operate-first/apps: ${recorded.length} roots, ${built} built, ${wrong.length} wrong\n`,
    );
    expect(wrong).toEqual([]);
    expect(recorded.length).toBe(1_168);
  });
});

function findNeed(): Result<Need, MissingTool> {
  return chainResult(conformanceFolder('render'), (folder) => {
    const text = readFileSync(join(folder, 'operate-first-apps.json'), 'utf8');
    const recording = JSON.parse(text) as Recording;
    return chainResult(repositoryFolders(), (folders) => {
      const repository = folders
        .flatMap((parent) => findRepositories(parent))
        .find(({ commit }) => commit.startsWith(recording.commit));
      return repository === undefined
        ? failed({
            tool: `operate-first/apps at ${recording.commit}`,
            reason: 'put it into a folder that $STRATA_REPOS names.',
          })
        : ok({ recording, repository });
    });
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
