import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { findingsOf } from './findings.ts';
import { secretsIn } from './secretDiagnostics.ts';

const today = '2026-01-01';

test('FIXME what only a root makes wrong is told in open files alone', () => {
  const { analysis } = analyzeFixture(`
  # file: base/kustomization.yaml
  resources: [sealed.yaml]
  # file: base/sealed.yaml
  apiVersion: bitnami.com/v1alpha1
  kind: SealedSecret
  metadata: { name: login, namespace: shop }
  spec: { encryptedData: { password: AgBy3i4OJSWK } }
  # file: prod/kustomization.yaml
  namePrefix: prod-
  resources: [../base]`);
  const file = 'prod/kustomization.yaml';
  const open = completed(secretsIn(analysis, file, { today }));
  expect(open.map(({ rule }) => rule)).toEqual(['secrets.sealed-secret-moved']);
  expect([...completed(findingsOf(analysis, [file], today))]).toEqual([]);
});
