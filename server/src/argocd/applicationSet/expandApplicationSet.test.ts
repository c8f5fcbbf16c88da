import { expect, test } from 'vitest';
import { expandApplicationSet, type Expansion } from './expandApplicationSet.ts';
import { repositoryOf } from './gitGenerator.ts';

function expand(spec: string): Expansion {
  return expandApplicationSet(
    `metadata: {name: fleet, namespace: argocd}
spec:
  template:
    metadata: {name: "{{.name}}"}
    spec: {project: default, destination: {server: "https://kubernetes.default.svc"}}
${spec.replace(/^/gm, '  ')}`,
    { clusters: [], repository: repositoryOf({ paths: [], read: () => undefined }) },
  );
}

test('what needs a service is outside', () => {
  expect(expand('generators: [{plugin: {configMapRef: {name: p}}}]')).toEqual({
    outside: 'a plugin generator asks a service in the cluster for its parameters',
  });
});

test('an error counts more than what is outside', () => {
  expect(
    expand('generators: [{plugin: {configMapRef: {name: p}}}, {list: {elementsYaml: "a: b"}}]'),
  ).toHaveProperty('error');
});

test('a result that is another one each time is outside', () => {
  expect(
    expand(`goTemplate: true
generators: [{list: {elements: [{name: a}]}}]
templatePatch: "spec: {info: [{name: x, value: '{{ randAlpha 3 }}'}]}"`),
  ).toHaveProperty('outside');
});

test('a list element with values merged into those of a cluster crashes the controller', () => {
  expect(
    expand(`goTemplate: true
generators:
  - merge:
      mergeKeys: [name]
      generators:
        - clusters: {values: {size: s}}
        - list: {elements: [{name: in-cluster, values: {size: l}}]}`),
  ).toEqual({
    error:
      'the controller would crash: reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string',
    crashes: true,
  });
});

test('parameters that are set in one text are there in the next, as in Go', () => {
  const expansion = expand(`goTemplate: true
generators: [{list: {elements: [{name: '{{'}]}}]
templatePatch: '{{ $_ := set . "x" "y" }}spec: {info: [{name: x, value: "{{ .x }}"}]}'`);
  expect(expansion).toMatchObject({
    applications: [{ metadata: { name: '{{' }, spec: { info: [{ name: 'x', value: 'y' }] } }],
  });
});

// Source: Argo CD 3.2.0 applicationset/generators/list.go: an element without anything stays a nil map.
test('an element without anything, with something merged into it, crashes the controller', () => {
  const merge = (first: string): Expansion =>
    expand(`generators:
  - merge:
      mergeKeys: [name]
      generators:
        - list: {elements: [${first}]}
        - list: {elements: [{env: prod}]}`);
  expect(merge('{}')).toEqual({
    error: 'the controller would crash: assignment to entry in nil map',
    crashes: true,
  });
  expect(merge('{values: {}}')).toHaveProperty('applications');
});
