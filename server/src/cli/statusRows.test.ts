import { expect, test } from 'vitest';
import { liveStatuses } from '../analysis/liveStatus.ts';
import { statusJson, statusText } from './statusRows.ts';

const now = '2026-11-30T12:00:00Z';
const unit = {
  kind: 'Kustomization',
  metadata: { name: 'apps', namespace: 'flux-system', generation: 1 },
  spec: { sourceRef: { kind: 'ExternalArtifact', name: 'fleet' } },
  status: {
    observedGeneration: 1,
    lastAppliedRevision: `main@sha1:${'a'.repeat(40)}`,
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now }],
  },
};

test('a unit whose source may not be read is unknown, with the reason', () => {
  const rows = liveStatuses([unit], [], now).map((status) => ({
    cluster: 'lab',
    status,
    attempt: undefined,
    behind: undefined,
  }));
  const answer = { rows, failures: [], generators: [], unobserved: [] };
  const why = 'no revision is known of its source ExternalArtifact flux-system/fleet';
  expect(statusJson(answer, now)).toMatchObject({ applications: [{ sync: 'unknown', why }] });
  const text = statusText({ write: () => undefined, terminal: false, colors: false }, answer, now);
  expect(text).toMatch(/apps +Unknown/);
  expect(text).toContain(`apps on lab: ${why}\n`);
});

test('a controller that has stopped is one line, and nothing that it said is certain', () => {
  const at = (name: string, reconciledAt: string): Parameters<typeof liveStatuses>[0][number] => ({
    kind: 'Application',
    metadata: { name, namespace: 'argocd' },
    status: { sync: { status: 'Synced' }, health: { status: 'Healthy' }, reconciledAt },
  });
  const units = ['a', 'b', 'c', 'd'].map((name) => at(name, '2026-11-30T09:00:00Z'));
  const told = liveStatuses([...units, at('e', '2026-11-30T08:00:00Z'), at('f', now)], [], now);
  const rows = told.map((status) => ({
    cluster: ['e', 'f'].includes(status.name) ? 'eu' : 'lab',
    status,
    attempt: undefined,
    behind: undefined,
  }));
  const answer = { rows, failures: [], generators: [], unobserved: [] };
  const text = statusText({ write: () => undefined, terminal: false, colors: false }, answer, now);
  expect(text).toContain(
    'Argo CD last looked 3 h ago (2026-11-30T09:00:00Z) at a on lab, b on lab, c on lab and 1 more: it may be down.\n',
  );
  expect(text).toContain(
    'Argo CD last looked 4 h ago (2026-11-30T08:00:00Z) at e on eu: it still looks at others there, and may not keep up.\n',
  );
  expect(text).toMatch(/a +Synced\? +Unknown/);
  expect(text).toMatch(/f +Synced +Healthy/);
  expect(statusJson(answer, now)).toMatchObject({
    applications: [{ silentSince: '2026-11-30T09:00:00Z', certain: false }, {}, {}, {}, {}, {}],
  });
});
