import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { failureOf } from './apiFailure.ts';
import { ExecCredentials } from './execCredential.ts';
import { KubeConnection } from './kubeConnection.ts';
import { parseJson } from './parseApi.ts';
import { parseKubeconfig } from './parseKubeconfig.ts';

const { signal } = new AbortController();
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function connect(
  answer: RequestListener,
  user: object = { token: 'fake' },
  options: { readonly patience?: number } = {},
) {
  server = createServer(answer);
  const listening = server;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listening.address() as { port: number };
  const config = {
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  };
  const kubeconfig = parseKubeconfig([{ path: '/x', text: JSON.stringify(config) }]);
  const [context] = kubeconfig.contexts;
  if (context === undefined) throw new Error('no context');
  const credentials = new ExecCredentials(({ command }) => command === process.execPath);
  return { connection: new KubeConnection(kubeconfig, context, credentials, options), listening };
}

test('many requests go over few connections', async () => {
  let connections = 0;
  const { connection, listening } = await connect((_, response) => response.end('{}'));
  listening.on('connection', () => {
    connections += 1;
  });
  for (let count = 0; count < 20; count++) await connection.get('/api/v1', signal);
  expect(connections).toBeLessThanOrEqual(2);
  connection.dispose();
});

test.each([
  [401, 'authRequired'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [410, 'gone'],
  [429, 'throttled'],
  [500, 'serverError'],
  [302, 'serverError'],
])('%d is %s, without the words of the server', async (status, kind) => {
  const message = 'data.password: Invalid value: "hunter-fake"';
  const { connection } = await connect((_, response) => {
    response.writeHead(status, { Location: 'http://127.0.0.1:1/' });
    response.end(JSON.stringify({ kind: 'Status', reason: 'Some', message }));
  });
  const failure = await connection.get('/x', signal).then(() => undefined, failureOf);
  expect(failure?.kind).toBe(kind);
  expect(JSON.stringify(failure)).not.toContain('hunter-fake');
});

test('a server that stops in the middle of an answer gives none', async () => {
  const half: RequestListener = (_, response) => {
    response.write('{"items": [');
  };
  const { connection } = await connect(half, { token: 'fake' }, { patience: 20 });
  const failure = await connection.get('/x', signal).then(() => undefined, failureOf);
  expect(failure).toEqual({ kind: 'unreachable', detail: 'timeout' });
  connection.dispose();
});

test('how long to wait is told in milliseconds', async () => {
  const { connection } = await connect((_, response) => {
    response.writeHead(429, { 'Retry-After': '7' });
    response.end();
  });
  const failure = await connection.get('/x', signal).then(() => undefined, failureOf);
  expect(failure).toEqual({ kind: 'throttled', retryAfter: 7000 });
});

test('a plugin gives the token, once, with what it is asked about', async () => {
  const script = `process.stdout.write(JSON.stringify({status: {token: JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.cluster.server + process.pid}}))`;
  const seen: (string | undefined)[] = [];
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', script],
    provideClusterInfo: true,
  };
  const { connection } = await connect(
    (request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    },
    { exec },
  );
  await connection.get('/a', signal);
  await connection.get('/b', signal);
  expect(seen[0]).toMatch(/^Bearer http:\/\/127\.0\.0\.1:\d+\d+$/);
  expect(seen[1]).toBe(seen[0]);
});

test.each([
  ['fails', 'process.exitCode = 1', 'failed'],
  ['gives nothing', 'process.stdout.write("{}")', 'gave no credential'],
])('a plugin that %s is not run a second time for one question', async (_what, script, why) => {
  const folder = temporaryTree('# file: runs\n');
  const runs = join(folder, 'runs');
  const count = `require('node:fs').appendFileSync(process.argv[1], 'x');`;
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', `${count} ${script}`, runs],
  };
  let asked = 0;
  const { connection } = await connect(
    (_, response) => {
      asked += 1;
      response.end('{}');
    },
    { exec },
  );
  const failure = await connection.get('/a', signal).then(() => undefined, failureOf);
  expect(failure).toEqual({ kind: 'authRequired', detail: `${process.execPath} ${why}` });
  expect(readFileSync(runs, 'utf8').trim()).toBe('x');
  expect(asked).toBe(0);
});

test('nothing but reviews of one’s own rights is posted', async () => {
  const { connection } = await connect((_, response) => response.end('{}'));
  await expect(connection.review('/api/v1/namespaces/a/secrets', '{}', signal)).rejects.toThrow(
    'only reviews',
  );
  await expect(
    connection.review('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', '{}', signal),
  ).resolves.toBe('{}');
});

test('a watch gives whole lines, whatever the chunks', async () => {
  const { connection } = await connect((_, response) => {
    response.write('{"a":');
    setTimeout(() => response.end('1}\n{"b":2}\n{"half'), 20);
  });
  const lines: string[] = [];
  for await (const line of connection.lines('/w', signal)) lines.push(line);
  expect(lines).toEqual(['{"a":1}', '{"b":2}']);
});

test('large integers keep their digits', () => {
  expect(parseJson('{"a":9007199254740993,"b":1,"c":1.5}')).toEqual({
    a: 9007199254740993n,
    b: 1,
    c: 1.5,
  });
});
