import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle, type BuildCase } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { readRepository } from '../../../scripts/repository.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { rootFiles } from '../../src/analysis/rootFiles.ts';
import { describeWith, howMany, repositoryFolders, testSeed } from '../environment.ts';
import { completed } from '../fixtureAnalysis.ts';
import { mutate, type Files } from '../mutate.ts';
import { compareCases, explain } from './compare.ts';
import { Random } from './generate/random.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');

/** Every root of a repository as a case of its own: only the files that its build reads. */
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

/** The bundled fleets and, where they are named, public repositories. */
function repositories(): readonly string[] {
  const fixtures = join(root, 'test-fixtures');
  const named = repositoryFolders();
  const folders = named.kind === 'ok' ? named.value : [];
  return [
    join(fixtures, 'argocd-fleet'),
    join(fixtures, 'flux-fleet'),
    ...folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
  ];
}

describeWith('mutated repositories', await oraclePath(), { tests: 1 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program, { workers: 2 });
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('build to the bytes of kustomize, or fail where it fails', async () => {
    const cases = repositories().flatMap(casesOf);
    const first = testSeed() * 1_000_003;
    const count = howMany({ fixed: 400, long: 5_000 });
    const seeds = Array.from({ length: count }, (_, index) => first + index);
    const mutated = (seed: number): BuildCase => {
      const random = new Random(seed);
      const { files: before, target } = random.pick(cases);
      let files: Files = before;
      for (let left = random.whole(1, 3); left > 0; left -= 1) files = mutate(files, random);
      return { files, target };
    };
    const { built, differences } = await compareCases(oracle, seeds, mutated);
    process.stdout.write(
      `mutations of ${cases.length} roots from seed ${first}: ${count}, of which kustomize builds ${built}\n`,
    );
    const explanations = [];
    for (const difference of differences) {
      explanations.push(await explain(oracle, difference));
    }
    expect(explanations.join('\n\n')).toBe('');
  });
});
