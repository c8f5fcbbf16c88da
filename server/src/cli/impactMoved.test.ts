import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';

const fixture = `
# file: apps/web.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: web, namespace: argocd}
spec:
  project: default
  source: {repoURL: https://git.example.com/fleet.git, path: one, targetRevision: HEAD}
  destination: {server: https://kubernetes.default.svc, namespace: web}
  syncPolicy: {automated: {prune: true}}
# file: one/kustomization.yaml
resources: [all.yaml, claim.yaml]
# file: one/all.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: web}
data: {stage: one}
# file: one/claim.yaml
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: web}
# file: two/kustomization.yaml
resources: [all.yaml]
# file: two/all.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: web}
data: {stage: two}
`;

function moved(): string {
  const folder = gitRepository(fixture);
  const file = join(folder, 'apps/web.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('path: one', 'path: two'));
  return folder;
}

test('an application that is made of another folder is told with its objects, fields and dangers', async () => {
  const folder = moved();
  const { out, exitCode } = await strata(['impact', '--base', 'HEAD', '--fail-on', 'danger'], {
    folder,
  });
  expect(exitCode).toBe(1);
  expect(out).toContain('web  moved');
  expect(out).toContain('! PersistentVolumeClaim/web/data');
  expect(out).toMatch(/~ ConfigMap\/web\/settings\n +\/data\/stage +one → two +two\/all.yaml:4/);
  expect(out).toContain('- PersistentVolumeClaim/web/data');
});

test.each(['markdown', 'github', 'gitlab', 'sarif'])(
  'the dangers of an application that is made of another folder stand in the form %s',
  async (format) => {
    const folder = moved();
    const { out } = await strata(['impact', '--base', 'HEAD', '--format', format], { folder });
    expect(out).toMatch(/PersistentVolumeClaim\/web\/data/);
    expect(out).toMatch(format === 'markdown' ? /one → two/ : /is made of two \(was made of one\)/);
  },
);
