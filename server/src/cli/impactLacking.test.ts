import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = gitRepository('# file: README.md\nnothing yet');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const patch = `
patches:
- patch: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings}
    data: {a: b}
configMapGenerator:
- {name: other, behavior: merge, literals: [a=b]}
`;
const remote = 'resources: ["https://github.com/acme/base?ref=v1"]';

test('an object that may come from a base which is not fetched makes no danger of a root', async () => {
  const folder = folderWith({ 'web/kustomization.yaml': remote + patch });
  const danger = await strata(['impact', '--base', 'HEAD', '--fail-on', 'danger'], { folder });
  expect(danger.exitCode).toBe(0);
  expect(danger.out).toContain('web  needs what is not in the repository');
  expect(danger.out).toContain('https://github.com/acme/base?ref=v1 is not fetched');
  const unknown = await strata(['impact', '--base', 'HEAD', '--fail-on', 'unknown'], { folder });
  expect(unknown.exitCode).toBe(1);
});

test('an object that is nowhere makes a danger of a root', async () => {
  const folder = folderWith({ 'web/kustomization.yaml': patch });
  const danger = await strata(['impact', '--base', 'HEAD', '--fail-on', 'danger'], { folder });
  expect(danger.exitCode).toBe(1);
  expect(danger.out).toContain('web  does not build');
});
