import { expect, test } from 'vitest';
import type { JsonMap } from '../json.ts';
import { lastAttempt } from './lastAttempt.ts';

function application(operationState: JsonMap): JsonMap {
  return { kind: 'Application', status: { operationState } };
}

const times = { startedAt: '2026-11-30T08:00:00Z', finishedAt: '2026-11-30T08:00:07Z' };

test.each([
  [{ phase: 'Succeeded', ...times }, true],
  [{ phase: 'Failed', ...times }, false],
  [{ phase: 'Error', ...times }, false],
])('an operation of Argo CD that ended: %o', (operation, succeeded) => {
  const expected = { id: times.startedAt, endedAt: times.finishedAt, succeeded };
  expect(lastAttempt(application(operation))).toEqual(expected);
});

test.each([
  [{ phase: 'Running', ...times }],
  [{ phase: 'Succeeded', operation: { sync: { dryRun: true } }, ...times }],
  [{}],
])('what runs, or does nothing, is no attempt that ended: %o', (operation) => {
  expect(lastAttempt(application(operation))).toBeUndefined();
});

function kustomization(status: string, reason: string): JsonMap {
  const since = '2026-11-30T09:00:00Z';
  return {
    kind: 'Kustomization',
    status: {
      conditions: [{ type: 'Ready', status, reason, lastTransitionTime: since }],
      lastAppliedRevision: 'main@sha1:aaaa',
      lastAttemptedRevision: 'main@sha1:bbbb',
    },
  };
}

test('Flux tells success by the revision, and a failure by its time, too', () => {
  expect(lastAttempt(kustomization('True', 'ReconciliationSucceeded'))).toEqual({
    id: 'applied main@sha1:aaaa',
    endedAt: undefined,
    succeeded: true,
  });
  expect(lastAttempt(kustomization('False', 'BuildFailed'))).toEqual({
    id: 'failed main@sha1:bbbb 2026-11-30T09:00:00Z',
    endedAt: '2026-11-30T09:00:00Z',
    succeeded: false,
  });
});

test.each([
  ['False', 'DependencyNotReady'],
  ['Unknown', 'Progressing'],
])('Flux has not tried what is %s for %s', (status, reason) => {
  expect(lastAttempt(kustomization(status, reason))).toBeUndefined();
});
