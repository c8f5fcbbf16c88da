import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kubeBinaries } from '../../../scripts/tools/kubeApiserver.ts';
import { clusters as clusterTable } from '../../src/analysis/clusters.ts';
import { rightsFor } from '../../src/analysis/rights.ts';
import { builtInKinds, builtInResource } from '../../src/kubernetes/apiResources.ts';
import { groupPath } from '../../src/live/discovery.ts';
import { chainResult, mapResult } from '../../src/util/result.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import { describeWith, repositoryFolders } from '../environment.ts';
import { startKubeServer, type KubeServer } from '../kubeServer.ts';
import { temporaryTree } from '../temporaryTree.ts';
import { RightsProbe, type ProbedRights } from './rightsProbe.ts';

const { signal } = new AbortController();
const fixtures = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');

describeWith(
  'rights on a real kube-apiserver',
  await kubeBinaries({ build: false }),
  { tests: 4 },
  (programs) => {
    let server: KubeServer;

    beforeAll(async () => {
      server = await startKubeServer(programs);
    });

    afterAll(() => {
      server.close();
    });

    test('kinds are served as the table says', async () => {
      const groups = [...new Set(builtInKinds().map((one) => one.slice(0, one.indexOf('/'))))];
      const { body } = await server.request('admin', 'GET', '/apis');
      const { groups: known } = JSON.parse(body) as {
        groups: readonly { name: string; versions: readonly { groupVersion: string }[] }[];
      };
      let compared = 0;
      const other: string[] = [];
      for (const group of groups) {
        const versions =
          group === ''
            ? ['v1']
            : (known.find(({ name }) => name === group)?.versions ?? []).map(
                (one) => one.groupVersion,
              );
        for (const version of versions) {
          const listed = await server.request('admin', 'GET', groupPath(version));
          const { resources } = JSON.parse(listed.body) as {
            resources: readonly {
              name: string;
              kind: string;
              namespaced: boolean;
              group?: string;
              verbs: readonly string[];
            }[];
          };
          const own = resources.filter(
            ({ name, group: own }) => !name.includes('/') && own === undefined,
          );
          for (const { name, kind, namespaced, verbs } of own) {
            if (!verbs.includes('patch')) continue;
            if (
              JSON.stringify(builtInResource(group, kind)) !== JSON.stringify({ name, namespaced })
            )
              other.push(`${group}/${kind}`);
            compared += 1;
          }
        }
      }
      expect(other).toEqual([]);
      expect(compared).toBeGreaterThan(55);
    });

    test.each([
      ['argocd-fleet', 'prod-eu-1'],
      ['flux-fleet', 'prod-eu'],
    ])(
      '%s, %s: exactly the rules apply and delete all of it, and without any right of them something fails',
      async (fleet, cluster) => {
        const workspace = await openWorkspace(join(fixtures, fleet), { exact: true }, signal);
        const answer = await workspace.complete((one) => rightsFor(one, cluster), signal);
        if (answer.kind === 'unknown') throw new Error('no rights');
        const { identities } = answer.rights;
        const probe = new RightsProbe(server);
        const found = await probe.probe(workspace, cluster, { identities, takes: 'all' });
        tell(fleet, found);
        expect(found.applied).toBeGreaterThan(20);
        expect(found.deleted).toBeGreaterThan(10);
        expect(found.removed).toBeGreaterThan(10);
      },
      180_000,
    );

    test('objects of two versions of a custom kind are applied and deleted with the same rights', async () => {
      const secret = (version: string, name: string): string => `
# file: web/${name}.yaml
apiVersion: external-secrets.io/${version}
kind: ExternalSecret
metadata:
  name: ${name}
  namespace: two-versions
`;
      const folder = temporaryTree(`# file: .strata/clusters.yaml
clusters:
- name: lab
# file: application.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: argocd
spec:
  project: default
  source:
    repoURL: https://git.example.com/fleet.git
    path: web
  destination:
    name: lab
    namespace: two-versions
  syncPolicy:
    automated:
      prune: true
# file: web/kustomization.yaml
resources:
- old.yaml
- new.yaml
${secret('v1beta1', 'old').trimStart()}${secret('v1', 'new').trimStart()}`);
      const workspace = await openWorkspace(folder, { exact: true }, signal);
      const answer = await workspace.complete((one) => rightsFor(one, 'lab'), signal);
      if (answer.kind === 'unknown') throw new Error('no rights');
      const { identities } = answer.rights;
      const probe = new RightsProbe(server);
      const found = await probe.probe(workspace, 'lab', { identities, takes: 'all' });
      expect(found).toMatchObject({ applied: 2, deleted: 2, refused: 0 });
      expect(found.removed).toBeGreaterThan(0);
    });
  },
);

/** Of more rules, each is taken away for so long that nobody waits for it. */
const mostRules = 1000;

const programs = chainResult(await kubeBinaries({ build: false }), (kube) =>
  mapResult(repositoryFolders(), (folders) => ({ kube, folders })),
);

describeWith(
  'rights for public repositories on a real kube-apiserver',
  programs,
  { tests: 1 },
  ({ kube, folders }) => {
    const repositories = folders.flatMap((folder) =>
      readdirSync(folder).map((name) => [name, join(folder, name)] as const),
    );

    test.each(repositories)(
      '%s',
      async (name, folder) => {
        const workspace = await openWorkspace(folder, { exact: true }, signal);
        const { clusters } = await workspace.complete((one) => clusterTable(one), signal);
        for (const { name: cluster } of clusters) {
          const answer = await workspace.complete((one) => rightsFor(one, cluster), signal);
          if (answer.kind === 'unknown') continue;
          const { identities } = answer.rights;
          const count = identities.reduce((sum, { rules }) => sum + rules.length, 0);
          if (count === 0) continue;
          if (count > mostRules) {
            process.stdout.write(`${name}, ${cluster}: not tried, as there are ${count} rules\n`);
            continue;
          }
          const server = await startKubeServer(kube);
          try {
            const found = await new RightsProbe(server).probe(workspace, cluster, {
              identities,
              takes: 'some',
            });
            tell(`${name}, ${cluster}`, found);
            expect(found.applied + found.refused).toBeGreaterThan(0);
          } finally {
            server.close();
          }
        }
      },
      3_600_000,
    );
  },
);

function tell(fleet: string, { applied, deleted, removed, refused }: ProbedRights): void {
  process.stdout.write(
    `${fleet}: ${applied} objects applied and ${deleted} deleted with exactly the rights for them; ` +
      `without each of ${removed} rights something failed; ${refused} objects that the server takes from nobody\n`,
  );
}
