import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { git, gitRepository } from '../../test/gitRepository.ts';

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
