import { expect, test } from 'vitest';
import type { ImpactDocument, RootRow } from './impactDocument.ts';
import { impactMarkdown } from './impactMarkdown.ts';

/** A document in which a root is told. */
function documentOf(row: Pick<RootRow, 'gaps'> & Partial<RootRow>): ImpactDocument {
  const root: RootRow = { root: 'web', status: 'unknown', resources: [], dangers: [], ...row };
  const rest = { applications: [], clusters: [], looseEnds: [], crossings: [] };
  return { base: 'a'.repeat(40), head: 'worktree', roots: [root], ...rest };
}

test.each(['@acme/all', '<img src=x>', '# No danger', '</details>'])(
  'a message of several lines stays a text: %s',
  (text) => {
    const message = `charts/web: it fails:\n\n${text}\r\n\nand ends`;
    const gap = { kind: 'chart', detail: message, changed: true } as const;
    const unknown = impactMarkdown(documentOf({ gaps: [gap] }));
    expect(unknown).toContain(`\`charts/web: it fails: ${text} and ends\``);
    const failures = [{ code: 'values.invalid', message }];
    const failed = impactMarkdown(documentOf({ gaps: [], status: 'fails', failures }));
    expect(failed.split('\n').filter((line) => line.includes('and ends'))).toEqual([
      expect.stringMatching(/^- charts\/web: it fails: .* and ends$/),
    ]);
  },
);

test('applications of which the same is unknown are one row with their number', () => {
  const why = 'It makes applications for clusters that are not all known here.';
  const open = { name: 'web', kind: 'ApplicationSet', cluster: null, certainty: 'open', why };
  const none = { resources: [], gaps: [], dangers: [], approvals: [], object: false };
  const rows = ['one', 'two', 'three'].map((namespace) => ({
    ...{ ...open, ...none, namespace, status: 'unknown' },
  })) as unknown as ImpactDocument['applications'];
  const document = { ...documentOf({ gaps: [], status: 'touched' }), applications: rows };
  expect(impactMarkdown(document).match(/\| web \|.*/g)).toEqual([
    expect.stringContaining('| unknown, 3 alike, not certain: it makes'),
  ]);
});
