import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { git, gitRepository } from '../../test/gitRepository.ts';

const address = 'https://git.example.com/acme/web.git';

function application(name: string): string {
  return `
# file: apps/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    source: { repoURL: "${address}", path: ${name} }
    destination: { name: ${name}-1 }
`;
}

/** A checkout that lacks the content of a file. */
function lacking(file: string): string {
  const folder = gitRepository(`
# file: whole/kustomization.yaml
configMapGenerator: [{ name: map, literals: [a=b] }]
# file: part/kustomization.yaml
configMapGenerator: [{ name: map, files: [data.txt] }]
# file: part/data.txt
words
`);
  git(folder, 'remote', 'add', 'origin', address);
  const id = git(folder, 'rev-parse', `HEAD:${file}`).trim();
  rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
  return folder;
}

test('a file that the checkout of another repository lacks is unknown alone', async () => {
  const other = lacking('part/data.txt');
  const folder = gitRepository(application('whole') + application('part'));
  const run = (...words: readonly string[]) =>
    strata([...words, '--repository', other], { folder });
  const survey = await run('survey');
  expect(survey.exitCode).toBe(0);
  const whole = await run('render', '--app', 'whole', '--cluster', 'whole-1');
  expect(whole.out).toContain('a: b');
  const part = await run('render', '--app', 'part', '--cluster', 'part-1');
  expect(part.out).not.toContain('kind: ConfigMap');
  expect([part.exitCode === 0, part.err.includes('data.txt')]).toEqual([false, true]);
});

test('a checkout that lacks what would be passed over is not read at all', async () => {
  const other = lacking('part/kustomization.yaml');
  const folder = gitRepository(application('whole'));
  const { out, exitCode } = await strata(['apps', '--json', '--repository', other], { folder });
  expect(exitCode).toBe(0);
  expect(out).toContain(`Its files are in another repository: ${address}.`);
});
