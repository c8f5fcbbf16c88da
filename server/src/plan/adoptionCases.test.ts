import { expect, test } from 'vitest';
import { adoptionOf, type LiveEdit } from '../../test/adoptionFixture.ts';
import { parseFixture } from '../../test/fixture.ts';
import type { JsonMap } from '../drift/json.ts';

/*
 * What becomes of what somebody changed on p1: exactly the edits that a case names, or a refusal with its reason and place.
 */

interface Case {
  /** Files beside, or in the place of, those of `web`. */
  readonly files?: string;
  readonly edit: LiveEdit;
  readonly path: string;
  readonly isCurrent?: boolean;
  /** What is added to a file, or takes the place of a text in it. */
  readonly edits?: Readonly<Record<string, readonly [before: string, after: string]>>;
  readonly effects?: readonly string[];
  readonly refused?: readonly string[];
  readonly at?: string;
}

const web = `
  # file: .strata/clusters.yaml
  clusters:
  - {name: p1, environment: production}
  - {name: p2, environment: production}
  # file: .strata/config.yaml
  deployments:
  - {path: 'web/clusters/{name}', application: web, cluster: '{name}'}
  # file: web/base/kustomization.yaml
  resources: [web.yaml]
  # file: web/base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 2
    template:
      spec:
        containers:
        - name: app
          image: example/web:1.0 # {"$imagepolicy": "flux-system:web"}
          args: [--quiet]
        - name: log
          image: example/log:1.0
          env:
          - name: LEVEL
            value: info
  # file: web/clusters/p1/kustomization.yaml
  resources:
    - ../../base
  namePrefix: eu-
  namespace: shop
  patches:
    - patch: |-
        {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {paused: false}}
  # file: web/clusters/p2/kustomization.yaml
  resources: [../../base]
  configMapGenerator:
  - name: settings
    literals:
    - LEVEL=info
`;

const deployment = 'Deployment.apps/shop/eu-web';

function spec(change: (spec: Json) => void, owns: JsonMap, manager = 'kubectl-edit'): LiveEdit {
  return {
    resource: 'Deployment/eu-web',
    patch: (object) => {
      const copy = structuredClone(object) as Json;
      change(copy['spec'] as Json);
      return copy;
    },
    manager,
    owns: { 'f:spec': owns },
  };
}

type Json = Record<string, unknown> & JsonMap;

function container(index: number, change: (one: Json) => void, owns: JsonMap): LiveEdit {
  const name = index === 0 ? 'app' : 'log';
  return spec(
    (own) => {
      const template = own['template'] as unknown as { spec: { containers: Json[] } };
      change(template.spec.containers[index] as Json);
    },
    {
      'f:template': { 'f:spec': { 'f:containers': { [`k:{"name":"${name}"}`]: owns } } },
    },
  );
}

const scaled = spec((own) => Object.assign(own, { replicas: 5 }), { 'f:replicas': {} });
const log = '/spec/template/spec/containers[name=log]';

function application(path: string, cluster: string): string {
  const spec = `destination: {name: ${cluster}}, source: {repoURL: 'https://git.example.com/fleet.git', path: ${path}}`;
  return `{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: web-${cluster}}, spec: {${spec}}}`;
}

/** How a patch of the Deployment begins, as the one that is there is indented. */
const patch = `  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
`;

const annotations = { 'db-password': 'not-a-real-one' };

const cases: Readonly<Record<string, Case>> = {
  'the number of replicas goes into the layer of the cluster, where others read the line': {
    edit: scaled,
    path: '/spec/replicas',
    edits: {
      'web/clusters/p1/kustomization.yaml': ['', 'replicas:\n  - name: web\n    count: 5\n'],
    },
    effects: ['p1 /spec/replicas 2 → 5'],
  },
  'the line itself is edited where it is the own one': {
    files: `
  # file: web/clusters/p1/kustomization.yaml
  resources: [../../base]
  namePrefix: eu-
  namespace: shop
  replicas:
  - name: web
    count: 2 # two
`,
    edit: scaled,
    path: '/spec/replicas',
    edits: { 'web/clusters/p1/kustomization.yaml': ['count: 2 #', 'count: 5 #'] },
    effects: ['p1 /spec/replicas 2 → 5'],
  },
  'an image gets an entry of its own': {
    edit: container(1, (one) => Object.assign(one, { image: 'example/log:1.1' }), {
      'f:image': {},
    }),
    path: `${log}/image`,
    edits: {
      'web/clusters/p1/kustomization.yaml': [
        '',
        'images:\n  - name: example/log\n    newTag: "1.1"\n',
      ],
    },
    effects: [`p1 ${log}/image example/log:1.0 → example/log:1.1`],
  },
  'a field in a list is patched by the name of its item': {
    edit: container(1, (one) => Object.assign(one, { env: [{ name: 'LEVEL', value: 'debug' }] }), {
      'f:env': { 'k:{"name":"LEVEL"}': { 'f:value': {} } },
    }),
    path: `${log}/env[name=LEVEL]/value`,
    edits: {
      'web/clusters/p1/kustomization.yaml': [
        '',
        `${patch}        template:
          spec:
            containers:
            - name: app
            - env:
              - name: LEVEL
                value: debug
              name: log
`,
      ],
    },
    effects: [`p1 ${log}/env[name=LEVEL]/value info → debug`],
  },
  'what was added by hand is added': {
    edit: spec((own) => Object.assign(own, { minReadySeconds: 9 }), { 'f:minReadySeconds': {} }),
    path: '/spec/minReadySeconds',
    edits: {
      'web/clusters/p1/kustomization.yaml': [
        '',
        `${patch}        minReadySeconds: 9
`,
      ],
    },
    effects: ['p1 /spec/minReadySeconds  → 9'],
  },
  'what was taken away by hand is taken away in the layer of the cluster': {
    edit: { ...container(1, (one) => Reflect.deleteProperty(one, 'env'), {}), owns: {} },
    path: `${log}/env`,
    edits: {
      'web/clusters/p1/kustomization.yaml': [
        '',
        `${patch}        template:
          spec:
            containers:
            - name: app
            - env: null
              name: log
`,
      ],
    },
    effects: [`p1 ${log}/env [{"name":"LEVEL","value":"info"}] → `],
  },
  'a list without keys is set as a whole': {
    edit: container(0, (one) => Object.assign(one, { args: ['--quiet', '--fast'] }), {
      'f:args': {},
    }),
    path: '/spec/template/spec/containers[name=app]/args',
    edits: {
      'web/clusters/p1/kustomization.yaml': [
        '',
        `${patch}        template:
          spec:
            containers:
            - args:
              - --quiet
              - --fast
              name: app
`,
      ],
    },
    effects: ['p1 /spec/template/spec/containers[name=app]/args/1  → --fast'],
  },
  'what an image automation writes is refused, with its line': {
    edit: container(0, (one) => Object.assign(one, { image: 'example/web:1.1' }), {
      'f:image': {},
    }),
    path: '/spec/template/spec/containers[name=app]/image',
    refused: ['promote.image-automation'],
    at: 'web/base/web.yaml:10',
  },
  'what its controller brought is a change that waits, and no drift': {
    edit: spec(
      (own) => Object.assign(own, { replicas: 1 }),
      { 'f:replicas': {} },
      'argocd-controller',
    ),
    path: '/spec/replicas',
    refused: ['adopt.pending'],
  },
  'what another controller sets is its own': {
    edit: spec(
      (own) => Object.assign(own, { replicas: 1 }),
      { 'f:replicas': {} },
      'kube-controller-manager',
    ),
    files: `
  # file: web/base/kustomization.yaml
  resources: [web.yaml, scaler.yaml]
  # file: web/base/scaler.yaml
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata: {name: web}
  spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 1, maxReplicas: 3}
`,
    path: '/spec/replicas',
    refused: ['adopt.other-controller'],
  },
  'a layer that others read, too, is refused with its file': {
    files: `
  # file: .strata/config.yaml
  {}
  # file: apps.yaml
  ${application('web/clusters/p1', 'p1')}
  ---
  ${application('web/clusters/p1', 'p2')}
`,
    edit: scaled,
    path: '/spec/replicas',
    refused: ['adopt.shared-layer'],
    at: 'web/clusters/p1/kustomization.yaml:0',
  },
  'what nobody owns may wait to be synced, where the controller does not run this revision': {
    edit: { ...container(1, (one) => Reflect.deleteProperty(one, 'env'), {}), owns: {} },
    isCurrent: false,
    path: `${log}/env`,
    refused: ['adopt.pending'],
  },
  'a secret is never written into Git': {
    edit: spec((own) => Object.assign(own['template'] as Json, { metadata: { annotations } }), {
      'f:template': { 'f:metadata': { 'f:annotations': { 'f:db-password': {} } } },
    }),
    path: '/spec/template/metadata',
    refused: ['adopt.secret'],
  },
  'what does not differ any more is told': {
    edit: scaled,
    path: '/spec/minReadySeconds',
    refused: ['adopt.gone'],
  },
  'an application without a layer of its own is refused, with the line': {
    files: `
  # file: .strata/config.yaml
  {}
  # file: apps.yaml
  ${application('plain', 'p1')}
  ---
  ${application('plain', 'p2')}
  # file: plain/web.yaml
  {apiVersion: apps/v1, kind: Deployment, metadata: {name: eu-web, namespace: shop}, spec: {replicas: 2}}
`,
    edit: scaled,
    path: '/spec/replicas',
    refused: ['adopt.no-layer'],
    at: 'plain/web.yaml:0',
  },
};

for (const [
  title,
  { files = '', edit, path, isCurrent = true, edits, effects, refused, at },
] of Object.entries(cases)) {
  test(title, async () => {
    const tree = new Map([
      ...parseFixture(web).files,
      ...(files === '' ? [] : parseFixture(files).files),
    ]);
    const rows = [{ resource: deployment, path }];
    const plan = await adoptionOf(tree, { cluster: 'p1', edits: [edit], rows, isCurrent });
    expect(plan?.refused.map(({ code }) => code)).toEqual(refused ?? []);
    if (at !== undefined) {
      const place = plan?.refused[0]?.at;
      expect(`${place?.file}:${place?.line}`).toBe(at);
    }
    expect(
      Object.fromEntries([...(plan?.texts ?? [])].map(([file, { after }]) => [file, after])),
    ).toEqual(
      Object.fromEntries(
        Object.entries(edits ?? {}).map(([file, [before, after]]) => {
          const text = tree.get(file) ?? '';
          return [file, before === '' ? text + after : text.replace(before, after)];
        }),
      ),
    );
    const told = plan?.effects.map(({ cluster, path: field, before, after, intended }) => {
      const [old, fresh] = [before, after].map((value) =>
        value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value),
      );
      return `${intended ? '' : '! '}${cluster} ${field} ${old} → ${fresh}`;
    });
    expect(told).toEqual(effects ?? []);
  });
}

/** Two containers of one image, both of which somebody gave another version. */
const twins = (kustomization: string): ReadonlyMap<string, string> =>
  new Map([
    ...parseFixture(web).files,
    ...parseFixture(`
  # file: web/base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    template:
      spec:
        containers:
        - name: app
          image: example/log:1.0
        - name: log
          image: example/log:1.0
  # file: web/clusters/p1/kustomization.yaml
  ${kustomization}
`).files,
  ]);

const own = 'web/clusters/p1/kustomization.yaml';
const layer = `resources: [../../base]
  namePrefix: eu-
  namespace: shop
`;
const entry = (tag: string): string => `images:
  - name: example/log
    newTag: "${tag}"
`;

async function adoptTwins(
  kustomization: string,
  tags: readonly [app: string, log: string],
): Promise<ReturnType<typeof adoptionOf>> {
  const images = tags.map((tag, index) =>
    container(index, (one) => Object.assign(one, { image: `example/log:${tag}` }), {
      'f:image': {},
    }),
  );
  const [app, log] = images;
  const both: LiveEdit = {
    resource: 'Deployment/eu-web',
    patch: (object) => log?.patch(app?.patch(object) ?? object) ?? object,
    manager: 'kubectl-edit',
    owns: {
      'f:spec': {
        'f:template': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"app"}': { 'f:image': {} },
              'k:{"name":"log"}': { 'f:image': {} },
            },
          },
        },
      },
    },
  };
  const rows = ['app', 'log'].map((name) => ({
    resource: deployment,
    path: `/spec/template/spec/containers[name=${name}]/image`,
  }));
  return adoptionOf(twins(kustomization), { cluster: 'p1', edits: [both], rows });
}

test('one line that says several fields is edited once', async () => {
  const plan = await adoptTwins(`${layer}  ${entry('1.0')}`, ['1.1', '1.1']);
  expect(plan?.refused.map(({ code }) => code)).toEqual([]);
  expect(plan?.texts.get(own)?.after).toMatch(/newTag: "1\.1"$/m);
});

test('an image of several fields gets one entry', async () => {
  const plan = await adoptTwins(layer, ['1.1', '1.1']);
  expect(plan?.refused.map(({ code }) => code)).toEqual([]);
  expect(plan?.texts.get(own)?.after?.match(/example\/log/g)).toHaveLength(1);
});

test('one line cannot say two things', async () => {
  const plan = await adoptTwins(`${layer}  ${entry('1.0')}`, ['1.1', '1.2']);
  expect(plan?.refused.map(({ code }) => code)).toEqual(['plan.cannot-write']);
});
