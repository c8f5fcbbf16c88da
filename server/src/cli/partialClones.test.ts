import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree, writeTree } from '../../test/temporaryTree.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

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

const fleet = 'https://git.example.com/acme/fleet.git';

/** A clone without the contents of its first commit that later ones replaced. */
function blobless(before: string, after: string): string {
  const origin = gitRepository(before);
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  writeTree(origin, after);
  commitAll(origin);
  const folder = temporaryTree('');
  git(folder, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, '.');
  git(folder, 'remote', 'set-url', 'origin', fleet);
  return folder;
}

async function impact(
  folder: string,
  ...words: readonly string[]
): Promise<readonly (readonly [string, string, readonly string[]])[]> {
  const { out, err, exitCode } = await strata(['impact', '--base', 'HEAD~1', '--json', ...words], {
    folder,
  });
  expect([exitCode, err]).toEqual([0, '']);
  const { roots, applications } = JSON.parse(out) as ImpactDocument;
  return [
    ...roots.map(({ root, status, gaps }) => [root, status, gaps] as const),
    ...applications.map(({ name, status, gaps }) => [name, status, gaps] as const),
  ].map(([name, status, gaps]) => [name, status, gaps.map(({ detail }) => detail)]);
}

const map = (value: string): string => `
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map }, data: { key: ${value} } }`;

function delivered(name: string, path: string): string {
  return `
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    source: { repoURL: "${fleet}", path: ${path} }
    destination: { name: one }`;
}

test.each([[[]], [['--head', 'HEAD']]])(
  'what is made of files of the base that were not fetched is unknown, %j',
  async (words) => {
    const folder = blobless(
      `
  # file: apps/web.yaml${delivered('web', 'web')}
  # file: apps/plain.yaml${delivered('plain', 'plain')}
  # file: apps/same.yaml${delivered('same', 'same')}
  # file: web/kustomization.yaml
  resources: [map.yaml]
  # file: web/map.yaml${map('one')}
  # file: plain/map.yaml${map('one')}
  # file: same/map.yaml${map('same')}`,
      `
  # file: web/map.yaml${map('two')}
  # file: plain/map.yaml${map('two')}`,
    );
    expect(await impact(folder, ...words)).toEqual([
      ['plain', 'unknown', ['plain/map.yaml']],
      ['web', 'unknown', ['web/map.yaml']],
      ['plain', 'unknown', ['plain/map.yaml']],
      ['web', 'unknown', ['web/map.yaml']],
    ]);
    const { out, err, exitCode } = await strata(
      ['impact', '--base', 'HEAD~1', '--fail-on', 'unknown', ...words],
      { folder },
    );
    expect(exitCode).toBe(1);
    expect(err).toContain('unknown');
    expect(out).toContain(
      'The content of web/map.yaml was not fetched: `git fetch --refetch --no-filter` brings it.',
    );
    git(folder, 'reset', '--quiet', '--hard', 'HEAD');
    const same = await strata(['impact', '--base', 'HEAD', '--json'], { folder });
    expect((JSON.parse(same.out) as ImpactDocument).roots).toEqual([]);
  },
);

test('an application whose object of the base was not fetched is unknown', async () => {
  const folder = blobless(
    `
  # file: apps/kustomization.yaml
  resources: [web.yaml]
  # file: apps/web.yaml${delivered('web', 'web')}
  # file: web/map.yaml${map('one')}
  # file: other/map.yaml${map('one')}
  # file: alone.yaml${delivered('alone', 'web')}`,
    `
  # file: apps/web.yaml${delivered('web', 'other')}
  # file: alone.yaml${delivered('another', 'other')}`,
  );
  expect(await impact(folder)).toEqual([
    ['apps', 'unknown', ['apps/web.yaml']],
    ['another', 'unknown', ['alone.yaml', 'apps/web.yaml']],
    ['web', 'unknown', ['alone.yaml', 'apps/web.yaml']],
  ]);
});

test('what was fetched on neither side, and is the same, makes nothing else unknown', async () => {
  const origin = gitRepository(`
  # file: web/kustomization.yaml
  resources: [map.yaml]
  # file: web/map.yaml${map('one')}
  # file: other/kustomization.yaml
  resources: [old.yaml]
  # file: other/old.yaml${map('old')}`);
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  writeTree(origin, `# file: web/map.yaml${map('two')}`);
  commitAll(origin);
  writeTree(origin, `# file: other/old.yaml${map('new')}`);
  commitAll(origin);
  const folder = temporaryTree('');
  git(folder, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, '.');
  // Git gets what it is asked for; what the other root is made of in both commits stays away.
  git(folder, 'cat-file', 'blob', 'HEAD~2:web/map.yaml');
  const words = ['impact', '--base', 'HEAD~2', '--head', 'HEAD~1', '--json'];
  const { out } = await strata(words, { folder });
  const { roots } = JSON.parse(out) as ImpactDocument;
  expect(roots.map(({ root, status, gaps }) => [root, status, gaps])).toEqual([
    ['web', 'changed', []],
  ]);
});

test('what nobody is known to read of the files that were not fetched is unknown, too', async () => {
  const folder = blobless(
    `# file: alone.yaml${delivered('alone', 'web')}`,
    `# file: alone.yaml${map('one')}`,
  );
  expect(await impact(folder)).toEqual([['', 'unknown', ['alone.yaml']]]);
});

test('a change in a checkout of another repository that lacks what was there is unknown', async () => {
  const other = blobless(`# file: web/map.yaml${map('one')}`, `# file: web/map.yaml${map('two')}`);
  git(other, 'remote', 'set-url', 'origin', address);
  git(other, 'update-ref', 'refs/remotes/origin/HEAD', 'HEAD~1');
  git(other, 'update-ref', 'refs/remotes/origin/main', 'HEAD~1');
  const folder = gitRepository(application('web'));
  const { out } = await strata(['impact', '--json', '--repository', other], { folder });
  const { applications } = JSON.parse(out) as ImpactDocument;
  expect(applications.map(({ name, status, gaps }) => [name, status, gaps])).toEqual([
    ['web', 'unknown', [{ kind: 'content', detail: 'web:web/map.yaml', changed: true }]],
  ]);
});
