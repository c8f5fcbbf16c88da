import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { definition, renderedPlaceAt } from './definition.ts';
import { renderedPositions } from './renderedPositions.ts';
import { renderedRoot } from './renderedRoot.ts';

const { analysis, fixture } = analyzeFixture(`
  # file: base/kustomization.yaml
  resources: [web.yaml]
  # file: base/web.yaml
  apiVersion: v1
  kind: Pod
  metadata:
    name: web
    labels: { tier: front$0 }
  spec:
    containers:
    - name: app
      image: web:1
  # file: top/kustomization.yaml
  namePrefix: top-
  resources: [../base, first.yaml]
  patches:
  - target: { kind: Pod }
    patch: |
      - { op: replace, path: /metadata/labels/tier, value: back }
  # file: top/first.yaml
  apiVersion: v1
  kind: Namespace
  metadata: { name: first }
`);

test('a source place has its rendered positions in every root, those that are overridden among them', () => {
  const { path: file = '', offset = 0 } = fixture.cursor ?? {};
  const positions = completed(renderedPositions(analysis, { file, offset }));
  const field = '/metadata/labels/tier';
  expect(positions).toEqual([
    { root: 'base', resource: 'Pod/web', field, line: 4, column: 10, wins: true },
    { root: 'top', resource: 'Pod/top-web', field, line: 9, column: 10, wins: false },
  ]);
});

test('every line of the output leads to where it is written', () => {
  const rendered = completed(renderedRoot(analysis, 'top'));
  const text = rendered.resources.map(({ yaml }) => yaml).join('---\n');
  const places = text.split('\n').map((shown, line) => {
    const place = renderedPlaceAt(rendered, { line, column: shown.length });
    const [range] = place === undefined ? [] : completed(definition(analysis, place));
    return range === undefined ? shown : `${shown}  ${range.file}:${range.start.line + 1}`;
  });
  expect(places.join('\n')).toMatchInlineSnapshot(`
    "apiVersion: v1  top/first.yaml:1
    kind: Namespace  top/first.yaml:2
    metadata:  top/first.yaml:3
      name: first  top/first.yaml:3
    ---
    apiVersion: v1  base/web.yaml:1
    kind: Pod  base/web.yaml:2
    metadata:  base/web.yaml:3
      labels:  base/web.yaml:5
        tier: back  top/kustomization.yaml:6
      name: top-web  top/kustomization.yaml:1
    spec:  base/web.yaml:6
      containers:  base/web.yaml:7
      - image: web:1  base/web.yaml:9
        name: app  base/web.yaml:8
    "
  `);
});
