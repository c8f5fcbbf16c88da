import { expect, test } from 'vitest';
import { readResourceText } from '../kustomize/objects.ts';
import {
  readArgoSettings,
  readBuildOptions,
  settingsInValues,
  type ArgoSettings,
} from './argocdSettings.ts';

function read(text: string): ArgoSettings | undefined {
  const [resource] = readResourceText(text, { file: 'a.yaml', inside: [], root: '' }).resources;
  return resource && readArgoSettings(resource);
}

test('the settings of an Argo CD', () => {
  const settings = read(`
apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm, namespace: argocd}
data:
  kustomize.buildOptions: --enable-helm --load-restrictor LoadRestrictionsNone
  kustomize.path.v5.0.0: /tools/kustomize
  kustomize.version.v4.5.7: /tools/kustomize-4
  kustomize.enable: "true"
  helm.enable: "false"
`);
  expect(settings).toMatchObject({
    namespace: 'argocd',
    buildOptions: { restrictions: 'none', helm: true },
    versions: ['v5.0.0', 'v4.5.7'],
  });
  expect([...(settings?.disabled ?? [])]).toEqual(['helm']);
});

test('the settings that the operator of Argo CD writes', () => {
  const settings = read(`
apiVersion: argoproj.io/v1beta1
kind: ArgoCD
metadata: {name: openshift-gitops, namespace: openshift-gitops}
spec:
  kustomizeBuildOptions: --load-restrictor LoadRestrictionsNone
  kustomizeVersions: [{version: v5.0.0, path: /tools/kustomize}]
  extraConfig: {helm.enable: "false"}
`);
  expect(settings).toMatchObject({
    namespace: 'openshift-gitops',
    buildOptions: { restrictions: 'none', helm: false },
    versions: ['v5.0.0'],
  });
  expect([...(settings?.disabled ?? [])]).toEqual(['helm']);
});

test('another ConfigMap has none', () => {
  expect(read('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cmd-params-cm}\n')).toBe(
    undefined,
  );
});

// Source: kustomize v5.8.1 commands/build.
test.each([
  ['', 'root', 'legacy', false],
  ['--load-restrictor=LoadRestrictionsNone', 'none', 'legacy', false],
  ['--load-restrictor LoadRestrictionsRootOnly', 'root', 'legacy', false],
  [
    '--load-restrictor LoadRestrictionsNone --load-restrictor=LoadRestrictionsRootOnly',
    'root',
    'legacy',
    false,
  ],
  ['--reorder none  --enable-alpha-plugins', 'root', 'none', false],
  ['--reorder=legacy --enable-managedby-label', 'root', 'legacy', true],
])('%j', (value, restrictions, reorder, managedByLabel) => {
  const at = { kind: 'file', file: 'a.yaml' } as const;
  const options = readBuildOptions({ value, at });
  expect(options).toMatchObject({ restrictions, reorder, managedByLabel });
});

test('the settings in values of the chart', () => {
  const text = `
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: argocd}
spec:
  values:
    configs:
      cm: {kustomize.buildOptions: --load-restrictor LoadRestrictionsNone, helm.enabled: true}
      params: {x: y}
`;
  const [resource] = readResourceText(text, { file: 'a.yaml', inside: [], root: '' }).resources;
  expect(resource && settingsInValues(resource)).toMatchObject([
    { namespace: '', buildOptions: { restrictions: 'none' } },
  ]);
});
