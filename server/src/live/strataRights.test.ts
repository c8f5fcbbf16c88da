import { expect, test } from 'vitest';
import { strataRights } from './strataRights.ts';

const served: Readonly<Record<string, string>> = {
  Application: 'applications',
  AppProject: 'appprojects',
  ApplicationSet: 'applicationsets',
  ConfigMap: 'configmaps',
};
const gatherer = {
  typeOf: (_apiVersion: string, kind: string) => {
    const name = served[kind];
    return Promise.resolve(name === undefined ? undefined : { name, namespaced: true });
  },
};
const { signal } = new AbortController();

test('where Argo CD runs, its projects and its settings are read, too', async () => {
  const rights = await strataRights(gatherer, [], { dryRun: false }, signal);
  const verbs = ['get', 'list', 'watch'];
  expect(rights.rules).toEqual([
    { group: '', resources: ['configmaps'], names: ['argocd-cm'], verbs: ['get'] },
    { group: '', resources: ['events'], verbs: ['list'] },
    { group: 'argoproj.io', resources: ['applications', 'applicationsets', 'appprojects'], verbs },
  ]);
});

test('who reads all ConfigMaps reads those settings', async () => {
  const maps = [{ apiVersion: 'v1', kind: 'ConfigMap' }];
  const { rules } = await strataRights(gatherer, maps, { dryRun: false }, signal);
  expect(rules.filter(({ group }) => group === '')).toEqual([
    { group: '', resources: ['configmaps'], verbs: ['get', 'list', 'watch'] },
    { group: '', resources: ['events'], verbs: ['list'] },
  ]);
});
