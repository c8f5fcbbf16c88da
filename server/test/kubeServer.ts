import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeBinaries } from '../../scripts/tools/kubeApiserver.ts';
import { ExecCredentials } from '../src/live/execCredential.ts';
import { KubeConnection } from '../src/live/kubeConnection.ts';
import { parseKubeconfig } from '../src/live/parseKubeconfig.ts';

/** A real kube-apiserver with an etcd of its own, without controllers. */
export interface KubeServer {
  readonly url: string;
  /** Users by their token: `admin` may do everything, the others what bindings give them. */
  readonly connect: (token: string, may?: { readonly mayDryRun: boolean }) => KubeConnection;
  /** Certificate and key of the server, in PEM: for whom it calls on this machine, with the certificate as authority. */
  readonly certificate: { readonly cert: string; readonly key: string };
  /** A token of a ServiceAccount, signed as the server signs them, that ends at a time (in milliseconds since 1970). */
  readonly accountToken: (account: ServiceAccount, until: number) => string;
  /** The text of a kubeconfig of the user of a token, with a context `c`. */
  readonly kubeconfigFor: (token: string) => string;
  /** One request as the user of a token; gives status, body and warnings. */
  readonly request: (
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{
    readonly status: number;
    readonly body: string;
    /** What the server warns of, without its frame. */
    readonly warnings: readonly string[];
  }>;
  /** Ends the API server at once, and starts it again on the same port. */
  readonly kill: () => void;
  /** Lets etcd forget all versions but the last; seen only without the watch cache. */
  readonly compact: () => Promise<void>;
  /** Puts an object where the server keeps it (`/registry/…`), past all that it would say of it. */
  readonly store: (key: string, object: object) => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Verb, user, program and address of what was asked, from the audit log. */
  readonly audit: () => readonly {
    readonly verb: string;
    readonly user: string;
    readonly agent: string;
    readonly uri: string;
  }[];
  readonly close: () => void;
}

/** Whom a token names. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Starts etcd and the API server, and waits until it is ready; `more` are flags of the API server. */
export async function startKubeServer(
  programs: KubeBinaries,
  users: readonly string[] = [],
  more: readonly string[] = [],
): Promise<KubeServer> {
  for (let tries = 1; ; tries++) {
    const server = await startOnce(programs, users, more);
    if (server !== undefined) return server;
    if (tries === 3) throw new Error('kube-apiserver or etcd ends before it is ready');
  }
}

/** The same; `undefined` where one of the two has ended: somebody else may have taken its port meanwhile. */
async function startOnce(
  { etcd, apiserver }: KubeBinaries,
  users: readonly string[],
  more: readonly string[],
): Promise<KubeServer | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-kube-'));
  const [client, peer, port] = await Promise.all([freePort(), freePort(), freePort()]);
  const at = (number: number): string => `http://127.0.0.1:${number}`;
  const started: ChildProcess[] = [];
  const run = (program: readonly [string, ...string[]], flags: readonly string[]): ChildProcess => {
    const [command, ...words] = program;
    const child = spawn(command, [...words, ...flags], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, STRATA_END_WITH_STDIN: '1' },
    });
    started.push(child);
    return child;
  };
  const store = run(etcd, [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync', '--log-level', 'error'],
    ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
    ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
    ...['--initial-cluster', `default=${at(peer)}`],
  ]);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = 'https://kubernetes.default.svc';
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const tokens = [
    'admin,admin,admin,"system:masters"',
    ...users.map((name) => `${name},${name},${name}`),
  ];
  const policy = {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [{ level: 'Metadata' }],
  };
  const flags = [
    `--etcd-servers=${at(client)}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certs')}`,
    `--token-auth-file=${file('tokens.csv', `${tokens.join('\n')}\n`)}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--endpoint-reconciler-type=none',
    `--service-account-issuer=${issuer}`,
    `--service-account-key-file=${file('sa.pub', publicKey.export({ type: 'spki', format: 'pem' }).toString())}`,
    `--service-account-signing-key-file=${file('sa.key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())}`,
    `--audit-policy-file=${file('audit.json', JSON.stringify(policy))}`,
    `--audit-log-path=${join(folder, 'audit.log')}`,
    '--disable-admission-plugins=ServiceAccount',
    ...more,
  ];
  const url = `https://127.0.0.1:${port}`;
  let server = run(apiserver, flags);
  const kubeconfigFor = (token: string): string => {
    const authority = join(folder, 'certs', 'apiserver.crt');
    return JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: url, 'certificate-authority': authority } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    });
  };
  const connect = (token: string, may?: { readonly mayDryRun: boolean }): KubeConnection => {
    const kubeconfig = parseKubeconfig([{ path: '/x', text: kubeconfigFor(token) }]);
    const [context] = kubeconfig.contexts;
    if (context === undefined) throw new Error('no context');
    return new KubeConnection(kubeconfig, context, new ExecCredentials(() => false), may);
  };
  const end = (): void => {
    for (const child of started.toReversed()) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = async (): Promise<boolean> => {
    const { signal } = new AbortController();
    for (let tries = 0; tries < 600; tries++) {
      if ([store, server].some(({ exitCode }) => exitCode !== null)) return false;
      if (existsSync(join(folder, 'certs', 'apiserver.crt'))) {
        const connection = connect('admin');
        const answer = await connection.get('/readyz', signal).catch(() => undefined);
        connection.dispose();
        if (answer === 'ok') return true;
      }
      await sleep(200);
    }
    end();
    throw new Error('kube-apiserver does not get ready');
  };
  if (!(await ready())) {
    end();
    return undefined;
  }
  const pem = (name: string): string => readFileSync(join(folder, 'certs', name), 'utf8');
  const certificate = { cert: pem('apiserver.crt'), key: pem('apiserver.key') };
  const { Agent, request: send } = await import('node:https');
  const agent = new Agent({ keepAlive: true, ca: certificate.cert });
  const askEtcd = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${at(client)}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    url,
    connect,
    certificate,
    accountToken: ({ namespace, name, uid }, until) => {
      const claims = {
        iss: issuer,
        aud: [issuer],
        sub: `system:serviceaccount:${namespace}:${name}`,
        iat: Math.floor(Date.now() / 1000) - 3600,
        exp: Math.floor(until / 1000),
        'kubernetes.io': { namespace, serviceaccount: { name, uid } },
      };
      const words = [{ alg: 'ES256' }, claims].map((one) =>
        Buffer.from(JSON.stringify(one)).toString('base64url'),
      );
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
      const signature = sign('sha256', Buffer.from(words.join('.')), key);
      return [...words, signature.toString('base64url')].join('.');
    },
    kubeconfigFor,
    request: (token, method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
        const call = send(`${url}${path}`, {
          method,
          agent,
          headers: {
            Authorization: `Bearer ${token}`,
            Accept: 'application/json',
            ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
        });
        call.on('error', reject);
        call.on('response', (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (answer += chunk));
          response.on('end', () => {
            const warned = response.headers.warning ?? '';
            const warnings = [...warned.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(
              ([, text = '']) => text.replaceAll(/\\(.)/g, '$1'),
            );
            resolve({ status: response.statusCode ?? 0, body: answer, warnings });
          });
        });
        call.end(text);
      }),
    kill: () => {
      server.kill('SIGKILL');
    },
    compact: async () => {
      const found = await askEtcd('/v3/kv/range', { key: 'AA==' });
      const { header } = found as { readonly header: { readonly revision: string } };
      await askEtcd('/v3/kv/compaction', { revision: header.revision, physical: true });
    },
    store: async (key, object) => {
      const encoded = (text: string): string => Buffer.from(text).toString('base64');
      const pair = { key: encoded(key), value: encoded(JSON.stringify(object)) };
      await askEtcd('/v3/kv/put', pair);
    },
    restart: async () => {
      server = run(apiserver, flags);
      if (!(await ready())) throw new Error('kube-apiserver ends before it is ready again');
    },
    audit: () =>
      readFileSync(join(folder, 'audit.log'), 'utf8')
        .trim()
        .split('\n')
        .map(
          (line) =>
            JSON.parse(line) as {
              verb: string;
              user: { username: string };
              userAgent?: string;
              requestURI: string;
            },
        )
        .map(({ verb, user, userAgent = '', requestURI }) => ({
          verb,
          user: user.username,
          agent: userAgent,
          uri: requestURI,
        })),
    close: () => {
      agent.destroy();
      end();
    },
  };
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
