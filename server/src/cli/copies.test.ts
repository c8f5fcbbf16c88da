import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

interface Copies {
  readonly copies: readonly {
    readonly objects: readonly string[];
    readonly alike: number;
    readonly copies: readonly { readonly file: string; readonly differs: readonly string[] }[];
    readonly component: {
      readonly folder: string;
      readonly proof: string;
      readonly where?: string;
      readonly edits: readonly { readonly file: string; readonly change: string }[];
    };
  }[];
  readonly written: boolean;
}

/** What the command prints as JSON, which has the published shape. */
async function copiesIn(folder: string, ...words: readonly string[]): Promise<Copies> {
  const { out } = await strata(['copies', '--json', '--workspace', '.', ...words], { folder });
  const value = JSON.parse(out) as Copies;
  const path = join(import.meta.dirname, '../../../docs/schemas/copies.schema.json');
  const validator = new Ajv2020();
  validator.validate(JSON.parse(readFileSync(path, 'utf8')) as object, value);
  expect(validator.errors ?? []).toEqual([]);
  return value;
}

const worker = (replicas: number, image: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
  labels: { app.kubernetes.io/name: worker }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: worker } }
  template:
    metadata: { labels: { app: worker } }
    spec:
      containers:
      - name: app # the only one
        image: ${image}
        args: [--verbose, --port=80]
        workingDir: /work
        resources: { limits: { cpu: 1, memory: 1Gi }, requests: { cpu: 500m, memory: 1Gi } }
${more}`;

const fleet = `
# file: teams/a/kustomization.yaml
namespace: a
sortOptions: { order: fifo }
resources:
- worker.yaml
- service.yaml
# file: teams/a/worker.yaml
${worker(1, 'example.com/worker:1')}
# file: teams/a/service.yaml
{ apiVersion: v1, kind: Service, metadata: { name: worker }, spec: { ports: [{ port: 80 }] } }
# file: teams/b/kustomization.yaml
namespace: b
resources:
- worker.yaml
# file: teams/b/worker.yaml
${worker(1, 'example.com/worker:1')}
# file: teams/c/kustomization.yaml
namePrefix: c-
resources: [worker.yaml]
patches:
- { target: { kind: Deployment }, patch: '[{ "op": "add", "path": "/spec/paused", "value": true }]' }
# file: teams/c/worker.yaml
${worker(3, '"example.com/worker:2"', '        env: [{ name: "on", value: "yes" }]\n')}
`;

test('copies are told with where they have drifted apart, and the component renders to the same', async () => {
  const folder = temporaryTree(fleet);
  const { copies, written } = await copiesIn(folder);
  expect(written).toBe(false);
  expect(copies).toHaveLength(1);
  const [first] = copies;
  expect(first?.objects).toEqual(['Deployment worker']);
  expect(first?.copies.map(({ file, differs }) => [file, differs])).toEqual([
    ['teams/a/worker.yaml', []],
    ['teams/b/worker.yaml', []],
    [
      'teams/c/worker.yaml',
      [
        '/spec/replicas',
        '/spec/template/spec/containers/0/image',
        '/spec/template/spec/containers/0/env',
      ],
    ],
  ]);
  expect(first?.component).toMatchObject({
    folder: 'teams/components/worker-deployment',
    proof: 'reordered',
  });
  expect(first?.component.edits.map(({ file, change }) => `${change} ${file}`)).toEqual([
    'created teams/components/worker-deployment/kustomization.yaml',
    'created teams/components/worker-deployment/worker.yaml',
    'changed teams/a/kustomization.yaml',
    'deleted teams/a/worker.yaml',
    'changed teams/b/kustomization.yaml',
    'deleted teams/b/worker.yaml',
    'changed teams/c/kustomization.yaml',
    'deleted teams/c/worker.yaml',
  ]);
});

test('a file counts from the folder that one is in, or from the top', async () => {
  const folder = join(gitRepository(fleet), 'teams/b');
  for (const [words, told] of [
    [['worker.yaml'], 0],
    [['./teams/b/worker.yaml'], 0],
    [['none.yaml'], 2],
    [['../../../none.yaml'], 2],
  ] as const) {
    const { exitCode, err } = await strata(['copies', ...words], { folder });
    expect([words, exitCode, err === '']).toEqual([words, told, told === 0]);
  }
});

test('what is written renders to what was there, layer by layer', async () => {
  const folder = gitRepository(fleet);
  const render = async (root: string): Promise<readonly string[]> => {
    const { out, err } = await strata(['render', root], { folder });
    expect(err).toBe('');
    return out.split('---\n').sort();
  };
  const roots = ['teams/a', 'teams/b', 'teams/c'];
  const before = await Promise.all(roots.map(render));
  const { written } = await copiesIn(folder, 'teams/b/worker.yaml', '--write');
  expect(written).toBe(true);
  expect(existsSync(join(folder, 'teams/c/worker.yaml'))).toBe(false);
  expect(await Promise.all(roots.map(render))).toEqual(before);
  expect(readFileSync(join(folder, 'teams/b/kustomization.yaml'), 'utf8')).toBe(
    'namespace: b\ncomponents:\n- ../components/worker-deployment\n',
  );
  expect((await copiesIn(folder)).copies).toEqual([]);
});

test('a component that would render to something else is not written', async () => {
  // The patch of the layer takes away what the layer's own file says, before the new patch comes.
  const taken = `[{ "op": "replace", "path": "/spec/replicas", "value": 9 }]`;
  const folder = gitRepository(
    fleet.replace('[{ "op": "add", "path": "/spec/paused", "value": true }]', taken),
  );
  const [first] = (await copiesIn(folder)).copies;
  expect(first?.component).toMatchObject({ proof: 'other', where: 'teams/c' });
  const { out, err, exitCode } = await strata(
    ['copies', 'teams/a/worker.yaml', '--write', '--workspace', '.'],
    { folder },
  );
  expect(exitCode).toBe(1);
  expect(err).toBe(
    'strata: error: nothing is written: the component cannot replace them as they are: teams/c would render to something else.\n',
  );
  expect(out).toContain('Deployment worker in 3 layers');
  expect(existsSync(join(folder, 'teams/a/worker.yaml'))).toBe(true);
});

test('files that git could not bring back are not deleted', async () => {
  const folder = gitRepository(fleet);
  const more = worker(1, 'example.com/worker:1', '        tty: false\n');
  writeFileSync(join(folder, 'teams/b/worker.yaml'), more);
  const { err, exitCode } = await strata(
    ['copies', 'teams/a/worker.yaml', '--write', '--workspace', '.'],
    { folder },
  );
  expect([exitCode, err]).toEqual([
    1,
    'strata: error: nothing is written: git could not bring back teams/b/worker.yaml; commit it first.\n',
  ]);
});

test('Secrets, small files and what differs too much are no copies', async () => {
  const secret = (value: string): string =>
    `{ apiVersion: v1, kind: Secret, metadata: { name: s }, stringData: { ${Array.from({ length: 9 }, (_, index) => `k${index}: ${value}`).join(', ')} } }`;
  const layer = (name: string, text: string): string =>
    `\n# file: ${name}/kustomization.yaml\nresources: [one.yaml]\n# file: ${name}/one.yaml\n${text}`;
  const small = '{ apiVersion: v1, kind: Namespace, metadata: { name: n } }';
  const far = (index: number): string =>
    `{ apiVersion: v1, kind: ConfigMap, metadata: { name: c }, data: { ${Array.from({ length: 9 }, (_, key) => `k${key}: v${index * 10 + key}`).join(', ')} } }`;
  const folder = temporaryTree(
    [
      layer('a', secret('fake')),
      layer('b', secret('fake')),
      layer('c', small),
      layer('d', small),
      layer('e', far(1)),
      layer('f', far(2)),
    ].join(''),
  );
  expect((await copiesIn(folder)).copies).toEqual([]);
  const { err, exitCode } = await strata(['copies', 'a/one.yaml', '--workspace', '.'], { folder });
  expect([exitCode, err]).toEqual([
    2,
    "strata: error: a/one.yaml is no copy of another layer's file.\n",
  ]);
});
