import { describe, expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { databaseOf } from '../../test/fluxTree.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { readFile } from '../yaml/readObjects.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { field } from '../yaml/nodes.ts';
import { kustomizationIn } from './expand.ts';
import { renderFluxKustomization } from './render.ts';
import { lookupIn } from './variableSources.ts';

const apps = `
  # file: flux.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: {name: web, namespace: apps}
  spec:
    path: ./app
    namePrefix: blue-
    targetNamespace: prod
    images:
    - name: web
      newTag: "2"
    patches:
    - patch: |
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec: {replicas: 7}
    commonMetadata:
      labels: {team: core}
    postBuild:
      substitute: {mode: fast}
      substituteFrom: [{kind: ConfigMap, name: vars}]
  # file: vars.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: vars, namespace: apps}
  data: {level: high, mode: slow}
  # file: app/kustomization.yaml
  namePrefix: red-
  images:
  - name: web
    newName: registry/web
  resources: [deploy.yaml]
  # file: app/deploy.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web}
  spec:
    replicas: 1
    template:
      spec:
        containers:
        - name: web
          image: web:1
          args: ["\${mode}", "\${level}-\${mode}", plain, "\${other:-none}"]
`;

function render(text: string) {
  const files = Object.fromEntries(parseFixture(text).files);
  const found = kustomizationIn('flux.yaml', files['flux.yaml'] ?? '');
  if (found.kind === 'problem') throw new Error(found.code);
  const { lookup } = lookupIn([{ file: 'vars.yaml', text: files['vars.yaml'] ?? '' }]);
  const rendered = renderFluxKustomization(found.kustomization, {
    reader: databaseOf(files),
    lookup,
  });
  if (rendered.kind === 'pending') throw new Error('pending');
  return { files, ...rendered };
}

/** The node at a path of keys and indices. */
function at(node: ResourceNode | undefined, path: string): ResourceNode | undefined {
  return path
    .split('/')
    .reduce<ResourceNode | undefined>(
      (inner, name) =>
        inner?.kind === 'sequence' ? inner.items[Number(name)] : field(inner, name),
      node,
    );
}

/** `step file:text` for each origin of a field, the last one first. */
function chain(rendered: ReturnType<typeof render>, path: string): readonly string[] {
  const [resource] = rendered.resources;
  const node = at(resource?.node, path);
  if (resource === undefined || node === undefined) return [];
  const result: string[] = [];
  for (
    let origin: FieldOrigin | undefined = resource.originOf(node);
    origin !== undefined;
    origin = origin.previous
  )
    result.push(`${origin.by.kind} ${written(origin.writtenAt, rendered.files)}`);
  return result;
}

function written(pointer: SourcePointer, files: Readonly<Record<string, string>>): string {
  const text = files[pointer.file] ?? '';
  const inner = pointer.kind === 'inside' ? textAt(text, pointer.ordinal) : text;
  const ordinal =
    pointer.kind === 'node'
      ? pointer.ordinal
      : pointer.kind === 'inside'
        ? pointer.inner.ordinal
        : -1;
  return `${pointer.file}:${textAt(inner, ordinal)}`;
}

/** The value of the scalar with an ordinal. */
function textAt(text: string, ordinal: number): string {
  const search = (node: ResourceNode): string | undefined => {
    if (node.ordinal === ordinal) return node.kind === 'scalar' ? node.value : node.kind;
    const inner = node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
    return inner.map(search).find((found) => found !== undefined);
  };
  const { documents } = readFile(text, undefined).file;
  return documents.map(({ root }) => search(root)).find((found) => found !== undefined) ?? '?';
}

describe('what a Kustomization writes has its place in the Kustomization', () => {
  const rendered = render(apps);
  const container = 'spec/template/spec/containers/0';
  test('without a failure', () => {
    expect(rendered.failures).toEqual([]);
  });
  test.each([
    ['metadata/name', ['namePrefix flux.yaml:blue-', 'base app/deploy.yaml:web']],
    ['metadata/namespace', ['namespace flux.yaml:prod']],
    ['metadata/labels/team', ['labels flux.yaml:core']],
    ['spec/replicas', ['patch flux.yaml:7', 'base app/deploy.yaml:1']],
    [`${container}/image`, ['images flux.yaml:2', 'base app/deploy.yaml:web:1']],
    [`${container}/args/0`, ['substitution flux.yaml:fast', 'base app/deploy.yaml:${mode}']],
    [
      `${container}/args/1`,
      ['substitution vars.yaml:high', 'base app/deploy.yaml:${level}-${mode}'],
    ],
    [`${container}/args/2`, ['base app/deploy.yaml:plain']],
    [
      `${container}/args/3`,
      ['substitution app/deploy.yaml:${other:-none}', 'base app/deploy.yaml:${other:-none}'],
    ],
  ])('%s', (path, expected) => {
    expect(chain(rendered, path)).toEqual(expected);
  });
});

test('a folder without a kustomization file gets one of its manifests', () => {
  const object = `
    # file: flux.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: {name: web, namespace: apps}
    spec: {path: app}
    # file: app/a.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: a}
  `;
  const rendered = render(object);
  expect(rendered.kustomizationFile).toBe('created');
  expect(rendered.resources.map(({ id }) => id.name)).toEqual(['a']);
});

test('a file that is made for an empty folder stays empty where its namespace is cleared', () => {
  const rendered = render(`
    # file: flux.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: {name: web, namespace: apps}
    spec: {path: app, targetNamespace: ""}
    # file: app/notes.txt
    no manifest
  `);
  expect(rendered.failures.map(({ code }) => code)).toEqual(['kustomization.empty']);
});
