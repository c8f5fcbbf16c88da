import { expect, test } from 'vitest';
import { impactCommitMessage } from './impactCommitMessage.ts';
import type { ImpactDocument, RootRow } from './impactDocument.ts';

function messageOf(root: Pick<RootRow, 'status'> & Partial<RootRow>): string {
  const row: RootRow = { root: 'web', resources: [], dangers: [], gaps: [], ...root };
  const rest = { applications: [], clusters: [], looseEnds: [], crossings: [] };
  const document: ImpactDocument = {
    base: 'a'.repeat(40),
    head: 'worktree',
    roots: [row],
    ...rest,
  };
  return impactCommitMessage(document, 'one root');
}

test('what became of a root is said in one word, also of one that never built', () => {
  expect(messageOf({ status: 'deleted' })).toBe('Impact: one root\n- web: deleted\n');
  expect(messageOf({ status: 'fails' })).toBe('Impact: one root\n- web: no longer builds\n');
  expect(messageOf({ status: 'fails', new: true })).toBe(
    'Impact: one root\n- web: does not build\n',
  );
});
