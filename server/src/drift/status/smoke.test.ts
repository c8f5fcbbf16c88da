import { expect, test } from 'vitest';
import type { JsonMap } from '../json.ts';
import { joinSmoke, smokeOfObjects, smokeOfUnit } from './smoke.ts';

function synced(...resources: readonly JsonMap[]): JsonMap {
  return { kind: 'Application', status: { operationState: { syncResult: { resources } } } };
}

const hook = { kind: 'Job', name: 'smoke', hookType: 'PostSync', hookPhase: 'Succeeded' };

test('hooks after the sync of Argo CD tell, and nothing else that it synced', () => {
  const deployed = { kind: 'Deployment', name: 'web', status: 'Synced' };
  const migration = { ...hook, name: 'migrate', hookType: 'PreSync' };
  expect(smokeOfUnit(synced(deployed, migration))).toBeUndefined();
  expect(smokeOfUnit(synced(deployed, hook))).toMatchObject({
    state: 'passed',
    from: ['Job/smoke'],
  });
  const running = { ...hook, name: 'slow', hookPhase: 'Running' };
  expect(smokeOfUnit(synced(hook, running))).toMatchObject({
    state: 'running',
    from: ['Job/slow'],
  });
  const failed = { ...hook, name: 'bad', hookPhase: 'Failed', message: 'exit code 1' };
  expect(smokeOfUnit(synced(hook, running, failed))).toEqual({
    state: 'failed',
    from: ['Job/bad'],
    message: 'exit code 1',
  });
});

test('a Helm release tells of its tests, once there were any', () => {
  const release = (status: string): JsonMap => ({
    kind: 'HelmRelease',
    status: { conditions: [{ type: 'TestSuccess', status, message: 'told' }] },
  });
  expect(smokeOfUnit(release('True'))).toMatchObject({ state: 'passed', from: ['helm test'] });
  expect(smokeOfUnit(release('False'))).toMatchObject({ state: 'failed', message: 'told' });
  expect(smokeOfUnit(release('Unknown'))).toMatchObject({ state: 'running' });
  expect(smokeOfUnit({ kind: 'HelmRelease', status: {} })).toBeUndefined();
  expect(smokeOfUnit({ kind: 'Kustomization' })).toBeUndefined();
});

test('analyses of Argo Rollouts and of Flagger tell', () => {
  const rollout = (status: string): JsonMap => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web' },
    status: { canary: { currentStepAnalysisRunStatus: { name: 'web-7f-2', status } } },
  });
  const canary = (phase: string): JsonMap => ({
    apiVersion: 'flagger.app/v1beta1',
    kind: 'Canary',
    metadata: { name: 'web' },
    status: { phase },
  });
  const stateOf = (one: JsonMap): string | undefined => smokeOfObjects([one])?.state;
  expect(
    ['Successful', 'Running', 'Failed', 'Inconclusive', 'Error'].map((one) =>
      stateOf(rollout(one)),
    ),
  ).toEqual(['passed', 'running', 'failed', 'failed', 'failed']);
  expect(
    ['Succeeded', 'Progressing', 'Failed', 'Initialized'].map((one) => stateOf(canary(one))),
  ).toEqual(['passed', 'running', 'failed', undefined]);
  expect(joinSmoke([smokeOfUnit(synced(hook)), smokeOfObjects([canary('Failed')])])).toMatchObject({
    state: 'failed',
    from: ['Canary/web'],
  });
});
