import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BuildCase } from '../../../scripts/oracle/oracle.ts';
import { buildWithStrata } from '../../../scripts/oracle/strata.ts';
import { conformanceFolder, describeWith } from '../environment.ts';

/** A case of kustomize's own tests, as the README beside the cases describes it. */
interface RecordedCase extends BuildCase {
  readonly id: string;
  readonly expect: { readonly yaml?: string; readonly error?: string };
  readonly scope: 'in' | 'out';
}

describeWith(
  "kustomize's own tests",
  conformanceFolder('kustomize/cases'),
  { tests: 487 },
  (folder) => {
    const topics = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort();
    const counts = { cases: 0, yaml: 0, errors: 0 };

    for (const topic of topics) {
      const cases = readCases(join(folder, topic)).filter(({ scope }) => scope === 'in');
      if (cases.length === 0) {
        continue;
      }
      describe(topic.replace('.jsonl', ''), () => {
        test.each(cases)('$id', (recorded) => {
          counts.cases += 1;
          const result = buildWithStrata(recorded);
          if (recorded.expect.yaml === undefined) {
            expect(result, `kustomize fails: ${recorded.expect.error ?? ''}`).toMatchObject({
              kind: 'failed',
            });
            counts.errors += 1;
          } else {
            expect(result).toEqual({ kind: 'ok', value: recorded.expect.yaml });
            counts.yaml += 1;
          }
        });
      });
    }

    test('are all there', () => {
      expect(counts.cases).toBe(486);
    });

    afterAll(() => {
      const { cases, yaml, errors } = counts;
      process.stdout.write(
        `kustomize's own tests: ${yaml} with equal bytes and ${errors} that fail, of ${cases}\n`,
      );
    });
  },
);

function readCases(path: string): readonly RecordedCase[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCase);
}
