import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryPrometheus } from './prometheus.ts';

/** Answers as Prometheus does, by the query; a stand-in, and no real one. */
const answers: Readonly<Record<string, string>> = {
  one: '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1764500000.5,"0.997"]}]}}',
  scalar: '{"status":"success","data":{"resultType":"scalar","result":[1764500000,"3"]}}',
  none: '{"status":"success","data":{"resultType":"vector","result":[]}}',
  many: '{"status":"success","data":{"resultType":"vector","result":[{"value":[1,"1"]},{"value":[1,"2"]}]}}',
  nan: '{"status":"success","data":{"resultType":"vector","result":[{"value":[1,"NaN"]}]}}',
  wrong: '{"status":"error","errorType":"bad_data","error":"no"}',
  html: '<html>',
};

const asked: string[] = [];
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://here');
  asked.push(`${request.method ?? ''} ${url.pathname}`);
  const query = url.searchParams.get('query') ?? '';
  if (query === 'moved') response.writeHead(302, { location: 'http://elsewhere.invalid/' });
  else response.writeHead(query === 'refused' ? 403 : 200);
  response.end(query === 'long' ? ' '.repeat(200_000) : (answers[query] ?? ''));
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prometheus/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const { signal } = new AbortController();

test('a value has its time', async () => {
  expect(await queryPrometheus(base, 'one', signal)).toEqual({
    kind: 'value',
    value: 0.997,
    at: 1_764_500_000_500,
  });
  expect(await queryPrometheus(base, 'scalar', signal)).toMatchObject({ value: 3 });
  expect(asked).toEqual(Array(2).fill('GET /prometheus/api/v1/query'));
});

test('what is not one number is no data', async () => {
  for (const query of ['none', 'many', 'nan', 'wrong', 'html']) {
    expect(await queryPrometheus(base, query, signal)).toEqual({ kind: 'noData' });
  }
});

test('refusals, redirects, floods and addresses of other kinds are no answer', async () => {
  for (const query of ['refused', 'moved', 'long']) {
    expect(await queryPrometheus(base, query, signal)).toEqual({ kind: 'unreachable' });
  }
  for (const address of ['', 'file:///etc', 'http://127.0.0.1:1']) {
    expect(await queryPrometheus(address, 'one', signal)).toEqual({ kind: 'unreachable' });
  }
});
