import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

const definition = (versions: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: foos.ex.io }
spec:
  group: ex.io
  scope: Namespaced
  names: { kind: Foo, plural: foos }
  versions: ${versions}`;

const schema = 'schema: { openAPIV3Schema: { type: object } }';

const foo = (version: string): string =>
  `\n---\napiVersion: ex.io/${version}\nkind: Foo\nmetadata: { name: ${version}, namespace: shop }`;

test.each([
  [
    `[{ name: v1, served: true, storage: true, ${schema} }, { name: v1beta1, served: false, storage: false, ${schema} }]`,
    ['v1beta1', 'v2'],
  ],
  [`[{ name: v1, served: false, storage: true, ${schema} }]`, ['v1', 'v1beta1', 'v2']],
])(
  'a version that a definition delivered here does not serve is an error',
  async (versions, bad) => {
    const objects = ['v1', 'v1beta1', 'v2'].map(foo).join('');
    const fleet = policyFleet({
      clusters: ['one'],
      more: { 'foo.yaml': definition(versions) + objects },
    });
    const { out } = await strata(['check', '--json'], { folder: temporaryTree(fleet) });
    const { findings, notEvaluated } = JSON.parse(out) as CheckDocument;
    expect(findings.map(({ severity }) => severity)).toEqual(bad.map(() => 'error'));
    const told = findings.map(({ message }) =>
      /Nothing brings `ex.io\/(\w+)` of Foo/.exec(message),
    );
    expect(told.map((found) => found?.[1])).toEqual(bad);
    expect(notEvaluated).toEqual([]);
  },
);
