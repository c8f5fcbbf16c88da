import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kubeBinaries } from '../../../scripts/tools/kubeApiserver.ts';
import { strata } from '../commandLine.ts';
import { customDefinition, definitionsPath } from '../customDefinition.ts';
import { describeWith, howMany } from '../environment.ts';
import { startKubeServer, type KubeServer } from '../kubeServer.ts';
import { temporaryTree } from '../temporaryTree.ts';
import { testEditorSession } from './editorSession.ts';

const { signal } = new AbortController();
const account = '/api/v1/namespaces/shop/serviceaccounts/web';
const label = 'app.kubernetes.io/part-of';
const ends = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const merge = { 'Content-Type': 'application/merge-patch+json' };

/** Secret values that nobody is ever told. */
const canaries = { inGit: 'canary-in-git-no-secret', live: 'canary-on-cluster-no-secret' };

const tree = `# file: .strata/clusters.yaml
clusters:
- name: in-cluster
- name: lab
  environment: test
  purpose: test
- name: prod
  environment: production
  purpose: workload
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
    namespace: shop
  syncPolicy:
    automated:
      selfHeal: true
# file: web/kustomization.yaml
resources:
- account.yaml
- secret.yaml
# file: web/secret.yaml
apiVersion: v1
kind: Secret
metadata:
  name: web
  namespace: shop
stringData:
  password: ${canaries.inGit}
# file: web/account.yaml
apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
  namespace: shop
  labels:
    app.kubernetes.io/part-of: shop
`;

/** What `strata drill --json` tells. */
interface Drill {
  readonly label: string;
  readonly willRevert: boolean;
  readonly run?: {
    readonly outcome: string;
    readonly asExpected: boolean;
    readonly detectedAfter?: number;
    readonly healedAfter?: number;
    readonly putBackAt?: string;
    readonly writes: number;
    readonly failure?: string;
  };
}

describeWith(
  'a drift drill on a real kube-apiserver',
  await kubeBinaries({ build: false }),
  { tests: 17 },
  (programs) => {
    let server: KubeServer;
    let folder: string;

    beforeAll(async () => {
      server = await startKubeServer(programs, ['looker', 'editor']);
      const kind = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application' };
      const definition = customDefinition({ ...kind, plural: 'applications', scope: 'Namespaced' });
      await create(definitionsPath, definition);
      for (const name of ['shop', 'argocd'])
        await create('/api/v1/namespaces', {
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name },
        });
      await create('/api/v1/namespaces/shop/serviceaccounts', {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'web', labels: { [label]: 'shop' } },
      });
      const secret = { apiVersion: 'v1', kind: 'Secret', stringData: { password: canaries.live } };
      await create('/api/v1/namespaces/shop/secrets', {
        ...secret,
        metadata: {
          name: 'web',
          annotations: {
            'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(secret),
          },
        },
      });
      const applications = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications';
      for (let tries = 0; tries < 100; tries++) {
        if ((await server.request('admin', 'GET', applications)).status === 200) break;
        await sleep(100);
      }
      await create(applications, {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Application',
        metadata: { name: 'web', namespace: 'argocd' },
        spec: {
          destination: { name: 'lab', namespace: 'shop' },
          source: { repoURL: 'https://git.example.com/fleet.git', path: 'web' },
          syncPolicy: { automated: { selfHeal: true } },
        },
        status: { sync: { status: 'Synced', revision: 'a'.repeat(40) } },
      });
      await bind('editor', ['*']);
    });

    afterAll(() => {
      server.close();
    });

    /** Lets a user do some things with everything. */
    async function bind(user: string, verbs: readonly string[]): Promise<void> {
      const group = 'rbac.authorization.k8s.io';
      const path = `/apis/${group}/v1`;
      const [apiVersion, metadata] = [`${group}/v1`, { name: user }];
      const rules = [{ apiGroups: ['*'], resources: ['*'], verbs }];
      await create(`${path}/clusterroles`, { apiVersion, kind: 'ClusterRole', metadata, rules });
      await create(`${path}/clusterrolebindings`, {
        apiVersion,
        kind: 'ClusterRoleBinding',
        metadata,
        roleRef: { apiGroup: group, kind: 'ClusterRole', name: user },
        subjects: [{ apiGroup: group, kind: 'User', name: user }],
      });
    }

    async function create(path: string, body: object): Promise<void> {
      const { status, body: text } = await server.request('admin', 'POST', path, body);
      expect(status, text).toBe(201);
    }

    /** A kubeconfig of a user with contexts for the hub and the two clusters, which are one server. */
    function kubeconfigOf(token: string): string {
      const {
        clusters,
        users,
        contexts: found,
      } = JSON.parse(server.kubeconfigFor(token)) as {
        clusters: unknown;
        users: unknown;
        contexts: readonly { context: object }[];
      };
      const named = ['in-cluster', 'lab', 'prod'].map((name) => ({ ...found[0], name }));
      return JSON.stringify({ clusters, users, contexts: named });
    }

    /** A tree, and such a kubeconfig. */
    function contexts(token = 'admin'): readonly string[] {
      folder = temporaryTree(tree);
      const path = join(folder, 'kubeconfig');
      writeFileSync(path, kubeconfigOf(token));
      return ['--workspace', folder, '--kubeconfig', path];
    }

    async function drill(
      words: readonly string[],
      token?: string,
    ): Promise<{ readonly exitCode: number; readonly answer: Drill; readonly err: string }> {
      const run = await strata(['drill', 'lab', ...words, ...contexts(token), '--json']);
      const answer = JSON.parse(run.out === '' ? '{}' : run.out) as Drill;
      const schema = join(import.meta.dirname, '../../../docs/schemas/drill.schema.json');
      const validate = new Ajv2020().compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
      if (run.out !== '') expect(validate(answer), JSON.stringify(validate.errors)).toBe(true);
      return { exitCode: run.exitCode, answer, err: run.err };
    }

    async function labelNow(): Promise<string | undefined> {
      const { body } = await server.request('admin', 'GET', account);
      const { metadata } = JSON.parse(body) as { metadata: { labels: Record<string, string> } };
      return metadata.labels[label];
    }

    /** What Strata asked after a line of the audit log: verbs, and the writes themselves. */
    function asked(from: number): { readonly verbs: Set<string>; readonly writes: string[] } {
      const lines = server
        .audit()
        .slice(from)
        // What the test itself asks for is not a part of it.
        .filter(({ agent }) => agent === 'strata');
      const writes = lines.filter(({ verb }) => !['get', 'list', 'watch'].includes(verb));
      return {
        verbs: new Set(lines.map(({ verb }) => verb)),
        writes: writes.map(({ verb, uri }) => `${verb} ${uri}`),
      };
    }

    const two = Array.from({ length: 2 }, () => `patch ${account}?fieldManager=strata-drill`);

    test('says what it would change, and changes nothing, where it is not confirmed', async () => {
      const from = server.audit().length;
      const { exitCode, answer } = await drill([]);
      expect(exitCode).toBe(0);
      expect(answer).toMatchObject({ label, willRevert: true });
      expect(answer.run).toBeUndefined();
      expect(asked(from).verbs.size).toBeGreaterThan(0);
      expect(asked(from).writes).toEqual([]);
    });

    test('what is healed is told with its time, and two writes are all', async () => {
      const from = server.audit().length;
      // In place of the controller.
      const heal = async (): Promise<void> => {
        while ((await labelNow()) === 'shop') await sleep(50);
        await sleep(700);
        const body = { metadata: { labels: { [label]: 'shop' } } };
        await server.request('admin', 'PATCH', account, body, merge);
      };
      const [{ exitCode, answer }] = await Promise.all([
        drill(['--confirm', 'lab', '--wait', '60']),
        heal(),
      ]);
      expect(answer.run).toMatchObject({ outcome: 'healed', asExpected: true, writes: 2 });
      expect(answer.run?.healedAfter).toBeGreaterThanOrEqual(0.6);
      expect(exitCode).toBe(0);
      expect(asked(from).writes).toEqual(two);
      expect(await labelNow()).toBe('shop');
    });

    test('what nobody heals is put back, and is not as expected', async () => {
      const from = server.audit().length;
      const { exitCode, answer, err } = await drill(['--confirm', 'lab', '--wait', '1']);
      expect(answer.run).toMatchObject({ outcome: 'unnoticed', asExpected: false, writes: 2 });
      expect(exitCode).toBe(1);
      expect(err).toContain(
        `kubectl --context lab -n shop label --overwrite serviceaccount web ${label}=shop`,
      );
      expect(asked(from).writes).toEqual(two);
      expect(await labelNow()).toBe('shop');
    });

    test.each(ends.slice(0, howMany({ fixed: 1, long: ends.length })))(
      'it is put back where %s ends it',
      async (name) => {
        const from = server.audit().length;
        const cli = join(import.meta.dirname, '../../src/cli.ts');
        const words = ['drill', 'lab', '--confirm', 'lab', '--wait', '600', ...contexts()];
        const child = spawn(process.execPath, [cli, ...words], { stdio: 'ignore' });
        const ended = new Promise<number | null>((resolve) => {
          child.once('exit', resolve);
        });
        for (let tries = 0; tries < 600 && (await labelNow()) === 'shop'; tries++) await sleep(100);
        expect(await labelNow()).toBe('strata-drill');
        child.kill(name);
        expect(await ended).toBe(130);
        expect(await labelNow()).toBe('shop');
        expect(asked(from).writes).toEqual(two);
      },
    );

    test('no request is made for a cluster that is not marked as one for tests', async () => {
      const from = server.audit().length;
      const run = await strata(['drill', 'prod', '--confirm', 'prod', ...contexts()]);
      expect(run.exitCode).toBe(2);
      expect(run.err).toContain('prod is no test cluster');
      const other = await strata(['drill', 'lab', '--confirm', 'prod', ...contexts()]);
      expect(other.exitCode).toBe(2);
      expect(other.err).toContain('--confirm names prod');
      expect(asked(from).verbs.size).toBe(0);
    });

    test.each<{
      readonly words: string;
      readonly dryRuns?: boolean;
      readonly secrets?: boolean;
    }>([
      { words: 'status' },
      { words: 'drift lab' },
      { words: 'drift --all' },
      { words: 'drift lab --secrets', secrets: true },
      { words: 'drift lab --dry-run', dryRuns: true },
      { words: 'drift lab --secrets --dry-run', secrets: true, dryRuns: true },
      { words: 'credentials' },
      { words: 'credentials lab --rbac' },
      { words: 'drill lab' },
    ])('$words asks what it needs, and tells no secret value', async (capability) => {
      const { words, dryRuns = false, secrets = false } = capability;
      const from = server.audit().length;
      const where = contexts();
      const record = join(folder, 'record.json');
      const isKept = ['status', 'drift --all'].includes(words);
      const more = isKept ? ['--record', record] : [];
      const told: string[] = [];
      for (const form of [[], ['--json']]) {
        const { out, err } = await strata([...words.split(' '), ...more, ...where, ...form]);
        expect(out).not.toBe('');
        told.push(out, err);
      }
      if (isKept) told.push(readFileSync(record, 'utf8'));
      const lines = server
        .audit()
        .slice(from)
        .filter(({ agent }) => agent === 'strata');
      expect(lines.length).toBeGreaterThan(0);
      const patches = lines.filter(({ verb }) => verb === 'patch');
      expect(patches.length > 0).toBe(dryRuns);
      for (const { uri } of patches) expect(uri).toContain('dryRun=All');
      const reviews = /^\/apis\/auth\w+\.k8s\.io\/v1\/selfsubject\w*reviews$/;
      for (const { verb, uri } of lines) {
        if (verb === 'create') expect(uri).toMatch(reviews);
        else expect(['get', 'list', 'watch', 'patch']).toContain(verb);
      }
      expect(lines.some(({ uri }) => /\/secrets\b/.test(uri))).toBe(secrets);
      const silent = Object.values(canaries).flatMap((one) => [
        one,
        Buffer.from(one).toString('base64'),
      ]);
      for (const text of told) expect(silent.filter((one) => text.includes(one))).toEqual([]);
      // Where Secrets are compared, it is told that this one differs.
      if (secrets) expect(told.join('\n')).toContain('Secret/shop/web');
    });

    testEditorSession({
      server: () => server,
      tree,
      kubeconfigFor: (token) => {
        const path = join(temporaryTree(''), 'kubeconfig');
        writeFileSync(path, kubeconfigOf(token));
        return path;
      },
      user: 'editor',
      account,
      label,
      canaries: Object.values(canaries),
    });

    test('who may only read is refused, and nothing is changed', async () => {
      await bind('looker', ['get', 'list']);
      await server.connect('looker').get(account, signal);
      const { exitCode, answer } = await drill(['--confirm', 'lab', '--wait', '1'], 'looker');
      expect(answer.run).toMatchObject({ outcome: 'refused', failure: 'forbidden', writes: 0 });
      expect(exitCode).toBe(1);
      expect(await labelNow()).toBe('shop');
    });
  },
);
