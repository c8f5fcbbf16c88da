import { describe, expect, test } from 'vitest';
import { applicationOf, here, isHere, treeOf } from '../../test/argoTree.ts';
import type { RenderedApplication } from '../delivery/application.ts';
import { describeId } from '../kustomize/resource.ts';
import type { Database } from '../query/database.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { renderArgoApplication, type RenderOptions } from './render.ts';
import { sourcesOf } from './sources.ts';

const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'web:1'}]}
`;

function render(
  database: Database,
  spec: string,
  more: Partial<RenderOptions> = {},
): RenderedApplication {
  const application = applicationOf(spec);
  const options = { reader: database, restrictions: 'root', ...more } as const;
  const sources = sourcesOf(application, { ...options, isHere });
  const rendered = renderArgoApplication(application, sources, options);
  if ('kind' in rendered) throw new Error('pending');
  return rendered;
}

function at(node: ResourceNode | undefined, ...path: readonly string[]): ResourceNode | undefined {
  return path.reduce<ResourceNode | undefined>((found, key) => {
    if (found?.kind === 'sequence') return found.items[Number(key)];
    return field(found, key);
  }, node);
}

const source = (more: string, path = 'app'): string =>
  `source: {repoURL: ${here}, path: ${path}${more === '' ? '' : `, ${more}`}}`;

/*
 * Each option with a file that says something already, where editing the file and wrapping it in another one differ.
 * Source: Argo CD 3.2.0 util/kustomize/kustomize.go `Build`; kustomize v5.8.1 commands/edit.
 */
describe('options edit the kustomization file', () => {
  const text = (kustomization: string, options: string, ...path: readonly string[]): string => {
    const files = {
      'app/kustomization.yaml': `resources: [deploy.yaml]\n${kustomization}\n`,
      'app/deploy.yaml': deployment,
      'components/a/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnameSuffix: -a\n',
    };
    const { resources, failures } = render(treeOf(files), source(`kustomize: {${options}}`));
    const [failure] = failures;
    return failure?.code ?? rawText(at(resources[0]?.node, ...path));
  };
  const name = ['metadata', 'name'];
  const image = ['spec', 'template', 'spec', 'containers', '0', 'image'];

  test.each<[string, string, string, readonly string[], string]>([
    ['a prefix is replaced', 'namePrefix: a-', 'namePrefix: b-', name, 'b-web'],
    ['a suffix is replaced', 'nameSuffix: -a', 'nameSuffix: -b', name, 'web-b'],
    ['an empty prefix changes nothing', 'namePrefix: a-', "namePrefix: ''", name, 'a-web'],
    ['a namespace is replaced', 'namespace: a', 'namespace: b', ['metadata', 'namespace'], 'b'],
    [
      'an image is replaced as a whole',
      'images: [{name: web, newName: other, newTag: "2"}]',
      "images: ['web:3']",
      image,
      'web:3',
    ],
    [
      'a star keeps what the file says',
      'images: [{name: web, newName: other, newTag: "2"}]',
      "images: ['web=*:3']",
      image,
      'other:3',
    ],
    ['an image with a digest', '', "images: ['web@sha256:abc']", image, 'web@sha256:abc'],
    ['an image without anything new', '', "images: ['web']", image, 'argocd.bad-image'],
    [
      'replicas are replaced',
      'replicas: [{name: web, count: 2}]',
      'replicas: [{name: web, count: "3"}]',
      ['spec', 'replicas'],
      '3',
    ],
    [
      'a count that is no number',
      '',
      'replicas: [{name: web, count: many}]',
      ['spec', 'replicas'],
      'argocd.bad-replicas',
    ],
    [
      'a label is added with its selectors',
      'commonLabels: {a: "1"}',
      'commonLabels: {b: "2"}',
      ['spec', 'selector', 'matchLabels', 'b'],
      '2',
    ],
    [
      'a label that is there',
      'commonLabels: {a: "1"}',
      'commonLabels: {a: "2"}',
      name,
      'argocd.label-there',
    ],
    [
      'a label that is forced',
      'commonLabels: {a: "1"}',
      'commonLabels: {a: "2"}, forceCommonLabels: true',
      ['metadata', 'labels', 'a'],
      '2',
    ],
    [
      'a label without selectors',
      '',
      'commonLabels: {a: "2"}, labelWithoutSelector: true',
      ['spec', 'selector', 'matchLabels', 'a'],
      '',
    ],
    [
      'a label in templates',
      '',
      'commonLabels: {a: "2"}, labelWithoutSelector: true, labelIncludeTemplates: true',
      ['spec', 'template', 'metadata', 'labels', 'a'],
      '2',
    ],
    [
      'a label in templates with selectors',
      '',
      'commonLabels: {a: "2"}, labelIncludeTemplates: true',
      name,
      'argocd.templates-with-selectors',
    ],
    [
      'variables in labels, always',
      '',
      'commonLabels: {a: $ARGOCD_APP_NAME}',
      ['metadata', 'labels', 'a'],
      'web',
    ],
    [
      'variables in annotations, not unless asked for',
      '',
      'commonAnnotations: {a: $ARGOCD_APP_NAME}',
      ['metadata', 'annotations', 'a'],
      '$ARGOCD_APP_NAME',
    ],
    [
      'variables in annotations',
      '',
      "commonAnnotations: {a: '${ARGOCD_APP_SOURCE_PATH}'}, commonAnnotationsEnvsubst: true",
      ['metadata', 'annotations', 'a'],
      'app',
    ],
    [
      'an annotation that is there',
      'commonAnnotations: {a: "1"}',
      'commonAnnotations: {a: "2"}',
      name,
      'argocd.annotation-there',
    ],
    [
      'a patch comes after those of the file and before its prefix',
      "namePrefix: a-\npatches: [{patch: '- {op: add, path: /spec/replicas, value: 2}', target: {kind: Deployment}}]",
      "patches: [{patch: '- {op: replace, path: /spec/replicas, value: 5}', target: {name: web}}]",
      ['spec', 'replicas'],
      '5',
    ],
    ['components are added', 'nameSuffix: -b', 'components: [../components/a]', name, 'web-a-b'],
    ['components by a pattern', '', "components: ['../components/*']", name, 'web-a'],
    [
      'a component that is not there',
      '',
      'components: [../gone]',
      name,
      'argocd.component-not-found',
    ],
    [
      'a component that is not there and may be missing',
      '',
      'components: [../gone], ignoreMissingComponents: true',
      name,
      'web',
    ],
  ])('%s', (_, kustomization, options, path, expected) => {
    expect(text(kustomization, options, ...path)).toBe(expected);
  });

  test('what is written stands in the Application', () => {
    const files = { 'app/kustomization.yaml': 'resources: [d.yaml]', 'app/d.yaml': deployment };
    const { resources } = render(treeOf(files), source('kustomize: {namePrefix: b-}'));
    expect(at(resources[0]?.node, ...name)?.origin?.writtenAt).toMatchObject({ file: 'app.yaml' });
  });

  test('without options the build is that of the root', () => {
    const files = { 'app/kustomization.yaml': 'resources: [d.yaml]', 'app/d.yaml': deployment };
    const database = treeOf(files);
    const [plain] = render(database, source('')).resources;
    const [same] = render(database, source("kustomize: {version: v5, namePrefix: ''}")).resources;
    expect(plain?.node).toBe(same?.node);
  });
});

// Source: Argo CD 3.2.0 reposerver/repository/repository.go `mergeSourceParameters`; Go encoding/json decode.go.
describe('files that override', () => {
  const nameWith = (more: Readonly<Record<string, string>>, options = ''): string => {
    const files = {
      'app/kustomization.yaml': 'resources: [d.yaml]',
      'app/d.yaml': deployment,
      ...more,
    };
    return rawText(
      at(render(treeOf(files), source(options)).resources[0]?.node, 'metadata', 'name'),
    );
  };

  test('are merged over the options, the one with the name last', () => {
    const files = {
      'app/.argocd-source.yaml': 'kustomize: {namePrefix: all-, nameSuffix: -all}',
      'app/.argocd-source-web.yaml': 'kustomize: {namePrefix: own-}',
    };
    expect(nameWith(files)).toBe('own-web-all');
    expect(nameWith(files, 'kustomize: {namePrefix: app-, nameSuffix: -app}')).toBe('own-web-all');
  });

  test('cannot take anything away', () => {
    const files = { 'app/.argocd-source.yaml': 'kustomize: {namePrefix: null}' };
    expect(nameWith(files, 'kustomize: {namePrefix: app-}')).toBe('app-web');
  });

  test('are where their values stand', () => {
    const files = {
      'app/kustomization.yaml': 'resources: [d.yaml]',
      'app/d.yaml': deployment,
      'app/.argocd-source-web.yaml': "kustomize:\n  images: ['web:7']\n",
    };
    const { resources } = render(treeOf(files), source(''));
    const image = at(resources[0]?.node, 'spec', 'template', 'spec', 'containers', '0', 'image');
    expect(rawText(image)).toBe('web:7');
    expect(image?.origin?.writtenAt).toEqual({
      kind: 'node',
      file: 'app/.argocd-source-web.yaml',
      ordinal: 5,
    });
  });
});

// Source: Argo CD 3.2.0 reposerver/repository/repository.go `findManifests`.
describe('plain folders', () => {
  const map = (name: string, more = ''): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${more}`;
  const files = {
    'app/b.yaml': map('b'),
    'app/a.yml': map('a'),
    'app/c.json': '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}',
    'app/d.txt': map('d'),
    'app/sub/e.yaml': map('e'),
    'app/values.yaml': 'replicas: 1',
    'app/template.yaml': '{{ if .x }}\nkind: y\n{{ end }}',
    'app/skipped.yaml': `# +argocd:skip-file-rendering\n${map('skipped')}`,
  };
  const names = (options: string, more: Readonly<Record<string, string>> = {}): readonly string[] =>
    render(treeOf({ ...files, ...more }), source(options)).resources.map(({ id }) => id.name);

  test.each([
    ['', ['a', 'b', 'c']],
    ['directory: {recurse: true}', ['a', 'b', 'c', 'e']],
    ["directory: {recurse: true, include: '*.yaml'}", ['b', 'e']],
    ["directory: {recurse: true, exclude: 'sub/*'}", ['a', 'b', 'c']],
    ["directory: {include: '{a,c}.*'}", ['a', 'c']],
    ["directory: {include: '*', exclude: 'b.yaml'}", ['a', 'c']],
    ["directory: {include: '{'}", []],
  ])('%s', (options, expected) => {
    expect(names(options)).toEqual(expected);
  });

  test('objects are read by YAML 1.1, lists are taken apart', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${map('x').replaceAll('\n', '\n  ')}`;
    expect(names("directory: {include: 'list.yaml'}", { 'app/list.yaml': list })).toEqual(['x']);
    const database = treeOf({ 'app/x.yaml': map('x', 'data: {y: yes, n: 010, "on": off}') });
    const [resource] = render(database, source('')).resources;
    const printed = resource && writeCanonical(resource.node);
    expect(printed).toEqual({
      text: 'apiVersion: v1\ndata:\n  "false": 8\n  "on": false\n  "true": true\nkind: ConfigMap\nmetadata:\n  name: x\n',
    });
  });

  test.each([
    ['looks like a manifest', 'apiVersion: v1\nkind: A\nmetadata: [\n', 'argocd.not-readable'],
    ['stands behind an object', `${map('x')}---\na: b\n`, 'argocd.not-readable'],
  ])('what cannot be read and %s is a failure', (_, text, code) => {
    const { failures } = render(treeOf({ 'app/x.yaml': text }), source(''));
    expect(failures.map((failure) => failure.code)).toEqual([code]);
  });
});

// Source: Argo CD 3.2.0 controller/state.go `DeduplicateTargetObjects`.
test('the destination gives namespaces, and the last of equal objects counts', () => {
  const map = (name: string, value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: ${value}}\n`;
  const files = {
    'one/a.yaml': map('a', 'first'),
    'one/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: web, namespace: wrong}\n',
    'one/own.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: own}\n',
    'one/issuer.yaml': 'apiVersion: cert-manager.io/v1\nkind: ClusterIssuer\nmetadata: {name: i}\n',
    'two/a.yaml': map('a', 'second'),
  };
  const spec = `
sources:
- {repoURL: ${here}, path: one}
- {repoURL: ${here}, path: two}
- {repoURL: ${here}, ref: values}
destination: {name: prod, namespace: shop}`;
  const { resources, notes, gaps } = render(treeOf(files), spec);
  expect(resources.map(({ id }) => describeId(id))).toEqual([
    'ConfigMap/shop/a',
    'ClusterIssuer.cert-manager.io/i',
    'Namespace/web',
    'Pod/own/p',
  ]);
  expect(rawText(at(resources[0]?.node, 'data', 'a'))).toBe('second');
  expect(notes.map(({ code }) => code)).toEqual(['argocd.repeated-resource']);
  expect(gaps).toEqual([]);
});

describe('what cannot be had is a gap', () => {
  test.each([
    [
      'a chart of a repository',
      `source: {repoURL: https://charts, chart: web}`,
      'chart',
      'https://charts web',
    ],
    ['another repository', 'source: {repoURL: https://other, path: a}', 'remote', 'https://other'],
    [
      'a chart that Helm does not take',
      source('', 'chart'),
      'chart',
      'chart: validation: chart.metadata.name is required',
    ],
    ['a plugin', source('plugin: {name: cue}'), 'exec', 'cue'],
    ['jsonnet', source('', 'jsonnet'), 'exec', 'jsonnet/x.jsonnet'],
  ])('%s', (_, spec, kind, detail) => {
    const files = { 'chart/Chart.yaml': '', 'app/x': '', 'jsonnet/x.jsonnet': '' };
    const { gaps, failures } = render(treeOf(files), spec);
    expect(gaps).toMatchObject([{ kind, detail }]);
    expect(failures).toEqual([]);
  });

  test.each([
    ['a path that is not there', source('', 'gone'), 'argocd.path-not-found'],
    ['no path', `source: {repoURL: ${here}}`, 'argocd.no-path'],
    ['options of two kinds', source('helm: {}, kustomize: {}'), 'argocd.several-types'],
  ])('%s is a failure', (_, spec, code) => {
    const { gaps, failures } = render(treeOf({ 'app/x': '' }), spec);
    expect([gaps, failures.map((failure) => failure.code)]).toEqual([[], [code]]);
  });
});

describe('a chart in the tree', () => {
  const chart = {
    'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'chart/values.yaml': 'size: small\ncolor: red\n',
    'chart/templates/map.yaml': [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata: {name: "{{ .Release.Name }}"}',
      'data: {size: "{{ .Values.size }}", color: "{{ .Values.color }}"}',
      '',
    ].join('\n'),
    'values/one.yaml': 'size: medium\ncolor: green\n',
  };
  const rendered = (spec: string): readonly (string | undefined)[] => {
    const { resources, gaps } = render(treeOf(chart), spec);
    expect(gaps).toEqual([]);
    const [map] = resources;
    return [map?.id.name, ...['size', 'color'].map((key) => rawText(at(map?.node, 'data', key)))];
  };

  test.each([
    ['its own values', source('', 'chart'), ['web', 'small', 'red']],
    [
      'files below values, and values below parameters',
      source(
        'helm: {valueFiles: [../values/one.yaml], values: "size: large", parameters: [{name: size, value: huge}]}',
        'chart',
      ),
      ['web', 'huge', 'green'],
    ],
    [
      'valuesObject in the place of values, and a name of its own',
      source('helm: {releaseName: other, values: "size: a", valuesObject: {size: b}}', 'chart'),
      ['other', 'b', 'red'],
    ],
    [
      'a missing file that may be missing',
      source('helm: {ignoreMissingValueFiles: true, valueFiles: [gone.yaml]}', 'chart'),
      ['web', 'small', 'red'],
    ],
    [
      'a file of another source',
      `sources: [
        {repoURL: ${here}, path: chart, helm: {valueFiles: [$values/values/one.yaml]}},
        {repoURL: ${here}, ref: values}]`,
      ['web', 'medium', 'green'],
    ],
  ])('with %s', (_, spec, expected) => {
    expect(rendered(spec)).toEqual(expected);
  });

  test.each([
    ['gone.yaml', 'there is no file gone.yaml'],
    ["'gone-*.yaml'", 'no file fits gone-*.yaml'],
    ['https://example.com/a.yaml', 'https://example.com/a.yaml is not in the repository'],
  ])('a values file that is not there is a gap: %s', (file, expected) => {
    const { gaps } = render(treeOf(chart), source(`helm: {valueFiles: [${file}]}`, 'chart'));
    expect(gaps).toMatchObject([{ kind: 'chart', detail: `chart: ${expected}` }]);
  });

  test.each([
    ['in the order of their paths', "['/many/*.yaml']", ['web', 'b', 'a']],
    ['but for what is named itself', "['/many/*.yaml', /many/a.yaml]", ['web', 'a', 'a']],
    ['folders before those in them', "['/many/**/*.yaml']", ['web', 'deep', 'a']],
    [
      'or none where they may be missing',
      "['/many/x*.yaml'], ignoreMissingValueFiles: true",
      ['web', 'small', 'red'],
    ],
  ])('a pattern stands for all files that fit it, %s', (_, files, expected) => {
    const many = {
      'many/a.yaml': 'size: a\ncolor: a\n',
      'many/b.yaml': 'size: b\n',
      'many/a/deep.yaml': 'size: deep\n',
    };
    const spec = source(`helm: {valueFiles: ${files}}`, 'chart');
    const { resources, gaps } = render(treeOf({ ...chart, ...many }), spec);
    expect(gaps).toEqual([]);
    const [map] = resources;
    const data = ['size', 'color'].map((key) => rawText(at(map?.node, 'data', key)));
    expect([map?.id.name, ...data]).toEqual(expected);
  });
});
