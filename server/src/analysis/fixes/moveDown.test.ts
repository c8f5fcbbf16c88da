import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import type { LayerFix } from './layerFix.ts';
import { moveDownFix } from './moveDown.ts';

/** What moving the first line with a text down makes, of a base with two layers. */
function movedDown(base: string, at: string): LayerFix | undefined {
  const { analysis } = analyzeFixture(`
# file: one/kustomization.yaml
resources: [../base]
# file: two/kustomization.yaml
resources: [../base]
# file: base/kustomization.yaml
resources: [web.yaml]
# file: base/web.yaml
${base}`);
  const offset = base.indexOf(at);
  return completed(moveDownFix(analysis, { file: 'base/web.yaml', offset }));
}

const settings = (key: string, value: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: web }
data:
  ${key}: ${value}
  other: a
`;

test('a setting moves into the layers', () => {
  expect(movedDown(settings('color', 'green'), 'green')?.title).toMatchObject({ value: 'green' });
});

test('a password in a ConfigMap or a variable is neither copied nor shown', () => {
  expect(movedDown(settings('db-password', 'harbor-quartz-31'), 'harbor')).toBeUndefined();
  expect(
    movedDown(
      `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers:
      - name: web
        env:
        - name: DB_PASSWORD
          value: harbor-quartz-31
`,
      'harbor',
    ),
  ).toBeUndefined();
});
