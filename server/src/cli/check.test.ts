import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

const schema = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas', 'check.schema.json');
const baseline = 'pod-security.kubernetes.io/enforce: baseline';

/** What a check of a folder prints as JSON, which has the published shape. */
async function check(folder: string, ...words: readonly string[]): Promise<CheckDocument> {
  const { out, err } = await strata(['check', '--json', ...words], { folder });
  expect(err).toBe('');
  const document = JSON.parse(out) as CheckDocument;
  const ajv = new Ajv2020();
  ajv.validate(JSON.parse(readFileSync(schema, 'utf8')) as object, document);
  expect(ajv.errors ?? []).toEqual([]);
  return document;
}

/** `file:line code (clusters)`. */
function told({ findings }: CheckDocument): readonly string[] {
  return findings.map(
    ({ file, line, code, clusters }) => `${file}:${line} ${code} (${clusters.join(', ')})`,
  );
}

function edit(folder: string, file: string, before: string, after: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

test('a field of a base is told once, at its line, with all clusters', async () => {
  const folder = temporaryTree(policyFleet({ pod: 'hostNetwork: true', labels: baseline }));
  const document = await check(folder);
  expect(told(document)).toEqual(['web/base/web.yaml:9 policy.pod-security (one, two)']);
  const [first] = document.findings;
  expect(first?.message).toBe(
    'Pod Security `baseline` of `shop` refuses the pods of Deployment.apps/shop/web: host namespaces (hostNetwork=true).',
  );
  expect(
    first?.objects.map(({ cluster, application, field }) => [cluster, application, field]),
  ).toEqual([
    ['one', 'web-one', '/spec/template/spec/hostNetwork'],
    ['two', 'web-two', '/spec/template/spec/hostNetwork'],
  ]);
  expect(document.checked).toEqual({ clusters: 2, applications: 2, objects: 4 });
  expect(document.notEvaluated).toEqual([]);
});

test('a field that only a patch sets is told where the patch sets it', async () => {
  const folder = temporaryTree(`${policyFleet({ labels: baseline })}
# file: web/two/patch.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  template:
    spec:
      containers:
      - name: app
        securityContext:
          privileged: true
`);
  edit(
    folder,
    'web/two/kustomization.yaml',
    'resources',
    'patches: [{ path: patch.yaml }]\nresources',
  );
  expect(told(await check(folder))).toEqual(['web/two/patch.yaml:10 policy.pod-security (two)']);
  expect(told(await check(folder, '--cluster', 'one'))).toEqual([]);
  expect(told(await check(folder, '--app', 'web', '--cluster', 'two'))).toHaveLength(1);
});

test('warnings of a namespace weigh less, and its labels are read as the API server reads them', async () => {
  const warns =
    'pod-security.kubernetes.io/warn: restricted, pod-security.kubernetes.io/audit: most';
  const folder = temporaryTree(policyFleet({ labels: warns, clusters: ['one'] }));
  const { findings } = await check(folder);
  expect(findings.map(({ severity, file, line }) => [severity, file, line])).toEqual([
    ['error', 'web/base/namespace.yaml', 5],
    ['information', 'web/base/web.yaml', 10],
    ['information', 'web/base/web.yaml', 10],
    ['information', 'web/base/web.yaml', 10],
    ['information', 'web/base/web.yaml', 10],
  ]);
  expect(findings[0]?.message).toBe(
    '`pod-security.kubernetes.io/audit` of Namespace/shop cannot be `most`: the API server refuses it.',
  );
});

test('what cannot be checked is said, and silence is kept', async () => {
  const folder =
    temporaryTree(`${policyFleet({ pod: 'hostNetwork: true', labels: baseline, clusters: ['one'] })}
# file: apps/far.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: far, namespace: argocd }
spec:
  source: { repoURL: "https://charts.example.com", chart: far, targetRevision: 1.0.0 }
  destination: { name: one, namespace: far }
# file: apps/bare.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: bare, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: bare }
  destination: { name: one, namespace: bare }
# file: bare/pod.yaml
{ apiVersion: v1, kind: Pod, metadata: { name: bare }, spec: { hostPID: true, containers: [{ name: a, image: a }] } }
# file: .strata/config.yaml
silence:
- { code: policy.pod-security, path: web/base, reason: it drives the network }
`);
  const document = await check(folder);
  expect(told(document)).toEqual([]);
  expect(document.notEvaluated.map(({ code, count, clusters }) => [code, count, clusters])).toEqual(
    [
      ['unchecked.namespace-elsewhere', 1, ['one']],
      ['unchecked.not-rendered', 1, ['one']],
    ],
  );
  const unknown = await strata(['check', '--fail-on', 'unknown'], { folder });
  expect(unknown.exitCode).toBe(1);
  expect((await strata(['check', '--fail-on', 'warning'], { folder })).exitCode).toBe(0);
});

test('--changed tells what a change makes worse, and not what it moves', async () => {
  const folder = gitRepository(policyFleet({ pod: 'hostNetwork: true', labels: baseline }));
  expect(told(await check(folder, '--changed'))).toEqual([]);
  edit(folder, 'web/base/web.yaml', 'hostNetwork: true', 'hostNetwork: true\n      hostPID: true');
  expect(told(await check(folder, '--changed'))).toEqual([
    'web/base/web.yaml:10 policy.pod-security (one, two)',
  ]);
  edit(folder, 'web/base/web.yaml', 'hostPID: true', '');
  edit(folder, 'web/base/web.yaml', '      hostNetwork', '# moved\n\n      hostNetwork');
  expect(told(await check(folder, '--changed'))).toEqual([]);
});

test('annotations name the line and the clusters, and --fail-on fails', async () => {
  const folder = temporaryTree(policyFleet({ pod: 'hostNetwork: true', labels: baseline }));
  const format = async (name: string): Promise<string> =>
    (await strata(['check', '--format', name], { folder })).out;
  expect(await format('github')).toBe(
    '::error file=web/base/web.yaml,line=9,col=20,title=policy.pod-security::Pod Security `baseline` of `shop` refuses the pods of Deployment.apps/shop/web: host namespaces (hostNetwork=true). (on one, two)\n',
  );
  const sarif = JSON.parse(await format('sarif')) as {
    runs: { results: { locations: unknown[] }[]; tool: { driver: { rules: unknown[] } } }[];
  };
  expect(sarif.runs[0]?.tool.driver.rules).toEqual([
    {
      id: 'policy.pod-security',
      shortDescription: { text: 'The Pod Security level of a namespace refuses pods.' },
    },
  ]);
  expect(sarif.runs[0]?.results[0]?.locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'web/base/web.yaml' },
        region: { startLine: 9, startColumn: 20 },
      },
    },
  ]);
  expect(JSON.parse(await format('gitlab'))).toMatchObject([
    { severity: 'critical', location: { path: 'web/base/web.yaml', lines: { begin: 9 } } },
  ]);
  const { exitCode, out } = await strata(['check', '--fail-on', 'error'], { folder });
  expect(exitCode).toBe(1);
  expect(out.split('\n').slice(1)).toEqual([
    '    on one, two',
    '1 finding · 4 objects of 2 applications on 2 clusters',
    '',
  ]);
});

test('what a Secret gave stands in no message', async () => {
  const secret = `
apiVersion: v1
kind: Secret
metadata: { name: hosts, namespace: shop }
stringData: { host: hidden.example.com }`;
  const folder = temporaryTree(
    policyFleet({ labels: baseline, clusters: ['one'], more: { 'secret.yaml': secret } }),
  );
  edit(
    folder,
    'web/base/web.yaml',
    'image: example.com/app:1',
    'image: example.com/app:1\n        livenessProbe: { httpGet: { port: 80, host: it } }',
  );
  edit(
    folder,
    'web/one/kustomization.yaml',
    'resources',
    `replacements:
- source: { kind: Secret, name: hosts, fieldPath: stringData.host }
  targets:
  - select: { kind: Deployment }
    fieldPaths: [spec.template.spec.containers.0.livenessProbe.httpGet.host]
resources`,
  );
  const { findings } = await check(folder);
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('uses probe or lifecycle host "•••• A"'),
  ]);
});

test.each([
  [['--app', 'nothing'], 'there is no application nothing'],
  [['--cluster', 'nowhere'], 'there is no cluster nowhere'],
  [['--base', 'HEAD'], '--base goes with --changed'],
  [['--changed', '--at', 'HEAD'], '--changed takes --head'],
  [['--fail-on', 'all'], '--fail-on takes error, warning, unknown'],
  [['web'], 'it takes no words'],
])('%j is wrong use', async (words, message) => {
  const folder = temporaryTree(policyFleet());
  const { exitCode, err } = await strata(['check', ...words], { folder });
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});

test('a build that fails is told at its line, in all formats', async () => {
  const folder = gitRepository(policyFleet());
  edit(folder, 'web/base/kustomization.yaml', 'web.yaml]', 'web.yaml,\n  nope.yaml]');
  for (const words of [[], ['--changed'], ['--app', 'web-one']]) {
    const [first, ...more] = (await check(folder, ...words)).findings;
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      code: 'kustomize.file-not-found',
      severity: 'error',
      file: 'web/base/kustomization.yaml',
      line: 2,
      clusters: words[0] === '--app' ? ['one'] : ['one', 'two'],
    });
  }
  const { exitCode } = await strata(['check', '--fail-on', 'error'], { folder });
  expect(exitCode).toBe(1);
  for (const format of ['github', 'gitlab', 'sarif', 'text']) {
    const { out } = await strata(['check', '--format', format], { folder });
    expect(out, format).toContain('kustomize.file-not-found');
    expect(out, format).toContain('web/base/kustomization.yaml');
  }
});

test('only the applications that are asked for are counted', async () => {
  const folder = temporaryTree(`${policyFleet()}
# file: apps/far.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: far, namespace: argocd }
spec:
  source: { repoURL: "https://charts.example.com", chart: far, targetRevision: 1.0.0 }
  destination: { name: one, namespace: far }
`);
  expect((await check(folder)).checked).toEqual({ clusters: 2, applications: 3, objects: 4 });
  const { checked, notEvaluated } = await check(folder, '--app', 'web-one');
  expect(checked).toEqual({ clusters: 1, applications: 1, objects: 2 });
  expect(notEvaluated).toEqual([]);
});

test('a cluster counts once, also where an application of it is listed nowhere', async () => {
  const application = (name: string, path: string): string => `
# file: ${path}/${name}.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web }
  destination: { name: in-cluster, namespace: shop }`;
  const folder = temporaryTree(`${application('listed', 'control')}
${application('unlisted', 'control')}
# file: control/kustomization.yaml
resources: [listed.yaml]
# file: web/kustomization.yaml
namePrefix: a-
`);
  expect((await check(folder)).checked).toMatchObject({ clusters: 1, applications: 2 });
});

test('what the field would do otherwise is told as well, with its clusters', async () => {
  const register = 'clusters:\n- { name: one, environment: production }\n- { name: two }';
  const folder = temporaryTree(policyFleet({ register }));
  edit(folder, 'web/base/web.yaml', 'example.com/app:1', 'example.com/app:latest');
  const { findings } = await check(folder);
  expect(findings).toMatchObject([
    {
      code: 'practice.mutable-tag',
      file: 'web/base/web.yaml',
      line: 11,
      message:
        'The tag of `example.com/app:latest`, which runs in production (one), can name another image tomorrow.',
      clusters: ['one'],
      production: true,
      objects: [{ cluster: 'one', application: 'web-one', resource: '', field: '' }],
    },
    { code: 'delivery.nobody-notified', file: 'apps/one.yaml', clusters: ['one'] },
  ]);
  expect(told(await check(folder, '--app', 'web', '--cluster', 'two'))).toEqual([]);
});

test('what a project of Argo CD refuses is told on the clusters that it keeps from being synced', async () => {
  const folder = temporaryTree(`${policyFleet({ clusters: ['one', 'two'] })}
# file: apps/project.yaml
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: default, namespace: argocd }
spec:
  sourceRepos: ['*']
  destinations: [{ name: one, namespace: shop }]
  clusterResourceWhitelist: [{ group: rbac.authorization.k8s.io, kind: ClusterRole }]`);
  expect(told(await check(folder))).toEqual([
    'apps/two.yaml:6 argocd.destination-not-permitted (two)',
    'web/base/namespace.yaml:1 argocd.kind-not-permitted (one, two)',
  ]);
  expect(told(await check(folder, '--cluster', 'one'))).toEqual([
    'web/base/namespace.yaml:1 argocd.kind-not-permitted (one)',
  ]);
});
