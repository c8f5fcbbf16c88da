import { afterAll, beforeAll, expect, test } from 'vitest';
import { FluxOracle, type FluxCase } from '../../../scripts/oracle/fluxOracle.ts';
import { fluxOraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { expandFluxKustomization } from '../../src/flux/expand.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { databaseOf } from '../fluxTree.ts';
import { generateFluxCase } from './fluxCases.ts';

describeWith('generated Kustomizations of Flux', await fluxOraclePath(), { tests: 1 }, (path) => {
  let oracle: FluxOracle;

  beforeAll(() => {
    oracle = new FluxOracle(path);
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('give the bytes of Flux, or fail where it fails', async () => {
    const count = howMany({ fixed: 100, long: 1_000 });
    const first = testSeed() * 1_000_003;
    const seeds = Array.from({ length: count }, (_, index) => first + index);
    const cases = seeds.map(generateFluxCase);
    const answers = await oracle.expand(cases);
    const differences = answers.flatMap((real, index) => {
      const [one, seed] = [cases[index], seeds[index]];
      if (one === undefined || seed === undefined) return [];
      const ours = expand(one);
      const isSame = real.kind === 'ok' ? ours === real.value : ours === undefined;
      return isSame
        ? []
        : [explain(seed, one, real.kind === 'ok' ? real.value : real.failure, ours)];
    });
    const built = answers.filter(({ kind }) => kind === 'ok').length;
    process.stdout.write(
      `generated Kustomizations of Flux from seed ${first}: ${count}, of which Flux builds ${built}\n`,
    );
    expect(differences.slice(0, 3).join('\n\n')).toBe('');
  }, 1_800_000);
});

/** The YAML, or `undefined` where the controller would fail. */
function expand(one: FluxCase): string | undefined {
  const result = expandFluxKustomization('kustomization.yaml', one.kustomization, {
    reader: databaseOf(one.files),
    with: [...one.configMaps, ...one.secrets].map((text, index) => ({
      file: `with-${index}.yaml`,
      text,
    })),
    strict: one.options.strict,
  });
  return 'yaml' in result ? result.yaml : undefined;
}

function explain(seed: number, one: FluxCase, real: string, ours: string | undefined): string {
  const files = Object.entries(one.files).map(([path, text]) => `# file: ${path}\n${text}`);
  return [
    `seed ${seed}`,
    one.kustomization,
    ...files,
    `--- Flux\n${real}`,
    `--- Strata\n${ours ?? 'fails'}`,
  ].join('\n');
}
