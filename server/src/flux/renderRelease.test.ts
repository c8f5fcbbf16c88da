import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { tarOf } from '../../test/chartArchive.ts';
import { databaseOf } from '../../test/fluxTree.ts';
import { parseFixture } from '../../test/fixture.ts';
import { contentInput, entryInput } from '../kustomize/files.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Database } from '../query/database.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { fleetObjects } from './fleetObjects.ts';
import { sourceOf } from './fleetSources.ts';
import { readHelmRelease } from './helmRelease.ts';
import { renderHelmRelease, type RenderedRelease } from './renderRelease.ts';

const here = 'https://git.example.com/fleet.git';
const tree = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: charts/web/values.yaml
  size: small
  color: red
  # file: charts/web/crds/thing.yaml
  kind: CustomResourceDefinition
  metadata: { name: things }
  # file: charts/web/templates/web.yaml
  apiVersion: v1
  kind: Web
  metadata: { name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }} }
  size: {{ .Values.size }}
  color: {{ .Values.color }}
  # file: charts/web/templates/hook.yaml
  apiVersion: v1
  kind: Hook
  metadata: { name: before, annotations: { helm.sh/hook: pre-install } }
  # file: charts/web/templates/test.yaml
  apiVersion: v1
  kind: Test
  metadata: { name: try, annotations: { helm.sh/hook: test } }
  # file: values/large.yaml
  size: large
`;

const around = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: apps }
spec: { url: ${here}, ref: { branch: main } }
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: stable, namespace: apps }
spec: { url: https://charts.example.com }
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: { name: web, namespace: apps }
spec:
  chart: charts/web
  sourceRef: { kind: GitRepository, name: fleet }
  valuesFiles: [values/large.yaml]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: values, namespace: apps }
data: { values.yaml: "color: green", color: blue }
`;

const chart = 'chart: {spec: {chart: ./charts/web, sourceRef: {kind: GitRepository, name: fleet}}}';

function render(
  spec: string,
  database: Database = databaseOf(Object.fromEntries(parseFixture(tree).files)),
): RenderedRelease {
  const source = { file: 'release.yaml', inside: [], root: '' };
  const [object] = readResourceText(
    `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: web, namespace: apps}\nspec: {${spec}}\n`,
    source,
  ).resources;
  const release = object && readHelmRelease(object);
  if (release === undefined) throw new Error('No release.');
  const objects = fleetObjects(
    readResourceText(around, { ...source, file: 'around.yaml' }).resources,
  );
  const traced = sourceOf(release, {
    reader: database,
    objects,
    isHere: (url) => ({ isHere: url === here, isFollowed: true }),
    artifacts: new Map(),
    ignoreFiles: [],
  });
  return renderHelmRelease(release, { reader: database, objects, source: traced });
}

/** The fields of the object of a kind, in one line; `undefined` where there is none. */
function object(rendered: RenderedRelease, kind = 'Web'): string | undefined {
  expect(rendered.gaps).toEqual([]);
  const found = rendered.resources.find(({ id }) => id.kind === kind);
  const printed = found && writeCanonical(found.node);
  return printed && 'text' in printed ? printed.text.replace(/\s+/g, ' ').trim() : undefined;
}

describe('a chart of the tree', () => {
  test.each([
    [
      'its own values',
      chart,
      'apiVersion: v1 color: red kind: Web metadata: name: web namespace: apps size: small',
    ],
    [
      'values of references below those of the release',
      `${chart}, valuesFrom: [{kind: ConfigMap, name: values}], values: {size: huge}`,
      'apiVersion: v1 color: green kind: Web metadata: name: web namespace: apps size: huge',
    ],
    [
      'one value of a reference',
      `${chart}, valuesFrom: [{kind: ConfigMap, name: values, valuesKey: color, targetPath: color}]`,
      'apiVersion: v1 color: blue kind: Web metadata: name: web namespace: apps size: small',
    ],
    [
      'files of the source in the place of its own values',
      chart.replace(
        'sourceRef',
        'valuesFiles: [charts/web/values.yaml, values/large.yaml], sourceRef',
      ),
      'apiVersion: v1 color: red kind: Web metadata: name: web namespace: apps size: large',
    ],
    [
      'files that a HelmChart names',
      'chartRef: {kind: HelmChart, name: web}, values: {color: pink}',
      'apiVersion: v1 color: pink kind: Web metadata: name: web namespace: apps size: large',
    ],
    [
      'names of its own',
      `${chart}, targetNamespace: prod`,
      'apiVersion: v1 color: red kind: Web metadata: name: prod-web namespace: prod size: small',
    ],
    [
      'patches and labels after it',
      `${chart}, commonMetadata: {labels: {team: a}}, postRenderers: [{kustomize: {patches: [{target: {kind: Web}, patch: '[{"op": "add", "path": "/more", "value": 1}]'}]}}]`,
      'apiVersion: v1 color: red kind: Web metadata: labels: team: a name: web namespace: apps more: 1 size: small',
    ],
  ])('is rendered with %s', (_, spec, expected) => {
    expect(object(render(spec))).toBe(expected);
  });

  test('definitions, hooks and tests come with it as the release says', () => {
    const kinds = (spec: string): readonly string[] =>
      render(spec).resources.map(({ id }) => id.kind);
    expect(kinds(chart)).toEqual(['CustomResourceDefinition', 'Web', 'Hook']);
    expect(kinds(`${chart}, test: {enable: true}, install: {crds: Skip}`)).toEqual([
      'Web',
      'Hook',
      'Test',
    ]);
  });

  test('hooks are changed after the rendering, unless the release says otherwise', () => {
    const labels = 'commonMetadata: {labels: {team: a}}';
    expect(object(render(`${chart}, ${labels}`), 'Hook')).toContain('labels: team: a');
    expect(
      object(render(`${chart}, ${labels}, postRenderStrategy: nohooks`), 'Hook'),
    ).not.toContain('team');
  });

  // FIXME: docs/known-gaps.md, Charts, Versions of charts in sources of Flux: Flux has 1.0.0+ with the commit here.
  test('a chart whose revision counts has the version that stands in its folder', () => {
    const files = Object.fromEntries(parseFixture(tree).files);
    const path = 'charts/web/templates/web.yaml';
    const shown = databaseOf({
      ...files,
      [path]: 'kind: Web\nmetadata: {name: a}\nversion: {{ .Chart.Version }}\n',
    });
    const spec = chart.replace('sourceRef', 'reconcileStrategy: Revision, sourceRef');
    expect(object(render(spec, shown))).toBe('kind: Web metadata: name: a version: 1.0.0');
  });

  // FIXME: docs/known-gaps.md, Charts, Versions of charts in sources of Flux: Flux waits for a new version of the chart.
  test('a change of a chart counts at once, whatever its version', () => {
    const files = Object.fromEntries(parseFixture(tree).files);
    const changed = databaseOf({ ...files, 'charts/web/values.yaml': 'size: large\ncolor: red\n' });
    expect(object(render(chart, changed))).toContain('size: large');
  });

  test('what is not there is a gap that says what', () => {
    const gaps = (spec: string): readonly string[] => render(spec).gaps.map(({ detail }) => detail);
    expect(gaps(chart.replace('charts/web', 'charts/none'))).toEqual(['charts/none']);
    expect(gaps(chart.replace('sourceRef', 'valuesFiles: [none.yaml], sourceRef'))).toEqual([
      'charts/web: there is no file none.yaml',
    ]);
    expect(
      gaps(
        'chart: {spec: {chart: web, version: 1.x, sourceRef: {kind: HelmRepository, name: stable}}}',
      ),
    ).toEqual(['https://charts.example.com web 1.x']);
    expect(gaps(`${chart}, valuesFrom: [{kind: Secret, name: hidden}]`)).toEqual([
      'Secret/apps/hidden',
    ]);
  });
});

test('an archive of the tree is a chart', () => {
  const files = Object.fromEntries(
    [...parseFixture(tree).files].flatMap(([path, text]) =>
      path.startsWith('charts/web/') ? [[path.slice('charts/'.length), text] as const] : [],
    ),
  );
  const database = databaseOf({ 'vendor/web-1.0.0.tgz': '' });
  database.set(contentInput, 'archive', { kind: 'bytes', bytes: gzipSync(tarOf(files)) });
  database.set(entryInput, 'vendor/web-1.0.0.tgz', { kind: 'file', content: 'archive' });
  const rendered = render(chart.replace('./charts/web', 'vendor/web-1.0.0.tgz'), database);
  expect(object(rendered)).toBe(
    'apiVersion: v1 color: red kind: Web metadata: name: web namespace: apps size: small',
  );
  const [, web] = rendered.resources;
  expect(web?.originOf(web.node).writtenAt.file).toBe('vendor/web-1.0.0.tgz');
});
