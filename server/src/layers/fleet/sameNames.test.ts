import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { englishMessage } from '../../text/messages.ts';
import { fleetFindings } from './fleetFindings.ts';

const address = 'https://git.example.com/acme/fleet.git';

function application(name: string, cluster = 'eu'): string {
  return `
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: ${name}, namespace: argocd }
    spec:
      project: default
      source: { repoURL: "${address}", path: app }
      destination: { name: ${cluster}, namespace: shop }`;
}

function set(name: string, cluster: string): string {
  return `
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: ${name}, namespace: argocd }
    spec:
      generators: [{ list: { elements: [{ cluster: ${cluster} }] } }]
      template:
        metadata: { name: "shop-{{cluster}}" }
        spec:
          project: default
          source: { repoURL: "${address}", path: app }
          destination: { name: "{{cluster}}", namespace: ${name} }`;
}

/** The findings, one line each, of files of one folder, and of a root that lists them. */
function findings(files: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const names = Object.keys(files);
  const written = names.map(
    (name) => `
    # file: control/${name}${files[name] ?? ''}`,
  );
  const root = `
    # file: control/kustomization.yaml
    resources: [${names.join(', ')}]`;
  return ['', root].map((more) => {
    const { analysis } = analyzeFixture(`
    # file: app/kustomization.yaml
    resources: []${more}${written.join('')}
    `);
    return completed(analysis.ask(fleetFindings))
      .filter(({ code }) => code === 'argocd.same-application')
      .map((one) => `${one.at?.file ?? ''}: ${englishMessage(one)}`);
  });
}

test.each([
  ['two ApplicationSets', { 'a.yaml': set('one', 'eu'), 'b.yaml': set('two', 'eu') }],
  [
    'an Application and an ApplicationSet',
    { 'a.yaml': application('shop-eu'), 'b.yaml': set('two', 'eu') },
  ],
  [
    'two Applications',
    { 'a.yaml': application('shop-eu'), 'b.yaml': application('shop-eu', 'us') },
  ],
])('%s that make one Application are told, in a folder and in a root', (kinds, files) => {
  const told = [
    'control/b.yaml: The Application `shop-eu` is made here and in control/a.yaml: only one of them can have it.',
  ];
  // A root that holds one object twice does not build.
  expect(findings(files)).toEqual([told, kinds === 'two Applications' ? [] : told]);
});

test('other names, and one Application that is applied twice as it is, are fine', () => {
  expect(findings({ 'a.yaml': set('one', 'eu'), 'b.yaml': set('two', 'us') })).toEqual([[], []]);
  const same = application('shop-eu');
  expect(findings({ 'a.yaml': same, 'b.yaml': same })[0]).toEqual([]);
});
