import { describe, expect, test } from 'vitest';
import { below, type JsonMap } from '../json.ts';
import { unitSettings } from '../reverters.ts';
import { argocdStatus, dryRevision } from './argocdStatus.ts';
import { fluxStatus } from './fluxStatus.ts';
import { inventoryOf, readInventoryId } from './inventory.ts';
import { readRevision } from './revision.ts';
import { lastLooks } from './silence.ts';
import { statusParts } from './statusParts.ts';
import type { StatusContext, UnitStatus } from './unitStatus.ts';

const a = 'a'.repeat(40);
const b = 'b'.repeat(40);
const now = '2026-11-30T12:00:00Z';

const context: StatusContext = { now, touches: () => undefined, source: () => undefined };

function application(status: JsonMap | undefined, more: JsonMap = {}): JsonMap {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'web', namespace: 'argocd' },
    spec: { source: { repoURL: 'https://git.example/fleet', path: 'web' } },
    ...(status === undefined ? {} : { status }),
    ...more,
  };
}

function outOfSync(more: JsonMap = {}): JsonMap {
  return {
    sync: { status: 'OutOfSync', revision: b },
    health: { status: 'Healthy' },
    history: [{ revision: a, deployedAt: '2026-11-29T08:00:00Z' }],
    operationState: {
      phase: 'Succeeded',
      syncResult: { revision: a },
      finishedAt: '2026-11-29T08:00:00Z',
    },
    ...more,
  };
}

describe('an Application of Argo CD', () => {
  test('waits for a window of its project, where it would be synced by itself', () => {
    const windows = [{ kind: 'allow', schedule: '0 22 * * *', duration: '1h', clusters: ['*'] }];
    const project = { metadata: { name: 'shop' }, spec: { syncWindows: windows } };
    const spec = {
      project: 'shop',
      destination: { name: 'prod-eu-1' },
      source: { repoURL: 'https://git.example/fleet', path: 'web' },
      syncPolicy: { automated: {} },
    };
    const statusOf = (more: JsonMap, at = now): UnitStatus =>
      argocdStatus(application(outOfSync(), { spec: { ...spec, ...more } }), {
        ...context,
        now: at,
        project: (unit) => (below(unit, 'spec', 'project') === 'shop' ? project : undefined),
      });
    expect(statusOf({})).toMatchObject({
      sync: 'waiting',
      window: { project: 'shop', opensAt: '2026-11-30T22:00:00.000Z' },
    });
    expect(statusOf({}, '2026-11-30T22:10:00Z')).toMatchObject({ sync: 'pendingChange' });
    expect(statusOf({ syncPolicy: {} })).toMatchObject({ sync: 'pendingChange' });
    expect(statusOf({ project: 'other' })).toMatchObject({ sync: 'pendingChange' });
  });

  test.each<[string, JsonMap | undefined, Partial<StatusContext>, Partial<UnitStatus>]>([
    ['has no status yet', undefined, {}, { sync: 'neverSeen' }],
    [
      'runs what Git says',
      { sync: { status: 'Synced', revision: a }, health: { status: 'Healthy' } },
      {},
      { sync: 'inSync', health: 'healthy' },
    ],
    [
      'has a new revision that may touch it',
      outOfSync(),
      {},
      { sync: 'pendingChange', certain: false },
    ],
    [
      'has a new revision that touches it',
      outOfSync(),
      { touches: () => true },
      { sync: 'pendingChange', certain: true },
    ],
    [
      'case 34: has a new revision of other files',
      outOfSync(),
      { touches: () => false },
      { sync: 'drifted' },
    ],
    [
      'was edited at the same revision',
      outOfSync({ sync: { status: 'OutOfSync', revision: a } }),
      {},
      { sync: 'drifted' },
    ],
    [
      'has things to prune alone',
      outOfSync({
        resources: [{ status: 'Synced' }, { status: 'OutOfSync', requiresPruning: true }],
      }),
      {},
      { sync: 'pruneOnly' },
    ],
    [
      'cannot be read where it runs, which Argo CD calls healthy',
      {
        sync: { status: 'Unknown', revision: a },
        health: { status: 'Healthy' },
        conditions: [
          { type: 'ComparisonError', message: 'Failed to load target state: no answer' },
          { type: 'ComparisonError', message: 'Failed to load live state: no answer' },
        ],
      },
      {},
      { sync: 'failed', health: 'unknown' },
    ],
    [
      'is being synced',
      outOfSync({
        operationState: {
          phase: 'Running',
          message: 'waiting for healthy state of Deployment/web',
        },
      }),
      {},
      { sync: 'applying', why: 'waiting for healthy state of Deployment/web' },
    ],
    [
      'waits for its next try: the operation runs and has ended',
      outOfSync({
        operationState: {
          phase: 'Running',
          finishedAt: '2026-11-30T11:00:00Z',
          message: 'one or more objects failed to apply',
          retryCount: 2,
          operation: { retry: { limit: 5 } },
        },
      }),
      {},
      {
        sync: 'failed',
        failure: {
          stage: 'apply',
          reason: 'Running',
          message: 'one or more objects failed to apply',
          since: '2026-11-30T11:00:00Z',
          retry: { count: 2, limit: 5 },
        },
      },
    ],
    [
      'failed at the revision that it should run: it is not tried again',
      outOfSync({
        operationState: {
          phase: 'Failed',
          finishedAt: '2026-11-30T11:00:00Z',
          syncResult: {
            revision: b,
            resources: [{ status: 'SyncFailed', message: 'field is immutable' }],
          },
        },
      }),
      {},
      {
        sync: 'failed',
        failure: {
          stage: 'apply',
          reason: 'Failed',
          message: 'field is immutable',
          since: '2026-11-30T11:00:00Z',
          retry: undefined,
        },
      },
    ],
    [
      'cannot be compared, and the revision is empty',
      {
        sync: { status: 'Unknown', revision: '' },
        conditions: [
          { type: 'ComparisonError', message: 'cluster is unreachable', lastTransitionTime: now },
        ],
      },
      {},
      {
        sync: 'failed',
        desired: [],
        failure: {
          stage: 'compare',
          reason: 'ComparisonError',
          message: 'cluster is unreachable',
          since: now,
          retry: undefined,
        },
      },
    ],
    [
      'is hydrated, and that fails',
      outOfSync({
        sourceHydrator: { currentOperation: { phase: 'Failed', message: 'no manifests' } },
      }),
      {},
      {
        sync: 'failed',
        failure: {
          stage: 'hydrate',
          reason: 'HydrationFailed',
          message: 'no manifests',
          since: undefined,
          retry: undefined,
        },
      },
    ],
    [
      'makes progress for an hour',
      {
        sync: { status: 'Synced', revision: a },
        health: { status: 'Progressing', lastTransitionTime: '2026-11-30T11:00:00Z' },
      },
      {},
      { sync: 'inSync', health: 'progressing', stuck: true },
    ],
  ])('%s', (_name, status, more, expected) => {
    const told = argocdStatus(application(status), { ...context, ...more });
    expect(told).toMatchObject(expected);
    expect(argocdStatus(statusParts(application(status)), { ...context, ...more })).toEqual(told);
  });

  test.each(['Failed', 'Error'])(
    'whose last sync ended with %s has failed, also where nothing differs',
    (phase) => {
      const status = argocdStatus(
        application({
          sync: { status: 'Synced', revision: a },
          health: { status: 'Healthy' },
          operationState: {
            phase,
            message: 'one hook failed',
            syncResult: { revision: a, resources: [{ hookPhase: 'Failed', hookType: 'PostSync' }] },
          },
        }),
        context,
      );
      expect(status).toMatchObject({ sync: 'failed', failure: { message: 'one hook failed' } });
    },
  );

  test('that is being deleted says so', () => {
    const metadata = { name: 'web', namespace: 'argocd', deletionTimestamp: now };
    const status = { sync: { status: 'Synced', revision: a }, health: { status: 'Healthy' } };
    expect(argocdStatus(application(status, { metadata }), context)).toMatchObject({
      sync: 'applying',
      why: `it is being deleted since ${now}`,
    });
  });

  test('with several sources is compared index by index', () => {
    const sources = [
      { repoURL: 'r', path: 'p' },
      { repoURL: 'c', chart: 'web' },
    ];
    const status = {
      sync: { status: 'OutOfSync', revisions: [a, '1.3.0'] },
      history: [{ revisions: [a, '1.2.0'], deployedAt: now }],
    };
    const read = argocdStatus(application(status, { spec: { sources } }), {
      ...context,
      touches: () => true,
    });
    expect(read.sync).toBe('pendingChange');
    expect(read.desired.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      `git ${a}`,
      'helm 1.3.0',
    ]);
    expect(read.deployed.map(({ text }) => text)).toEqual([a, '1.2.0']);
  });

  test('that is not reconciled says so', () => {
    const metadata = { name: 'web', annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } };
    const read = argocdStatus(
      application({ sync: { status: 'Synced', revision: a } }, { metadata }),
      context,
    );
    expect(read).toMatchObject({
      sync: 'suspended',
      suspendedBy: 'argocd.argoproj.io/skip-reconcile',
    });
  });

  test('that is hydrated runs a commit of its dry source', () => {
    const status = { sourceHydrator: { lastSuccessfulOperation: { drySHA: b, hydratedSHA: a } } };
    expect(dryRevision(application(status))?.hash).toBe(b);
  });

  test('says how it is kept', () => {
    const spec = {
      syncPolicy: { automated: { selfHeal: true }, syncOptions: ['ServerSideApply=true'] },
      ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }],
    };
    expect(unitSettings(application(undefined, { spec }))).toMatchObject({
      reverter: {
        kind: 'argocd',
        automated: true,
        selfHeal: true,
        prune: false,
        serverSideApply: true,
      },
      rules: [{ target: { group: 'apps', kind: 'Deployment' }, paths: ['/spec/replicas'] }],
    });
    const skipped = { annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } };
    expect(unitSettings(application(undefined, { spec, metadata: skipped }))).toMatchObject({
      reverter: { automated: false, selfHeal: true },
    });
    // Go knows more words for it.
    for (const [word, automated] of Object.entries({ T: false, 1: false, yes: true })) {
      const metadata = { annotations: { 'argocd.argoproj.io/skip-reconcile': word } };
      const read = unitSettings(application(undefined, { spec, metadata }));
      expect(read).toMatchObject({ reverter: { automated } });
    }
  });
});

function flux(kind: string, status: JsonMap | undefined, spec: JsonMap = {}): JsonMap {
  const own =
    kind === 'Kustomization' ? { sourceRef: { kind: 'GitRepository', name: 'fleet' } } : {};
  return {
    kind,
    metadata: { name: 'apps', namespace: 'flux-system', generation: 2 },
    spec: { ...own, ...spec },
    ...(status === undefined ? {} : { status: { observedGeneration: 2, ...status } }),
  };
}

const ready = (status: string, reason = '', more: JsonMap = {}): JsonMap => ({
  type: 'Ready',
  status,
  reason,
  message: reason,
  lastTransitionTime: '2026-11-30T11:59:00Z',
  ...more,
});

const source: JsonMap = {
  kind: 'GitRepository',
  metadata: { name: 'fleet' },
  status: { artifact: { revision: `main@sha1:${b}` } },
};

describe('a unit of Flux', () => {
  test.each<[JsonMap | undefined, string]>([
    [undefined, ''],
    [{ secretRef: { name: 'edge-kubeconfig' } }, 'edge'],
    [{ configMapRef: { name: 'kubeconfig.edge' } }, 'edge'],
    [{ secretRef: { name: 'cluster-kubeconfig' } }, 'flux-system'],
    [{ secretRef: { name: 'kubeconfig' } }, 'kubeconfig'],
  ])('with the kubeconfig %o is delivered to the cluster “%s”', (kubeConfig, name) => {
    const unit = flux('Kustomization', undefined);
    const spec = { ...(unit['spec'] as JsonMap), ...(kubeConfig !== undefined && { kubeConfig }) };
    const object = { ...unit, spec };
    for (const one of [object, statusParts(object)])
      expect(fluxStatus(one, context).destination).toEqual({ name, server: '' });
  });

  const withSource: StatusContext = { ...context, source: () => source };
  test.each<[string, JsonMap, Partial<UnitStatus>]>([
    ['has no status yet', flux('Kustomization', undefined), { sync: 'neverSeen' }],
    [
      'has observed nothing yet',
      flux('Kustomization', { observedGeneration: -1 }),
      { sync: 'neverSeen' },
    ],
    [
      'has no source yet, at its first try',
      flux('Kustomization', {
        observedGeneration: -1,
        conditions: [ready('False', 'ArtifactFailed', { message: 'Source artifact not found' })],
      }),
      {
        sync: 'failed',
        failure: {
          stage: 'source',
          reason: 'ArtifactFailed',
          message: 'Source artifact not found',
          since: '2026-11-30T11:59:00Z',
          retry: { count: 0, limit: -1 },
        },
      },
    ],
    [
      'waits for another one, at its first try',
      flux('Kustomization', {
        observedGeneration: -1,
        conditions: [ready('False', 'DependencyNotReady')],
      }),
      { sync: 'waiting' },
    ],
    [
      'looks after health, at its first try',
      flux('Kustomization', {
        observedGeneration: -1,
        conditions: [ready('Unknown', 'Progressing')],
      }),
      { sync: 'applying' },
    ],
    [
      'has a spec that the controller has not seen',
      flux('Kustomization', { observedGeneration: 1, conditions: [ready('True')] }),
      { sync: 'applying' },
    ],
    [
      'runs the revision of its source',
      flux('Kustomization', { conditions: [ready('True')], lastAppliedRevision: `main@sha1:${b}` }),
      { sync: 'inSync', health: 'notAssessed' },
    ],
    [
      'runs an older revision',
      flux('Kustomization', { conditions: [ready('True')], lastAppliedRevision: `main@sha1:${a}` }),
      { sync: 'pendingChange' },
    ],
    [
      'is unsure, as at each interval: that says nothing',
      flux('Kustomization', {
        conditions: [ready('Unknown', 'Progressing')],
        lastAppliedRevision: `main@sha1:${b}`,
      }),
      { sync: 'inSync' },
    ],
    ...[{ timeout: '4m30s', interval: '1h' }, { interval: '10m' }].map(
      (spec): [string, JsonMap, Partial<UnitStatus>] => [
        `is unsure while it may still apply, or wait for health: ${JSON.stringify(spec)}`,
        flux(
          'Kustomization',
          {
            conditions: [
              ready('Unknown', 'Progressing', { lastTransitionTime: '2026-11-30T11:51:00Z' }),
            ],
          },
          spec,
        ),
        { sync: 'applying' },
      ],
    ),
    [
      'is unsure for longer than it may be',
      flux(
        'Kustomization',
        {
          conditions: [
            ready('Unknown', 'Progressing', { lastTransitionTime: '2026-11-30T11:50:00Z' }),
          ],
        },
        { timeout: '2m' },
      ),
      { sync: 'failed' },
    ],
    [
      'waits for another',
      flux('Kustomization', { conditions: [ready('False', 'DependencyNotReady')] }),
      { sync: 'waiting', why: 'DependencyNotReady' },
    ],
    [
      'cannot be built',
      flux('Kustomization', { conditions: [ready('False', 'BuildFailed')] }),
      { sync: 'failed' },
    ],
    [
      'is applied and unhealthy',
      flux('Kustomization', {
        conditions: [ready('False', 'HealthCheckFailed')],
        lastAttemptedRevision: `main@sha1:${b}`,
        lastAppliedRevision: `main@sha1:${a}`,
      }),
      { sync: 'failed', why: 'applied, and unhealthy' },
    ],
    [
      'is stalled',
      flux('Kustomization', {
        conditions: [ready('True'), { type: 'Stalled', status: 'True', reason: 'InvalidPath' }],
      }),
      { sync: 'failed' },
    ],
    [
      'is suspended',
      flux(
        'Kustomization',
        { conditions: [ready('True')], lastAppliedRevision: `main@sha1:${a}` },
        { suspend: true },
      ),
      { sync: 'suspended', suspendedBy: 'spec.suspend' },
    ],
    [
      'is a release that has drifted, though it is ready',
      flux('HelmRelease', {
        conditions: [ready('True'), { type: 'Drifted', status: 'True', message: '1 object' }],
      }),
      { sync: 'drifted', why: '1 object' },
    ],
    [
      'is a release whose tests failed',
      flux('HelmRelease', { conditions: [ready('False', 'TestFailed')] }),
      { sync: 'failed' },
    ],
  ])('%s', (_name, object, expected) => {
    const told = fluxStatus(object, withSource);
    expect(told).toMatchObject(expected);
    expect(fluxStatus(statusParts(object), withSource)).toEqual(told);
  });

  test.each<[string, JsonMap]>([
    ['as it was applied', flux('Kustomization', { conditions: [ready('True')] })],
    [
      'at its interval',
      flux('Kustomization', {
        conditions: [ready('Unknown', 'Progressing')],
        lastAppliedRevision: `main@sha1:${b}`,
      }),
    ],
  ])('whose source nobody may read is not known to run what Git says: %s', (_name, object) => {
    const why = 'no revision is known of its source GitRepository flux-system/fleet';
    expect(fluxStatus(object, context)).toMatchObject({ sync: 'unknown', why });
    expect(fluxStatus(statusParts(object), context)).toMatchObject({ sync: 'unknown', why });
  });

  test.each([
    ['BuildFailed', 'render'],
    ['ArtifactFailed', 'source'],
    ['ReconciliationFailed', 'apply'],
    ['PruneFailed', 'prune'],
    ['HealthCheckFailed', 'health'],
  ])('that fails by %s fails at the stage %s', (reason, stage) => {
    const object = flux('Kustomization', { conditions: [ready('False', reason)] });
    expect(fluxStatus(object, withSource).failure?.stage).toBe(stage);
  });
});

test.each([
  [`main@sha1:${a}`, 'git', 'main', a],
  [`feature/x@sha1:${a}`, 'git', 'feature/x', a],
  [`sha1:${a}`, 'git', undefined, a],
  [`refs/pull/1/head@sha1:${a}`, 'git', 'refs/pull/1/head', a],
  [`main/${a}`, 'git', 'main', a],
  [a, 'git', undefined, a],
  [`latest@sha256:${'c'.repeat(64)}`, 'oci', 'latest', 'c'.repeat(64)],
  ['1.2.3+0123456789ab', 'helm', '1.2.3', '0123456789ab'],
  ['1.2.3', 'unknown', '1.2.3', undefined],
])('the revision %s', (text, kind, name, hash) => {
  expect(readRevision(text)).toEqual({ kind, name, hash, text });
});

describe('an inventory', () => {
  test.each([
    ['shop_web_apps_Deployment', 'shop', 'web', 'apps', 'Deployment'],
    [
      '_a__b_rbac.authorization.k8s.io_ClusterRole',
      '',
      'a:b',
      'rbac.authorization.k8s.io',
      'ClusterRole',
    ],
    ['shop_cfg__ConfigMap', 'shop', 'cfg', '', 'ConfigMap'],
  ])('names an object as %s', (id, namespace, name, group, kind) => {
    expect(readInventoryId(id)).toEqual({ namespace, name, group, kind });
  });

  test('of an Application is what it says of its resources', () => {
    const status = {
      resources: [{ group: 'apps', version: 'v1', kind: 'Deployment', namespace: 's', name: 'w' }],
    };
    expect(inventoryOf(application(status))).toHaveLength(1);
  });
});

describe('a controller that has stopped', () => {
  const synced = (reconciledAt: string): JsonMap =>
    application({
      sync: { status: 'Synced', revision: a },
      health: { status: 'Healthy' },
      reconciledAt,
    });
  const settings = (data: JsonMap): JsonMap => ({ kind: 'ConfigMap', data });
  const silent = (since: string): Partial<UnitStatus> => ({
    sync: 'inSync',
    certain: false,
    health: 'unknown',
    silentSince: since,
  });
  const calm: Partial<UnitStatus> = {
    sync: 'inSync',
    certain: true,
    health: 'healthy',
    silentSince: undefined,
  };

  test.each<[string, string, JsonMap | undefined, Partial<UnitStatus>]>([
    ['an hour without settings', '2026-11-30T10:59:00Z', undefined, silent('2026-11-30T10:59:00Z')],
    ['less than that', '2026-11-30T11:10:00Z', undefined, calm],
    ['three usual rounds', '2026-11-30T11:50:00Z', settings({}), silent('2026-11-30T11:50:00Z')],
    ['two usual rounds', '2026-11-30T11:54:00Z', settings({}), calm],
    [
      'three rounds of the settings, and as long as it hides that a repository failed',
      '2026-11-30T11:55:00Z',
      settings({ 'timeout.reconciliation': '60s', 'timeout.reconciliation.jitter': '0' }),
      calm,
    ],
    [
      'less than the rounds of the settings',
      '2026-11-30T06:00:00Z',
      settings({ 'timeout.reconciliation': '3h' }),
      calm,
    ],
    [
      'long, where it only looks when something changes',
      '2026-11-28T00:00:00Z',
      settings({ 'timeout.reconciliation': '0s' }),
      calm,
    ],
  ])('of Argo CD has not looked for %s', (_name, reconciledAt, argocd, expected) => {
    const told = argocdStatus(synced(reconciledAt), { ...context, argocd: () => argocd });
    expect(told).toMatchObject(expected);
  });

  test.each(['InvalidSpecError', 'UnknownError'])(
    'is not told of an Application that is refused, whose look leaves no time: %s',
    (type) => {
      const refused = application({
        sync: { status: 'Unknown' },
        health: { status: 'Unknown' },
        reconciledAt: '2026-11-28T00:00:00Z',
        conditions: [{ type, message: 'project gone does not exist' }],
      });
      expect(argocdStatus(refused, context)).toMatchObject({
        sync: 'failed',
        certain: true,
        silentSince: undefined,
        failure: { stage: 'compare', message: 'project gone does not exist' },
      });
    },
  );

  test.each<[string, string, Partial<UnitStatus>]>([
    ['looks at others of the cluster', '2026-11-30T11:59:00Z', calm],
    ['looks at nothing there', '2026-11-30T11:30:00Z', silent('2026-11-30T11:40:00Z')],
  ])('is not told of an Application that waits where it %s', (_name, other, expected) => {
    const units = [synced('2026-11-30T11:40:00Z'), synced(other)];
    const seen = { ...context, argocd: () => settings({}), lastLook: lastLooks(units) };
    expect(argocdStatus(synced('2026-11-30T11:40:00Z'), seen)).toMatchObject(expected);
  });

  test('looked as often as it should until nobody saw it any more', () => {
    const seenAt = (): string => '2026-11-30T09:05:00Z';
    const told = argocdStatus(synced('2026-11-30T09:00:00Z'), { ...context, seenAt });
    expect(told.silentSince).toBeUndefined();
  });

  test('is not told of an Application that it is told to skip', () => {
    const skipped = {
      ...synced('2026-11-28T00:00:00Z'),
      metadata: {
        name: 'web',
        namespace: 'argocd',
        annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' },
      },
    };
    const { silentSince, sync } = argocdStatus(skipped, context);
    expect([sync, silentSince]).toEqual(['suspended', undefined]);
  });

  test('of Flux is told by what it reconciles at each interval, and by nothing else', () => {
    const since = '2026-11-30T11:00:00Z';
    const unit = (kind: string, ready: string, spec: JsonMap = {}): JsonMap => ({
      kind,
      metadata: { name: 'apps', namespace: 'flux-system', generation: 1 },
      spec: { interval: '10m', sourceRef: { kind: 'GitRepository', name: 'fleet' }, ...spec },
      status: {
        observedGeneration: 1,
        history: [{ lastReconciled: since }],
        conditions: [{ type: 'Ready', status: ready, lastTransitionTime: since }],
      },
    });
    const told = (one: JsonMap): readonly unknown[] => {
      const { silentSince, certain } = fluxStatus(one, context);
      return [silentSince, certain];
    };
    expect(told(unit('Kustomization', 'True'))).toEqual([since, false]);
    expect(told(unit('Kustomization', 'True', { interval: '1h' }))).toEqual([undefined, true]);
    expect(told(unit('Kustomization', 'True', { suspend: true }))).toEqual([undefined, true]);
    expect(told(unit('Kustomization', 'False'))).toEqual([undefined, true]);
    expect(told(unit('HelmRelease', 'True'))).toEqual([undefined, true]);
  });
});
