import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArgocdOracle, type SetCase } from '../../../scripts/oracle/argocdOracle.ts';
import { argocdOraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import type { ClusterSecret } from '../../src/argocd/applicationSet/clusterGenerator.ts';
import { expandApplicationSet } from '../../src/argocd/applicationSet/expandApplicationSet.ts';
import { repositoryOf } from '../../src/argocd/applicationSet/gitGenerator.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { generateSetCase } from './applicationSetCases.ts';

describeWith('generated ApplicationSets', await argocdOraclePath(), { tests: 1 }, (path) => {
  let oracle: ArgocdOracle;

  beforeAll(() => {
    oracle = new ArgocdOracle(path);
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('give the Applications of Argo CD, or fail where it fails', async () => {
    const count = howMany({ fixed: 150, long: 2_000 });
    const first = testSeed() * 1_000_003;
    const cases = Array.from({ length: count }, (_, index) => generateSetCase(first + index));
    const answers = await oracle.expand(cases);
    const differences = answers.flatMap((real, index) => {
      const one = cases[index];
      if (one === undefined) return [];
      const wanted =
        real.kind === 'ok'
          ? textsOf(real.value, one)
          : real.failure.startsWith('panic: ')
            ? 'crashes'
            : 'fails';
      const ours = expand(one);
      return String(wanted) === String(ours)
        ? []
        : [
            `seed ${first + index}\n${one.applicationSet}\n--- Argo CD\n${String(wanted)}\n--- Strata\n${String(ours)}`,
          ];
    });
    const built = answers.filter(({ kind }) => kind === 'ok').length;
    process.stdout.write(
      `generated ApplicationSets from seed ${first}: ${count}, of which Argo CD expands ${built}\n`,
    );
    expect(differences.slice(0, 3).join('\n\n')).toBe('');
  }, 600_000);
});

/** The Applications as texts, or how the controller would end. */
function expand(one: SetCase): readonly string[] | 'fails' | 'crashes' {
  const { applicationSet, files, folders } = one;
  // A folder is in the repository by a file in it, which is none of those that patterns of files find.
  const kept = folders.map((folder) => `${folder}/.keep`);
  const expansion = expandApplicationSet(applicationSet, {
    clusters: one.clusters as readonly ClusterSecret[],
    repository: {
      ...repositoryOf({ paths: Object.keys(files), read: (path) => files[path] }),
      folders: repositoryOf({ paths: kept, read: () => '' }).folders,
    },
    projects: ['default'],
  });
  if ('applications' in expansion) return textsOf(expansion.applications, one);
  return 'crashes' in expansion ? 'crashes' : 'fails';
}

/** Equal objects have equal texts; what a merge gives has no order. */
function textsOf(applications: readonly object[], { applicationSet }: SetCase): readonly string[] {
  const texts = applications.map((application) =>
    JSON.stringify(application, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  );
  return applicationSet.includes('"merge":') ? texts.sort() : texts;
}
