import { expect, test } from 'vitest';
import { standOf } from './rolloutStand.ts';
import type { Revision, UnitStatus } from './unitStatus.ts';

const git = (hash: string): Revision => ({ kind: 'git', name: undefined, hash, text: hash });
const base: UnitStatus = {
  controller: 'argocd',
  kind: 'Application',
  namespace: 'argocd',
  name: 'web',
  sync: 'inSync',
  certain: true,
  health: 'healthy',
  stuck: false,
  desired: [git('new')],
  attempted: [git('new')],
  deployed: [git('new')],
  lastSyncAt: undefined,
  checkedAt: undefined,
  failure: undefined,
  suspendedBy: undefined,
  autoSync: true,
  history: [],
  why: undefined,
  destination: { server: '', name: '' },
};
const failure = {
  stage: 'apply',
  reason: 'Failed',
  message: '',
  since: undefined,
  retry: undefined,
} as const;
const old = [git('old')];
const window = { project: 'shop', opensAt: '2026-12-07T09:00:00.000Z' };

/** The clone knows `old`, which does not have the commit, and `new`, which does. */
const contains = (hash: string): boolean | undefined =>
  hash === 'new' ? true : hash === 'old' ? false : undefined;

test.each<[string, Partial<UnitStatus> | undefined, string]>([
  ['it runs and does well', {}, 'healthy'],
  ['it runs, and nobody looks at its health', { health: 'notAssessed' }, 'healthy'],
  ['it is on its way up', { health: 'progressing' }, 'progressing'],
  ['it runs and does badly', { health: 'degraded' }, 'unhealthy degraded'],
  ['its canary pauses', { health: 'suspended' }, 'waiting suspended'],
  ['it is held back since', { health: 'suspended', sync: 'suspended' }, 'healthy'],
  ['it runs, though drift is on top', { sync: 'drifted' }, 'healthy'],
  ['another revision runs', { deployed: old, sync: 'pendingChange' }, 'waiting sync'],
  ['a window is closed', { deployed: old, sync: 'waiting', window }, 'waiting window'],
  ['it is held back', { deployed: old, sync: 'suspended' }, 'waiting suspended'],
  ['it is applied now', { deployed: old, sync: 'applying' }, 'applying'],
  ['it could not be applied', { deployed: old, sync: 'failed', failure }, 'failed Failed'],
  [
    'its objects are there, and did not get healthy',
    {
      deployed: old,
      sync: 'failed',
      failure: { ...failure, stage: 'health', reason: 'HealthCheckFailed' },
    },
    'unhealthy HealthCheckFailed',
  ],
  ['nothing was ever synced', { deployed: [], sync: 'neverSeen' }, 'waiting firstSync'],
  ['nobody was asked', undefined, 'unknown notSeen'],
  ['the clone lacks what runs', { deployed: [git('other')] }, 'unknown notInClone'],
  [
    'a version of a chart says nothing of commits',
    { deployed: [{ kind: 'helm', name: '1.2.3', hash: undefined, text: '1.2.3' }] },
    'unknown noCommit',
  ],
  ['its controller does not know', { deployed: old, sync: 'unknown' }, 'unknown controllerUnsure'],
  ['of two sources one has it', { deployed: [git('other'), git('new')] }, 'healthy'],
])('%s', (_title, more, expected) => {
  const stand = standOf(more && { ...base, ...more }, contains);
  const word =
    'reason' in stand ? stand.reason : 'for' in stand ? stand.for : 'why' in stand ? stand.why : '';
  expect(`${stand.kind} ${word}`.trim()).toBe(expected);
});
