import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';

test.each([
  ['render', []],
  ['upgrade', ['--fail-on is met']],
  ['rollout', ['a cluster gives no answer']],
  ['drift', ['--fail-on is met', 'a cluster gives no answer']],
])('the help of %s names all that ends it with 1', async (command, more) => {
  const { out } = await strata([command, '--help']);
  const one = ['does not build as kustomize would build it', ...more].join(', or ');
  expect(out).toMatch(
    new RegExp(`\\nExit codes: 0 done; 1 ${one};\\s2 wrong use; 3 a fault of ours\\.\\n$`),
  );
  expect(out.split('\n').filter((line) => line.length > 120)).toEqual([]);
});

test.each(['check', 'impact'])(
  'the help of %s promises no other end for a root that does not build than --fail-on',
  async (command) => {
    const { out } = await strata([command, '--help']);
    expect(out).toMatch(
      /\nExit codes: 0 done; 1 --fail-on is met; 2 wrong use; 3 a fault of ours\.\n$/,
    );
  },
);
