import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { failureOf } from './apiFailure.ts';
import { ExecCredentials } from './execCredential.ts';
import { parseKubeconfig, type KubeContext } from './parseKubeconfig.ts';

const { signal } = new AbortController();

/** A plugin that notes that it was run, and then does what its script says. */
function plugin(script: string): {
  readonly context: KubeContext;
  readonly runs: () => Promise<number>;
} {
  const top = temporaryTree('# file: runs\n');
  const log = join(top, 'runs');
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', `require('fs').appendFileSync(process.argv[1], 'x');${script}`, log],
  };
  const config = {
    clusters: [{ name: 'c', cluster: { server: 'https://cluster.example' } }],
    users: [{ name: 'u', user: { exec } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  };
  const [context] = parseKubeconfig([{ path: '/x', text: JSON.stringify(config) }]).contexts;
  if (context === undefined) throw new Error('no context');
  return { context, runs: async () => (await readFile(log, 'utf8')).length };
}

function follow(context: KubeContext) {
  let now = 0;
  const credentials = new ExecCredentials(
    () => true,
    () => now,
  );
  const { exec } = context;
  if (exec === undefined) throw new Error('no plugin');
  return {
    credentials,
    /** Asks each ten seconds for some time, in seconds. */
    ask: async (seconds: number): Promise<string> => {
      let last = '';
      for (const end = now + seconds * 1000; now < end; now += 10_000) {
        last = await credentials.get(context, exec, signal).then(
          ({ token }) => token ?? '',
          (error: unknown) => failureOf(error).kind,
        );
      }
      return last;
    },
  };
}

test('a plugin that fails runs after growing pauses, at last when somebody asks for it', async () => {
  const { context, runs } = plugin('process.exit(1)');
  const { credentials, ask } = follow(context);
  expect(await ask(60)).toBe('authRequired');
  expect(await runs()).toBe(3);
  await ask(3600);
  expect(await runs()).toBe(5);
  credentials.retry();
  await ask(10);
  expect(await runs()).toBe(6);
});

test('a plugin whose credential is refused is not run each time anew, until it is taken', async () => {
  const status = { token: 'fake-token', expirationTimestamp: '2001-01-01T00:00:00Z' };
  const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential' };
  const { context, runs } = plugin(
    `process.stdout.write(${JSON.stringify(JSON.stringify({ ...credential, status }))})`,
  );
  const { credentials, ask } = follow(context);
  expect(await ask(10)).toBe('fake-token');
  credentials.refused(context);
  credentials.refused(context);
  expect(await ask(10)).toBe('authRequired');
  expect(await runs()).toBe(1);
  credentials.accepted(context);
  expect(await ask(10)).toBe('fake-token');
});
