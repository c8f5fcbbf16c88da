import { expect, test } from 'vitest';
import { databaseOf } from '../../test/fluxTree.ts';
import { parseFixture } from '../../test/fixture.ts';
import { argoCdValues } from '../helm/deployers/argoCdValues.ts';
import type { ChartInputs } from '../helm/deployers/chartInputs.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource } from '../kustomize/resource.ts';
import { field } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { readyChartQuery } from './chartInTree.ts';
import { chartObjects, valuesOfNode } from './chartObjects.ts';
import { objectSource, type LayerSource } from './chartOrigins.ts';

const chart = `
  # file: c/Chart.yaml
  apiVersion: v2
  name: c
  version: 1.0.0
  # file: c/values.yaml
  size: small
  image: { name: web, tag: "1" }
  # file: c/crds/thing.yaml
  kind: CustomResourceDefinition
  metadata: { name: things }
  # file: c/templates/_helpers.tpl
  {{ define "image" -}}
  {{ .Values.image.name }}:{{ .Values.image.tag }}
  {{- end }}
  # file: c/templates/a.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata:
    name: {{ .Release.Name }}
  data:
    size: {{ .Values.size }}
    image: {{ include "image" . }}
    text: |
      first
      {{ .Values.size }}
    {{- if .Values.extra }}
    extra: {{ .Values.extra }}
    {{- end }}
  pair: { size: {{ .Values.size }}, name: {{ .Values.image.name }} }
`;

function objects(
  inputs: ChartInputs,
  sources: Readonly<Record<string, LayerSource>> = {},
): readonly Resource[] {
  const database = databaseOf(Object.fromEntries(parseFixture(chart).files));
  const made = chartObjects({
    folder: 'c',
    chart: database.get(readyChartQuery, 'c'),
    release: {
      name: 'r',
      namespace: 'n',
      inputs,
      includesDefinitions: true,
      includesHooks: true,
      includesTests: true,
    },
    sources: new Map(Object.entries(sources)),
    knowsApis: true,
  });
  if (made.kind === 'gap') throw new Error(made.message);
  return made.resources;
}

/** The chain of a field of the ConfigMap: `file:node` or `file:line`, with what each link gave. */
function chain(resources: readonly Resource[], ...path: readonly string[]): readonly string[] {
  const map = resources.find(({ id }) => id.kind === 'ConfigMap');
  const node = path.reduce<ResourceNode | undefined>(field, map?.node);
  const links: string[] = [];
  for (let one = map && node && map.originOf(node); one !== undefined; one = one.previous) {
    const { writtenAt: at, gave, secret } = one;
    const place =
      at.kind === 'node' || at.kind === 'inside'
        ? `#${at.ordinal}`
        : at.kind === 'line'
          ? `:${at.line}`
          : '';
    const inner = at.kind === 'inside' ? `>${at.inner.ordinal}` : '';
    links.push(
      `${at.file}${place}${inner} ${gave?.value ?? ''}${secret === true ? ' secret' : ''}`.trim(),
    );
  }
  return links;
}

const noInputs = { valueFiles: [], parameters: [], fileParameters: [] };

test('a field names the value that it shows and the ones that this one replaced, then the template', () => {
  const made = objects(
    argoCdValues({ ...noInputs, valueFiles: [{ name: 'big.yaml', text: 'size: big\n' }] }),
    { 'big.yaml': { kind: 'file', file: 'values/big.yaml' } },
  );
  expect(chain(made, 'data', 'size')).toEqual([
    'values/big.yaml#2 big',
    'c/values.yaml#2 small',
    'c/templates/a.yaml:5',
  ]);
  expect(chain(made, 'data', 'text')).toEqual([
    'values/big.yaml#2 first\nbig',
    'c/values.yaml#2 small',
    'c/templates/a.yaml:7',
  ]);
  expect(chain(made, 'kind')).toEqual(['c/templates/a.yaml:1 ConfigMap']);
});

test('of several values on a line, the one that is set outside of the chart comes first', () => {
  const made = objects(
    argoCdValues({ ...noInputs, parameters: [{ name: 'image.tag', value: 'v2' }] }),
    { '--set image.tag=v2': { kind: 'value', at: { kind: 'node', file: 'app.yaml', ordinal: 7 } } },
  );
  expect(chain(made, 'data', 'image')).toEqual([
    'app.yaml#7 web:v2',
    'c/values.yaml#6 web',
    'c/templates/a.yaml:6',
  ]);
});

test('of several fields on a line, each names the value that it shows first', () => {
  const made = objects(argoCdValues(noInputs));
  expect(chain(made, 'pair', 'size')[0]).toBe('c/values.yaml#2 small');
  expect(chain(made, 'pair', 'name')[0]).toBe('c/values.yaml#6 web');
});

test('values in an object keep what the object says of them, and those in a text their place in it', () => {
  const [release] = readResourceText(
    'kind: A\nmetadata: {name: a}\nspec: { values: { extra: true, image: { tag: v3 } } }',
    {
      file: 'release.yaml',
      inside: [],
      root: '',
    },
  ).resources;
  const node = field(field(release?.node, 'spec'), 'values');
  if (release === undefined || node === undefined) throw new Error('No values.');
  const valuesObject = valuesOfNode(node);
  const ofObject = objects(argoCdValues({ ...noInputs, ...(valuesObject && { valuesObject }) }), {
    valuesObject: objectSource(release, node),
  });
  expect(chain(ofObject, 'data', 'extra')).toEqual([
    'release.yaml#12 true',
    'c/templates/a.yaml:11',
  ]);
  expect(chain(ofObject, 'data', 'image')[0]).toBe('release.yaml#16 web:v3');
  const ofText = objects(argoCdValues({ ...noInputs, values: 'a: 1\nsize: huge\n' }), {
    values: { kind: 'text', at: { kind: 'node', file: 'app.yaml', ordinal: 9 }, isSecret: true },
  });
  expect(chain(ofText, 'data', 'size')[0]).toBe('app.yaml#9>4 huge secret');
  expect(chain(ofText, 'data', 'image')[0]).toBe('c/values.yaml#6 web:1');
});

test('definitions are files as they stand', () => {
  const [definition] = objects(argoCdValues(noInputs));
  const name = field(field(definition?.node, 'metadata'), 'name');
  expect(definition?.source.file).toBe('c/crds/thing.yaml');
  expect(name && definition?.originOf(name).writtenAt).toEqual({
    kind: 'node',
    file: 'c/crds/thing.yaml',
    ordinal: 6,
  });
});
