import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import { policyFleet } from '../../test/policyFleet.ts';

const commands = [
  ['check'],
  ['check', '--changed', '--base', 'HEAD'],
  ['check', '--at', 'HEAD'],
  ['upgrade', 'one', '1.37'],
  ['rights', 'one'],
  ['survey'],
  ['clusters'],
  ['apps'],
  ['impact', '--base', 'HEAD'],
];

test.each(['clusters.yaml', 'config.yaml'])(
  '%s that is no YAML is told by commands',
  async (name) => {
    const folder = gitRepository(`${policyFleet()}# file: .strata/${name}\na: {b: 1\n`);
    for (const words of commands) {
      const { err, exitCode } = await strata(words, { folder });
      expect(err, words.join(' ')).toMatch(
        new RegExp(
          `^strata: \\.strata/${name.replace('.', '\\.')}:\\d+:\\d+: error: .*\\[config\\.syntax\\]\\n$`,
        ),
      );
      expect(exitCode, words.join(' ')).toBe(0);
    }
  },
);

test.each([
  ['check', 'error'],
  ['check', 'unknown'],
  ['check --changed --base HEAD', 'warning'],
  ['impact --base HEAD', 'danger'],
  ['upgrade one 1.37', 'error'],
])('%s --fail-on %s fails where the register is no YAML', async (line, condition) => {
  const folder = gitRepository(policyFleet({ register: 'clusters: {a: 1' }));
  const { exitCode } = await strata([...line.split(' '), '--fail-on', condition], { folder });
  expect(exitCode).toBe(1);
});
