import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

test('roots have roles by who names whom', async () => {
  const folder = temporaryTree(`
    # file: Kustomization
    resources: [a, c]
    # file: a/kustomization.yaml
    resources: [../b]
    components: [../c]
    # file: b/kustomization.yml
    namePrefix: b-
    # file: c/kustomization.yaml
    kind: Component
    namePrefix: c-
    apiVersion: kustomize.config.k8s.io/v1alpha1
    # file: d/kustomization.yaml
    namePrefix: [not, a, text]
  `);
  const { out, exitCode } = await strata(['roots', '--json'], { folder });
  const schema = join(
    import.meta.dirname,
    '..',
    '..',
    '..',
    'docs',
    'schemas',
    'roots.schema.json',
  );
  expect(exitCode).toBe(0);
  const value = JSON.parse(out) as object;
  expect(new Ajv2020().validate(JSON.parse(readFileSync(schema, 'utf8')) as object, value)).toBe(
    true,
  );
  expect(value).toEqual({
    roots: [
      { root: '', file: 'Kustomization', role: 'overlay', bases: ['a', 'c'], users: [] },
      { root: 'a', file: 'a/kustomization.yaml', role: 'overlay', bases: ['b', 'c'], users: [''] },
      { root: 'b', file: 'b/kustomization.yml', role: 'base', bases: [], users: ['a'] },
      { root: 'c', file: 'c/kustomization.yaml', role: 'component', bases: [], users: ['', 'a'] },
      { root: 'd', file: 'd/kustomization.yaml', role: 'standalone', bases: [], users: [] },
    ],
  });
});
