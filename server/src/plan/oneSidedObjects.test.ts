import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { planOf } from '../../test/planFixture.ts';

test('whole objects that only one stage has are told, by their places; a prefix of a stage makes none', async () => {
  const { files } = parseFixture(`
    # file: app/base/kustomization.yaml
    resources: [web.yaml]
    # file: app/base/web.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: shop/web }] } }
    # file: app/staging/kustomization.yaml
    resources: [../base, extra.yaml]
    images: [{ name: shop/web, newTag: 1.1.0 }]
    # file: app/staging/extra.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: extra } }
    # file: app/production/kustomization.yaml
    namePrefix: p-
    resources: [../base, own]
    images: [{ name: shop/web, newTag: 1.0.0 }]
    # file: app/production/own/kustomization.yaml
    configMapGenerator: [{ name: own, literals: [a=b] }]
`);
  const planned = await planOf(files);
  if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
  const objects = planned.value.left.flatMap(({ reason, field, at }) =>
    reason === 'only-source' || reason === 'only-target' ? [[reason, field, at.file]] : [],
  );
  expect(planned.value.refused).toEqual([]);
  expect(objects).toEqual([
    ['only-source', 'ConfigMap/extra', 'app/staging/extra.yaml'],
    ['only-target', 'ConfigMap/p-own-4h2mbtbbt6', 'app/production/own/kustomization.yaml'],
  ]);
});
