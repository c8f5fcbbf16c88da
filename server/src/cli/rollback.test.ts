import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, gitFleet, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

test('a rollback writes the values of Secrets, and shows none', async () => {
  const folder = gitFleet();
  const base = join(folder, 'apps/payments/base');
  const kustomization = join(base, 'kustomization.yaml');
  writeFileSync(
    kustomization,
    `${readFileSync(kustomization, 'utf8').replace('resources:\n', 'resources:\n  - sec.yaml\n')}
secretGenerator:
- name: made
  envs: [made.env]
  literals: [user=fake-first-user]
`,
  );
  const write = (word: string): void => {
    const encoded = Buffer.from(`fake-${word}-data`).toString('base64');
    writeFileSync(
      join(base, 'sec.yaml'),
      `apiVersion: v1
kind: Secret
metadata: {name: sec}
stringData:
  password: fake-${word}-password
data:
  token: ${encoded}
`,
    );
    writeFileSync(join(base, 'made.env'), `KEY=fake-${word}-variable\n`);
    const text = readFileSync(kustomization, 'utf8');
    writeFileSync(kustomization, text.replace(/user=fake-\w+-user/, `user=fake-${word}-user`));
  };
  write('first');
  commitAll(folder);
  write('second');
  commitAll(folder);
  const words = ['rollback', 'payments-prod-eu-1', '--cluster', 'prod-eu-1', '--to', 'HEAD~1'];
  const run = (...more: readonly string[]): ReturnType<typeof strata> =>
    strata([...words, ...more, '--because', 'a test', '--workspace', '.'], { folder });
  const [text, json] = [await run(), await run('--json')];
  for (const { out, err } of [text, json]) {
    expect(out).not.toMatch(/fake-|ZmFrZS/);
    expect(err).not.toMatch(/fake-|ZmFrZS/);
    expect(out).toContain('password: ••••');
    expect(out).toContain('KEY=••••');
  }
  const written = await run('--write');
  expect(written.exitCode).toBe(0);
  expect(readFileSync(join(base, 'sec.yaml'), 'utf8')).toContain('password: fake-first-password');
  expect(readFileSync(join(base, 'made.env'), 'utf8')).toBe('KEY=fake-first-variable\n');
});

test('a rollback to what does not build is refused, with the place', async () => {
  const folder = gitRepository(`
    # file: app.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: web, namespace: argocd }
    spec:
      project: default
      destination: { name: c1, namespace: web }
      source: { repoURL: 'https://git.example.com/x/y.git', path: web, targetRevision: HEAD }
    # file: web/web.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: shop/web }] } }
    # file: web/kustomization.yaml
    resources: [web.yaml, missing.yaml]
    images: [{ name: shop/web, newTag: 1.0.0 }]
  `);
  const kustomization = join(folder, 'web/kustomization.yaml');
  const text = readFileSync(kustomization, 'utf8');
  writeFileSync(kustomization, text.replace('1.0.0', '1.1.0'));
  commitAll(folder);
  const words = ['rollback', 'web', '--cluster', 'c1', '--to', 'HEAD~1', '--workspace', '.'];
  const { exitCode, out } = await strata(words, { folder });
  expect(exitCode).toBe(1);
  expect(out).toContain(
    'web does not build, so that nothing reaches it: There is no file `missing.yaml`.  web/kustomization.yaml:1',
  );
});

test.each([
  ['promote', 'checkout', '--from', 'staging', '--to', 'production', '--at', 'v1'],
  ['rollback', 'checkout-prod-eu-1', '--cluster', 'prod-eu-1', '--to', 'v1'],
  ['apps', '--at', 'v1'],
])('a commit of a folder without git is told as what it is: %s', async (...words) => {
  const folder = temporaryTree('# file: kustomization.yaml\nresources: []\n');
  const ended = await strata([...words, '--workspace', '.'], { folder });
  expect(ended.exitCode).toBe(2);
  expect(ended.err).toContain('this folder belongs to no git repository, and has no commit v1.');
});
