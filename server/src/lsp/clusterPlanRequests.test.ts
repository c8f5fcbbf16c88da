import { expect, test } from 'vitest';
import { nobodyStops, openFixture, untrustedSession } from '../../test/languageSession.ts';
import { clusterPlanOf, plannableClusters } from './clusterPlanRequests.ts';
import { chinese } from './words/chinese.ts';

const opened = openFixture(`
  # file: .strata/clusters.yaml
  clusters:
  - {name: one, server: "https://one.example.com", environment: production}
  - {name: two, environment: dev, mirrors: one}
  # file: .strata/config.yaml
  deployments:
  - {path: '{app}/clusters/{name}', application: '{app}', cluster: '{name}'}
  # file: web/base/kustomization.yaml
  resources: [web.yaml]
  # file: web/base/web.yaml
  {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: example/web}]}}
  # file: web/clusters/one/kustomization.yaml
  resources: [../../base]
`);

const session = untrustedSession(opened);
const { tree, uriOf } = opened;
const named = { tree: tree.name };

test('clusters can be picked by name and environment', async () => {
  const { clusters } = await plannableClusters(session, {}, nobodyStops());
  expect(clusters).toMatchObject([
    { name: 'one', environment: 'production' },
    { name: 'two', environment: 'dev' },
  ]);
});

test('a plan has whole texts, what appears, questions, and lines that stay', async () => {
  const params = { ...named, name: 'three', like: 'one' };
  const answer = await clusterPlanOf(session, params, nobodyStops());
  if (answer?.kind !== 'plan') throw new Error('no plan');
  const { title, files, effects, refused, dangers, left, checks = [] } = answer.plan;
  expect(checks.map(({ text }) => text)).toEqual([
    '✓ rights: no project that stands here refuses any of 1 applications; strata rights three has what the controller needs there',
    '✓ rules: no rule is broken there that one keeps',
    '? network: the register says no network',
    '✓ alerts: somebody is told when one of its applications fails, or it is no production',
    '✓ rollback: all of 1 applications are rendered here, so strata rollback can prove a way back',
  ]);
  expect(title).toBe('three, like one');
  expect(refused).toEqual([]);
  const register = files.find(({ path }) => path === '.strata/clusters.yaml');
  expect(register?.after?.split('\n').slice(1, 4)).toEqual([
    '- {name: one, server: "https://one.example.com", environment: production}',
    '- {name: three, server: "https://three.example.com", environment: production}',
    '- {name: two, environment: dev, mirrors: one}',
  ]);
  expect(files.find(({ path }) => path === 'web/clusters/three/kustomization.yaml')).toMatchObject({
    after: 'resources: [../../base]\n',
  });
  expect(effects).toEqual([
    {
      application: 'web',
      cluster: 'three',
      fields: [
        { resource: '1 object', path: 'the same as its sibling but for the name', intended: true },
      ],
    },
  ]);
  expect(dangers.map(({ text }) => text)).toContain(
    'server: https://three.example.com (.strata/clusters.yaml:3) — an address',
  );
  expect(left).toEqual([
    {
      text: '.strata/clusters.yaml:3 names one, too, and stays as it is',
      uri: uriOf('.strata/clusters.yaml'),
      line: 2,
    },
  ]);
});

test('a cluster retires, and a name that means nothing is refused in the language of the editor', async () => {
  const retired = await clusterPlanOf(session, { ...named, name: 'one' }, nobodyStops());
  expect(retired).toMatchObject({
    plan: {
      title: 'one retires',
      effects: [
        { fields: [{ resource: '1 object', path: 'stay there until somebody deletes them' }] },
      ],
    },
  });
  const inChinese = { ...session, words: chinese };
  const steps = await clusterPlanOf(inChinese, { ...named, name: 'one' }, nobodyStops());
  expect(steps?.kind === 'plan' ? steps.plan.order : []).toEqual([
    { text: '1. 把流量从 one 移走，并保存其卷中的数据' },
    {
      text: '2. 合并此更改：不再有任何东西读取专属于该集群的内容，也不会因此在那里删除任何东西',
    },
    { text: '3. 手动删除，或随集群一起删除：web' },
    { text: '4. 从控制器中移除 one 的凭据，并从创建规则中移除只有它能解密的密钥' },
  ]);
  const params = { ...named, name: 'two', like: 'one' };
  expect(await clusterPlanOf(inChinese, params, nobodyStops())).toEqual({
    kind: 'refused',
    text: '集群 two 已经存在。',
  });
});
