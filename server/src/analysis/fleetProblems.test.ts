import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { diagnosticsFor } from './diagnosticsFor.ts';
import { byFile, fleetProblems } from './fleetProblems.ts';
import type { LocatedProblem } from './locatedProblem.ts';
import { surveyFindings } from './survey.ts';
import { englishMessage } from '../text/messages.ts';

const repository = 'https://git.example.com/acme/fleet.git';

function application(name: string, path: string, more = ''): string {
  return `
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    ${more}
    source:
      repoURL: ${repository}
      path: ${path}
    destination: { name: one, namespace: shop }`;
}

/** `file:line code`, and the message. */
function told(findings: readonly LocatedProblem[]): readonly string[] {
  return findings.map((one) => {
    const line = (one.range?.start.line ?? 0) + 1;
    return `${one.range?.file ?? ''}:${line} ${englishMessage(one)}`;
  });
}

/** What a survey finds. */
function findings(text: string): readonly string[] {
  const { analysis } = analyzeFixture(text);
  return told(completed(surveyFindings(analysis, '2026-01-01')));
}

const web = `
  # file: web/kustomization.yaml
  resources: [map.yaml]
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }`;

test('what leads nowhere, at its place and once', () => {
  expect(
    findings(`
  # file: apps/web.yaml${application('web', 'web')}
  # file: apps/shop.yaml${application('shop', './shop/')}${web}
  # file: old/base/kustomization.yaml
  namePrefix: a-
  # file: old/prod/kustomization.yaml
  resources: [../base]
  # file: parts/kustomization.yaml
  kind: Component
  `),
  ).toEqual([
    'apps/shop.yaml:8 `shop` is made of `shop`, which is not there.',
    'old/prod/kustomization.yaml:1 Nothing delivers `old/prod`.',
    'parts/kustomization.yaml:1 Nothing delivers `parts`.',
  ]);
});

test.each(['<path>', 'apps/$ENVIRONMENT', 'REPLACE_ME', 'apps/placeholder', '__PATH__'])(
  'a path that is still to be filled in leads nowhere yet: %s',
  (path) => {
    const text = `
  # file: apps/web.yaml${application('web', 'web')}
  # file: apps/shop.yaml${application('shop', path)}${web}`;
    expect(findings(text)).toEqual([]);
  },
);

test('where most of it has no application here, nothing is lost', () => {
  const roots = ['a', 'b', 'c'].map(
    (name) => `\n  # file: ${name}/kustomization.yaml\n  namePrefix: a-`,
  );
  const tree = `\n  # file: apps/web.yaml${application('web', 'web')}${web}`;
  expect(findings(`${tree}${roots.slice(1).join('')}`)).toHaveLength(2);
  expect(findings(`${tree}${roots.join('')}`)).toEqual([]);
});

test('nothing is lost where a generator may deliver it', () => {
  const set = (path: string): string => `
  # file: apps/web.yaml${application('web', 'web')}
  # file: apps/set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: set, namespace: argocd }
  spec:
    generators: [{ clusters: { selector: { matchLabels: { a: b } } } }]
    template:
      metadata: { name: '{{name}}' }
      spec:
        source: { repoURL: ${repository}, path: '${path}' }
        destination: { name: '{{name}}' }${web}
  # file: old/prod/kustomization.yaml
  namePrefix: a-
  # file: parts/kustomization.yaml
  namePrefix: a-`;
  expect(findings(set('old/{{name}}'))).toEqual([
    'parts/kustomization.yaml:1 Nothing delivers `parts`.',
  ]);
  expect(findings(set('{{metadata.labels.path}}'))).toEqual([]);
});

test('nothing is lost of the folder that Flux is started with', () => {
  const flux = (kind: string, name: string, spec: string): string => `
  # file: clusters/eu/${name}.yaml
  apiVersion: ${kind === 'GitRepository' ? 'source' : 'kustomize'}.toolkit.fluxcd.io/v1
  kind: ${kind}
  metadata: { name: ${name}, namespace: flux-system }
  spec: ${spec}`;
  expect(
    findings(`
  # file: clusters/eu/flux-system/kustomization.yaml
  namePrefix: a-${flux('GitRepository', 'gotk-sync', `{ url: "${repository}" }`)}${flux(
    'Kustomization',
    'web',
    '{ path: ./web, sourceRef: { kind: GitRepository, name: gotk-sync } }',
  )}${web}
  # file: old/kustomization.yaml
  namePrefix: a-`),
  ).toEqual(['old/kustomization.yaml:1 Nothing delivers `old`.']);
});

test('an object that two applications own, where the first writes it', () => {
  expect(
    findings(`
  # file: apps/web.yaml${application('web', 'web')}
  # file: apps/shop.yaml${application('shop', 'shop')}${web}
  # file: shop/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map, namespace: shop } }`),
  ).toEqual(['shop/map.yaml:1 ConfigMap/shop/map on `one` belongs to `shop` and to `web`.']);
});

test('what a project forbids, and one that forbids nothing', () => {
  const text = `
  # file: argocd/kustomization.yaml
  namespace: argocd
  resources: [shop.yaml, all.yaml, web.yaml, map.yaml]
  # file: argocd/shop.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: shop }
  spec:
    sourceRepos: [https://git.example.com/acme/other]
    destinations: [{ name: one, namespace: web }]
  # file: argocd/all.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: all }
  spec:
    sourceRepos: ['*']
    destinations: [{ server: '*', namespace: '*' }]
    clusterResourceWhitelist: [{ group: '*', kind: '*' }]
  # file: argocd/web.yaml${application('web', 'web', 'project: shop')}
  # file: argocd/map.yaml${application('map', 'map', 'project: all')}
  # file: map/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: other } }${web}`;
  expect(findings(text)).toEqual([
    'argocd/web.yaml:7 The project `shop` takes nothing from `https://git.example.com/acme/fleet.git`.',
    'argocd/web.yaml:9 The project `shop` does not deliver to the namespace `shop` of `one`.',
    'argocd/all.yaml:1 The project `all` permits every source, every cluster and every kind.',
  ]);
  // What a global project permits is permitted by all that it matches.
  const settings = `
  # file: settings/cm.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: argocd-cm }
  data: { globalProjects: '[{ labelSelector: { matchLabels: { a: b } }, projectName: all }]' }`;
  expect(findings(text + settings)).toEqual([
    'argocd/all.yaml:1 The project `all` permits every source, every cluster and every kind.',
  ]);
});

test('an ApplicationSet of which the controller makes nothing', () => {
  expect(
    findings(`
  # file: apps/set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: set, namespace: argocd }
  spec:
    goTemplate: true
    goTemplateOptions: [missingkey=error]
    generators: [{ list: { elements: [{ name: one }] } }]
    template:
      metadata: { name: '{{.nam}}' }
      spec:
        source: { repoURL: ${repository}, path: web }
        destination: { name: one }${web}`),
  ).toEqual([expect.stringMatching(/^apps\/set\.yaml:1 The controller makes no applications: /)]);
});

test('what was adopted as baseline is no finding of a survey', () => {
  const tree = `
  # file: apps/web.yaml${application('web', 'web')}
  # file: apps/shop.yaml${application('shop', './shop/')}${web}
  # file: old/kustomization.yaml
  namePrefix: a-`;
  const entry = (pointer: string): string => `
  # file: .strata/baseline.json
  { "findings": [{ "rule": "delivery.no-folder", "file": "apps/shop.yaml", "pointer": "${pointer}" }] }`;
  const both = [
    'apps/shop.yaml:8 `shop` is made of `shop`, which is not there.',
    'old/kustomization.yaml:1 Nothing delivers `old`.',
  ];
  expect(findings(`${tree}${entry('0/spec/destination')}`)).toEqual(both);
  expect(findings(`${tree}${entry('0/spec/source/path')}`)).toEqual(both.slice(1));
});

test('a file has what it tells itself, and what the fleet was found to lack', () => {
  const { analysis, host } = analyzeFixture(`
  # file: .strata/config.yaml
  severity: { delivery.undelivered: hint }
  silences: []
  # file: .strata/clusters.yaml
  clusters: [{ name: one }, { name: one }, { name: two }]
  # file: apps/web.yaml${application('web', 'web')}${web}
  # file: old/kustomization.yaml
  namePrefix: a-`);
  const codes = (file: string): readonly string[] =>
    completed(diagnosticsFor(host.analysis(), file)).map(
      ({ code, severity }) => `${code} ${severity}`,
    );
  const own = ['register.duplicate-cluster warning'];
  expect(codes('.strata/config.yaml')).toEqual(['config.unknown-key-but warning']);
  expect(codes('.strata/clusters.yaml')).toEqual(own);
  expect(codes('old/kustomization.yaml')).toEqual([]);
  host.apply({ fleetProblems: byFile(completed(fleetProblems(analysis))) });
  expect(codes('.strata/config.yaml')).toEqual(['config.unknown-key-but warning']);
  expect(codes('.strata/clusters.yaml')).toEqual([...own, 'register.unused-cluster information']);
  expect(codes('old/kustomization.yaml')).toEqual(['delivery.undelivered hint']);
});
