import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { planOf } from '../../test/planFixture.ts';
import { englishPlan } from '../text/planText.ts';
import type { Plan } from '../workspace/promote.ts';

function stages(staging: string, production: string): ReadonlyMap<string, string> {
  return parseFixture(`
    # file: app/base/kustomization.yaml
    resources: [web.yaml]
    # file: app/base/web.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: shop/web }] } }
    # file: app/staging/kustomization.yaml
    ${staging}
    images: [{ name: shop/web, newTag: 1.1.0 }]
    # file: app/production/kustomization.yaml
    ${production}
    images: [{ name: shop/web, newTag: 1.0.0 }]
`).files;
}

async function plan(files: ReadonlyMap<string, string>): Promise<Plan> {
  const planned = await planOf(files);
  if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
  return planned.value;
}

const builds = 'resources: [../base]';
const brokenYaml = 'resources: [../base';

test.each([
  [
    'a target that lacks a file',
    stages(builds, 'resources: [../base, missing.yaml]'),
    'app/production does not build, so that nothing reaches it: There is no file `missing.yaml`.',
    'app/production/kustomization.yaml',
  ],
  [
    'a source that lacks a file',
    stages('resources: [../base, missing.yaml]', builds),
    'staging does not build, so that its versions are not known to run: There is no file `missing.yaml`.',
    'app/staging/kustomization.yaml',
  ],
  [
    'a source that is no YAML',
    stages(brokenYaml, builds),
    'staging does not build, so that its versions are not known to run: ',
    'app/staging/kustomization.yaml',
  ],
  [
    'a target that is no YAML',
    stages(builds, brokenYaml),
    'production does not build, so that nothing reaches it: ',
    'app/production/kustomization.yaml',
  ],
])('%s is refused, with the reason and the place alone', async (_name, files, says, file) => {
  const { refused } = await plan(files);
  expect(refused.map((one) => englishPlan(one))).toEqual([expect.stringContaining(says)]);
  expect(refused[0]?.at?.file).toBe(file);
});

const remote = "'https://github.com/acme/cache//deploy?ref=v1'";
const lacking = `resources: [../base, ${remote}]
    replicas: [{ name: cache, count: 2 }]
    patches: [{ patch: "{ apiVersion: apps/v1, kind: Deployment, metadata: { name: cache } }" }]`;

test('what a patch misses of a base that is not fetched is no broken build: the plan says that it is not proven', async () => {
  const { refused, dangers, effects } = await plan(stages(lacking, lacking));
  expect(refused).toEqual([]);
  expect(effects.map(({ root, after }) => [root, after])).toEqual([
    ['app/production', 'shop/web:1.1.0'],
  ]);
  expect(dangers.map(({ code }) => code)).toContain('plan.not-rendered');
});

test('what is delivered to a cluster that nothing tells is looked at as the root that it is', async () => {
  const files = new Map(stages(builds, builds));
  files.set('app/all/kustomization.yaml', 'resources: [../production]\nnamePrefix: all-\n');
  files.set(
    'delivered.yaml',
    `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: all, namespace: flux-system }
spec: { path: ./app/all, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`,
  );
  const { refused, effects } = await plan(files);
  expect(refused).toEqual([]);
  expect(effects.map(({ root, resource, intended }) => [root, resource, intended])).toEqual([
    ['app/all', 'Pod/all-web', true],
  ]);
});
