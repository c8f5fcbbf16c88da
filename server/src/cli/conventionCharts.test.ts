import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

const web = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: charts/web/values.yaml
  size: small
  # file: charts/web/templates/web.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }} }
  data: { size: {{ .Values.size }}, version: {{ .Capabilities.KubeVersion.Version }} }
`;

const clusters = `
  # file: .strata/clusters.yaml
  clusters:
  - { name: dev-1, environment: dev }
  - { name: prod-1, environment: prod, kubernetesVersion: v1.31.4 }
  - { name: prod-2, environment: prod }
`;

const fleet = `${web}${clusters}
  # file: .strata/config.yaml
  values:
  - chart: charts/{app}
    files: ['/envs/{environment}/{app}.yaml', '/clusters/{cluster}/{app}.yaml']
    namespace: '{app}-{environment}'
  # file: envs/dev/web.yaml
  size: tiny
  # file: envs/prod/web.yaml
  size: large
  # file: envs/prod/other.yaml
  size: other
  # file: clusters/prod-2/web.yaml
  size: huge
`;

async function apps(text: string): Promise<readonly string[]> {
  const folder = gitRepository(text);
  const { out } = await strata(['apps', '--workspace', folder, '--json']);
  const { applications } = JSON.parse(out) as {
    applications: { name: string; cluster: string | null; path: string; certainty: string }[];
  };
  return applications.map(
    ({ name, cluster, path, certainty }) => `${name}@${cluster ?? '?'} ${path} ${certainty}`,
  );
}

test('files tied to environments and clusters by their names make an application on each cluster', async () => {
  expect(await apps(fleet)).toEqual([
    'web@dev-1 charts/web known',
    'web@prod-1 charts/web known',
    'web@prod-2 charts/web known',
  ]);
});

test('files beside the chart count from it, and the configuration names applications', async () => {
  expect(
    await apps(`${web}
  # file: .strata/config.yaml
  values:
  - chart: charts/web
    files: [base.yaml, '{stage}/values-{place}-{tenant}.yaml']
    cluster: '{stage}-{place}'
    application: 'web-{tenant}'
  # file: charts/web/base.yaml
  size: 1
  # file: charts/web/prod/values-eu-acme.yaml
  size: 2
  # file: charts/web/prod/values-eu-zoo.yaml
  size: 3
  `),
  ).toEqual(['web-acme@prod-eu charts/web known', 'web-zoo@prod-eu charts/web known']);
});

test('an environment of which the register has no cluster is an open application', async () => {
  const folder = gitRepository(`${web}
  # file: .strata/config.yaml
  values: [{ chart: charts/web, files: ['values-{environment}.yaml'] }]
  # file: charts/web/values-prod.yaml
  size: 2
  `);
  const { out } = await strata(['apps', '--workspace', folder, '--json']);
  expect(JSON.parse(out)).toMatchObject({
    applications: [
      {
        name: 'web',
        cluster: null,
        certainty: 'open',
        why: 'The register knows no cluster of the environment prod.',
      },
    ],
  });
});

test('each is rendered with its own files, the later pattern on top, and the facts of its cluster', async () => {
  const folder = gitRepository(fleet);
  const rendered = async (cluster: string): Promise<string> =>
    (await strata(['render', '--app', 'web', '--cluster', cluster, '--workspace', folder])).out;
  expect(await rendered('prod-1')).toContain('size: large\n  version: v1.31.4');
  expect(await rendered('prod-1')).toContain('namespace: web-prod');
  expect(await rendered('prod-2')).toContain('size: huge\n  version: v1.36.0');
});

test('the chain of a value goes through the files', async () => {
  const folder = gitRepository(fleet);
  const { out } = await strata(['values', 'web', 'prod-2', '--workspace', folder, '--json']);
  const { keys } = JSON.parse(out) as {
    keys: { path: string; chain: { file: string; line: number; value: string }[] }[];
  };
  expect(
    keys.find(({ path }) => path === 'size')?.chain.map((one) => [one.file, one.value]),
  ).toEqual([
    ['clusters/prod-2/web.yaml', 'huge'],
    ['envs/prod/web.yaml', 'large'],
    ['charts/web/values.yaml', 'small'],
  ]);
});

test('a file says whom it reaches', async () => {
  const folder = gitRepository(fleet);
  const { out } = await strata(['why', 'envs/prod/web.yaml', '--workspace', folder, '--json']);
  const { paths } = JSON.parse(out) as { paths: { cluster: string; through: string[] }[] };
  expect(paths.map(({ cluster, through }) => [cluster, ...through])).toEqual([
    ['prod-1', 'charts/web', 'envs/prod/web.yaml'],
    ['prod-2', 'charts/web', 'envs/prod/web.yaml'],
  ]);
});

/** `cluster status` of each application that a change of files concerns. */
async function impact(
  text: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const folder = gitRepository(text);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  const { out } = await strata(['impact', '--base', 'HEAD', '--workspace', folder, '--json']);
  const { applications } = JSON.parse(out) as ImpactDocument;
  return applications.map(({ cluster, status }) => `${cluster ?? '?'} ${status}`);
}

test('a values file beside a chart reaches who takes it, and all who take a chart that may read any file', async () => {
  const beside = (template: string): string => `${web}${clusters}
  # file: charts/web/templates/more.yaml
  ${template}
  # file: .strata/config.yaml
  values: [{ chart: charts/web, files: ['values-{cluster}.yaml'] }]
  # file: charts/web/values-prod-1.yaml
  size: large
  # file: charts/web/values-prod-2.yaml
  size: huge
  `;
  const readers = async (text: string, file: string): Promise<readonly string[]> => {
    const { out } = await strata(['why', file, '--workspace', '.', '--json'], {
      folder: gitRepository(text),
    });
    return [...out.matchAll(/"cluster": "([^"]+)"/g)].map(([, cluster = '']) => cluster);
  };
  expect(await readers(beside(''), 'charts/web/values-prod-1.yaml')).toEqual(['prod-1']);
  expect(await readers(beside(''), 'charts/web/values.yaml')).toEqual(['prod-1', 'prod-2']);
  const reading = beside('# {{ .Files.Get "values-prod-1.yaml" }}');
  expect(await readers(reading, 'charts/web/values-prod-1.yaml')).toEqual(['prod-1', 'prod-2']);
});

test('a change of a file concerns the clusters that it is for, and what is on top of it counts', async () => {
  expect(await impact(fleet, { 'envs/prod/web.yaml': 'size: larger\n' })).toEqual([
    'prod-1 changed',
    'prod-2 touched',
  ]);
  expect(await impact(fleet, { 'envs/prod/other.yaml': 'size: 5\n' })).toEqual([]);
});

test('a new file makes an application, or changes one', async () => {
  expect(
    await impact(fleet, {
      'clusters/prod-2/web.yaml': '{}\n',
      'envs/staging-web.yaml': 'size: 1\n',
    }),
  ).toEqual(['prod-2 changed']);
  expect(
    await impact(fleet.replace('# file: clusters/prod-2/web.yaml', '# file: envs/prod/x.yaml'), {
      'envs/dev/web.yaml': 'size: 9\n',
    }),
  ).toEqual(['dev-1 changed']);
});

test('a fact of a cluster that changes takes other files', async () => {
  const moved = `
clusters:
- { name: dev-1, environment: dev }
- { name: prod-1, environment: dev, kubernetesVersion: v1.31.4 }
- { name: prod-2, environment: prod }
`;
  expect(await impact(fleet, { '.strata/clusters.yaml': moved })).toEqual(['prod-1 changed']);
});

test('a file that a rule names and that is not there is a gap', async () => {
  const folder = gitRepository(`${web}${clusters}
  # file: .strata/config.yaml
  values: [{ chart: charts/web, files: [base.yaml, 'values-{environment}.yaml'] }]
  # file: charts/web/values-dev.yaml
  size: 2
  `);

  const words = ['render', '--app', 'web', '--cluster', 'dev-1', '--workspace', folder, '--json'];
  expect(JSON.parse((await strata(words)).out)).toMatchObject({
    gaps: [{ kind: 'chart', detail: 'charts/web: there is no file base.yaml' }],
  });
});

test('what a chart reads of itself is read by all who take it, also where one names it as a values file', async () => {
  const application = (name: string, helm: string): string => `
  # file: apps/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    project: default
    destination: { name: prod-1, namespace: ${name} }
    source:
      repoURL: https://git.example.com/acme/fleet.git
      path: charts/web
      helm: { ${helm} }
  `;
  const named = ['values.yaml', 'values-large.yaml'].join(', ');
  const folder = gitRepository(`${web}${clusters}
  # file: charts/web/values-large.yaml
  size: large
  ${application('one', `valueFiles: [${named}]`)}
  ${application('two', 'releaseName: two')}
  # file: apps/three.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: fleet, namespace: flux-system }
  spec: { url: 'https://git.example.com/acme/fleet.git', ref: { branch: main } }
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: three, namespace: flux-system }
  spec:
    chart:
      spec:
        chart: charts/web
        valuesFiles: [charts/web/values.yaml, charts/web/values-large.yaml]
        sourceRef: { kind: GitRepository, name: fleet }
  `);
  const readers = async (file: string): Promise<readonly string[]> => {
    const { out } = await strata(['why', file, '--workspace', '.', '--json'], { folder });
    return [...out.matchAll(/"application": "([^"]+)"/g)].map(([, name = '']) => name);
  };
  expect(await readers('charts/web/values-large.yaml')).toEqual(['one', 'three']);
  expect(await readers('charts/web/values.yaml')).toEqual(['one', 'two', 'three']);
});
