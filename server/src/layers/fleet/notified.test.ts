import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { surveyFindings } from '../../analysis/survey.ts';
import { englishMessage } from '../../text/messages.ts';

const register = `
  # file: .strata/clusters.yaml
  clusters:
    - { name: prod, server: "https://prod.example.com", environment: production }
    - { name: dev, server: "https://dev.example.com", environment: dev }`;

function application(name: string, more = '', cluster = 'prod', project = 'shop'): string {
  return `
  # file: ${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd${more} }
  spec:
    project: ${project}
    source: { repoURL: "https://git.example.com/acme/fleet.git", path: apps/${name} }
    destination: { name: ${cluster} }`;
}

const subscribed = `, annotations: { notifications.argoproj.io/subscribe.on-sync-failed.slack: ops }`;

function found(text: string): readonly string[] {
  const { analysis } = analyzeFixture(`${register}${text}`);
  return completed(surveyFindings(analysis, '2026-11-30'))
    .filter(({ code }) => /^delivery\.no\w*-notified$/.test(code))
    .map((one) => `${one.range?.file ?? ''}: ${englishMessage(one)}`);
}

test('where the tree says nothing of notifications, that is told once', () => {
  expect(
    found(`${application('one')}${application('two')}${application('three', '', 'dev')}`),
  ).toEqual(['one.yaml: Nothing here notifies when one of 2 applications of production fails.']);
});

test('where it does, each application of production is told that nothing notifies about', () => {
  const text = `${application('one', subscribed)}${application('two')}${application('three', '', 'dev')}`;
  expect(found(text)).toEqual(['two.yaml: Nothing notifies when `two` on `prod` fails.']);
});

test('a project subscribes for its Applications', () => {
  const text = `${application('one')}${application('two', '', 'prod', 'other')}
  # file: project.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: shop, namespace: argocd${subscribed} }`;
  expect(found(text)).toEqual(['two.yaml: Nothing notifies when `two` on `prod` fails.']);
});

test('subscriptions of the configuration hold for all', () => {
  const text = `${application('one')}
  # file: config.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: argocd-notifications-cm, namespace: argocd }
  data: { subscriptions: "- recipients: [slack:ops]" }`;
  expect(found(text)).toEqual([]);
});

function flux(sources: string, more = ''): string {
  return `
  # file: .strata/clusters.yaml
  clusters: [{ name: prod, environment: production, flux: clusters/prod }]
  # file: clusters/prod/apps.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: apps, namespace: flux-system }
  spec: { path: ./apps, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
  # file: clusters/prod/alert.yaml
  apiVersion: notification.toolkit.fluxcd.io/v1beta3
  kind: Alert
  metadata: { name: ops, namespace: flux-system }
  spec: { providerRef: { name: slack }, eventSources: [${sources}]${more} }
  # file: apps/kustomization.yaml
  namePrefix: a-`;
}

test.each([
  [`{ kind: Kustomization, name: '*' }`, '', []],
  [`{ kind: Kustomization, name: apps }`, '', []],
  [`{ kind: Kustomization, name: other }`, '', ['apps']],
  [`{ kind: HelmRelease, name: '*' }`, '', ['apps']],
  [`{ kind: Kustomization, name: '*', namespace: team }`, '', ['apps']],
  [`{ kind: Kustomization, name: '*' }`, ', suspend: true', ['apps']],
])('an Alert of Flux for %s%s', (sources, more, silent) => {
  const { analysis } = analyzeFixture(flux(sources, more));
  const told = completed(surveyFindings(analysis, '2026-11-30')).filter(
    ({ code }) => code === 'delivery.not-notified',
  );
  expect(told.map(({ parameters }) => parameters['application'])).toEqual(silent);
});
