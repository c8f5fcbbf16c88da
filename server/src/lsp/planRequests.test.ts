import { expect, test } from 'vitest';
import { nobodyStops, openFixture, untrustedSession } from '../../test/languageSession.ts';
import { planOf, promotable } from './planRequests.ts';
import { chinese } from './words/chinese.ts';

const opened = openFixture(`
  # file: .strata/clusters.yaml
  clusters:
  - {name: d1, environment: dev, wave: 0}
  - {name: s1, environment: staging, wave: 1}
  - {name: p1, environment: production, wave: 2}
  # file: .strata/config.yaml
  deployments:
  - {path: '{app}/clusters/{name}', application: '{app}', cluster: '{name}'}
  # file: web/base/kustomization.yaml
  resources: [web.yaml]
  # file: web/base/web.yaml
  {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: example/web}]}}
  # file: web/clusters/d1/kustomization.yaml
  resources: [../../base]
  images: [{name: example/web, newTag: "1.2"}]
  # file: web/clusters/s1/kustomization.yaml
  resources: [../../base]
  images: [{name: example/web, newTag: "1.1"}]
  # file: web/clusters/p1/kustomization.yaml
  resources: [../../base]
  images: [{name: example/web, newTag: "1.0"}]
`);

const session = untrustedSession(opened);
const { tree, uriOf } = opened;
const params = { tree: tree.name, applications: ['web'], to: ['production'] };

test('what can be promoted stands with its versions, in the order of stages', async () => {
  const { applications } = await promotable(session, {}, nobodyStops());
  expect(applications).toMatchObject([
    {
      name: 'web',
      stages: [
        { name: 'dev', versions: ['1.2'] },
        { name: 'staging', versions: ['1.1'] },
        { name: 'production', clusters: ['p1'], versions: ['1.0'] },
      ],
    },
  ]);
});

test('a plan has whole texts, lines, effects and words', async () => {
  const answer = await planOf(session, { ...params, from: 'staging' }, nobodyStops());
  if (answer?.kind !== 'plan') throw new Error('no plan');
  const { files, effects, refused, title } = answer.plan;
  expect(title).toBe('web: staging → production');
  expect(refused).toEqual([]);
  expect(files).toMatchObject([
    { uri: uriOf('web/clusters/p1/kustomization.yaml'), lines: [{ line: 1 }] },
  ]);
  expect(files[0]?.after).toBe(files[0]?.before?.replace('"1.0"', '"1.1"'));
  expect(effects).toMatchObject([
    {
      cluster: 'p1',
      fields: [{ before: 'example/web:1.0', after: 'example/web:1.1', intended: true }],
    },
  ]);
});

test('a stage that is left out asks for a reason, in the language of the editor', async () => {
  const asked = { ...params, from: 'dev' };
  const answer = await planOf({ ...session, words: chinese }, asked, nobodyStops());
  expect(answer).toMatchObject({
    kind: 'plan',
    plan: {
      needsReason: true,
      refused: [{ text: expect.stringContaining('跳过它需要说明原因') as string }],
    },
  });
  const told = await planOf(session, { ...asked, because: 'a fix' }, nobodyStops());
  expect(told).toMatchObject({ kind: 'plan', plan: { needsReason: false, refused: [] } });
  const unknown = await planOf(session, { ...params, from: 'nowhere' }, nobodyStops());
  expect(unknown).toEqual({ kind: 'refused', text: 'nowhere is no stage, cluster or layer here.' });
});

test('what is promoted can be chosen, and the plan is of what was chosen', async () => {
  const many = openFixture(`
    # file: .strata/clusters.yaml
    clusters:
    - {name: s1, environment: staging, wave: 1}
    - {name: p1, environment: production, wave: 2}
    # file: .strata/config.yaml
    deployments:
    - {path: '{app}/{name}', application: '{app}', cluster: '{name}'}
    # file: web/base/kustomization.yaml
    resources: [web.yaml]
    # file: web/base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {spec: {containers: [{name: app, image: example/web}, {name: log, image: example/log}]}}}
    # file: web/s1/kustomization.yaml
    resources: [../base]
    replicas: [{name: web, count: 1}]
    images: [{name: example/web, newTag: "1.1"}, {name: example/log, newTag: "7.1"}]
    # file: web/p1/kustomization.yaml
    resources: [../base]
    replicas: [{name: web, count: 4}]
    images: [{name: example/web, newTag: "1.0"}, {name: example/log, newTag: "7.0"}]
`);
  const own = untrustedSession(many);
  const asked = {
    tree: many.tree.name,
    applications: ['web'],
    from: 'staging',
    to: ['production'],
  };
  const all = await planOf(own, asked, nobodyStops());
  if (all?.kind !== 'plan') throw new Error('no plan');
  expect(all.plan.choices).toEqual([
    { word: 'image example/web', name: 'example/web', before: '1.0', after: '1.1' },
    { word: 'image example/log', name: 'example/log', before: '7.0', after: '7.1' },
    {
      ...{ word: 'field /replicas[name=web]/count', name: '/replicas[name=web]/count' },
      ...{ before: '4', after: '1', stays: 'the scale of a stage' },
    },
  ]);
  const only = ['image example/log', 'field /replicas[name=web]/count'];
  const some = await planOf(own, { ...asked, only }, nobodyStops());
  if (some?.kind !== 'plan') throw new Error('no plan');
  expect(some.plan.choices).toBeUndefined();
  expect(some.plan.refused).toEqual([]);
  expect(some.plan.files[0]?.after).toBe(
    some.plan.files[0]?.before?.replace('count: 4', 'count: 1').replace('7.0', '7.1'),
  );
});
