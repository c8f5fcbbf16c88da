import { expect, test } from 'vitest';
import { object } from '../../test/tracedSource.ts';
import { readResourceText } from '../kustomize/objects.ts';
import { expandResourceSet } from './expandResourceSet.ts';

/** `name` for each object, or the codes of the reasons. */
function expand(spec: string): readonly string[] | undefined {
  const text = object('fluxcd.controlplane.io/v1', 'ResourceSet', 'set', spec);
  const { resources } = readResourceText(text, { file: 'a.yaml', inside: [], root: '' });
  const [resource] = resources;
  const expanded = resource && expandResourceSet(resource);
  return (
    expanded && [
      ...expanded.objects.map(({ id }) => id.name),
      ...expanded.open.map(({ code }) => code),
    ]
  );
}

const map = (name: string): string =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}}`;

test.each([
  [`{resources: [${map('a')}, ${map('b')}]}`, ['a', 'b']],
  [`{inputs: [{x: 1}, {x: 2}], resources: [${map('a')}]}`, ['a']],
  [`{inputs: [{x: 1}, {x: b}], resources: [${map('"a-<< inputs.x >>"')}]}`, ['a-1', 'a-b']],
  [`{inputs: [{x: {y: z}}], resources: [${map('"<< inputs.x.y | upper | quote >>"')}]}`, ['Z']],
  [`{inputs: [{x: 1}], resources: [${map('"<< inputs.provider.name >>"')}]}`, ['set']],
  [`{inputs: [{x: 1}], resources: [${map('"<< inputs.y >>"')}]}`, ['application.resource-set']],
  // FIXME: docs/known-gaps.md, ResourceSets: what slugify and permutations give, and static providers.
  [`{inputs: [{x: 1}], resources: [${map('"<< slugify `x` >>"')}]}`, ['application.resource-set']],
  [
    '{inputs: [{x: 1}, {x: 2}], resourcesTemplate: "kind: A\\napiVersion: v1\\nmetadata: {name: b<< inputs.x >>}\\n"}',
    ['b1', 'b2'],
  ],
  [
    '{inputs: [{x: 1}], inputStrategy: {name: Permute}, resources: []}',
    ['application.resource-set'],
  ],
  [`{inputsFrom: [{name: x}], resources: [${map('a')}]}`, ['application.resource-set']],
  [`{steps: [{name: x, resources: [${map('a')}]}]}`, ['a']],
  ['{}', []],
])('%s gives %j', (spec, expected) => {
  expect(expand(spec)).toEqual(expected);
});

test('labels of the set are on its objects', () => {
  const text = object(
    'fluxcd.controlplane.io/v1',
    'ResourceSet',
    'set',
    `{commonMetadata: {labels: {team: core}}, resources: [${map('a')}]}`,
  );
  const [resource] = readResourceText(text, { file: 'a.yaml', inside: [], root: '' }).resources;
  const [made] = (resource && expandResourceSet(resource)?.objects) ?? [];
  expect(JSON.stringify(made?.node)).toContain('"team"');
});
