import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { newMaskAccount } from '../analysis/renderedRoot.ts';
import { renderedView } from './renderedView.ts';

test('documents of one account can be compared: other values of Secrets have other masks', () => {
  const { analysis } = analyzeFixture(`
    # file: a/kustomization.yaml
    resources: [secret.yaml]
    # file: a/secret.yaml
    {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {one: visibly-fake, two: fake-2}}
    # file: b/kustomization.yaml
    resources: [secret.yaml]
    # file: b/secret.yaml
    {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {one: fake-3, two: visibly-fake}}
  `);
  const account = newMaskAccount();
  const texts = ['a', 'b'].map((root) => {
    const subject = { source: root, folder: root, declaredIn: undefined };
    return completed(renderedView(analysis, subject, account)).yaml;
  });
  expect(texts[0]).toMatch(/one: •••• A\n {2}two: •••• B\n/);
  expect(texts[1]).toMatch(/one: •••• C\n {2}two: •••• A\n/);
});
