import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import {
  applicationPairs,
  newlyForbidden,
  reachedFleet,
  withLostProjects,
  type ReachedFleet,
} from '../../analysis/impactApplications.ts';
import { missingProjects } from './missingProjects.ts';

const root = `
  # file: control/kustomization.yaml
  namespace: argocd
  resources: [web.yaml, shop.yaml, other.yaml]
  # file: control/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web }
  spec:
    project: shop
    source: { repoURL: https://git.example.com/acme/fleet, path: web }
    destination: { name: one, namespace: web }
  # file: control/shop.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: shop }
  spec:
    sourceRepos: ['*']
    destinations: [{ name: '*', namespace: web }]
  # file: control/other.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: other }
  spec: {}
`;

function fleetOf(text: string): ReachedFleet {
  return completed(reachedFleet(analyzeFixture(text).analysis, new Set()));
}

/** The codes of what projects newly forbid of the applications. */
function refused(old: string, fresh: string): readonly string[] {
  const before = fleetOf(old);
  const after = withLostProjects(before, fleetOf(fresh));
  return applicationPairs(before, after).flatMap((pair) =>
    newlyForbidden(pair.before, pair.after, before, after).map(({ code }) => code),
  );
}

const alone = root.replace(', other.yaml', '').replace(/ {2}# file: control\/other[^]*$/, '');

test.each([
  ['no root lists its file', root, root.replace('shop.yaml, ', '')],
  ['it has another name', root, root.replace('name: shop }', 'name: stores }')],
  ['another one is named', root, root.replace('project: shop', 'project: shoop')],
  ['it was the only one', alone, alone.replace(', shop.yaml', '')],
])('an Application is refused whose project is not there: %s', (_why, before, after) => {
  expect(refused(before, before)).toEqual([]);
  expect(refused(before, after)).toEqual(['argocd.missing-project']);
  expect(refused(after, after)).toEqual([]);
});

const elsewhere = alone.replace(', shop.yaml', '').replace(/ {2}# file: control\/shop[^]*$/, '');

test.each([
  ['no project is here', elsewhere, elsewhere.replace('project: shop', 'project: shoop')],
  ['a project comes here', elsewhere, alone],
  ['the default one is always there', root, root.replace('project: shop', 'project: default')],
  ['the root does not build', root, root.replace('shop.yaml, ', 'gone.yaml, ')],
  [
    'a remote base may hold it',
    root,
    root
      .replace('project: shop', 'project: shoop')
      .replace('[web.yaml', '[https://git.example.com/acme/projects, web.yaml'),
  ],
])('a project that may be elsewhere is not missing: %s', (_why, before, after) => {
  expect(refused(before, after)).toEqual([]);
});

test('where most of the projects that are named are not there, somebody makes them by hand', () => {
  const told = (text: string): number =>
    completed(analyzeFixture(text).analysis.ask((reader) => [...missingProjects(reader).keys()]))
      .length;
  const application = (name: string): string => `
  # file: more/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    project: ${name}
    source: { repoURL: https://git.example.com/acme/fleet, path: web }
    destination: { name: one, namespace: web }
`;
  const one = alone + application('one');
  expect(told(one)).toBe(1);
  expect(told(one + application('two'))).toBe(0);
});
