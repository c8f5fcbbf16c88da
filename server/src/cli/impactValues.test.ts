import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { fluxSyncOf } from '../../test/fluxSync.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import { writeTree } from '../../test/temporaryTree.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

async function applications(
  folder: string,
  ...words: readonly string[]
): Promise<readonly (readonly string[])[]> {
  const all = ['impact', '--base', 'HEAD', '--json', ...words];
  const { out, err, exitCode } = await strata(all, { folder });
  expect([exitCode, err]).toEqual([0, '']);
  const document = JSON.parse(out) as ImpactDocument;
  return document.applications.map(({ name, cluster, status, gaps }) => [
    `${name}@${cluster ?? ''}`,
    status,
    ...gaps.flatMap(({ detail, changed }) => (changed ? [detail] : [])),
  ]);
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

function kustomization(name: string, path: string, more = ''): string {
  return `
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: ${name}, namespace: flux-system }
  spec: { path: ${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system }${more} }`;
}

const object = `
  { apiVersion: v1, kind: ConfigMap, metadata: { name: object, namespace: web }, data: { size: "\${size:=none}" } }`;

function variables(namespace: string, value: string): string {
  return `
  { apiVersion: v1, kind: ConfigMap, metadata: { name: vars${namespace} }, data: { size: ${value} } }`;
}

const from = (more = ''): string =>
  `, postBuild: { substituteFrom: [{ kind: ConfigMap, name: vars${more} }] }`;

/** Two clusters whose `web` takes variables from what `config` delivers beside it. */
function besideEachOther(more = ''): string {
  const cluster = (name: string): string => `${fluxSyncOf(`clusters/${name}`)}
  # file: clusters/${name}/all.yaml${kustomization('config', `./config/${name}`)}${kustomization('web', './web', from(more))}
  # file: config/${name}/vars.yaml${variables(', namespace: flux-system', 'small')}`;
  return gitRepository(`${cluster('eu')}${cluster('us')}
  # file: web/object.yaml${object}`);
}

const release = `
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: web, namespace: flux-system }
  spec:
    chart: { spec: { chart: ./chart, sourceRef: { kind: GitRepository, name: flux-system } } }
    valuesFrom: [{ kind: ConfigMap, name: vars, valuesKey: size }]
  # file: chart/Chart.yaml
  { apiVersion: v2, name: web, version: 1.0.0 }
  # file: chart/templates/object.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: object }, data: { a: "{{ .Values.a }}" } }`;

describe('values that another application delivers beside', () => {
  test.each(['', ', optional: true'])('reach what takes them%s', async (more) => {
    const folder = besideEachOther(more);
    edit(folder, 'config/us/vars.yaml', (text) => text.replace('small', 'large'));
    expect(await applications(folder)).toEqual([
      ['config@us', 'changed'],
      ['web@us', 'changed'],
    ]);
    const { out } = await strata(['impact', '--base', 'HEAD'], { folder });
    expect(out).toContain('small → large  config/us/vars.yaml:1\n');
  });

  test('are put in where what is made of them changes, too', async () => {
    const folder = besideEachOther();
    edit(folder, 'config/us/vars.yaml', (text) => text.replace('small', 'large'));
    writeTree(folder, `# file: web/object.yaml${object.replace('name: object', 'name: other')}`);
    expect(await applications(folder)).toEqual([
      ['web@eu', 'changed'],
      ['config@us', 'changed'],
      ['web@us', 'changed'],
    ]);
  });

  test('are told by one part of the work', async () => {
    const folder = besideEachOther();
    edit(folder, 'config/us/vars.yaml', (text) => text.replace('small', 'large'));
    edit(folder, 'config/eu/vars.yaml', (text) => text.replace('name: vars', 'name: others'));
    edit(folder, 'clusters/eu/all.yaml', (text) => text.replace('path: ./web', 'path: ./web/.'));
    const told = async (part: string): Promise<readonly string[]> =>
      (await applications(folder, '--shard', part)).map((row) => row.join(' '));
    const parts = [...(await told('1/3')), ...(await told('2/3')), ...(await told('3/3'))];
    const whole = (await applications(folder)).map((row) => row.join(' '));
    expect(parts.sort()).toEqual([...whole].sort());
    expect(whole).toContain('web@us changed');
    expect(whole).toContain('web@eu changed ConfigMap/flux-system/vars');
  });

  test('reach releases, too', async () => {
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml${kustomization('config', './config')}${release}
  # file: config/vars.yaml${variables(', namespace: flux-system', '"{ a: b }"')}`);
    edit(folder, 'config/vars.yaml', (text) => text.replace('a: b', 'a: c'));
    expect(await applications(folder)).toEqual([
      ['config@eu', 'changed'],
      ['web@eu', 'changed'],
    ]);
  });

  test('reach what is below what takes them', async () => {
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml${kustomization('config', './config')}${kustomization('apps', './apps', from())}
  # file: config/vars.yaml${variables(', namespace: flux-system', 'small')}
  # file: apps/web.yaml${kustomization('web', '"./web/${size}"')}
  # file: web/small/object.yaml${object.replace('${size:=none}', 'one')}
  # file: web/large/object.yaml${object.replace('${size:=none}', 'two')}`);
    edit(folder, 'config/vars.yaml', (text) => text.replace('small', 'large'));
    expect(await applications(folder)).toEqual([
      ['apps@eu', 'changed'],
      ['config@eu', 'changed'],
      ['web@eu', 'moved'],
    ]);
  });

  test.each([
    ['two applications deliver them', '', kustomization('other', './config'), 'small'],
    [
      'they go to another cluster',
      ', kubeConfig: { secretRef: { name: edge-kubeconfig } }',
      '',
      'small',
    ],
    [
      'what delivers them takes values from beside itself',
      from().replace('vars', 'more'),
      '',
      '"small${more}"',
    ],
  ])('are not put in where %s', async (_, more, other, value) => {
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml${kustomization('config', './config', more)}${other}${kustomization('web', './web', from())}
  # file: config/vars.yaml${variables(', namespace: flux-system', value)}
  # file: web/object.yaml${object}`);
    const words = ['render', '--cluster', 'eu', '--app', 'web'];
    expect((await strata(words, { folder })).out).toContain('size: <unknown:size>');
    edit(folder, 'config/vars.yaml', (text) => text.replace('small', 'large'));
    const found = (await applications(folder)).filter(([name]) => name === 'web@eu');
    const isElsewhere = more.includes('kubeConfig');
    expect(found).toEqual(isElsewhere ? [] : [['web@eu', 'unknown', 'ConfigMap/flux-system/vars']]);
  });

  test.each(['by a parent', 'beside'])(
    'that are encrypted are not known: delivered %s',
    async (where) => {
      const folder = where === 'beside' ? './config' : './other';
      const file = where === 'beside' ? 'config/vars.yaml' : 'clusters/eu/vars.yaml';
      const repository = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml${kustomization('config', folder)}${kustomization('web', './web', from().replace('ConfigMap', 'Secret'))}
  # file: ${file}
  apiVersion: v1
  kind: Secret
  metadata: { name: vars, namespace: flux-system }
  stringData: { size: "ENC[AES256_GCM,data:c21hbGw=,iv:a,tag:b,type:str]" }
  # file: web/object.yaml${object}`);
      const web = async (): Promise<readonly (readonly string[])[]> =>
        (await applications(repository)).filter(([name]) => name === 'web@eu');
      edit(repository, file, (text) => text.replace('c21hbGw=', 'bGFyZ2U='));
      expect(await web()).toEqual([['web@eu', 'unknown', 'Secret/flux-system/vars#size']]);
      edit(repository, file, (text) =>
        text.replace('bGFyZ2U=', 'c21hbGw=').replace('{ size', '{ other: a, size'),
      );
      expect(await web()).toEqual([['web@eu', 'touched']]);
    },
  );
});

test.each([
  ['a prefix', 'kustomization.yaml', 'namePrefix: v\n  resources: [ars.yaml]', 'ars'],
  ['a variable', 'kustomization.yaml', 'resources: [ars.yaml]', '"v${end}"'],
  ['a file without an ending', 'Kustomization', 'namePrefix: v\n  resources: [ars.yaml]', 'ars'],
])(
  'a second application that makes the name of values with %s counts',
  async (_, file, text, name) => {
    const end = ', postBuild: { substitute: { end: ars } }';
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml${kustomization('config', './config')}${kustomization('other', './other', end)}${kustomization('web', './web', from())}
  # file: config/vars.yaml${variables(', namespace: flux-system', 'small')}
  # file: other/${file}
  ${text}
  # file: other/ars.yaml${variables(', namespace: flux-system', 'large').replace('name: vars', `name: ${name}`)}
  # file: web/object.yaml${object}`);
    const words = ['render', '--cluster', 'eu', '--app', 'web'];
    expect((await strata(words, { folder })).out).toContain('size: <unknown:size>');
  },
);

test.each(['./apps', './other'])(
  'a folder that leads back to itself through a kubeconfig by %s ends',
  async (path) => {
    const edge = ', kubeConfig: { secretRef: { name: edge } }';
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml${kustomization('apps', './apps', edge)}${kustomization('web', './web', from())}
  # file: apps/all.yaml${kustomization(path.slice(2), path, edge)}
  # file: other/all.yaml${kustomization('apps', './apps', edge)}
  # file: web/object.yaml${object}`);
    const words = ['render', '--cluster', 'eu', '--app', 'web'];
    expect((await strata(words, { folder })).out).toContain('size: <unknown:size>');
  },
);

test.each(['', ', namespace: flux-system'])(
  'variables that a release yields count below it%s',
  async (namespace) => {
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: all, namespace: flux-system }
  spec: { chart: { spec: { chart: ./chart, sourceRef: { kind: GitRepository, name: flux-system } } } }
  # file: chart/Chart.yaml
  { apiVersion: v2, name: all, version: 1.0.0 }
  # file: chart/templates/all.yaml${variables('', 'small')}${kustomization('web', './web', from()).replace(', namespace: flux-system', namespace)}
  # file: web/object.yaml${object}`);
    edit(folder, 'chart/templates/all.yaml', (text) => text.replace('small', 'large'));
    expect(await applications(folder)).toEqual([
      ['all@eu', 'changed'],
      ['web@eu', 'changed'],
    ]);
  },
);
