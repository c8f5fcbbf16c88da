import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test, vi } from 'vitest';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { renderedText } from '../analysis/renderedRoot.ts';
import { openRevision } from './revision.ts';
import { entryOnDisk } from './scan.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const { signal } = new AbortController();

const one = `
  # file: a/kustomization.yaml
  resources: [one.yaml]
  # file: a/one.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: one }
`;

/** The names of the objects of a root, and the codes of its failures. */
async function render({ complete }: Pick<Workspace, 'complete'>, root: string): Promise<string> {
  const { yaml, failures } = await complete((analysis) => renderedText(analysis, root), signal);
  const names = [...yaml.matchAll(/^ {2}name: (.*)$/gm)].map(([, name]) => name);
  return [...names, ...failures.map(({ code }) => code)].join(' ');
}

function git(folder: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  const quiet = ['-c', 'core.safecrlf=false'];
  return execFileSync('git', [...identity, ...quiet, ...words], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
}

/** A repository whose files are committed. */
function repository(text: string): string {
  const folder = temporaryTree(text);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'all');
  return folder;
}

test('reads what git tracks, what is dirty and what is new, but not what is deleted', async () => {
  const folder = repository(`${one}
  # file: b/kustomization.yaml
  resources: [two.yaml, three.yaml, four.yaml]
  # file: b/two.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: two } }
  # file: b/four.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: four } }
`);
  const object = (name: string) =>
    `{ apiVersion: v1, kind: ConfigMap, metadata: { name: ${name} } }\n`;
  writeFileSync(join(folder, 'b/two.yaml'), object('changed'));
  writeFileSync(join(folder, 'b/three.yaml'), object('three'));
  rmSync(join(folder, 'b/four.yaml'));
  const workspace = await openWorkspace(join(folder, 'a'), {}, signal);
  expect(workspace).toMatchObject({ top: folder, git: true, truncated: false });
  expect(await render(workspace, 'a')).toBe('one');
  expect(await render(workspace, 'b')).toBe('changed three kustomize.file-not-found');
});

test('a file that git changes on the way has the content that is there', async () => {
  const folder = repository(`
  # file: .gitattributes
  *.txt text eol=crlf
  # file: a/kustomization.yaml
  configMapGenerator: [{ name: one, files: [a.txt], options: { disableNameSuffixHash: true } }]
  # file: a/a.txt
  first
  second
`);
  rmSync(join(folder, 'a/a.txt'));
  git(folder, 'checkout', '--quiet', 'a/a.txt');
  const workspace = await openWorkspace(folder, {}, signal);
  const { yaml } = await workspace.complete((analysis) => renderedText(analysis, 'a'), signal);
  expect(yaml).toContain(String.raw`a.txt: "first\r\nsecond\r\n"`);
  const committed = await openRevision(folder, 'HEAD', { signal });
  if (committed.kind === 'failed') throw new Error(committed.failure.message);
  const old = await committed.value.complete((analysis) => renderedText(analysis, 'a'), signal);
  expect(old.yaml).toContain('a.txt: |\n    first\n    second\n');
});

test('links are followed within the tree and lead nowhere outside of it', async () => {
  const folder = temporaryTree(one);
  symlinkSync('a', join(folder, 'link'));
  symlinkSync(join(folder, 'a', 'one.yaml'), join(folder, 'a', 'absolute.yaml'));
  symlinkSync('/etc/hostname', join(folder, 'a', 'outside.yaml'));
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b/kustomization.yaml'), 'resources: [../link]\nnamePrefix: b-\n');
  writeFileSync(join(folder, 'a/kustomization.yaml'), 'resources: [absolute.yaml, outside.yaml]\n');
  const workspace = await openWorkspace(folder, {}, signal);
  expect(await render(workspace, 'b')).toBe('b-one kustomize.file-not-found');
});

test('follows events of files and of whole folders', async () => {
  const folder = temporaryTree(one);
  const workspace = await openWorkspace(folder, {}, signal);
  expect(await render(workspace, 'a')).toBe('one');
  writeFileSync(
    join(folder, 'a/one.yaml'),
    '{ apiVersion: v1, kind: ConfigMap, metadata: { name: two } }',
  );
  await workspace.applyFileEvents([{ path: 'a/one.yaml', kind: 'changed' }], signal);
  expect(await render(workspace, 'a')).toBe('two');
  renameSync(join(folder, 'a'), join(folder, 'c'));
  await workspace.applyFileEvents(
    [
      { path: 'a', kind: 'deleted' },
      { path: 'c', kind: 'created' },
    ],
    signal,
  );
  expect(workspace.host.analysis().roots()).toEqual(['c']);
  expect(await render(workspace, 'c')).toBe('two');
});

test('a new file that git ignores stays out', async () => {
  const folder = repository(`${one}
  # file: .gitignore
  ignored/
`);
  const workspace = await openWorkspace(folder, {}, signal);
  mkdirSync(join(folder, 'ignored'));
  writeFileSync(join(folder, 'ignored/kustomization.yaml'), 'namePrefix: a-\n');
  await workspace.applyFileEvents(
    [{ path: 'ignored/kustomization.yaml', kind: 'created' }],
    signal,
  );
  expect(workspace.host.analysis().roots()).toEqual(['a']);
});

test('the text of an editor stands before the file until it is closed', async () => {
  const folder = temporaryTree(one);
  const workspace = await openWorkspace(folder, {}, signal);
  workspace.setOverlay(
    'a/one.yaml',
    '{ apiVersion: v1, kind: ConfigMap, metadata: { name: typed } }',
  );
  expect(await render(workspace, 'a')).toBe('typed');
  await workspace.applyFileEvents([{ path: 'a/one.yaml', kind: 'changed' }], signal);
  expect(await render(workspace, 'a')).toBe('typed');
  workspace.clearOverlay('a/one.yaml');
  expect(await render(workspace, 'a')).toBe('one');
});

test('bytes that are no UTF-8 fail where they are YAML and are kept where they are data', async () => {
  const folder = temporaryTree(`
    # file: a/kustomization.yaml
    resources: [bytes.yaml]
    # file: b/kustomization.yaml
    configMapGenerator: [{ name: one, files: [data.bin], options: { disableNameSuffixHash: true } }]
  `);
  writeFileSync(join(folder, 'a/bytes.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xff]));
  writeFileSync(join(folder, 'b/data.bin'), Buffer.from([0xff, 0x00]));
  const workspace = await openWorkspace(folder, {}, signal);
  expect(await render(workspace, 'a')).toBe('kustomize.invalid-utf8');
  const { yaml } = await workspace.complete((analysis) => renderedText(analysis, 'b'), signal);
  expect(yaml).toContain('binaryData:\n  data.bin: /wA=\n');
});

test('a revision has its own tree, links among it, and no checkout is made', async () => {
  const folder = repository(one);
  symlinkSync('one.yaml', join(folder, 'a/link.yaml'));
  writeFileSync(join(folder, 'a/kustomization.yaml'), 'resources: [link.yaml]\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'link');
  rmSync(join(folder, 'a'), { recursive: true });
  for (const revision of ['HEAD', 'HEAD~1']) {
    const opened = await openRevision(folder, revision, { signal });
    if (opened.kind === 'failed') throw new Error(opened.failure.message);
    expect(await render(opened.value, 'a')).toBe('one');
    expect(opened.value.id).toBe(git(folder, 'rev-parse', revision));
  }
  expect(await openRevision(folder, 'nothing', { signal })).toMatchObject({ kind: 'failed' });
  expect(await openRevision(folder, '--all', { signal })).toMatchObject({ kind: 'failed' });
});

describe('what is staged', () => {
  test('has its own tree, without what only is intended to be added', async () => {
    const folder = repository(one);
    writeFileSync(join(folder, 'a/kustomization.yaml'), 'resources: [one.yaml, two.yaml]\n');
    const two = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'two' } };
    writeFileSync(join(folder, 'a/two.yaml'), JSON.stringify(two));
    writeFileSync(join(folder, 'a/later.yaml'), 'kind: Later\n');
    writeFileSync(join(folder, 'a/empty.yaml'), '');
    git(folder, 'add', 'a/kustomization.yaml', 'a/two.yaml', 'a/empty.yaml');
    git(folder, 'add', '--intent-to-add', 'a/later.yaml');
    writeFileSync(join(folder, 'a/kustomization.yaml'), 'resources: []\n');
    const opened = await openRevision(folder, ':index', { signal });
    if (opened.kind === 'failed') throw new Error(opened.failure.message);
    expect(opened.value.id).toBe('index');
    expect(await render(opened.value, 'a')).toBe('one two');
    expect([...opened.value.host.analysis().files.keys()].sort()).toEqual([
      'a/empty.yaml',
      'a/kustomization.yaml',
      'a/one.yaml',
      'a/two.yaml',
    ]);
  });

  test('is told of the index that git has made for a commit of single files', async () => {
    const folder = repository(one);
    writeFileSync(join(folder, 'a/one.yaml'), 'apiVersion: v1\nkind: A\nmetadata:\n  name: x\n');
    copyFileSync(join(folder, '.git/index'), join(folder, '.git/next-index-1.lock'));
    execFileSync('git', ['add', 'a/one.yaml'], {
      cwd: folder,
      env: { ...process.env, GIT_INDEX_FILE: join(folder, '.git/next-index-1.lock') },
    });
    const namesWith = async (index: string): Promise<string> => {
      vi.stubEnv('GIT_INDEX_FILE', index);
      const opened = await openRevision(folder, ':index', { signal });
      vi.unstubAllEnvs();
      return opened.kind === 'failed' ? opened.failure.message : render(opened.value, 'a');
    };
    expect(await namesWith('')).toBe('one');
    expect(await namesWith('.git/next-index-1.lock')).toBe('x');
    // That of another repository is none of ours.
    expect(await namesWith(join(repository(one), '.git/index'))).toBe('one');
  });

  test('is nothing where there are conflicts', async () => {
    const folder = repository(one);
    const change = (name: string): void => {
      writeFileSync(join(folder, 'a/one.yaml'), `kind: ${name}\n`);
      git(folder, 'commit', '--quiet', '--all', '--message', name);
    };
    git(folder, 'checkout', '--quiet', '-b', 'other');
    change('other');
    git(folder, 'checkout', '--quiet', '-');
    change('own');
    expect(() => git(folder, 'merge', 'other')).toThrow('merge');
    expect(await openRevision(folder, ':index', { signal })).toMatchObject({
      kind: 'failed',
      failure: { message: 'a/one.yaml has a conflict: nothing is staged.' },
    });
  });
});

test('stops when the signal fires', async () => {
  const workspace = await openWorkspace(temporaryTree(one), {}, signal);
  const stopped = workspace.complete(
    (analysis) => renderedText(analysis, 'a'),
    AbortSignal.abort(),
  );
  await expect(stopped).rejects.toThrow('aborted');
});

test('runs nothing that a repository configures', async () => {
  const folder = repository(one);
  const marker = join(folder, 'ran');
  for (const key of ['core.fsmonitor', 'diff.external', 'core.pager', 'diff.marker.textconv']) {
    git(folder, 'config', key, `touch ${marker}; true`);
  }
  writeFileSync(join(folder, '.gitattributes'), '*.yaml diff=marker\n');
  writeFileSync(
    join(folder, 'a/one.yaml'),
    '{ apiVersion: v1, kind: ConfigMap, metadata: { name: two } }',
  );
  const workspace = await openWorkspace(folder, {}, signal);
  expect(await render(workspace, 'a')).toBe('two');
  expect(workspace.host.analysis().files.has('ran')).toBe(false);
});

test('a path that the system refuses to look at holds nothing', () => {
  const folder = temporaryTree('# file: a/one.txt\none\n');
  expect(entryOnDisk(folder, 'a/one.txt/below')).toBeUndefined();
  expect(entryOnDisk(folder, '\0')).toBeUndefined();
});
