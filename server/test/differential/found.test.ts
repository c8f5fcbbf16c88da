import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { buildWithStrata } from '../../../scripts/oracle/strata.ts';
import { describeWith } from '../environment.ts';
import { parseFixture } from '../fixture.ts';
import { foundCases } from './foundCases.ts';

describeWith(
  'what comparing with kustomize has found',
  await oraclePath(),
  { tests: foundCases.length },
  (program) => {
    let oracle: Oracle;

    beforeAll(() => {
      oracle = new Oracle(program);
    });

    afterAll(() => {
      oracle.dispose();
    });

    test.each(foundCases)('$name', async ({ fixture }) => {
      const input = { files: Object.fromEntries(parseFixture(fixture).files), target: '.' };
      const [kustomize] = await oracle.build([input]);
      const strata = buildWithStrata(input);
      if (kustomize?.kind === 'failed') {
        expect(strata, kustomize.failure).toMatchObject({ kind: 'failed' });
      } else {
        expect(strata).toEqual(kustomize);
      }
    });
  },
);
