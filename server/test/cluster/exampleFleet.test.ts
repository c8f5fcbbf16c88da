import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kubeBinaries } from '../../../scripts/tools/kubeApiserver.ts';
import { applicationRows } from '../../src/analysis/applicationRows.ts';
import { applicationDrift, driftNeeds, jsonOf } from '../../src/analysis/drift.ts';
import { textOf, type JsonMap } from '../../src/drift/json.ts';
import { objectName } from '../../src/drift/normalize.ts';
import { groupPath } from '../../src/live/discovery.ts';
import { LiveCluster } from '../../src/live/liveCluster.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import { customDefinition, definitionsPath } from '../customDefinition.ts';
import { describeWith } from '../environment.ts';
import { startKubeServer, type KubeServer } from '../kubeServer.ts';

const { signal } = new AbortController();
const fixtures = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');

describeWith(
  'the example fleets on a real kube-apiserver',
  await kubeBinaries({ build: false }),
  { tests: 2 },
  (programs) => {
    let server: KubeServer;

    beforeAll(async () => {
      server = await startKubeServer(programs);
    });

    afterAll(() => {
      server.close();
    });

    /** Applies an object as a deployer does; `undefined` where the server takes it, else its refusal. */
    async function apply(object: JsonMap, fallback: string): Promise<string | undefined> {
      const { apiVersion, kind, namespace, name } = objectName(object);
      const found = await typeOf(apiVersion, kind);
      if (found === undefined) return `${kind} is not served`;
      const within = found.namespaced ? `/namespaces/${namespace || fallback || 'default'}` : '';
      if (found.namespaced) await ensureNamespace(namespace || fallback || 'default');
      const path = `${groupPath(apiVersion)}${within}/${found.name}/${name}`;
      const answer = await server.request(
        'admin',
        'PATCH',
        `${path}?fieldManager=argocd-controller&force=true`,
        object,
        {
          'Content-Type': 'application/apply-patch+yaml',
        },
      );
      return answer.status < 300 ? undefined : `${kind}/${name}: ${answer.body.slice(0, 300)}`;
    }

    async function ensureNamespace(name: string): Promise<void> {
      await server.request('admin', 'POST', '/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      });
    }

    async function typeOf(
      apiVersion: string,
      kind: string,
    ): Promise<{ readonly name: string; readonly namespaced: boolean } | undefined> {
      const { body, status } = await server.request('admin', 'GET', groupPath(apiVersion));
      // An unknown group is answered in plain text.
      if (status !== 200) return undefined;
      const { resources = [] } = JSON.parse(body) as {
        resources?: readonly { name: string; kind: string; namespaced: boolean }[];
      };
      return resources.find((one) => one.kind === kind && !one.name.includes('/'));
    }

    /** A definition that takes anything, for kinds whose own the fleet does not bring. */
    async function define(apiVersion: string, kind: string): Promise<void> {
      const [group = '', version = ''] = apiVersion.split('/');
      const plural = `${kind.toLowerCase()}s`;
      const definition = customDefinition({ group, version, kind, plural, scope: 'Namespaced' });
      await server.request('admin', 'POST', definitionsPath, definition);
      for (let tries = 0; tries < 100 && (await typeOf(apiVersion, kind)) === undefined; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }

    test.each([
      ['argocd-fleet', 'prod-eu-1'],
      ['flux-fleet', undefined],
    ])('%s: what was applied does not differ, whatever the server adds', async (fleet, cluster) => {
      const workspace = await openWorkspace(join(fixtures, fleet), { exact: true }, signal);
      const rows = await workspace.complete(applicationRows, signal);
      const wanted = cluster ?? rows.find((row) => row.cluster !== undefined)?.cluster;
      const target = new LiveCluster(server.connect('admin'));
      let compared = 0;
      const applied = new Set<string>();
      for (const row of rows.filter((one) => one.cluster === wanted)) {
        const rendered = await workspace.complete(
          (analysis) => analysis.render({ application: row.key }),
          signal,
        );
        const needs = await workspace.complete((analysis) => driftNeeds(analysis, row.key), signal);
        if (needs === undefined) continue;
        for (const object of rendered.resources.map(jsonOf)) {
          const { apiVersion, kind } = objectName(object);
          if (
            apiVersion.includes('.') &&
            !apiVersion.includes('k8s.io') &&
            (await typeOf(apiVersion, kind)) === undefined
          ) {
            await define(apiVersion, kind);
          }
          const refused = await apply(object, needs.namespace);
          if (refused === undefined) applied.add(textOf(object['kind']));
          else expect(refused).toContain('sops');
        }
        const live = await target.unit(needs, undefined, { secrets: true }, signal);
        const drift = await workspace.complete(
          (analysis) => applicationDrift(analysis, row.key, live),
          signal,
        );
        const found = (drift?.rows ?? [])
          .filter(({ verdict, reason }) => verdict !== 'notComparable' || reason === undefined)
          .map(
            ({ verdict, resource, path, want, have }) =>
              `${verdict} ${resource} ${path} ${JSON.stringify(want)} ${JSON.stringify(have)}`,
          );
        expect(found, row.name).toEqual([]);
        compared += drift?.compared ?? 0;
      }
      process.stdout.write(
        `${fleet}: ${compared} objects of ${applied.size} kinds applied and equal\n`,
      );
      expect(compared).toBeGreaterThan(10);
      target.dispose();
    });
  },
);
