import { describe, expect, test } from 'vitest';
import { applicationOf } from '../../test/argoTree.ts';
import { readResourceText } from '../kustomize/objects.ts';
import {
  isKindPermitted,
  permitsDestination,
  problemsOf,
  readAppProject,
  type ArgoProject,
} from './appProject.ts';

function projectWith(spec: string): ArgoProject {
  const text = `apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {name: shop, namespace: argocd}\nspec: ${spec}\n`;
  const [resource] = readResourceText(text, { file: 'p.yaml', inside: [], root: '' }).resources;
  const project = resource && readAppProject(resource);
  if (project === undefined) throw new Error('no project');
  return project;
}

// Source: Argo CD 3.2.0 app_project_types.go `IsSourcePermitted`; util/git/git.go `NormalizeGitURL`.
describe('repositories', () => {
  test.each([
    ['*', 'https://git.example.com/a/b', true],
    ['https://git.example.com/a/*', 'https://git.example.com/a/b.git', true],
    ['https://git.example.com/*', 'https://git.example.com/a/b', false],
    ['https://git.example.com/**', 'https://git.example.com/a/b', true],
    ['https://git.example.com/a/b.git', 'https://GIT.example.com/a/b', true],
    ['git@git.example.com:a/b', 'ssh://git@git.example.com/a/b.git', true],
    ["*', '!https://git.example.com/a/b", 'https://git.example.com/a/b', false],
    ['', 'https://git.example.com/a/b', false],
  ])('%s takes %s: %s', (pattern, address, isPermitted) => {
    const project = projectWith(
      `{sourceRepos: ['${pattern}'], destinations: [{server: '*', name: '*', namespace: '*'}]}`,
    );
    const application = applicationOf(
      `source: {repoURL: '${address}', path: a}\ndestination: {name: c, namespace: n}`,
    );
    const codes = problemsOf(application, project).map(({ code }) => code);
    expect(codes).toEqual(isPermitted ? [] : ['argocd.repository-not-permitted']);
  });
});

// Source: app_project_types.go `isDestinationMatched`.
describe('destinations', () => {
  const both = { name: 'prod-eu', server: 'https://prod' };
  test.each([
    ["{server: '*', namespace: '*'}", both, 'yes'],
    ["{name: 'prod-*', namespace: 'web-*'}", both, 'yes'],
    ["{name: 'prod-*', namespace: 'api-*'}", both, 'no'],
    ["{server: 'https://dev', namespace: '*'}", both, 'no'],
    ["{server: '*', namespace: '*'}, {server: '*', namespace: '!web-*'}", both, 'no'],
    ["{name: '*', namespace: '*'}, {name: '!prod-eu', namespace: x}", both, 'no'],
    ["{server: 'https://prod', namespace: '*'}", { name: 'prod-eu', server: undefined }, 'unknown'],
    ["{name: 'dev', namespace: '*'}", { name: 'prod-eu', server: undefined }, 'no'],
    ["{name: 'prod-eu', namespace: '*'}", { name: undefined, server: 'https://prod' }, 'unknown'],
  ])('%s for %o: %s', (destinations, cluster, expected) => {
    const project = projectWith(`{destinations: [${destinations}]}`);
    expect(permitsDestination(project, cluster, 'web-a')).toBe(expected);
  });
});

test('an Application of another namespace needs to be let in', () => {
  const project = projectWith(
    `{sourceRepos: ['*'], destinations: [{server: '*', name: '*', namespace: '*'}], sourceNamespaces: ['team-*']}`,
  );
  const codes = (argocdNamespace: string): readonly string[] =>
    problemsOf(applicationOf('destination: {name: c}'), project, { argocdNamespace }).map(
      ({ code }) => code,
    );
  expect(codes('argocd')).toEqual([]);
  expect(codes('platform')).toEqual(['argocd.namespace-not-permitted']);
});

// Source: app_project_types.go `IsGroupKindPermitted`.
test.each([
  ['{}', 'Namespace', 'cluster', false],
  ["{clusterResourceWhitelist: [{group: '', kind: Namespace}]}", 'Namespace', 'cluster', true],
  [
    "{clusterResourceWhitelist: [{group: '*', kind: '*'}], clusterResourceBlacklist: [{group: '', kind: Name*}]}",
    'Namespace',
    'cluster',
    false,
  ],
  ['{}', 'Secret', 'namespaced', true],
  ["{namespaceResourceBlacklist: [{group: '', kind: Secret}]}", 'Secret', 'namespaced', false],
  ['{namespaceResourceWhitelist: []}', 'Secret', 'namespaced', false],
] as const)('%s and %s', (spec, kind, scope, isPermitted) => {
  expect(isKindPermitted(projectWith(spec), { group: '', kind }, scope)).toBe(isPermitted);
});
