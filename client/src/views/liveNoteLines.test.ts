import { expect, test } from 'vitest';
import type { LiveApplication, LiveRow } from '../../../server/src/protocol/live.ts';
import { notesByLine } from './liveNoteLines.ts';

const drift: LiveRow = {
  resource: 'Deployment.apps/shop/web',
  path: '/spec/replicas',
  verdict: 'drift',
  tier: 'availability',
  counts: true,
  want: '2',
  have: '5',
  willRevert: true,
  place: { uri: 'file:///fleet/web.yaml', line: 7 },
};

function application(rows: readonly LiveRow[]): LiveApplication {
  const name = { id: 'web', name: 'web', namespace: 'argocd', kind: 'Application' };
  return { ...name, rows, gaps: 0, uri: 'strata:/web' };
}

test('what differs stands at its line, once for each application that has it', () => {
  const notes = notesByLine([application([drift]), application([drift])]);
  expect(notes.get('file:///fleet/web.yaml')?.get(7)).toHaveLength(2);
});

test('what another controller sets, what is ignored and what no line says is left out', () => {
  const { place, ...nowhere } = drift;
  const ofOther = { ...drift, verdict: 'ownedByOther', counts: false };
  const ignored = {
    ...drift,
    verdict: 'extraManual',
    counts: false,
    ignoredBy: 'ignoreDifferences',
  };
  expect(notesByLine([application([nowhere, ofOther, ignored])]).size).toBe(0);
  expect(place).toEqual({ uri: 'file:///fleet/web.yaml', line: 7 });
});
