import { expect, test } from 'vitest';
import { sameRepositoryKey } from './repository.ts';

test.each([
  'https://github.com/acme/fleet',
  'https://github.com/acme/fleet.git',
  'https://github.com/acme/fleet/',
  'https://user:token@github.com/Acme/Fleet.git',
  'git@github.com:acme/fleet.git',
  'ssh://git@github.com/acme/fleet',
  'ssh://git@github.com:22/acme/fleet.git',
  'git://GitHub.com/acme/fleet.git/',
])('%s is one and the same repository', (address) => {
  expect(sameRepositoryKey(address)).toBe('github.com/acme/fleet');
});

test.each([
  ['https://github.com/acme/fleet-two', 'github.com/acme/fleet-two'],
  ['https://gitlab.example.com/group/sub/fleet.git', 'gitlab.example.com/group/sub/fleet'],
  ['/srv/git/fleet.git', '/srv/git/fleet'],
  ['file:///srv/git/fleet.git', '/srv/git/fleet'],
])('%s is %s', (address, key) => {
  expect(sameRepositoryKey(address)).toBe(key);
});
