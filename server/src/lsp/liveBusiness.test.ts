import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BusinessSignals } from './liveBusiness.ts';

const checkout = { name: 'checkout-prod-eu-1', family: 'checkout' };

test('a number is met or missed once it is there, and unknown before', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://here').searchParams.get('query') ?? '');
    const result = [{ metric: {}, value: [1_764_500_000, '3.5'] }];
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let told: () => void = () => undefined;
  const news = new Promise<void>((resolve) => (told = resolve));
  const signals = new BusinessSignals(() => {
    told();
  });
  onTestFinished(() => {
    signals.dispose();
    server.closeAllConnections();
    server.close();
  });
  const query = 'orders{cluster="$cluster",app="$application"}';
  const metrics = { prometheus: { '*': base }, business: { checkout: { query, above: 3 } } };
  expect(signals.of(checkout, 'prod-eu-1', metrics)).toEqual({ state: 'unknown' });
  await news;
  const value = { value: 3.5, at: 1_764_500_000_000 };
  expect(signals.of(checkout, 'prod-eu-1', metrics)).toEqual({ state: 'met', ...value });
  const most = { ...metrics, business: { checkout: { query, below: 3 } } };
  expect(signals.of(checkout, 'prod-eu-1', most)).toEqual({ state: 'missed', ...value });
  expect(asked).toEqual(['orders{cluster="prod-eu-1",app="checkout-prod-eu-1"}']);
});

test('nothing is asked without a query, or without an address', () => {
  const signals = new BusinessSignals(() => undefined);
  const other = { name: 'constructor', family: 'constructor' };
  const metrics = { prometheus: {}, business: { checkout: { query: 'up' } } };
  expect(signals.of(checkout, 'prod-eu-1', undefined)).toBeUndefined();
  expect(signals.of(other, 'prod-eu-1', metrics)).toBeUndefined();
  expect(signals.of(checkout, 'prod-eu-1', metrics)).toEqual({ state: 'unknown' });
  signals.dispose();
});

test('a name of a repository cannot change the query', () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody'));
  const signals = new BusinessSignals(() => undefined);
  onTestFinished(() => {
    signals.dispose();
    asked.mockRestore();
  });
  const query = 'orders{app="$application",cluster="$cluster"}';
  const metrics = { prometheus: { '*': 'http://127.0.0.1:9' }, business: { checkout: { query } } };
  for (const name of ['x"} or vector(5) or y{a="', 'x\\', 'x\ny', "x'"])
    expect(signals.of({ name, family: 'checkout' }, 'prod', metrics)).toEqual({ state: 'unknown' });
  expect(signals.of(checkout, 'a"b', metrics)).toEqual({ state: 'unknown' });
  expect(asked).not.toHaveBeenCalled();
  signals.of(checkout, 'prod', metrics);
  expect(asked).toHaveBeenCalledOnce();
});
