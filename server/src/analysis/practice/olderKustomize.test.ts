import { expect, test } from 'vitest';
import { expectMarkedFleetProblems } from '../../../test/marks.ts';
import { application } from '../../../test/practiceFleet.ts';

const older = /^practice\.older/;

const clusters = (one: string, two: string): string => `
  # file: .strata/clusters.yaml
  clusters:
  - { name: one, controllers: ${one} }
  - { name: two, controllers: ${two} }`;

const web = (mark: string, fails = ''): string => `
  # file: web/kustomization.yaml
  resources: [web.yaml]
  replacements:
  - source: { kind: ConfigMap, name: web, fieldPath: data.key }
    targets:
    - select: { kind: ConfigMap, name: web.one }
      reject: [{ name: web-.* }]
${mark}      fieldPaths: [data.key]
  - sourceValue: new
${fails}    targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.other] }]
  # file: web/web.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { key: a, other: b } }`;

const both = `${application('web', 'one')}${application('web', 'two')}`;

test('a selector that older versions take as it is is told where an Argo CD is older', () => {
  const mark = `  #            ^^^^^^^^^^^^^^^^ practice.older-kustomize Argo CD 3.2.4, which builds for one, two, brings kustomize 5.7.0: of \`name: web-.*\` of \`replacements\` it makes other bytes than 5.8.1.
`;
  // An Argo CD builds where it runs, for whatever cluster.
  expectMarkedFleetProblems(`${clusters('{ argocd: 3.2.4 }', '{}')}${both}${web(mark)}`, older);
});

test.each([
  ['{ argocd: 3.4.1 }', '{ argocd: 3.4.1 }'],
  ['{ flux: "2.7" }', '{}'],
  ['{ argocd: next }', '{}'],
  ['{ argocd: 1.8.0 }', '{}'],
])('nothing is told of %j and %j: what is as new, another controller, or not known', (one, two) => {
  expectMarkedFleetProblems(`${clusters(one, two)}${both}${web('')}`, older);
});

test('of two versions each is told for the cluster that has it, and what fails is an error', () => {
  const bytes = `  #            ^^^^^^^^^^^^^^^^ practice.older-kustomize Argo CD 3.0.1, which builds for one, brings kustomize 5.6.0: of \`name: web-.*\` of \`replacements\` it makes other bytes than 5.8.1.
`;
  const fails = `  #              ^^^ practice.older-kustomize-fails Argo CD 3.0.1, which builds for one, brings kustomize 5.6.0, which cannot build \`sourceValue\` of \`replacements\`.
`;
  const fleet = `${clusters('{ argocd: 3.0.1 }', '{ argocd: 3.4.0 }')}${both}`;
  expectMarkedFleetProblems(`${fleet}${web(bytes, fails)}`, older);
});

test('the version that the configuration names counts for all', () => {
  const config = `
  # file: .strata/config.yaml
  build: { argocd: { kustomizeVersion: v5.8.1 } }`;
  const fleet = `${clusters('{ argocd: 3.0.1 }', '{}')}${config}${both}`;
  expectMarkedFleetProblems(`${fleet}${web('')}`, older);
  expect(older.test('practice.older-kustomize-fails')).toBe(true);
});
