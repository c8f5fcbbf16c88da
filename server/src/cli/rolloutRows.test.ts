import { expect, test } from 'vitest';
import type { RolloutStand } from '../analysis/rollout.ts';
import type { Output } from './io.ts';
import { rolloutText, type RolloutRow } from './rolloutRows.ts';

const plainOutput: Output = { colors: false, terminal: false, write: () => undefined };
const answer = {
  commit: '4f1d2c7a9b3e5f60718293a4b5c6d7e8f9012345',
  subject: 'Log less',
  open: 0,
  read: { rows: [], failures: [], generators: [], unobserved: [] },
};

function row(cluster: string, wave: number | undefined, stand: RolloutStand): RolloutRow {
  const target = {
    cluster,
    name: 'web',
    namespace: 'argocd',
    kind: 'Application',
    change: 'changed',
  } as const;
  return { target, status: undefined, stand, wave };
}

test('the headline counts, and what is not healthy stands with its reason', () => {
  const opensAt = '2026-12-07T09:00:00.000Z';
  const rows = [
    row('dev', 0, { kind: 'healthy' }),
    row('staging', 1, { kind: 'failed', reason: 'Failed' }),
    row('eu', 2, { kind: 'waiting', for: 'window', opensAt }),
    row('us', 3, { kind: 'waiting', for: 'sync' }),
    row('edge', undefined, { kind: 'unknown', why: 'notInClone' }),
  ];
  expect(rolloutText(plainOutput, { ...answer, rows })).toMatchInlineSnapshot(`
    "4f1d2c7 Log less
    1 of 5 healthy · 1 failed · 2 waiting (wave 2; window opens 2026-12-07T09:00:00.000Z) · 1 unknown

    cluster  application  wave  stand
    staging  web          1     failed: Failed
    eu       web          2     waiting: for a sync window, which opens 2026-12-07T09:00:00.000Z
    us       web          3     waiting: to be synced
    edge     web                unknown: what runs is not in the local clone
    "
  `);
});

test('a change that is through everywhere is one line, and one of nothing says so', () => {
  const rows = [row('dev', 0, { kind: 'healthy' })];
  expect(rolloutText(plainOutput, { ...answer, rows })).toBe('4f1d2c7 Log less\n1 of 1 healthy\n');
  expect(rolloutText(plainOutput, { ...answer, rows: [] })).toBe(
    '4f1d2c7 Log less: it changes no application.\n',
  );
});

test('whom nobody could ask is said', () => {
  const read = { ...answer.read, unobserved: ['edge'] };
  const rows = [row('edge', 0, { kind: 'unknown', why: 'notSeen' })];
  expect(rolloutText(plainOutput, { ...answer, rows, open: 2, read })).toContain(
    '? 2 more on clusters that nobody can tell\n? no context for edge\n',
  );
});
