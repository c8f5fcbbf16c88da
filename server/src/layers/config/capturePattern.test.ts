import { expect, test } from 'vitest';
import { fillCaptures, matchCapture, readCapturePattern } from './capturePattern.ts';

test.each([
  ['apps/{app}/{cluster}', 'apps/web/prod-1', { app: 'web', cluster: 'prod-1' }],
  ['apps/{app}/{cluster}', 'apps/web', undefined],
  ['./apps/{app}/', 'apps/web', { app: 'web' }],
  ['apps/{app}-{env}', 'apps/web-shop-dev', { app: 'web-shop', env: 'dev' }],
  ['{app}/clusters/{cluster}/{app}', 'a/clusters/b/a', { app: 'a', cluster: 'b' }],
  ['{app}/clusters/{cluster}/{app}', 'a/clusters/b/c', undefined],
  ['**/{cluster}', 'a/b/c', { cluster: 'c' }],
  ['**/{cluster}', 'c', { cluster: 'c' }],
  ['apps/**', 'apps/a/b', {}],
  ['apps/*', 'apps/a/b', undefined],
  ['values-{environment}.y?ml', 'values-prod.yaml', { environment: 'prod' }],
  ['values-{environment}.yaml', 'values-prodxyaml', undefined],
  ['a+(b)[c].$', 'a+(b)[c].$', {}],
  ['城/{名}', '城/x', undefined],
])('%s of %s', (pattern, path, kept) => {
  const read = readCapturePattern(pattern);
  const found = read && matchCapture(read, path);
  expect(found && Object.fromEntries(found)).toEqual(kept);
});

test.each(['{a', 'a}', '{}', '{a/b}', '*a*b*c*d*e', '**/**/**/**/**/a'])(
  '%s is no pattern',
  (text) => {
    expect(readCapturePattern(text)).toBeUndefined();
  },
);

test('a template has what was kept; what was not stays', () => {
  expect(fillCaptures('{app}-{cluster}', new Map([['app', '{cluster}']]))).toBe(
    '{cluster}-{cluster}',
  );
});

test('a long path is no burden', () => {
  const read = readCapturePattern('**/*a*/**/*b*/**/x');
  expect(read && matchCapture(read, 'ab/'.repeat(60))).toBeUndefined();
});
