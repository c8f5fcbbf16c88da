import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { git, gitFleet } from '../../test/gitRepository.ts';
import { tools } from '../assistants/tools.ts';
import { ok, type Result } from '../util/result.ts';
import { serveMcp } from './mcpServer.ts';

const base = 'apps/checkout/base/deployment.yaml';

async function textOf(
  client: Client,
  name: string,
  sent: Record<string, unknown>,
): Promise<string> {
  const { content } = await client.callTool({ name, arguments: sent });
  const [part] = content;
  if (content.length !== 1 || part?.type !== 'text') throw new Error('the answer is no text');
  return part.text;
}

test('an assistant asks a process, which sees what happens on disk and writes nothing', async () => {
  const folder = gitFleet();
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      join(import.meta.dirname, '../cli.ts'),
      ...['mcp', '--workspace', folder],
    ],
    stderr: 'pipe',
  });
  let told = '';
  transport.stderr?.on('data', (chunk) => (told += String(chunk)));
  await client.connect(transport);
  onTestFinished(() => client.close());
  expect(client.getServerVersion()).toMatchObject({ name: 'strata' });
  expect(client.getInstructions()).toContain('impact');
  const listed = (await client.listTools()).tools;
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(listed.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);

  const text = readFileSync(join(folder, base), 'utf8').replace('256Mi', '320Mi');
  const proposed = await textOf(client, 'impact', { files: [{ path: base, text }] });
  expect(JSON.parse(proposed)).toMatchObject({ counts: { clusters: 1 } });
  expect(git(folder, 'status', '--porcelain')).toBe('');

  // A file that git knows is changed, changed again, committed and taken back.
  const rendered = {
    root: 'apps/checkout/environments/staging',
    resources: ['Deployment', 'ConfigMap'],
  };
  expect(await textOf(client, 'render', rendered)).toContain('256Mi');
  writeFileSync(join(folder, base), text);
  expect(await textOf(client, 'render', rendered)).toContain('320Mi');
  writeFileSync(join(folder, base), text.replace('320Mi', '384Mi'));
  expect(await textOf(client, 'render', rendered)).toContain('384Mi');
  expect(JSON.parse(await textOf(client, 'impact', {}))).toMatchObject({
    files: [base],
    counts: { clusters: 1 },
  });
  git(folder, 'commit', '--quiet', '--all', '--message', 'more memory');
  expect(JSON.parse(await textOf(client, 'impact', {}))).toMatchObject({ files: [] });
  expect(await textOf(client, 'render', rendered)).toContain('384Mi');
  git(folder, 'reset', '--quiet', '--hard', 'HEAD~1');
  expect(await textOf(client, 'render', rendered)).toContain('256Mi');
  expect(told).toBe('');
}, 60_000);

interface Wire {
  readonly transport: Transport;
  /** What the server wrote. */
  readonly written: readonly string[];
  readonly send: (line: string) => void;
}

/** A server in this process, and a transport to it. */
function wireTo(
  call: (name: string, sent: unknown, signal: AbortSignal) => Promise<Result<string, string>>,
): Wire {
  const waiting: string[] = [];
  const written: string[] = [];
  const end = new AbortController();
  let wake: () => void = () => undefined;
  async function* lines(): AsyncGenerator<string> {
    while (!end.signal.aborted) {
      const line = waiting.shift();
      if (line !== undefined) yield line;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const send = (line: string): void => {
    waiting.push(line);
    wake();
  };
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: (message) => {
      send(JSON.stringify(message));
      return Promise.resolve();
    },
    close: () => {
      end.abort();
      wake();
      return served;
    },
  };
  const served = serveMcp({
    lines: lines(),
    write: (line) => {
      written.push(line);
      transport.onmessage?.(JSON.parse(line) as never);
    },
    tools,
    call: (tool, sent, signal) => call(tool.name, sent, signal),
    onFault: (error) => written.push(`fault: ${String(error)}`),
    signal: end.signal,
  });
  onTestFinished(() => transport.close());
  return { transport, written, send };
}

describe('the protocol', () => {
  test('a client of the revision without a handshake is answered as it asks', async () => {
    const { transport, written } = wireTo((name, sent) =>
      Promise.resolve(ok(JSON.stringify([name, sent]))),
    );
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(tools.length);
    expect(await textOf(client, 'survey', { a: 1 })).toBe('["survey",{"a":1}]');
    expect(written.some((line) => line.includes('"protocolVersion"'))).toBe(false);
  });

  test('a refusal is an answer that the model can read, and no fault of the protocol', async () => {
    const { transport } = wireTo(() =>
      Promise.resolve({ kind: 'failed', failure: 'No such root.' }),
    );
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    expect(await client.callTool({ name: 'render', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'No such root.' }],
    });
  });

  test('what Strata fails at is told without its text', async () => {
    const { transport, written } = wireTo(() => Promise.reject(new Error('a value of a file')));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const answer = await client.callTool({ name: 'render', arguments: {} });
    expect(answer).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).not.toContain('a value of a file');
    expect(written).toContain('fault: Error: a value of a file');
  });

  test('a call that is taken back ends, and the next one is answered', async () => {
    const [began, ended]: [string[], string[]] = [[], []];
    const { transport } = wireTo(async (name, _sent, signal) => {
      began.push(name);
      if (name !== 'survey') return ok('done');
      await setTimeout(60_000, undefined, { signal }).finally(() => ended.push(name));
      return ok('never');
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const stop = new AbortController();
    const asked = client.callTool({ name: 'survey' }, { signal: stop.signal });
    const next = textOf(client, 'clusters', {});
    await expect.poll(() => began).toEqual(['survey']);
    stop.abort();
    await expect(asked).rejects.toThrow();
    expect(await next).toBe('done');
    expect(ended).toEqual(['survey']);
  });

  test('what is asked before the input ends is answered, and then it ends', async () => {
    const written: unknown[] = [];
    await serveMcp({
      lines: Readable.from([
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"survey"}}',
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"clusters"}}',
      ]),
      write: (line) => written.push(JSON.parse(line)),
      tools,
      call: async ({ name }, _sent, signal) => {
        await setTimeout(1, undefined, { signal });
        return ok(name);
      },
      onFault: (error) => written.push(error),
      signal: new AbortController().signal,
    });
    expect(written).toMatchObject([
      { id: 1, result: { content: [{ text: 'survey' }] } },
      { id: 2, result: { content: [{ text: 'clusters' }] } },
    ]);
  });

  test('a process is stopped while it answers', async () => {
    const stop = new AbortController();
    const written: string[] = [];
    await serveMcp({
      lines: Readable.from([
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"survey"}}',
      ]),
      write: (line) => written.push(line),
      tools,
      call: async (_tool, _sent, signal) => {
        stop.abort();
        await setTimeout(60_000, undefined, { signal });
        return ok('never');
      },
      onFault: (error) => written.push(String(error)),
      signal: stop.signal,
    });
    expect(written).toEqual([]);
  });

  test.each([
    ['no json', -32700],
    ['[]', -32600],
    ['{"jsonrpc":"2.0","id":1}x', -32700],
    ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write"}}', -32602],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}',
      -32022,
    ],
  ])('%s is refused with %i', async (line, code) => {
    const { written, send } = wireTo(() => Promise.resolve(ok('')));
    send(line);
    await expect
      .poll(() => written.map((one) => JSON.parse(one) as unknown))
      .toMatchObject([{ jsonrpc: '2.0', error: { code } }]);
  });

  test('a message without a method is refused by its number, and an answer is left alone', async () => {
    const { written, send } = wireTo(() => Promise.resolve(ok('')));
    send('{"jsonrpc":"2.0","id":7,"result":{}}');
    send('{"jsonrpc":"2.0","id":8}');
    await expect
      .poll(() => written.map((one) => JSON.parse(one) as unknown))
      .toMatchObject([{ id: 8, error: { code: -32600 } }]);
  });

  test('an unknown revision is answered with the newest that begins with a handshake', async () => {
    const { written, send } = wireTo(() => Promise.resolve(ok('')));
    send(
      '{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"1999-01-01"}}',
    );
    send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    send('{"jsonrpc":"2.0","id":"b","method":"ping"}');
    await expect
      .poll(() => written.map((one) => JSON.parse(one) as unknown))
      .toMatchObject([
        { id: 'a', result: { protocolVersion: '2025-11-25' } },
        { id: 'b', result: {} },
      ]);
  });
});
