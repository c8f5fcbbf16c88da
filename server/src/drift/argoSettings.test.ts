import { expect, test } from 'vitest';
import { argoSettings } from './argoSettings.ts';
import { unitSettings } from './reverters.ts';

/** The rules as `group kind paths managers`. */
function rulesOf(data: Readonly<Record<string, string>>): readonly string[] {
  return argoSettings({ data }).rules.map(({ target, paths, managers }) =>
    [target.group ?? '*', target.kind ?? '*', paths.join(','), managers.join(',')].join(' '),
  );
}

test('rules count for their group and kind, or for all', () => {
  const prefix = 'resource.customizations.ignoreDifferences';
  expect(
    rulesOf({
      [`${prefix}.all`]: 'managedFieldsManagers: [kube-controller-manager]\n',
      [`${prefix}.apps_Deployment`]: 'jsonPointers:\n- /spec/replicas\n',
      [`${prefix}.ConfigMap`]: 'jqPathExpressions: [".data.seen"]',
      [`${prefix}.too_many_parts`]: 'jsonPointers: [/spec]',
      'resource.customizations.health.apps_Deployment': 'hs = {}',
    }),
  ).toEqual([
    '* *  kube-controller-manager',
    'apps Deployment /spec/replicas ',
    ' ConfigMap .data.seen ',
  ]);
});

test('the old form holds all in one text', () => {
  const text =
    'apps/Deployment:\n  ignoreDifferences: |\n    jsonPointers:\n    - /spec/replicas\n';
  expect(rulesOf({ 'resource.customizations': text })).toEqual(['apps Deployment /spec/replicas ']);
});

test('what cannot be read hides nothing', () => {
  const key = 'resource.customizations.ignoreDifferences.all';
  expect(rulesOf({ [key]: 'jsonPointers: [' })).toEqual([]);
  expect(argoSettings(undefined)).toEqual({ rules: [], trackingLabel: undefined });
});

test('what holds for all applications comes behind what an Application says itself', () => {
  const own = { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/paused'] };
  const application = {
    kind: 'Application',
    metadata: { name: 'web' },
    spec: { ignoreDifferences: [own] },
  };
  const data = {
    'resource.customizations.ignoreDifferences.all': 'jsonPointers: [/spec/replicas]',
    'application.resourceTrackingMethod': 'label',
  };
  const { rules, tracking } = unitSettings(application, { data });
  expect(rules.map(({ label, paths }) => `${label} ${paths.join()}`)).toEqual([
    'ignoreDifferences /spec/paused',
    'argocd-cm /spec/replicas',
  ]);
  expect(tracking).toMatchObject({ application: 'web', label: 'app.kubernetes.io/instance' });
});

test('a label counts where the setting says so', () => {
  const method = 'application.resourceTrackingMethod';
  expect(argoSettings({ data: {} }).trackingLabel).toBeUndefined();
  expect(argoSettings({ data: { [method]: 'annotation' } }).trackingLabel).toBeUndefined();
  expect(argoSettings({ data: { [method]: 'label' } }).trackingLabel).toBe(
    'app.kubernetes.io/instance',
  );
  const data = { [method]: 'annotation+label', 'application.instanceLabelKey': 'shop/app' };
  expect(argoSettings({ data }).trackingLabel).toBe('shop/app');
});
