import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { strata, type Run } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const schemas = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas');
const schema = JSON.parse(readFileSync(join(schemas, 'expand.schema.json'), 'utf8')) as object;

/** Runs `strata expand … --json`; the answer has the published shape. */
async function expand(
  folder: string,
  ...words: readonly string[]
): Promise<Run & { readonly value: Record<string, unknown> }> {
  const run = await strata(['expand', ...words, '--json'], { folder });
  const value = JSON.parse(run.out) as Record<string, unknown>;
  expect(new Ajv2020().validate(schema, value)).toBe(true);
  return { ...run, value };
}

const set = (generator: string): string => `
    # file: set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: web, namespace: argocd }
    spec:
      generators:
      - ${generator}
      template:
        metadata: { name: 'web-{{name}}' }
        spec:
          project: default
          source: { repoURL: r, path: 'apps/{{name}}' }
          destination: { server: '{{server}}', namespace: web }
`;

describe('an ApplicationSet', () => {
  test('gives whole objects, with the workspace as its repository', async () => {
    const folder = temporaryTree(
      `${set("git: { repoURL: r, revision: x, files: [{ path: 'clusters/*.json' }] }")}
    # file: clusters/a.json
    { "name": "a", "server": "https://a" }
    `,
    );
    const { value, exitCode } = await expand(folder, 'set.yaml', '--workspace', '.');
    expect(exitCode).toBe(0);
    expect(value).toEqual({
      applications: [
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'Application',
          metadata: {
            name: 'web-a',
            namespace: 'argocd',
            finalizers: ['resources-finalizer.argocd.argoproj.io'],
          },
          spec: {
            project: 'default',
            source: { repoURL: 'r', path: 'apps/a' },
            destination: { server: 'https://a', namespace: 'web' },
          },
        },
      ],
    });
    const { out } = await strata(['expand', 'set.yaml'], { folder });
    expect(out.split('\n').slice(0, 3)).toEqual([
      'apiVersion: argoproj.io/v1alpha1',
      'kind: Application',
      'metadata:',
    ]);
  });

  test('takes the clusters of a file, or those of the register', async () => {
    const folder = temporaryTree(`${set('clusters: { selector: { matchLabels: { tier: prod } } }')}
    # file: clusters.json
    [{ "secretName": "one", "name": "one", "server": "https://one", "labels": { "tier": "prod" } }]
    # file: .strata/clusters.yaml
    clusters:
    - { name: two, server: https://two, labels: { tier: prod } }
    - { name: three, server: https://three, labels: { tier: dev } }
    # file: bad.json
    [{ "name": 5 }]
    `);
    const names = async (...words: readonly string[]): Promise<unknown> => {
      const { value } = await expand(folder, 'set.yaml', ...words);
      const applications = value['applications'] as { metadata: { name: string } }[];
      return applications.map(({ metadata }) => metadata.name);
    };
    expect(await names('--clusters', 'clusters.json')).toEqual(['web-one']);
    expect(await names()).toEqual(['web-two']);
    const bad = await strata(['expand', 'set.yaml', '--clusters', 'bad.json'], { folder });
    expect([bad.exitCode, bad.err.split('\n')[0]]).toEqual([
      2,
      'strata: error: bad.json: entry 1 is no {secretName, namespace?, name, server, project?, labels?, annotations?}.',
    ]);
  });

  test('fails where the controller fails', async () => {
    const folder = temporaryTree(set('list: { elements: [{ name: 5 }] }'));
    const { value, exitCode } = await expand(folder, 'set.yaml');
    expect([exitCode, value]).toEqual([1, { error: 'error parsing value as string %!w(<nil>)' }]);
    const text = await strata(['expand', 'set.yaml'], { folder });
    expect([text.exitCode, text.out]).toEqual([1, '']);
  });

  test('says what only a service could tell', async () => {
    const folder = temporaryTree(set('plugin: { configMapRef: { name: x } }'));
    const { value, exitCode } = await expand(folder, 'set.yaml');
    expect([exitCode, Object.keys(value)]).toEqual([0, ['outside']]);
  });

  test('is checked where that is asked for', async () => {
    const folder = temporaryTree(set('list: { elements: [{ name: a, server: https://a }] }'));
    const { value } = await expand(folder, 'set.yaml', '--validate', '--projects', 'shop');
    expect(value['invalid']).toEqual({
      'argocd/web-a': 'application references project default which does not exist',
    });
    const two = await expand(folder, 'set.yaml', '--validate', '--projects', 'shop', 'default');
    expect(Object.values(two.value['invalid'] as object).join()).toContain('cluster');
  });
});

test('a Kustomization of Flux', async () => {
  const folder = temporaryTree(`
    # file: ks.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: web, namespace: flux-system }
    spec:
      path: ./app
      postBuild: { substitute: { a: one }, substituteFrom: [{ kind: ConfigMap, name: vars }] }
    # file: vars.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: vars, namespace: flux-system }
    data: { b: two }
    # file: app/kustomization.yaml
    resources: [web.yaml]
    # file: app/web.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: web }
    data: { a: "\${a}", b: "\${b}", c: "\${c}" }
    ---
    apiVersion: v1
    kind: Secret
    metadata: { name: web }
    stringData: { token: visibly-fake }
  `);
  const { value } = await expand(folder, 'ks.yaml', '--with', 'vars.yaml');
  expect(value['yaml']).toContain('data:\n  a: one\n  b: two\n  c: null\n');
  expect(value['yaml']).toContain('token: •••• A');
  const strict = await expand(folder, 'ks.yaml', '--with', 'vars.yaml', '--strict');
  expect([strict.exitCode, Object.keys(strict.value)]).toEqual([1, ['error']]);
  const without = await expand(folder, 'ks.yaml');
  expect(without.value['error']).toContain('flux-system/vars');
});

test.each([
  [[], 'name a file.'],
  [['gone.yaml'], 'there is no file gone.yaml.'],
  [['set.yaml', 'other.yaml'], 'name one file; what is other.yaml?'],
  [['set.yaml', '--with', 'gone.yaml'], 'there is no file gone.yaml.'],
  [['set.yaml', '--clusters', 'gone.json'], 'there is no file gone.json.'],
])('wrong use: %j', async (words, message) => {
  const folder = temporaryTree(set('list: {}'));
  const { exitCode, err } = await strata(['expand', ...words], { folder });
  expect([exitCode, err.split('\n')[0]]).toEqual([2, `strata: error: ${message}`]);
});
