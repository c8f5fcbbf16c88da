import { dirname, isAbsolute, resolve } from 'node:path';
import { loadYaml } from '@kubernetes/client-node';

/** A kubeconfig, merged of several files. */
export interface Kubeconfig {
  readonly currentContext: string;
  readonly contexts: readonly KubeContext[];
  /** The document that client-node reads, for one context. */
  readonly documentFor: (context: string) => string;
  /** By what the credential of a context is told from others; `undefined` where it has none. It is a secret itself. */
  readonly identityOf: (context: string) => CredentialIdentity | undefined;
  /** Why files of it say nothing, in the order of the files. */
  readonly faults: readonly KubeconfigFault[];
}

/** A file of a kubeconfig that says nothing. What stands in it is never quoted: it holds credentials. */
export type KubeconfigFault =
  | { readonly kind: 'empty'; readonly file: string }
  /** `line` counts from 1; `undefined` where no line is at fault. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly line: number | undefined };

/** What a credential is, and a text that equal ones have in common. */
export interface CredentialIdentity {
  readonly kind: 'certificate' | 'token' | 'tokenFile' | 'plugin' | 'password';
  readonly value: string;
}

/** A context of a kubeconfig: what can be told without connecting. */
export interface KubeContext {
  readonly name: string;
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  readonly namespace: string;
  /** TLS is not checked. */
  readonly insecure: boolean;
  /** The program that gives credentials; `undefined` where none is needed. */
  readonly exec: ExecPlugin | undefined;
  /** The file with the bearer token. */
  readonly tokenFile: string | undefined;
  /** An `auth-provider` of a cloud, which is never run. */
  readonly hasAuthProvider: boolean;
  /** The file that says it. */
  readonly file: string;
}

/** A program that gives credentials. */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly providesClusterInfo: boolean;
  readonly interactive: boolean;
}

type RawMap = Readonly<Record<string, unknown>>;

/**
 * Merges kubeconfig files as kubectl does: of equal names the first wins, and paths count from the file that says them.
 * Faults of client-node that are worked round here: it throws for equal names, ignores `tokenFile`, and takes a relative
 * program from the folder that one happens to be in.
 *
 * Source: client-go tools/clientcmd/loader.go; kubernetes.io "Organizing Cluster Access Using kubeconfig Files".
 */
export function parseKubeconfig(
  files: readonly { readonly path: string; readonly text: string }[],
): Kubeconfig {
  const clusters = new Map<string, RawMap>();
  const users = new Map<string, { readonly user: RawMap; readonly file: string }>();
  const contexts = new Map<string, { readonly context: RawMap; readonly file: string }>();
  const faults: KubeconfigFault[] = [];
  let currentContext = '';
  for (const { path, text } of files) {
    const document = readDocument(path, text);
    if ('kind' in document) {
      faults.push(document);
      continue;
    }
    const folder = dirname(path);
    currentContext ||= textOf(document.map['current-context']);
    for (const { name, value } of named(document.map['clusters'], 'cluster')) {
      if (!clusters.has(name))
        clusters.set(name, absolute(value, folder, ['certificate-authority']));
    }
    for (const { name, value } of named(document.map['users'], 'user')) {
      const keys = ['client-certificate', 'client-key', 'tokenFile'];
      if (!users.has(name)) users.set(name, { user: absolute(value, folder, keys), file: path });
    }
    for (const { name, value } of named(document.map['contexts'], 'context')) {
      if (!contexts.has(name)) contexts.set(name, { context: value, file: path });
    }
  }
  const read = [...contexts].flatMap(([name, { context, file }]): KubeContext[] => {
    const cluster = clusters.get(textOf(context['cluster']));
    if (cluster === undefined) return [];
    const owner = users.get(textOf(context['user']));
    const user = owner?.user ?? {};
    return [
      {
        name,
        cluster: textOf(context['cluster']),
        server: textOf(cluster['server']),
        user: textOf(context['user']),
        namespace: textOf(context['namespace']),
        insecure: cluster['insecure-skip-tls-verify'] === true,
        exec: execOf(user['exec'], dirname(owner?.file ?? file)),
        tokenFile: textOf(user['tokenFile']) || undefined,
        hasAuthProvider: isMap(user['auth-provider']),
        file,
      },
    ];
  });
  return {
    currentContext,
    contexts: read,
    faults,
    identityOf: (name) => {
      const context = read.find((one) => one.name === name);
      return context && identityOf(users.get(context.user)?.user ?? {});
    },
    documentFor: (name) => {
      const context = read.find((one) => one.name === name);
      if (context === undefined) return '{}';
      const user = users.get(context.user)?.user ?? {};
      // Plugins run only by our own hand, and providers of clouds, which go through a shell, never.
      const kept = Object.fromEntries(
        Object.entries(user).filter(([key]) => key !== 'exec' && key !== 'auth-provider'),
      );
      const cluster = clusters.get(context.cluster) ?? {};
      const isPlain = context.server.startsWith('http:');
      return JSON.stringify({
        'current-context': name,
        clusters: [
          {
            name: context.cluster,
            // client-node refuses plain HTTP where TLS is to be checked; kubectl does not.
            cluster: isPlain ? { ...cluster, 'insecure-skip-tls-verify': true } : cluster,
          },
        ],
        users: [{ name: context.user === '' ? name : context.user, user: kept }],
        contexts: [
          {
            name,
            context: { cluster: context.cluster, user: context.user === '' ? name : context.user },
          },
        ],
      });
    },
  };
}

/** The document of a file. What a parser says of it quotes it, and is not kept. */
function readDocument(file: string, text: string): { readonly map: RawMap } | KubeconfigFault {
  // Files of comments alone are empty as well.
  const isEmpty = text.split('\n').every((line) => /^\s*(?:---|null|~)?\s*(?:#.*)?$/.test(line));
  if (isEmpty) return { kind: 'empty', file };
  try {
    const map = loadYaml<unknown>(text);
    return isMap(map) ? { map } : { kind: 'unreadable', file, line: undefined };
  } catch (error) {
    const mark = isMap(error) ? error['mark'] : undefined;
    const line = isMap(mark) ? mark['line'] : undefined;
    return { kind: 'unreadable', file, line: typeof line === 'number' ? line + 1 : undefined };
  }
}

/** A token of somebody is the same person's, however often it is given out; one of a cluster's own accounts is not. */
function identityOf(user: RawMap): CredentialIdentity | undefined {
  const [data, file] = [
    textOf(user['client-certificate-data']),
    textOf(user['client-certificate']),
  ];
  if (data !== '' || file !== '') return { kind: 'certificate', value: data || file };
  const token = textOf(user['token']);
  if (token !== '') return { kind: 'token', value: personOf(token) ?? token };
  const tokenFile = textOf(user['tokenFile']);
  if (tokenFile !== '') return { kind: 'tokenFile', value: tokenFile };
  const { exec } = user;
  if (isMap(exec)) {
    const { command, args, env } = exec;
    return { kind: 'plugin', value: JSON.stringify([command, args, env]) };
  }
  const [name, password] = [textOf(user['username']), textOf(user['password'])];
  return name === '' ? undefined : { kind: 'password', value: JSON.stringify([name, password]) };
}

/** Issuer and subject of a JSON web token; `undefined` for other tokens, and where the issuer is the cluster itself. */
function personOf(token: string): string | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (!isMap(claims)) return undefined;
    const [issuer, subject] = [textOf(claims['iss']), textOf(claims['sub'])];
    const isOfCluster = /^kubernetes\/serviceaccount$|\/\/kubernetes\.default\.svc/.test(issuer);
    return issuer === '' || subject === '' || isOfCluster
      ? undefined
      : JSON.stringify([issuer, subject]);
  } catch {
    return undefined;
  }
}

function named(
  list: unknown,
  key: string,
): readonly { readonly name: string; readonly value: RawMap }[] {
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((entry) => {
    if (!isMap(entry)) return [];
    const [name, value] = [textOf(entry['name']), entry[key]];
    return name === '' || !isMap(value) ? [] : [{ name, value }];
  });
}

function absolute(value: RawMap, folder: string, keys: readonly string[]): RawMap {
  const paths = keys.flatMap((key) => {
    const path = textOf(value[key]);
    return path === '' || isAbsolute(path) ? [] : [[key, resolve(folder, path)] as const];
  });
  return { ...value, ...Object.fromEntries(paths) };
}

function execOf(value: unknown, folder: string): ExecPlugin | undefined {
  if (!isMap(value)) return undefined;
  const command = textOf(value['command']);
  const env = Array.isArray(value['env']) ? (value['env'] as unknown[]) : [];
  return {
    apiVersion: textOf(value['apiVersion']),
    // A word without a slash is looked up by the operating system; a path counts from the file.
    command: command.includes('/') && !isAbsolute(command) ? resolve(folder, command) : command,
    args: (Array.isArray(value['args']) ? (value['args'] as unknown[]) : []).map(String),
    env: env.flatMap((one) =>
      isMap(one) ? [{ name: textOf(one['name']), value: textOf(one['value']) }] : [],
    ),
    providesClusterInfo: value['provideClusterInfo'] === true,
    interactive: value['interactiveMode'] === 'Always',
  };
}

/** The token, and how long it is good, that a plugin printed; `undefined` for anything else. */
export function parseExecCredential(text: string):
  | {
      readonly token: string | undefined;
      readonly certificate: string | undefined;
      readonly key: string | undefined;
      readonly expiresAt: number | undefined;
    }
  | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const status = isMap(value) ? value['status'] : undefined;
  if (!isMap(status)) return undefined;
  const expiresAt = Date.parse(textOf(status['expirationTimestamp']));
  return {
    token: textOf(status['token']) || undefined,
    certificate: textOf(status['clientCertificateData']) || undefined,
    key: textOf(status['clientKeyData']) || undefined,
    expiresAt: Number.isNaN(expiresAt) ? undefined : expiresAt,
  };
}

function isMap(value: unknown): value is RawMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
