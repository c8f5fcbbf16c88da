import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle, type BuildCase } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { mutate, type Files } from '../mutate.ts';
import { repositoryCases } from '../repositoryCases.ts';
import { compareCases, explain } from './compare.ts';
import { Random } from './generate/random.ts';

describeWith('mutated repositories', await oraclePath(), { tests: 1 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program, { workers: 2 });
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('build to the bytes of kustomize, or fail where it fails', async () => {
    const cases = repositoryCases();
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
