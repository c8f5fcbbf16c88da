import { expect, test } from 'vitest';
import { indexedVersions } from '../../analysis/chartArchive.ts';
import { fetchFromIndex, usualLimits } from './fetchFromIndex.ts';
import { noLogins } from './logins.ts';

test('an index that came encrypted leads to no archive that comes in plain', async () => {
  const index = indexedVersions(
    'apiVersion: v1\nentries:\n  web:\n  - {name: web, version: 1.0.0, urls: ["http://localhost:9/web.tgz"]}\n',
  );
  if (index === undefined) throw new Error('no index');
  const hosts = new Set(['localhost:9']);
  const { signal } = new AbortController();
  const context = {
    hosts,
    loginHosts: new Set<string>(),
    logins: noLogins,
    signal,
    indexes: new Map([['https://localhost:9/', index]]),
    limits: usualLimits,
  };
  const wanted = { repository: 'https://localhost:9', chart: 'web', version: '1.0.0' };
  expect(await fetchFromIndex(wanted, context)).toEqual({ kind: 'downgrade', host: 'localhost:9' });
});
