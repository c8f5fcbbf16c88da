import { describe, expect, test } from 'vitest';
import { hubContext, matchContext } from './matchContext.ts';
import { parseExecCredential, parseKubeconfig } from './parseKubeconfig.ts';

const first = `
current-context: prod
clusters:
- name: prod
  cluster: {server: 'https://prod.example:6443/', certificate-authority: ca.crt}
- name: plain
  cluster: {server: 'http://127.0.0.1:8080'}
users:
- name: admin
  user: {tokenFile: token, exec: {apiVersion: v1, command: ./login, args: [a], provideClusterInfo: true}}
- name: cloud
  user: {auth-provider: {name: gcp, config: {cmd-path: /bin/sh}}}
contexts:
- name: prod
  context: {cluster: prod, user: admin, namespace: shop}
- name: plain
  context: {cluster: plain, user: cloud}
- name: broken
  context: {cluster: nowhere}
`;

const second = `
current-context: other
clusters:
- name: prod
  cluster: {server: 'https://evil.example'}
contexts:
- name: prod
  context: {cluster: prod}
- name: in-cluster
  context: {cluster: prod}
`;

const read = () =>
  parseKubeconfig([
    { path: '/home/a/.kube/config', text: first },
    { path: '/tmp/second', text: second },
  ]);

describe('kubeconfigs', () => {
  test('are merged as kubectl does: of equal names the first wins', () => {
    const { currentContext, contexts } = read();
    expect(currentContext).toBe('prod');
    expect(contexts.map(({ name, server }) => `${name} ${server}`)).toEqual([
      'prod https://prod.example:6443/',
      'plain http://127.0.0.1:8080',
      'in-cluster https://prod.example:6443/',
    ]);
  });

  test('tell the line at fault and quote nothing; the other files count', () => {
    const text = 'users:\n- name: u\n  user:\n    token: FAKE-TOKEN\n   x: y\n';
    const files = ['', '# nothing\n', 'null\n', text, '- a\n', first];
    const { contexts, faults } = parseKubeconfig(
      files.map((one, index) => ({ path: `/${index}`, text: one })),
    );
    expect(faults).toEqual([
      ...['/0', '/1', '/2'].map((file) => ({ kind: 'empty', file })),
      { kind: 'unreadable', file: '/3', line: 5 },
      { kind: 'unreadable', file: '/4', line: undefined },
    ]);
    expect(contexts).toHaveLength(2);
  });

  test('count paths from the file that says them', () => {
    const { contexts, documentFor } = read();
    expect(contexts[0]?.exec?.command).toBe('/home/a/.kube/login');
    expect(contexts[0]?.tokenFile).toBe('/home/a/.kube/token');
    expect(documentFor('prod')).toContain('/home/a/.kube/ca.crt');
  });

  test('hand no plugin to the library, which would run it by itself, and no provider of a cloud', () => {
    const { documentFor, contexts } = read();
    expect(documentFor('prod')).not.toContain('login');
    expect(documentFor('plain')).not.toContain('gcp');
    expect(contexts[1]?.hasAuthProvider).toBe(true);
  });

  test('plain HTTP works as with kubectl', () => {
    expect(JSON.parse(read().documentFor('plain'))).toMatchObject({
      clusters: [{ cluster: { 'insecure-skip-tls-verify': true } }],
    });
  });
});

describe('the context of a cluster', () => {
  const cluster = { name: 'shop-prod', aliases: [], server: 'https://PROD.example:6443' };
  test('is the only one with its address', () => {
    const one = parseKubeconfig([{ path: '/a', text: first }]);
    expect(matchContext(one, cluster, {})?.name).toBe('prod');
  });

  test('is none where nothing fits: an address is never dialed', () => {
    const elsewhere = { ...cluster, server: 'https://prod.example.evil' };
    expect(matchContext(read(), elsewhere, {})).toBeUndefined();
  });

  test('is the one that the user names', () => {
    expect(matchContext(read(), cluster, { 'shop-prod': 'plain' })?.name).toBe('plain');
    expect(matchContext(read(), cluster, { 'shop-prod': 'gone' })).toBeUndefined();
  });

  test('of Argo CD itself goes by its name alone: its address means itself everywhere', () => {
    const hub = { name: 'in-cluster', aliases: [], server: 'https://kubernetes.default.svc' };
    expect(hubContext(read(), [cluster, hub], {})?.name).toBe('in-cluster');
  });
});

test('what a plugin prints is a credential, or nothing', () => {
  const status = { token: 't', expirationTimestamp: '2026-11-30T12:00:00Z' };
  expect(parseExecCredential(JSON.stringify({ status }))).toMatchObject({
    token: 't',
    expiresAt: Date.parse('2026-11-30T12:00:00Z'),
  });
  expect(parseExecCredential('please open your browser')).toBeUndefined();
});
