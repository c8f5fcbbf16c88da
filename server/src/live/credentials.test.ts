import { expect, test } from 'vitest';
import { ApiError } from './apiFailure.ts';
import { reviewCredential, type CredentialReview } from './credentials.ts';
import { parseKubeconfig } from './parseKubeconfig.ts';
import { sharedCredentials } from './sharedCredentials.ts';

const { signal } = new AbortController();

interface Asked {
  readonly kind: string;
  readonly spec?: { readonly resourceAttributes: Readonly<Record<string, string>> };
}

/** A cluster that gives some rights, such as `get secrets` and `patch deployments.apps`; `*` for all. */
async function review(
  rights: readonly string[],
  groups: readonly string[] = [],
): Promise<CredentialReview> {
  return reviewCredential(
    {
      review: (_path, body) => {
        const { kind, spec } = JSON.parse(body) as Asked;
        if (kind === 'SelfSubjectReview') {
          return Promise.resolve(
            JSON.stringify({ status: { userInfo: { username: 'ada', groups } } }),
          );
        }
        const {
          verb = '',
          group = '',
          resource = '',
          subresource = '',
        } = spec?.resourceAttributes ?? {};
        const whole = subresource === '' ? resource : `${resource}/${subresource}`;
        const named = `${verb} ${group === '' ? whole : `${whole}.${group}`}`;
        const allowed = rights.includes('*') || rights.includes(named);
        return Promise.resolve(JSON.stringify({ status: { allowed } }));
      },
    },
    signal,
  );
}

test.each<[readonly string[], readonly string[], Partial<CredentialReview>]>([
  [['*'], [], { level: 'admin', readsSecrets: true, because: ['everything'] }],
  [[], ['system:masters'], { level: 'admin', because: ['system:masters'] }],
  [
    ['bind clusterroles.rbac.authorization.k8s.io'],
    [],
    { level: 'admin', because: ['bind clusterroles.rbac.authorization.k8s.io'] },
  ],
  [
    ['patch kustomizations.kustomize.toolkit.fluxcd.io', 'create pods'],
    [],
    { level: 'admin', because: ['patch kustomizations.kustomize.toolkit.fluxcd.io'] },
  ],
  [['create serviceaccounts/token'], [], { level: 'admin' }],
  [['create pods/exec', 'list configmaps'], [], { level: 'writer', because: ['create pods/exec'] }],
  [['list deployments.apps'], [], { level: 'reader', readsSecrets: false }],
  [['list deployments.apps', 'list secrets'], [], { level: 'reader', readsSecrets: true }],
  [['get secrets'], [], { level: 'none', readsSecrets: true, because: [] }],
  [[], ['system:authenticated'], { level: 'none', readsSecrets: false }],
])('%j and %j', async (rights, groups, expected) => {
  expect(await review(rights, groups)).toMatchObject({ user: 'ada', ...expected });
});

test('a server that does not tell who one is tells what one may all the same', async () => {
  const told = await reviewCredential(
    {
      review: (path) =>
        path.endsWith('selfsubjectreviews')
          ? Promise.reject(new ApiError({ kind: 'notFound', detail: '' }))
          : Promise.resolve(JSON.stringify({ status: { allowed: true } })),
    },
    signal,
  );
  expect(told).toMatchObject({ user: undefined, level: 'admin' });
});

test('a cluster that gives no answer is not one without rights', async () => {
  const silent = {
    review: () => Promise.reject(new ApiError({ kind: 'authRequired', detail: '' })),
  };
  await expect(reviewCredential(silent, signal)).rejects.toThrow('authRequired');
});

/** A JSON web token that nobody has signed. */
function jwt(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'none' }), part(claims), 'x'].join('.');
}

const cluster = { iss: 'https://kubernetes.default.svc', sub: 'system:serviceaccount:a:b' };
const person = { iss: 'https://login.example.com', sub: 'ada' };
const plugin = { command: 'login', args: ['--all'] };

test.each<[string, object, object, string | undefined]>([
  ['one token', { token: 'a' }, { token: 'a' }, 'token'],
  ['two tokens', { token: 'a' }, { token: 'b' }, undefined],
  [
    'two tokens of one person',
    { token: jwt({ ...person, exp: 1 }) },
    { token: jwt({ ...person, exp: 2 }) },
    'token',
  ],
  [
    'accounts of the same name of two clusters',
    { token: jwt({ ...cluster, exp: 1 }) },
    { token: jwt({ ...cluster, exp: 2 }) },
    undefined,
  ],
  [
    'one certificate',
    { 'client-certificate-data': 'QQ==' },
    { 'client-certificate-data': 'QQ==' },
    'certificate',
  ],
  ['one plugin', { exec: plugin }, { exec: plugin }, 'plugin'],
  [
    'a plugin with other words',
    { exec: plugin },
    { exec: { ...plugin, args: ['--prod'] } },
    undefined,
  ],
  ['nothing', {}, {}, undefined],
])('%s across release domains', (_, first, second, expected) => {
  const document = {
    clusters: [{ name: 'c', cluster: { server: 'https://x' } }],
    users: [
      { name: 'one', user: first },
      { name: 'two', user: second },
    ],
    contexts: [
      { name: 'prod', context: { cluster: 'c', user: 'one' } },
      { name: 'dev', context: { cluster: 'c', user: 'two' } },
    ],
  };
  const kubeconfig = parseKubeconfig([{ path: '/x', text: JSON.stringify(document) }]);
  const placed = kubeconfig.contexts.map((context) => ({
    cluster: context.name,
    domain: context.name,
    context,
  }));
  const shared = sharedCredentials(kubeconfig, placed);
  expect(shared.map(({ kind }) => kind)).toEqual(expected === undefined ? [] : [expected]);
  // Within one release domain a credential may be one.
  const together = placed.map((one) => ({ ...one, domain: 'all' }));
  expect(sharedCredentials(kubeconfig, together)).toEqual([]);
});
