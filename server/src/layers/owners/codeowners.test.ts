import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleFleet } from '../../../test/commandLine.ts';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { englishMessage } from '../../text/messages.ts';
import { ownersOf, readCodeowners } from './codeowners.ts';
import { codeownersQuery } from './codeownersFile.ts';
import { lintOwners } from './lintOwners.ts';
import { matchesOwnerPattern, readOwnerPattern, type OwnersFlavor } from './ownerPattern.ts';

function fits(pattern: string, path: string, flavor: OwnersFlavor): boolean | undefined {
  const read = readOwnerPattern(pattern, flavor);
  return read && matchesOwnerPattern(read, path);
}

// Source: the examples of GitHub docs, "About code owners".
test.each([
  ['*', 'a/b', true],
  ['*.js', 'a/b.js', true],
  ['*.js', 'a/b.jsx', false],
  ['/build/logs/', 'build/logs/a/b', true],
  ['/build/logs/', 'x/build/logs/a', false],
  ['docs/*', 'docs/getting-started.md', true],
  ['docs/*', 'docs/build-app/troubleshooting.md', false],
  ['docs/*', 'x/docs/a.md', false],
  ['apps/', 'x/apps/y/z', true],
  ['apps/', 'apps', false],
  ['/docs/', 'docs/x', true],
  ['**/logs', 'build/logs/x', true],
  ['**/logs', 'deeply/nested/logs', true],
  ['/scripts/', 'scripts/a', true],
  ['/apps/github', 'apps/github', true],
  ['/apps/github', 'apps/github/x', true],
  ['/apps/*/base', 'apps/web/base/x.yaml', true],
  ['/apps/*/base', 'apps/a/b/base/x.yaml', false],
  ['/apps/**', 'apps', false],
  ['/apps/**', 'apps/a/b', true],
  ['a/**/z', 'a/z', true],
  ['a/**/z', 'a/b/c/z', true],
  ['**', 'anything/at/all', true],
  ['/*', 'a', true],
  ['/*', 'a/b', false],
  ['a\\ b', 'a b/c', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['/clusters/prod-*/', 'clusters/prod-eu/x.yaml', true],
  ['!a', 'a', undefined],
  ['[ab]', 'a', undefined],
  ['/', 'a', undefined],
  ['a//b', 'a/b', undefined],
])('GitHub: %s and %s: %s', (pattern, path, expected) => {
  expect(fits(pattern, path, 'github')).toBe(expected);
});

// Source: the examples of GitLab docs, "Syntax of CODEOWNERS file".
test.each([
  ['*', 'a/.b', true],
  ['README.md', 'a/b/README.md', true],
  ['internal/README.md', 'x/internal/README.md', true],
  ['/docs/', 'docs/a/b', true],
  ['/docs/', 'x/docs/a', false],
  ['docs/', 'x/docs/a', true],
  ['/docs', 'docs/a', false],
  ['/docs/*', 'docs/a', true],
  ['/docs/*', 'docs/a/b', false],
  ['/docs/**/*.md', 'docs/a/b/c.md', true],
  ['/docs/**/*.md', 'docs/c.md', true],
  ['docs/**', 'docs/a', true],
  ['docs/**', 'docs/a/b', false],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['\\#a', '#a', true],
  ['a\\ b/', 'a b/c', true],
])('GitLab: %s and %s: %s', (pattern, path, expected) => {
  expect(fits(pattern, path, 'gitlab')).toBe(expected);
});

describe('owners', () => {
  test('the example fleet: the last line that fits counts', () => {
    const text = readFileSync(join(exampleFleet, 'CODEOWNERS'), 'utf8');
    const file = readCodeowners(text, 'CODEOWNERS', 'github');
    expect(file.problems).toEqual([]);
    const of = (path: string) =>
      ownersOf(file, path).map(({ owners, rule }) => [owners, rule.line + 1]);
    expect(of('apps/checkout/base/deployment.yaml')).toEqual([[['@acme/checkout'], 5]]);
    expect(of('apps/checkout/clusters/prod-eu-1/kustomization.yaml')).toEqual([
      [['@acme/release'], 11],
    ]);
    expect(of('clusters/prod-us-1/facts.yaml')).toEqual([
      [['@acme/release', '@acme/platform'], 13],
    ]);
    expect(of('README.md')).toEqual([[['@acme/platform'], 2]]);
  });

  test('a file that is not UTF-8 is read as Latin-1, and says so', () => {
    const { host } = analyzeFixture('# file: CODEOWNERS\n# later\n');
    const bytes = Uint8Array.from(Buffer.from('# für alle\n/apps/ @acme/apps\n', 'latin1'));
    host.apply({
      entries: new Map([['CODEOWNERS', { kind: 'file', content: 'latin' }]]),
      contents: new Map([['latin', { kind: 'bytes', bytes }]]),
    });
    const file = completed(host.analysis().ask((reader) => reader.get(codeownersQuery, '')));
    expect(file?.problems.map(({ code, at }) => [code, at])).toEqual([
      ['owners.not-utf8', { kind: 'file', file: 'CODEOWNERS' }],
    ]);
    expect(file && ownersOf(file, 'apps/web.yaml').map(({ owners }) => owners)).toEqual([
      ['@acme/apps'],
    ]);
  });

  test('GitHub: comments behind a rule, rules without owners, lines that are no rules', () => {
    const file = readCodeowners(
      '* @a # all\n/x/\n/y someone\n/z me@example.com\n[Docs] @d\n!q @a\n',
      'CODEOWNERS',
      'github',
    );
    const of = (path: string) => ownersOf(file, path).map(({ owners }) => owners.join());
    expect([of('b'), of('x/b'), of('y'), of('z')]).toEqual([
      ['@a'],
      [],
      ['@a'],
      ['me@example.com'],
    ]);
    expect(file.problems.map((one) => [englishMessage(one), one.at])).toEqual([
      [
        'GitHub passes over this line of CODEOWNERS: `/y someone`.',
        { kind: 'line', file: 'CODEOWNERS', line: 2 },
      ],
      [
        'GitHub passes over this line of CODEOWNERS: `[Docs] @d`.',
        { kind: 'line', file: 'CODEOWNERS', line: 4 },
      ],
      [
        'GitHub passes over this line of CODEOWNERS: `!q @a`.',
        { kind: 'line', file: 'CODEOWNERS', line: 5 },
      ],
    ]);
  });

  test('GitLab: each section asks on its own', () => {
    const file = readCodeowners(
      `
* @all
[Docs][2] @docs
docs/
README.md @me @@maintainer
^[Data] @data
db/ words that are no owners
!db/seed.rb
[DOCS] @others
*.txt
`,
      'CODEOWNERS',
      'gitlab',
    );
    const of = (path: string) =>
      ownersOf(file, path).map(
        ({ owners, section, optional, approvals }) =>
          `${section}${optional ? '?' : ''} ${approvals}: ${owners.join(' ')}`,
      );
    expect(file.problems).toEqual([]);
    expect(of('docs/a')).toEqual([' 1: @all', 'Docs 2: @docs']);
    expect(of('docs/a.txt')).toEqual([' 1: @all', 'Docs 2: @others']);
    expect(of('README.md')).toEqual([' 1: @all', 'Docs 2: @me @@maintainer']);
    expect(of('db/x')).toEqual([' 1: @all', 'Data? 1: @data']);
    expect(of('db/seed.rb')).toEqual([' 1: @all']);
  });
});

describe('which file counts', () => {
  const read = (files: string, remotes: readonly string[] = []) => {
    const { host } = analyzeFixture(files);
    host.apply({ repository: { remotes, defaultBranch: undefined, branch: undefined } });
    const found = completed(host.analysis().ask((reader) => reader.get(codeownersQuery, '')));
    return found && `${found.flavor} ${found.file}`;
  };
  const all = `
    # file: .github/CODEOWNERS
    * @a
    # file: CODEOWNERS
    * @b
    # file: docs/CODEOWNERS
    * @c
    # file: .gitlab/CODEOWNERS
    * @d
  `;

  test.each([
    [all, ['git@github.com:acme/fleet.git'], 'github .github/CODEOWNERS'],
    [all, ['https://gitlab.example.com/acme/fleet.git'], 'gitlab CODEOWNERS'],
    [all, [], 'github .github/CODEOWNERS'],
    ['# file: .gitlab/CODEOWNERS\n* @a', [], 'gitlab .gitlab/CODEOWNERS'],
    ['# file: .gitlab-ci.yml\na: b\n# file: docs/CODEOWNERS\n* @a', [], 'gitlab docs/CODEOWNERS'],
    ['# file: CODEOWNERS\n* @a', [], 'github CODEOWNERS'],
    ['# file: a\nb', [], undefined],
  ])('case %#', (files, remotes, expected) => {
    expect(read(files, remotes)).toBe(expected);
  });
});

test('a layer of production without an owner, and rules that count for nothing', () => {
  const file = readCodeowners(
    '/apps/web/ @web\n/apps/*/prod/ @release\n/apps/ @apps\n/apps/*/prod/\n/gone/ @x\n/gone/ @y\n',
    'CODEOWNERS',
    'github',
  );
  const paths = ['apps/web/base/a.yaml', 'apps/web/prod/a.yaml', 'apps/b.yaml'];
  const layers = [
    { layer: 'apps/web/base', files: ['apps/web/base/a.yaml'] },
    { layer: 'apps/web/prod', files: ['apps/web/prod/a.yaml'] },
  ];
  expect(lintOwners(file, { layers, paths }).map((one) => [one.at, englishMessage(one)])).toEqual([
    [
      { kind: 'file', file: 'apps/web/prod/a.yaml' },
      '`apps/web/prod` is delivered to production, and nobody owns `apps/web/prod/a.yaml`.',
    ],
    [
      { kind: 'line', file: 'CODEOWNERS', line: 0 },
      '`/apps/web/` counts for no file: `/apps/` in line 3 takes them all.',
    ],
    [
      { kind: 'line', file: 'CODEOWNERS', line: 1 },
      '`/apps/*/prod/` counts for no file: `/apps/*/prod/` in line 4 takes them all.',
    ],
    [
      { kind: 'line', file: 'CODEOWNERS', line: 4 },
      '`/gone/` counts for no file: `/gone/` in line 6 takes them all.',
    ],
  ]);
});
