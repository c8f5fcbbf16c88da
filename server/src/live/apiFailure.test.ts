import { expect, test } from 'vitest';
import { ApiError, failureOf } from './apiFailure.ts';

test('the errors of another bundle are understood', () => {
  class OtherApiError extends Error {
    override readonly name = 'ApiError';
    readonly failure = { kind: 'forbidden', detail: 'Forbidden' } as const;
  }
  for (const error of [
    new OtherApiError(),
    new ApiError({ kind: 'forbidden', detail: 'Forbidden' }),
  ]) {
    expect(failureOf(error)).toEqual({ kind: 'forbidden', detail: 'Forbidden' });
  }
});

test.each([
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'unreachable', 'ECONNREFUSED'],
  [Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }), 'tlsInvalid', 'CERT_HAS_EXPIRED'],
  [new Error('what was sent: hunter-fake'), 'unreachable', 'Error'],
])('what is not ours is a fault of the connection, without its words', (error, kind, detail) => {
  expect(failureOf(error)).toEqual({ kind, detail });
});
