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

test('settings that only one layer has stay, and are told by their outermost part; objects are told once', async () => {
  const { files } = parseFixture(`
    # file: app/base/kustomization.yaml
    resources: [web.yaml, service.yaml]
    configMapGenerator: [{ name: settings, literals: [a=b] }]
    # file: app/base/service.yaml
    { apiVersion: v1, kind: Service, metadata: { name: web } }
    # file: app/base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec: { template: { spec: { containers: [{ name: web, image: shop/web, args: [--base] }] } } }
    # file: app/staging/kustomization.yaml
    resources: [../base, extra.yaml]
    images: [{ name: shop/web, newTag: 1.1.0 }]
    patches: [{ path: web.yaml }, { path: more.yaml }]
    configMapGenerator:
      - { name: trial, literals: [a=b] }
      - { name: settings, behavior: merge, literals: [LEVEL=debug, SEED=1] }
    # file: app/staging/extra.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: extra }, data: { a: b } }
    # file: app/staging/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web, annotations: { trial: "true" } }
    spec:
      template:
        spec:
          containers:
            - name: web
              args: [--level=debug, --trial=on, --peer=a, --peer=b, plain, -x, --token=fake]
              env: [{ name: DB_PASSWORD, value: fake-one }]
              resources: { limits: { cpu: 1, memory: 1Gi } }
    # file: app/staging/more.yaml
    apiVersion: v1
    kind: Service
    metadata: { name: web }
    spec: { type: NodePort }
    # file: app/production/kustomization.yaml
    resources: [../base, hpa.yaml]
    images: [{ name: shop/web, newTag: 1.0.0 }]
    patches: [{ path: web.yaml }]
    configMapGenerator: [{ name: settings, behavior: merge, literals: [LEVEL=info] }]
    # file: app/production/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 3
      template:
        spec:
          containers:
            - name: web
              args: [--level=info, --peer=b, --peer=c, other]
    # file: app/production/hpa.yaml
    { apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: { name: web }, spec: { maxReplicas: 9 } }
`);
  const planned = await planOf(files);
  if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
  const told = planned.value.left.map(({ reason, field, source, target, at: { file } }) =>
    [reason, field, `${source} → ${target}`, file.slice('app/'.length)].join('  '),
  );
  expect(planned.value.refused).toEqual([]);
  expect(told).toEqual([
    'only-source  ConfigMap/extra  ConfigMap/extra →   staging/extra.yaml',
    'only-source  ConfigMap/trial-4h2mbtbbt6  ConfigMap/trial-4h2mbtbbt6 →   staging/kustomization.yaml',
    'only-target  HorizontalPodAutoscaler.autoscaling/web   → HorizontalPodAutoscaler.autoscaling/web  production/hpa.yaml',
    'configuration  /configMapGenerator[name=settings]/literals[LEVEL=]  LEVEL=debug → LEVEL=info  production/kustomization.yaml',
    'configuration  /spec/template/spec/containers[name=web]/args[--level=]  --level=debug → --level=info  production/web.yaml',
    'source-setting  /configMapGenerator[name=settings]/literals[SEED=]  SEED=1 →   staging/kustomization.yaml',
    'source-setting  Service/web   →   staging/more.yaml',
    'source-setting  /metadata/annotations   →   staging/web.yaml',
    'source-setting  /spec/template/spec/containers[name=web]/args[--trial=]  --trial=on →   staging/web.yaml',
    'source-setting  /spec/template/spec/containers[name=web]/args[--peer=]  --peer=a →   staging/web.yaml',
    'source-setting  /spec/template/spec/containers[name=web]/args/4  plain →   staging/web.yaml',
    'source-setting  /spec/template/spec/containers[name=web]/args/5  -x →   staging/web.yaml',
    'secret  /spec/template/spec/containers[name=web]/args[--token=]  •••• → ••••  staging/web.yaml',
    'source-setting  /spec/template/spec/containers[name=web]/env[name=DB_PASSWORD]   →   staging/web.yaml',
    'source-setting  /spec/template/spec/containers[name=web]/resources   →   staging/web.yaml',
    'target-setting  /spec/replicas   → 3  production/web.yaml',
    'target-setting  /spec/template/spec/containers[name=web]/args[--peer=]   → --peer=c  production/web.yaml',
    'target-setting  /spec/template/spec/containers[name=web]/args/3   → other  production/web.yaml',
  ]);
});
