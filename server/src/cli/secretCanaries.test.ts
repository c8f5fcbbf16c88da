import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { fluxSyncOf } from '../../test/fluxSync.ts';
import { git, gitRepository } from '../../test/gitRepository.ts';
import { openFixture } from '../../test/languageSession.ts';
import { callTool, tools } from '../assistants/tools.ts';
import { completion } from '../lsp/completion.ts';
import { hover } from '../lsp/hover.ts';
import { lineNotes } from '../lsp/lineNotes.ts';
import { LiveImpact } from '../workspace/liveImpact.ts';
import { openWorkspace } from '../workspace/workspace.ts';

/** Each is a secret by its place alone; what follows the dash names the place. */
const canary = 'Quagga7';
const shown = /Quagga7[\w-]*/g;

const chart = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: charts/web/values.yaml
  adminPassword: ${canary}-default
  # file: charts/web/templates/all.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: web }
  stringData:
    entry: {{ .Values.entry | quote }}
  ---
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    template:
      spec:
        containers:
        - name: web
          image: web:1
          args:
          - "--init={{ .Values.adminPassword }}"
          - "--entry={{ .Values.entry }}"
          - "--log={{ .Values.auth.token }}"
          - "--size={{ .Values.size }}"
`;

const fleet = `${fluxSyncOf('clusters/eu')}
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: site, namespace: flux-system }
  spec:
    path: ./web/eu
    prune: true
    sourceRef: { kind: GitRepository, name: flux-system }
    postBuild: { substitute: { db_password: ${canary}-substitute, plain: shown-plain } }
${fluxSyncOf('clusters/us').slice(1)}
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: site, namespace: flux-system }
  spec:
    path: ./web/us
    prune: true
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: web/eu/kustomization.yaml
  resources: [../base]
  patches: [{ path: patch.yaml }]
  # file: web/eu/patch.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: api }
  spec:
    template:
      spec:
        containers:
        - name: api
          env: [{ name: API_PASSWORD, value: ${canary}-patch }]
  # file: web/us/kustomization.yaml
  resources: [../base]
  # file: web/base/kustomization.yaml
  resources: [api.yaml, release.yaml, settings.yaml, app.yaml]
  configMapGenerator:
  - { name: made, literals: [ADMIN_TOKEN=${canary}-generator, LEVEL=shown-level] }
  secretGenerator:
  - { name: kept, literals: [key=${canary}-kept] }
  # file: web/base/api.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: api, annotations: { example.com/basic-auth-password: ${canary}-note } }
  spec:
    template:
      spec:
        containers:
        - name: api
          image: api:1
          args: [--admin-password=${canary}-flag, --token, ${canary}-argument, "--other=\${db_password}"]
          env:
          - { name: API_PASSWORD, value: ${canary}-base }
          - { name: DATABASE_URL, value: "postgres://api:${canary}-url@db/api" }
          - { name: LEVEL, value: shown-env }
  # file: web/base/settings.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: settings }
  data:
    app.properties: |
      level=shown-level
      db.password=${canary}-properties
    api_token: ${canary}-data
  # file: web/base/release.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: web, namespace: shop }
  spec:
    chart:
      spec:
        chart: ./charts/web
        sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system }
    values:
      entry: ${canary}-entry
      size: shown-size
      auth: { token: ${canary}-value }
  # file: web/base/app.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: other, namespace: argocd }
  spec:
    source:
      repoURL: https://git.example.com/acme/fleet
      path: charts/web
      helm:
        parameters: [{ name: auth.token, value: ${canary}-parameter }]
        values: |
          adminPassword: ${canary}-inside
          entry: ${canary}-flows
    destination: { name: in-cluster, namespace: shop }
${chart}`;

const objects = [
  ['Deployment/api', '/spec/template/spec/containers/[name=api]/env/[name=API_PASSWORD]/value'],
  ['Deployment/api', '/spec/template/spec/containers/[name=api]/env'],
  ['Deployment/api', '/spec/template/spec/containers/[name=api]/args'],
  ['Deployment/api', '/metadata/annotations'],
  ['ConfigMap/settings', '/data'],
  ['HelmRelease/shop/web', '/spec/values'],
  ['HelmRelease/shop/web', '/spec/values/entry'],
  ['HelmRelease/shop/web', '/spec/values/auth/token'],
  ['Application/argocd/other', '/spec/source/helm'],
] as const;

const asked = [
  'render --app site --cluster eu',
  'render --app site --cluster eu --json',
  'render --app shop/web --cluster eu',
  'render --app site --cluster us',
  'render web/base',
  'values shop/web eu',
  'values shop/web eu --json',
  'values other eu --json',
  'render --app other --cluster eu',
  'explain --app shop/web --cluster eu Deployment/web /spec/template/spec/containers/[name=web]/args',
  ...['0', '1', '2', '3'].map(
    (at) =>
      `explain --app shop/web --cluster eu Deployment/web /spec/template/spec/containers/[name=web]/args/${at}`,
  ),
  'diff eu us',
  'diff eu us --json',
  'variants site',
  'variants site --json',
  'differences',
  'secrets',
  'secrets --json',
  'secrets --format sarif',
  'secrets --rendered',
  'expand clusters/eu/flux-system/gotk-sync.yaml',
  'apps --json',
  'why web/base/release.yaml',
  'check',
  'check --json',
  'survey',
  'graph',
  'rights eu',
  ...objects.map(([object, field]) => `explain --app site --cluster eu ${object} ${field}`),
  ...objects.map(([object, field]) => `explain --app site --cluster eu ${object} ${field} --json`),
];

/** What of the canaries stands in some outputs. */
function told(outputs: readonly (readonly [string, string])[]): readonly string[] {
  return outputs.flatMap(([what, text]) =>
    [...new Set(text.match(shown) ?? [])].map((one) => `${what}: ${one}`),
  );
}

test('no command shows a value that the rules for secrets tell, wherever it ends up', async () => {
  const folder = gitRepository(fleet);
  const outputs: [string, string][] = [];
  const refused: string[] = [];
  const ask = async (words: readonly string[]): Promise<void> => {
    for (const one of words) {
      const { out, err, exitCode } = await strata(one.split(' '), { folder });
      if (exitCode > 1) refused.push(`${one}: ${err}`);
      outputs.push([one, out + err]);
    }
    expect(refused).toEqual([]);
  };
  await ask(asked);
  const all = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((one) => one.isFile() && !one.parentPath.includes('.git'))
      .map((one) => join(one.parentPath, one.name));
  for (const file of all(folder)) {
    const text = readFileSync(file, 'utf8');
    if (text.includes(canary))
      writeFileSync(
        file,
        text.replaceAll(shown, (one) => `${one}-new`).replaceAll('shown-', 'new-shown-'),
      );
  }
  await ask(['text', 'json', 'markdown'].map((one) => `impact --base HEAD --format ${one}`));
  git(folder, 'commit', '--quiet', '--all', '--message', 'more');
  await ask(['history site --cluster eu --json', 'audit --since 2020-01-01 --json']);
  expect(told(outputs)).toEqual([]);
  // What is no secret is shown as before.
  const text = outputs.map(([, one]) => one).join('\n');
  for (const plain of ['shown-size', 'shown-level', 'shown-env', 'new-shown-size'])
    expect(text).toContain(plain);
}, 120_000);

test('no tool of assistants shows one', async () => {
  const folder = gitRepository(fleet);
  const { signal } = new AbortController();
  const workspace = await openWorkspace(folder, { exact: true }, signal);
  const asking = {
    workspace,
    live: new LiveImpact(workspace, {}),
    trusted: true,
    today: '2026-11-30',
  };
  const release = readFileSync(join(folder, 'web/base/release.yaml'), 'utf8');
  const files = [
    { path: 'web/base/release.yaml', text: release.replaceAll(shown, `${canary}-other`) },
  ];
  const on = { application: 'site', cluster: 'eu' };
  const outputs: [string, string][] = [];
  const questions: readonly (readonly [string, object])[] = [
    ['impact', { files }],
    ['render', on],
    ['render', { ...on, application: 'shop/web' }],
    ['values', { ...on, application: 'shop/web' }],
    ...objects.map(([resource, field]) => ['explain', { ...on, resource, field }] as const),
    ['secrets', {}],
    ['check', {}],
    ['survey', {}],
    ['applications', {}],
  ];
  for (const [name, sent] of questions) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const answer = await callTool(tool, sent, asking, signal);
    expect([name, answer.kind === 'ok' || answer.failure]).toEqual([name, true]);
    if (answer.kind === 'ok') outputs.push([`${name} ${JSON.stringify(sent)}`, answer.value]);
  }
  expect(told(outputs)).toEqual([]);
}, 60_000);

test('no hover, note or completion shows one of another place', async () => {
  const { session, fixture, uriOf } = openFixture(fleet);
  const { signal } = new AbortController();
  const outputs: [string, string][] = [];
  for (const [path, text] of fixture.files) {
    const textDocument = { uri: uriOf(path) };
    for (const [line, content] of text.split('\n').entries()) {
      const character = Math.max(content.trimEnd().length - 1, 0);
      const at = { textDocument, position: { line, character } };
      outputs.push([`hover ${path}:${line + 1}`, JSON.stringify(await hover(session, at, signal))]);
      outputs.push([
        `completion ${path}:${line + 1}`,
        JSON.stringify(await completion(session, at, signal)),
      ]);
    }
    outputs.push([
      `notes ${path}`,
      JSON.stringify(await lineNotes(session, { uri: uriOf(path) }, signal)),
    ]);
  }
  expect(told(outputs)).toEqual([]);
}, 60_000);
