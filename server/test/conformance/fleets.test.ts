import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRoot } from '../../../scripts/oracle/strata.ts';
import { readRepository } from '../../../scripts/repository.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';

const fixtures = resolve(import.meta.dirname, '..', '..', '..', 'test-fixtures');
const host = new AnalysisHost();
host.apply(readRepository(fixtures));
const analysis = host.analysis();

/** Roots that `kustomize build` built when test-fixtures/record.mjs ran; components have no output. */
const roots = analysis.roots().filter((root) => existsSync(recording(root)));

describe('the bundled fleets', () => {
  test('have all their recordings', () => {
    expect(roots).toHaveLength(50);
  });

  test.each(roots)('%s builds to what kustomize built', (root) => {
    expect(buildRoot(analysis, root)).toEqual({
      kind: 'ok',
      value: readFileSync(recording(root), 'utf8'),
    });
  });
});

function recording(root: string): string {
  return join(fixtures, 'expected', `${root}.yaml`);
}
