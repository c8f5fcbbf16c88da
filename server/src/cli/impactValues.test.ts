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

describe('values that another application delivers beside', () => {
  test.each(['', ', optional: true'])('are unknown where they change%s', async (more) => {
    const folder = besideEachOther(more);
    edit(folder, 'config/us/vars.yaml', (text) => text.replace('small', 'large'));
    expect(await applications(folder)).toEqual([
      ['config@us', 'changed'],
      ['web@us', 'unknown', 'ConfigMap/flux-system/vars'],
    ]);
  });

  test('are unknown where they change with what is made of them', async () => {
    const folder = besideEachOther();
    edit(folder, 'config/us/vars.yaml', (text) => text.replace('small', 'large'));
    writeTree(folder, `# file: web/object.yaml${object.replace('name: object', 'name: other')}`);
    expect(await applications(folder)).toEqual([
      ['web@eu', 'changed'],
      ['config@us', 'changed'],
      ['web@us', 'changed', 'ConfigMap/flux-system/vars'],
    ]);
  });

  test('are told by one part of the work', async () => {
    const folder = besideEachOther();
    edit(folder, 'config/us/vars.yaml', (text) => text.replace('small', 'large'));
    edit(folder, 'config/eu/vars.yaml', (text) => text.replace('small', 'large'));
    edit(folder, 'clusters/eu/all.yaml', (text) => text.replace('path: ./web', 'path: ./web/.'));
    const told = async (part: string): Promise<readonly string[]> =>
      (await applications(folder, '--shard', part)).map((row) => row.join(' '));
    const parts = [...(await told('1/3')), ...(await told('2/3')), ...(await told('3/3'))];
    const whole = (await applications(folder)).map((row) => row.join(' '));
    expect(parts.sort()).toEqual([...whole].sort());
    expect(whole).toContain('web@us unknown ConfigMap/flux-system/vars');
    expect(whole).toContain('web@eu unknown ConfigMap/flux-system/vars');
  });

  test('are unknown to releases, too', async () => {
    const release = `
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: web, namespace: flux-system }
  spec:
    chart: { spec: { chart: ./chart, sourceRef: { kind: GitRepository, name: flux-system } } }
    valuesFrom: [{ kind: ConfigMap, name: vars }]`;
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/all.yaml${kustomization('config', './config')}${release}
  # file: config/vars.yaml${variables(', namespace: flux-system', '"{}"')}
  # file: chart/Chart.yaml
  { apiVersion: v2, name: web, version: 1.0.0 }
  # file: chart/templates/object.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: object } }`);
    edit(folder, 'config/vars.yaml', (text) => text.replace('{}', '{ a: b }'));
    expect(await applications(folder)).toEqual([
      ['config@eu', 'changed'],
      ['web@eu', 'unknown', 'ConfigMap/flux-system/vars'],
    ]);
  });
});

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
