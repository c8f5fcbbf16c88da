import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { compareCases, explain } from './compare.ts';
import { generateCase } from './generate/tree.ts';

describeWith('generated kustomizations', await oraclePath(), { tests: 1 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program, { workers: 2 });
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('build to the bytes of kustomize, or fail where it fails', async () => {
    const count = howMany({ fixed: 600, long: 20_000 });
    const first = testSeed() * 1_000_003;
    const seeds = Array.from({ length: count }, (_, index) => first + index);
    const { cases, built, differences } = await compareCases(oracle, seeds, generateCase);
    process.stdout.write(
      `generated kustomizations from seed ${first}: ${cases}, of which kustomize builds ${built}\n`,
    );
    const explanations = [];
    for (const difference of differences) {
      explanations.push(await explain(oracle, difference));
    }
    expect(explanations.join('\n\n')).toBe('');
  });
});
