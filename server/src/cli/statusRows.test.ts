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
  const text = statusText({ write: () => undefined, terminal: false, colors: false }, answer);
  expect(text).toMatch(/apps +Unknown/);
  expect(text).toContain(`apps on lab: ${why}\n`);
});
