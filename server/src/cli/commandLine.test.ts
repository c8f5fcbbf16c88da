import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleFleet, strata } from '../../test/commandLine.ts';
import { gitFleet } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { runChart } from './chartRun.ts';
import { commands } from './commandLine.ts';
import { runOften } from './oftenRun.ts';
import { version } from './version.ts';

describe('help', () => {
  test('the program lists its commands', async () => {
    const { out, exitCode } = await strata(['--help']);
    expect(exitCode).toBe(0);
    const width = Math.max(...commands.map(({ name }) => name.length));
    for (const { name, summary } of commands)
      expect(out).toContain(`${name.padEnd(width)}  ${summary}`);
  });

  test.each(commands)('$name says its options and its examples', async (command) => {
    const { out, exitCode } = await strata([command.name, '--help']);
    expect(exitCode).toBe(0);
    expect(out.includes('--workspace DIR')).toBe(command.readsNothing !== true);
    for (const { name } of command.options) expect(out).toContain(`--${name}`);
    for (const { line } of command.examples) expect(out).toContain(line);
    expect(await strata(['help', command.name])).toEqual({ out, exitCode, err: '' });
  });

  test('no line is wider than 120 characters', async () => {
    for (const { name } of commands) {
      const { out } = await strata([name, '--help']);
      expect(out.split('\n').filter((line) => line.length > 120)).toEqual([]);
    }
  });
});

test.each([
  ['impact', '--help'],
  ['impact', '--shard', 'half'],
  ['impact', '--nothing'],
  ['render', 'apps/checkout/clusters/prod-us-1'],
  ['render', 'no/such/folder'],
] as const)('what is run often says the same in a bundle of its own: %s %s', async (...words) => {
  const [name, ...rest] = words;
  const often = await strata(rest, { run: (those, io) => runOften(name, those, io) });
  expect(often).toEqual(await strata(words));
});

test.each([
  ['--help'],
  ['--nothing'],
  ['charts/storefront', '--set', 'replicas=3'],
  ['no/such/chart'],
])('a chart is the same in a bundle of its own: %s', async (...words) => {
  const alone = await strata(words, { run: runChart });
  expect(alone).toEqual(await strata(['chart', ...words]));
});

describe('examples', () => {
  const examples = commands.flatMap(({ examples: own }) => own);

  test.each(examples)('$line', async ({ line }) => {
    const [program, ...words] = line
      .split(' ')
      .map((word) => word.replaceAll(/^'|'$/g, ''))
      .map((word) => (word === 'rendered' ? join(temporaryTree(''), 'rendered') : word));
    expect(program).toBe('strata');
    // What compares commits needs the fleet in a repository of its own.
    const folder = ['impact', 'history', 'audit', 'rollback'].includes(words[0] ?? '')
      ? gitFleet()
      : exampleFleet;
    const { exitCode, err, out } = await strata(words, { folder });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).not.toBe('');
  });
});

describe('wrong use', () => {
  test.each([
    [[], 'Usage'],
    [['rendr'], 'there is no command rendr. Did you mean render?'],
    [['--verison'], 'there is no option --verison.'],
    [['render', 'apps', '--partail'], 'there is no option --partail. Did you mean --partial?'],
    [
      ['render', '--reorder', 'legcy', '.'],
      '--reorder is legacy or none, not legcy. Did you mean legacy?',
    ],
    [['render', '.', '--reorder'], '--reorder needs a value: ORDER.'],
    [['render', '--reveal=yes', '.'], '--reveal takes no value.'],
    [['render'], 'name a folder, an application by --app, or --all.'],
    [['render', 'a', 'b'], 'name one folder'],
    [['render', '--all'], '--all needs --out FOLDER.'],
    [['render', '.', '--out', 'x'], '--out goes with --all.'],
    [['render', 'nowhere'], 'there is no folder nowhere.'],
    [['render', ''], 'the name of the folder is empty.'],
    [['completion', 'bash', '--json'], 'there is no option --json.'],
    [['render', 'README.md'], 'README.md is a file'],
    [['explain', 'apps/checkout/base'], 'name a folder, a resource and a field.'],
    [['roots', 'apps'], 'it takes no words'],
    [['completion', 'tcsh'], 'name a shell: bash, zsh, fish.'],
    [['roots', '--workspace', 'nowhere'], 'there is no folder nowhere.'],
  ])('%j', async (words, message) => {
    const { exitCode, out, err } = await strata(words);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(message);
  });
});

test('the version is that of package.json', async () => {
  const file = join(import.meta.dirname, '..', '..', '..', 'package.json');
  const { version: wanted } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(version).toBe(wanted);
  expect((await strata(['--version'])).out).toBe(`strata ${wanted}\n`);
});

test('a path from the top of the tree is a hint where it is taken for one from here', async () => {
  const fleet = join('apps', 'checkout', 'base');
  const inside = await strata(['render', fleet, '--workspace', '../../..'], {
    folder: join(exampleFleet, 'apps', 'checkout', 'clusters'),
  });
  expect(inside).toMatchObject({ exitCode: 2, out: '' });
  expect(inside.err).toContain('there is no folder apps/checkout/base. Did you mean ../base?');
});

test('the tree of a folder that alone lies in git is that repository', async () => {
  const folder = temporaryTree(`
    # file: else/where/kustomization.yaml
    resources: []
    # file: repository/.git/HEAD
    ref: refs/heads/main
    # file: repository/a/kustomization.yaml
    resources: [one.yaml]
    # file: repository/a/one.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }
  `);
  const words = ['explain', 'repository/a', 'ConfigMap/one', '/kind'];
  const { exitCode, out } = await strata(words, { folder });
  expect(exitCode).toBe(0);
  expect(out).toContain(' in a = ConfigMap\n');
});

test('a full disk is told, and a reader that leaves early is not', () => {
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'strata.cjs');
  const run = (to: string) =>
    spawnSync('sh', ['-c', `'${process.execPath}' '${bin}' completion bash ${to}`], {
      encoding: 'utf8',
    });
  expect(run('| true')).toMatchObject({ status: 0, stderr: '' });
  if (!existsSync('/dev/full')) return;
  const full = run('> /dev/full');
  expect(full.status).toBe(2);
  expect(full.stderr).toMatch(/^strata: error: the output cannot be written: ENOSPC/);
});

test('colors come with a terminal alone', async () => {
  const words = ['roots', '--workspace', '.'];
  expect((await strata(words)).out).not.toContain('\u001b');
  expect((await strata(words, { colors: true })).out).toContain('\u001b[');
});

test('what comes from outside moves no cursor, and rendered YAML stays as it is', async () => {
  const folder = temporaryTree(
    '# file: kustomization.yaml\nresources: [map.yaml]\n# file: map.yaml\nkind: none\n',
  );
  const text = (value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: "${value}"}\n`;
  writeFileSync(join(folder, 'map.yaml'), text('x\u202ey'));
  expect((await strata(['render', '.'], { folder })).out).toContain('x\u202ey');
  const { err } = await strata(['\u001b[1A\u009b2K\u202eharmless\u2066\r\n'], { colors: true });
  expect(err).toContain(String.raw`there is no command \u001b[1A\u009b2K\u202eharmless\u2066`);
  expect(err).toContain('\u001b[31merror\u001b[39m');
  const { out } = await strata(['render', '.', '--json'], { folder });
  expect(out).toContain(String.raw`x\u202ey`);
  expect(JSON.parse(out)).toMatchObject({ yaml: expect.stringContaining('x\u202ey') as string });
});
