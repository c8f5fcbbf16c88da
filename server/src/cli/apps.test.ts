import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const schemas = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas');

test('applications of the example fleet, in the published shape', async () => {
  const { out, exitCode } = await strata(['apps', '--workspace', '.', '--json']);
  expect(exitCode).toBe(0);
  const value = JSON.parse(out) as { applications: Record<string, unknown>[] };
  const schema = readFileSync(join(schemas, 'apps.schema.json'), 'utf8');
  expect(new Ajv2020().validate(JSON.parse(schema) as object, value)).toBe(true);
  const [root] = value.applications.filter(({ name }) => name === 'root');
  expect(root).toMatchObject({
    name: 'root',
    cluster: 'in-cluster',
    path: 'argocd/control',
    declaredIn: 'argocd/root.yaml',
    declaredAt: 'argocd/root.yaml:2',
    certainty: 'inferred',
  });
});

test('an Application that its root does not list is open', async () => {
  const folder = temporaryTree(`
    # file: kustomization.yaml
    resources: [listed.yaml]
    # file: listed.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: listed }
    spec:
      source: { repoURL: https://git.example.com/acme/fleet, path: app }
      destination: { name: one }
    # file: stray.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: stray }
    spec:
      source: { repoURL: https://git.example.com/acme/fleet, path: nowhere }
      destination: { server: https://two.example.com/ }
    # file: app/kustomization.yaml
    namePrefix: app-
  `);
  const { out } = await strata(['apps', '--json'], { folder });
  const { applications } = JSON.parse(out) as { applications: Record<string, unknown>[] };
  expect(applications).toMatchObject([
    { name: 'stray', cluster: 'https://two.example.com/', pathExists: false, certainty: 'open' },
    { name: 'listed', cluster: 'one', path: 'app', pathExists: true, certainty: 'inferred' },
  ]);
});

test('images that the Image Updater changes are told, with where it writes them', async () => {
  const application = (name: string, annotations: string): string => `
    # file: ${name}.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: ${name}, namespace: argocd, annotations: { ${annotations} } }
    spec:
      source: { repoURL: https://git.example.com/acme/fleet, path: app }
      destination: { name: one }`;
  const prefix = 'argocd-image-updater.argoproj.io/';
  const folder =
    temporaryTree(`${application('a', `${prefix}image-list: "app=web:1.x"`)}${application(
      'b',
      `${prefix}image-list: web, ${prefix}write-back-method: git, ${prefix}git-branch: main`,
    )}${application('c', 'x: y')}
    # file: updater.yaml
    apiVersion: argocd-image-updater.argoproj.io/v1alpha1
    kind: ImageUpdater
    metadata: { name: all, namespace: argocd }
    spec:
      applicationRefs:
      - namePattern: c
        images: [{ alias: web, imageName: db }]
        writeBackConfig: { method: git, gitConfig: { writeBackTarget: kustomization } }
    # file: app/kustomization.yaml
    namePrefix: app-
  `);
  const { out } = await strata(['apps', '--json'], { folder });
  const { applications } = JSON.parse(out) as { applications: Record<string, unknown>[] };
  expect(applications.map(({ name, imageUpdates }) => [name, imageUpdates])).toEqual([
    ['a', [{ image: 'web', constraint: '1.x', writes: 'cluster' }]],
    ['b', [{ image: 'web', writes: 'file', file: 'app/.argocd-source-b.yaml', branch: 'main' }]],
    ['c', [{ image: 'db', writes: 'file', file: 'app' }]],
  ]);
  const text = await strata(['apps'], { folder });
  expect(text.out).toContain('web is updated in app/.argocd-source-b.yaml on main');
  expect(text.out).toContain('web is updated in the cluster');
});
