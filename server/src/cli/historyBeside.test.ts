import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { runCommandLine } from './commandLine.ts';

const address = 'https://git.example.com/acme/fleet.git';

test('history and rollback know applications that come from a checkout of another repository', async () => {
  const fleet = gitRepository(`
# file: children/api.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: api, namespace: argocd }
  spec:
    source: { repoURL: "https://git.example.com/acme/web.git", path: api }
    destination: { name: prod-1 }
`);
  git(fleet, 'remote', 'add', 'origin', address);
  const web = gitRepository(`
# file: apps/root.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: root, namespace: argocd }
  spec:
    source: { repoURL: "${address}", path: children }
    destination: { name: prod-1 }
# file: api/map.yaml
apiVersion: v1
kind: ConfigMap
metadata: { name: map }
`);
  git(web, 'remote', 'add', 'origin', 'https://git.example.com/acme/web.git');
  const words = ['api', '--cluster', 'prod-1', '--repository', fleet];
  const history = await strata(['history', ...words], { folder: web });
  expect([history.exitCode, history.err]).toEqual([0, '']);
  expect(history.out).toContain('ConfigMap/map');
  const rollback = await strata(['rollback', ...words, '--to', 'HEAD'], { folder: web });
  expect(rollback.out + rollback.err).not.toContain('is not on prod-1');
});

test('each commit is told once it is found', async () => {
  const map = (value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map }\ndata: { a: ${value} }\n`;
  const folder = gitRepository(`
# file: apps/root.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: api, namespace: argocd }
spec:
  source: { repoURL: "${address}", path: api }
  destination: { name: prod-1 }
# file: api/map.yaml
${map('one')}`);
  git(folder, 'remote', 'add', 'origin', address);
  writeFileSync(join(folder, 'api/map.yaml'), map('two'));
  commitAll(folder, 'Two');
  const told: string[] = [];
  const exitCode = await runCommandLine(['history', 'api', '--cluster', 'prod-1'], {
    folder,
    out: { write: (text) => void told.push(text), terminal: false, colors: false },
    err: { write: (text) => void told.push(text), terminal: false, colors: false },
    signal: new AbortController().signal,
  });
  expect(exitCode).toBe(0);
  expect(told.map((text) => text.trim().split('\n')[1])).toEqual(['  Two', expect.any(String)]);
});
