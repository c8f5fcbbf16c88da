import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import type { JsonMap } from '../../server/src/drift/json.ts';
import { freePort, type KubeServer } from '../../server/test/kubeServer.ts';
import { kubeconfigOf } from './kubeconfigs.ts';
import { applyDefinitions, applyObject } from './kubeObjects.ts';
import { eventually, type Processes } from './processes.ts';

/** What Argo CD consists of on this machine. */
export interface ArgoPrograms {
  /** The folder with `argocd`, `miniredis` and `crds`. */
  readonly folder: string;
  readonly kustomize: string;
  readonly helm: string;
}

/** A real Argo CD 3.2 on an API server. */
export interface ArgoCd {
  /** Its REST API. */
  readonly url: string;
  /** A token of an account of its own: `admin` may do everything, `reader` what the policy lets it, `nobody` nothing. */
  readonly tokens: Readonly<Record<'admin' | 'reader' | 'nobody', string>>;
  /** One request with a token; gives status and body. */
  readonly request: (
    token: string,
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: string }>;
  /** Makes another cluster known, with the credentials of a user of it. */
  readonly addCluster: (cluster: AddedCluster) => Promise<void>;
  /** Starts the application controller with other flags or another credential. */
  readonly restartController: (kubeconfig?: string) => Promise<void>;
}

/** A cluster that Argo CD gets to know. */
export interface AddedCluster {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** The certificate of its authority, in PEM; `undefined` where none is checked. */
  readonly authority: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** The only namespaces that it looks after, beside what lies in none; `undefined` for all. */
  readonly namespaces?: readonly string[] | undefined;
}

const part = { 'app.kubernetes.io/part-of': 'argocd' };

/** Rules of Argo CD for its accounts: reading applications and clusters of one project. */
const policy = `p, role:reading, applications, get, shop/*, allow
p, role:reading, clusters, get, *, allow
p, role:reading, projects, get, shop, allow
g, admin-account, role:admin
g, reader, role:reading
`;

/** Starts Redis, the repo server, the API server, the application controller and that of ApplicationSets. */
export async function startArgoCd(
  server: KubeServer,
  programs: ArgoPrograms,
  processes: Processes,
): Promise<ArgoCd> {
  const key = randomBytes(32).toString('hex');
  const accounts = { admin: 'admin-account', reader: 'reader', nobody: 'nobody' } as const;
  const ids = Object.values(accounts).map((name) => ({ name, id: randomUUID() }));
  const at = Math.floor(Date.now() / 1000);
  await applyDefinitions(server, join(programs.folder, 'crds'));
  await applyObject(server, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'argocd' },
  });
  const settings = (kind: string, name: string, data: JsonMap): Promise<void> =>
    applyObject(server, {
      apiVersion: 'v1',
      kind,
      metadata: { name, namespace: 'argocd', labels: part },
      [kind === 'Secret' ? 'stringData' : 'data']: data,
    });
  await settings('ConfigMap', 'argocd-cm', {
    'admin.enabled': 'false',
    // Kinds that it may not list are none of its business.
    'resource.respectRBAC': 'normal',
    // The operator of these does not run here.
    'resource.customizations.health.external-secrets.io_ExternalSecret':
      'hs = {}\nhs.status = "Healthy"\nreturn hs\n',
    ...Object.fromEntries(ids.map(({ name }) => [`accounts.${name}`, 'apiKey'])),
  });
  await settings('ConfigMap', 'argocd-rbac-cm', { 'policy.csv': policy });
  await settings('Secret', 'argocd-secret', {
    'server.secretkey': key,
    ...Object.fromEntries(
      ids.map(({ name, id }) => [`accounts.${name}.tokens`, JSON.stringify([{ id, iat: at }])]),
    ),
  });
  // There is always a project of this name; otherwise Argo CD makes it itself.
  await applyObject(server, {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'default', namespace: 'argocd' },
    spec: {
      sourceRepos: ['*'],
      destinations: [{ server: '*', namespace: '*' }],
      clusterResourceWhitelist: [{ group: '*', kind: '*' }],
    },
  });

  const folder = join(processes.folder, 'argocd');
  const inside = (...names: readonly string[]): string => {
    const path = join(folder, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const bin = inside('bin');
  const links = {
    kustomize: programs.kustomize,
    helm: programs.helm,
    ...Object.fromEntries(
      ['server', 'repo-server', 'application-controller', 'applicationset-controller'].map(
        (name) => [`argocd-${name}`, join(programs.folder, 'argocd')],
      ),
    ),
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(bin, name));
  const kubeconfigFor = (token: string): string => {
    const path = join(inside('kube'), token);
    writeFileSync(path, kubeconfigOf({ c: server }, { token, namespace: 'argocd' }));
    return path;
  };
  const environment = (token: string): Readonly<Record<string, string>> => ({
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    KUBECONFIG: kubeconfigFor(token),
    ARGOCD_FAKE_IN_CLUSTER: 'true',
    ARGOCD_GPG_ENABLED: 'false',
    ARGOCD_RECONCILIATION_TIMEOUT: '5s',
    ARGOCD_RECONCILIATION_JITTER: '0s',
    HOME: inside('home'),
    TMPDIR: inside('tmp'),
    ARGOCD_TLS_DATA_PATH: inside('tls'),
    ARGOCD_SSH_DATA_PATH: inside('ssh'),
    ARGOCD_GPG_DATA_PATH: inside('gpg'),
    ARGOCD_GNUPGHOME: inside('gnupg'),
    ARGOCD_PLUGINSOCKFILEPATH: inside('plugins'),
    // Two processors serve all of this.
    GOMAXPROCS: '2',
  });
  const ports = await Promise.all(Array.from({ length: 9 }, () => freePort()));
  const [redis, repo, repoMetrics, api, apiMetrics, controller, sets, probes, hooks] =
    ports.map(String);
  const own = '127.0.0.1';
  const shared = ['--redis', `${own}:${redis ?? ''}`, '--loglevel', 'warn'];
  const repoServer = ['--repo-server', `${own}:${repo ?? ''}`, '--repo-server-plaintext'];
  const start = (name: string, flags: readonly string[], token = 'admin'): void => {
    processes.start(name, [join(bin, `argocd-${name}`), ...flags], environment(token));
  };
  processes.start('redis', [join(programs.folder, 'miniredis'), `${own}:${redis ?? ''}`]);
  start('repo-server', [
    ...['--address', own, '--port', repo ?? '', '--disable-tls', ...shared],
    ...['--metrics-address', own, '--metrics-port', repoMetrics ?? ''],
  ]);
  start('server', [
    ...['--address', own, '--port', api ?? '', '--insecure', ...shared, ...repoServer],
    ...['--metrics-address', own, '--metrics-port', apiMetrics ?? ''],
    ...['--staticassets', inside('assets')],
  ]);
  const startController = (token?: string): void => {
    // It has no flag for the address of its metrics.
    start(
      'application-controller',
      [
        ...['--metrics-port', controller ?? '', '--self-heal-timeout-seconds', '1'],
        ...shared,
        ...repoServer,
      ],
      token,
    );
  };
  startController();
  start('applicationset-controller', [
    ...['--metrics-addr', `${own}:${sets ?? ''}`, '--probe-addr', `${own}:${probes ?? ''}`],
    ...['--webhook-addr', `${own}:${hooks ?? ''}`, '--loglevel', 'warn'],
    ...['--argocd-repo-server', `${own}:${repo ?? ''}`, '--repo-server-plaintext'],
  ]);
  const url = `http://${own}:${api ?? ''}`;
  await eventually(
    'argocd-server gets ready',
    async () => {
      const answer = await fetch(`${url}/healthz`).catch(() => undefined);
      return answer?.ok === true || undefined;
    },
    () => processes.lastLines('server'),
  );
  const tokenOf = (account: string): string => {
    const id = ids.find(({ name }) => name === account)?.id ?? '';
    const words = [
      { alg: 'HS256', typ: 'JWT' },
      { iss: 'argocd', sub: `${account}:apiKey`, iat: at, nbf: at, jti: id },
    ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'));
    const signature = createHmac('sha256', key).update(words.join('.')).digest('base64url');
    return [...words, signature].join('.');
  };
  return {
    url,
    tokens: {
      admin: tokenOf(accounts.admin),
      reader: tokenOf(accounts.reader),
      nobody: tokenOf(accounts.nobody),
    },
    request: async (token, method, path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.text() };
    },
    addCluster: ({ name, url: address, token, authority, labels, namespaces }) =>
      applyObject(server, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          name: `cluster-${name}`,
          namespace: 'argocd',
          labels: { ...labels, 'argocd.argoproj.io/secret-type': 'cluster' },
        },
        stringData: {
          name,
          server: address,
          ...(namespaces === undefined
            ? {}
            : { namespaces: namespaces.join(','), clusterResources: 'true' }),
          config: JSON.stringify({
            bearerToken: token,
            tlsClientConfig:
              authority === undefined
                ? { insecure: true }
                : { caData: Buffer.from(authority).toString('base64') },
          }),
        },
      }),
    restartController: async (token) => {
      await processes.stop('application-controller');
      startController(token);
    },
  };
}
