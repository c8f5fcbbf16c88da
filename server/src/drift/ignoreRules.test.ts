import { expect, test } from 'vitest';
import { ignoringRule } from './ignoreRules.ts';
import type { JsonMap } from './json.ts';
import { objectName } from './normalize.ts';
import { unitSettings } from './reverters.ts';

const field = { path: [{ kind: 'key', key: 'data' }], at: ['data'] } as const;

/** Whether a Kustomization of Flux looks away from the data of a ConfigMap. */
function isIgnored(target: JsonMap, metadata: JsonMap): boolean {
  const ignore = [{ paths: ['/data'], target }];
  const { rules } = unitSettings({ kind: 'Kustomization', metadata: {}, spec: { ignore } });
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...metadata } };
  return ignoringRule(rules, objectName(object), field, undefined) !== undefined;
}

test.each<[string, JsonMap, JsonMap, boolean]>([
  ['a label', { labelSelector: 'app=web' }, { labels: { app: 'web' } }, true],
  ['another label', { labelSelector: 'app=web' }, { labels: { app: 'db' } }, false],
  ['a set of labels', { labelSelector: 'app in (web, db),!old' }, { labels: { app: 'db' } }, true],
  ['no label', { labelSelector: 'app=web' }, {}, false],
  ['an annotation', { annotationSelector: 'sync=off' }, { annotations: { sync: 'off' } }, true],
  [
    'both, of which one fits',
    { labelSelector: 'app=web', annotationSelector: 'sync=off' },
    { labels: { app: 'web' } },
    false,
  ],
  [
    'a kind and a label',
    { kind: 'Secret', labelSelector: 'app=web' },
    { labels: { app: 'web' } },
    false,
  ],
  // What it means is not known, so that it hides nothing.
  ['what cannot be read', { labelSelector: 'app in (' }, { labels: { app: 'web' } }, false],
])('a rule of Flux selects by %s', (_what, target, metadata, expected) => {
  expect(isIgnored(target, metadata)).toBe(expected);
});
