import { expect, test } from 'vitest';
import { argoSettings } from './argoSettings.ts';
import type { JsonMap } from './json.ts';
import { trackedBy } from './tracking.ts';

const id = 'argocd.argoproj.io/tracking-id';
const label = 'app.kubernetes.io/instance';

function object(labels: JsonMap, annotations: JsonMap): JsonMap {
  return {
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop', labels, annotations },
  };
}

/** Whose an object is for the application `web`, as the setting has it. */
function owner(method: string, labels: JsonMap, annotations: JsonMap): string {
  const { trackingLabel, trackedBy: by } = argoSettings({
    data: { 'application.resourceTrackingMethod': method },
  });
  const tracking = { kind: 'argocd', application: 'web', label: trackingLabel, by } as const;
  return trackedBy(tracking, object(labels, annotations));
}

const web = { [id]: 'web:/ConfigMap:shop/settings' };

test('by label, only the label tells', () => {
  expect(owner('label', { [label]: 'web' }, {})).toBe('us');
  expect(owner('label', { [label]: 'api' }, web)).toBe('other');
  expect(owner('label', {}, web)).toBe('nobody');
});

test.each(['annotation', 'annotation+label', ''])(
  'by “%s”, a label without the annotation is no mark',
  (method) => {
    expect(owner(method, { [label]: 'web' }, {})).toBe('nobody');
    expect(owner(method, { [label]: 'api' }, web)).toBe('us');
    expect(owner(method, {}, { [id]: 'api:/ConfigMap:shop/settings' })).toBe('other');
    // The mark was copied with the object: it is about another one.
    expect(owner(method, {}, { [id]: 'web:/ConfigMap:shop/other' })).toBe('nobody');
  },
);
