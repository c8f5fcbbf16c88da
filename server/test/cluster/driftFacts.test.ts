import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kubeBinaries } from '../../../scripts/tools/kubeApiserver.ts';
import { compareObject, type DriftContext } from '../../src/drift/compareObject.ts';
import { withDryRun, type DryRunAnswer } from '../../src/drift/dryRun.ts';
import { pathText } from '../../src/drift/fieldPath.ts';
import { isMap, type JsonMap } from '../../src/drift/json.ts';
import { firstKnown, openApiTypes } from '../../src/drift/types/parseCustomTypes.ts';
import { builtInTypes } from '../../src/drift/types/parseFieldTypes.ts';
import type { Finding } from '../../src/drift/verdict.ts';
import type { Reverter } from '../../src/drift/willRevert.ts';
import { parseObject, parseRefusal } from '../../src/live/parseApi.ts';
import { chainResult, mapResult } from '../../src/util/result.ts';
import { expectedFindings } from '../conformance/driftFindings.ts';
import { conformanceFolder, describeWith } from '../environment.ts';
import { startKubeServer, type KubeServer } from '../kubeServer.ts';
import { serveWebhooks, type Webhooks } from './webhooks.ts';

interface Write {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource?: string;
  readonly method?: string;
  readonly patch?: 'json' | 'strategic';
  readonly body: JsonMap | string | null;
  readonly status: number;
  readonly as?: string;
}

interface Fact {
  readonly id: string;
  readonly what: string;
  readonly needs?: string;
  readonly path: string;
  /** Who asks for the dry run, and what that user may do; default: the administrator. */
  readonly as?: { readonly user: string; readonly rules: readonly object[] };
  readonly writes: readonly Write[];
  readonly dryRun: {
    readonly manager: string;
    readonly force?: boolean;
    readonly fieldValidation?: string;
    readonly body: JsonMap | string;
  } | null;
  readonly result: { readonly status: number; readonly changedFields: readonly string[] } | null;
}

const binaries = await kubeBinaries({ build: false });
const rig = chainResult(conformanceFolder('drift'), (folder) =>
  mapResult(binaries, (programs) => ({ folder, programs })),
);

describeWith(
  'experiments on a real kube-apiserver',
  rig,
  { tests: 212 },
  ({ folder, programs }) => {
    const facts = readFileSync(join(folder, 'server-facts.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Fact);
    let server: KubeServer;
    let webhooks: Webhooks | undefined;
    let count = 0;

    beforeAll(async () => {
      server = await startKubeServer(programs);
      webhooks = await serveWebhooks(server);
      await called();
    });

    afterAll(() => {
      process.stdout.write(
        `Drift on a real API server: ${count} of ${facts.length} experiments replayed\n`,
      );
      webhooks?.close();
      server.close();
    });

    test.each(facts)('$id: $what', async (fact) => {
      count += 1;
      const namespace = `n-${count}`;
      const path = fact.path.replace('{ns}', namespace);
      if (fact.path.includes('{ns}')) {
        const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
        await server.request('admin', 'POST', '/api/v1/namespaces', body);
      }
      if (fact.as !== undefined) await permit(fact.as);
      for (const write of fact.writes) await replay(path, write);
      if (fact.id === 'policy-dryrun-only-binding') await effective();
      if (fact.id === 'crd-widgets') await established(path);
      if (fact.dryRun === null) return;
      const live = await server.request('admin', 'GET', path);
      const object = live.status === 200 ? parseObject(live.body) : undefined;
      const desired = typeof fact.dryRun.body === 'string' ? undefined : fact.dryRun.body;
      if (desired !== undefined) {
        expect(await found(desired, object, fact), 'engine R on what is live').toBe(
          expectedFindings[fact.id],
        );
      }
      // A new object has no live one to keep the name of: what the dry run would make is compared elsewhere.
      const { force = true, manager, fieldValidation = 'Warn', body } = fact.dryRun;
      const query = new URLSearchParams({
        dryRun: 'All',
        force: String(force),
        fieldManager: manager,
        fieldValidation,
      });
      const answer = await server.request('admin', 'PATCH', `${path}?${query.toString()}`, body, {
        'Content-Type': 'application/apply-patch+yaml',
        ...asUser(fact.as?.user),
      });
      expect(answer.status, 'what the server predicts').toBe(fact.result?.status);
      if (desired === undefined || !force || fieldValidation !== 'Warn') return;
      const prediction = parseObject(answer.body);
      const dryRun: DryRunAnswer =
        answer.status < 300 && prediction !== undefined
          ? { kind: 'predicted', object: prediction }
          : { kind: 'refused', meaning: parseRefusal(answer.status, answer.body) };
      const context = await contextOf(desired, fact);
      const read = compareObject(desired, object, context);
      const both = withDryRun(read, { desired, live: object, dryRun }, context);
      expect(both.map(summary).join('; ') || 'equal', 'with engine S').toBe(
        serverSays[fact.id] ?? expectedFindings[fact.id],
      );
    });

    /** Waits until both webhooks are asked. */
    async function called(): Promise<void> {
      const path = '/api/v1/namespaces/default/configmaps?dryRun=All';
      const tried = (df: string): Promise<{ readonly status: number; readonly body: string }> =>
        server.request('admin', 'POST', path, {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { generateName: 'tried-', labels: { df } },
          data: { a: '1' },
        });
      await until(async () => (await tried('mut')).body.includes('"injected":"yes"'));
      await until(async () => (await tried('legacy')).status === 400);
    }

    async function replay(path: string, write: Write): Promise<void> {
      const { manager, operation, subresource, method, patch, body, status } = write;
      const target =
        subresource === undefined || subresource === '' ? path : `${path}/${subresource}`;
      const query = `fieldManager=${encodeURIComponent(manager)}`;
      if (method === 'POST') {
        const list = path.slice(0, path.lastIndexOf('/'));
        const created = await server.request('admin', 'POST', `${list}?${query}`, body);
        expect(created.status).toBe(status);
        return;
      }
      const type =
        operation === 'Apply'
          ? 'apply-patch+yaml'
          : patch === 'json'
            ? 'json-patch+json'
            : patch === 'strategic'
              ? 'strategic-merge-patch+json'
              : 'merge-patch+json';
      const more = operation === 'Apply' ? '&force=true' : '';
      const headers = {
        ...(method === 'PUT' || method === 'DELETE'
          ? {}
          : { 'Content-Type': `application/${type}` }),
        ...asUser(write.as),
      };
      const sent = await server.request(
        'admin',
        method ?? 'PATCH',
        `${target}?${query}${more}`,
        withNamespace(body, path),
        headers,
      );
      if (status >= 300) expect(sent.status).toBe(status);
      else expect([status, 200, 201]).toContain(sent.status);
    }

    /** Gives a user exactly some rights, and waits until they count. */
    async function permit({ user, rules }: NonNullable<Fact['as']>): Promise<void> {
      const group = 'rbac.authorization.k8s.io';
      const name = user.replaceAll(':', '-');
      const at = `/apis/${group}/v1`;
      const base = { apiVersion: `${group}/v1`, metadata: { name } };
      await server.request('admin', 'POST', `${at}/clusterroles`, {
        ...base,
        kind: 'ClusterRole',
        rules,
      });
      await server.request('admin', 'POST', `${at}/clusterrolebindings`, {
        ...base,
        kind: 'ClusterRoleBinding',
        roleRef: { apiGroup: group, kind: 'ClusterRole', name },
        subjects: [{ kind: 'User', apiGroup: group, name: user }],
      });
      const { verbs } = rules[0] as { verbs: readonly string[] };
      const spec = { user, resourceAttributes: { resource: 'configmaps', verb: verbs[0] } };
      const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
      await until(async () => {
        const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
        return (await server.request('admin', 'POST', path, review)).body.includes(
          '"allowed":true',
        );
      });
    }

    /** Waits until the policy for one that may only ask for dry runs counts. */
    async function effective(): Promise<void> {
      const viewer = facts.find(({ id }) => id === 'policy-dry-existing')?.as;
      if (viewer === undefined) throw new Error('nobody is limited to dry runs');
      await permit(viewer);
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'tried-' } };
      const path = '/api/v1/namespaces/default/configmaps';
      await until(async () => {
        const tried = await server.request('admin', 'POST', path, body, asUser(viewer.user));
        return tried.status === 422;
      });
    }

    async function established(path: string): Promise<void> {
      await until(async () => {
        const { body } = await server.request('admin', 'GET', path);
        const schema = await server.request('admin', 'GET', '/openapi/v3/apis/df.example/v1');
        return body.includes('"Established","status":"True"') || schema.status === 200;
      });
    }

    async function contextOf(desired: JsonMap, fact: Fact): Promise<DriftContext> {
      const isWidget = desired['kind'] === 'Widget';
      const schema = isWidget
        ? await server.request('admin', 'GET', '/openapi/v3/apis/df.example/v1')
        : undefined;
      const documents = schema === undefined ? [] : [JSON.parse(schema.body) as unknown];
      return {
        types: firstKnown(builtInTypes, openApiTypes(documents)),
        reverter: reverterOf(fact.dryRun?.manager ?? ''),
        rules: [],
        raises: [],
        isAutoscaled: () => false,
      };
    }

    async function found(desired: JsonMap, live: JsonMap | undefined, fact: Fact): Promise<string> {
      const findings = compareObject(desired, live, await contextOf(desired, fact));
      return findings.map(summary).join('; ') || 'equal';
    }
  },
);

/** Where the server says more, or less, than what is read. */
const serverSays: Readonly<Record<string, string>> = {
  // The refusal is about the address of the request.
  'name-mismatch': 'desiredInvalid / (predicted); missing /, reverted',
  // What a webhook would add comes with the next apply.
  'webhook-dryrun-adds':
    'drift /metadata/labels, reverted; drift /data/injected, reverted (predicted)',
};

function summary({ verdict, path, owner, willRevert, reason }: Finding): string {
  const by =
    owner === undefined
      ? ''
      : ` by ${[owner.manager, owner.subresource].filter(Boolean).join('/')}`;
  const back = willRevert === true ? ', reverted' : '';
  return `${verdict} ${pathText(path)}${by}${back}${reason === undefined ? '' : ` (${reason})`}`;
}

/** A scale that is put names its namespace. */
function withNamespace(body: Write['body'], path: string): unknown {
  const [, namespace = ''] = /\/namespaces\/([^/]+)\//.exec(path) ?? [];
  if (!isMap(body)) return body ?? undefined;
  return JSON.parse(JSON.stringify(body).replaceAll('{ns}', namespace)) as unknown;
}

function reverterOf(manager: string): Reverter {
  switch (manager) {
    case 'argocd-controller':
      return {
        kind: 'argocd',
        automated: true,
        selfHeal: true,
        prune: true,
        serverSideApply: true,
        replaces: false,
      };
    case 'kustomize-controller':
      return { kind: 'flux', suspended: false, prune: true, force: false };
    default:
      return { kind: 'plain' };
  }
}

function asUser(user: string | undefined): Readonly<Record<string, string>> {
  return user === undefined ? {} : { 'Impersonate-User': user };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it does not come to that');
}
