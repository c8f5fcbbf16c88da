import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { planOf } from '../../test/planFixture.ts';
import { englishPlan } from '../text/planText.ts';

const flux = (stage: string, from: string): string => `
  # file: clusters/${stage}/flux-system/gotk-sync.yaml
  { apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, metadata: { name: flux-system, namespace: flux-system }, spec: { url: 'ssh://git@example.com/fleet' } }
  ---
  { apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: { name: flux-system, namespace: flux-system }, spec: { path: ./clusters/${stage}, sourceRef: { kind: GitRepository, name: flux-system } } }
  # file: clusters/${stage}/app.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: app, namespace: flux-system }
  spec: { path: ./app/${stage}, sourceRef: { kind: GitRepository, name: flux-system }, postBuild: { ${from} } }
  # file: app/${stage}/kustomization.yaml
  resources: [web.yaml]
  # file: app/${stage}/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: 'shop/web:\${TAG}' }] } }
`;

async function refusals(from: string): Promise<readonly string[]> {
  const planned = await planOf(
    parseFixture(flux('staging', from) + flux('production', from)).files,
  );
  if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
  return planned.value.refused.map((one) => englishPlan(one));
}

test('what only a ConfigMap of the clusters says is told as not compared', async () => {
  expect(await refusals('substituteFrom: [{ kind: ConfigMap, name: facts }]')).toEqual([
    'staging and production have the same versions as far as files say: what ConfigMap/flux-system/facts on their clusters holds was not compared.',
  ]);
});

test('where files say all, the versions are the same', async () => {
  expect(await refusals('substitute: { TAG: 1.0.0 }')).toEqual([
    'staging and production have the same versions: there is nothing to promote.',
  ]);
});
