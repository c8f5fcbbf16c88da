import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitFleet, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

const schemas = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas');

/** What `strata impact --json` prints, if its schema takes it. */
async function impact(folder: string, ...words: readonly string[]): Promise<ImpactDocument> {
  const { out, err, exitCode } = await strata(['impact', '--json', ...words], { folder });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const value = JSON.parse(out) as ImpactDocument;
  const schema = JSON.parse(readFileSync(join(schemas, 'impact.schema.json'), 'utf8')) as object;
  const ajv = new Ajv2020();
  expect(ajv.validate(schema, value), JSON.stringify(ajv.errors)).toBe(true);
  return value;
}

/** The roots with what became of them. */
function statuses({ roots }: ImpactDocument): Readonly<Record<string, string>> {
  return Object.fromEntries(roots.map(({ root, status }) => [root, status]));
}

const tree = `
  # file: base/kustomization.yaml
  resources: [web.yaml]
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    replicas: 1
    template: { spec: { containers: [{ name: app, image: "web:1" }] } }
  # file: one/kustomization.yaml
  resources: [../base]
  namePrefix: one-
  # file: two/kustomization.yaml
  resources: [../base]
  replicas: [{ name: web, count: 4 }]
  # file: other/kustomization.yaml
  resources: [one.yaml]
  # file: other/one.yaml
  { apiVersion: v1, kind: Secret, metadata: { name: s }, stringData: { password: hunter2 } }
  # file: plain/README.md
  Nobody reads this.
`;

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

describe('a change', () => {
  test('that is staged is told as the next commit has it', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'base/web.yaml', (text) => text.replace('replicas: 1', 'replicas: 2'));
    git(folder, 'add', 'base/web.yaml');
    edit(folder, 'base/web.yaml', (text) => text.replace('web:1', 'web:2'));
    const staged = await impact(folder, '--base', 'HEAD', '--head', ':index');
    expect(staged).toMatchObject({ base: git(folder, 'rev-parse', 'HEAD'), head: 'index' });
    expect(staged.roots[0]?.resources[0]?.fields?.map(({ path }) => path)).toEqual([
      '/spec/replicas',
    ]);
    const rest = await impact(folder, '--base', ':index');
    expect(rest).toMatchObject({ base: 'index', head: 'worktree' });
    expect(rest.roots[0]?.resources[0]?.fields?.map(({ path }) => path)).toEqual([
      '/spec/template/spec/containers[name=app]/image',
    ]);
    const { out } = await strata(['impact', '--base', 'HEAD', '--head', ':index'], { folder });
    expect(out.split('\n')[0]).toMatch(/ → what is staged: 2 roots changed, 1 root touched/);
  });

  test('that is staged needs a repository', async () => {
    const { exitCode, err } = await strata(['impact', '--head', ':index'], {
      folder: temporaryTree(tree),
    });
    expect({ exitCode, err }).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('belongs to no git repository') as string,
    });
  });

  test('of a base is told where it has an effect', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'base/web.yaml', (text) => text.replace('replicas: 1', 'replicas: 2'));
    const document = await impact(folder);
    expect(document.base).toBe(git(folder, 'rev-parse', 'HEAD'));
    expect(document.head).toBe('worktree');
    expect(statuses(document)).toEqual({ base: 'changed', one: 'changed', two: 'touched' });
    expect(document.roots[1]?.resources).toEqual([
      {
        resource: 'Deployment.apps/one-web',
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        name: 'one-web',
        change: 'changed',
        restarts: false,
        fields: [
          {
            path: '/spec/replicas',
            before: 1,
            after: 2,
            origin: { file: 'base/web.yaml', line: 5 },
          },
        ],
      },
    ]);
  });

  test('of an image restarts pods, and is found by the name of its container', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'base/web.yaml', (text) => text.replace('web:1', 'web:2'));
    const [, , two] = (await impact(folder, '--base', 'HEAD')).roots;
    expect(two?.resources[0]).toMatchObject({
      restarts: true,
      fields: [
        { path: '/spec/template/spec/containers[name=app]/image', before: 'web:1', after: 'web:2' },
      ],
    });
  });

  test('of a Secret is told without its values', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'other/one.yaml', (text) => text.replace('hunter2', 'hunter3'));
    for (const format of ['json', 'text', 'markdown']) {
      const { out } = await strata(['impact', '--format', format], { folder });
      expect(out).toContain('•••• A');
      expect(out).toContain('•••• B');
      expect(out).not.toMatch(/hunter|aHVudGVy/);
    }
  });

  test('of a comment, or of a file that nobody reads, changes nothing', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'base/web.yaml', (text) => `# A comment.\n${text}`);
    edit(folder, 'plain/README.md', () => 'Nobody.');
    expect(statuses(await impact(folder))).toEqual({
      base: 'touched',
      one: 'touched',
      two: 'touched',
    });
  });
});

describe('a root', () => {
  test('appears, goes away, breaks and is mended', async () => {
    const folder = gitRepository(`${tree}
  # file: broken/kustomization.yaml
  resources: [missing.yaml]
`);
    git(folder, 'rm', '--quiet', 'other/kustomization.yaml');
    edit(folder, 'two/kustomization.yaml', (text) => text.replace('../base', '../bass'));
    writeFileSync(join(folder, 'plain/kustomization.yaml'), 'resources: [../base]\n');
    writeFileSync(
      join(folder, 'broken/missing.yaml'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n',
    );
    const document = await impact(folder);
    expect(statuses(document)).toEqual({
      broken: 'fixed',
      other: 'deleted',
      plain: 'created',
      two: 'fails',
    });
    expect(document.roots[1]?.resources).toMatchObject([
      { change: 'deleted', resource: 'Secret/s' },
    ]);
  });

  test('of which a part cannot be had is compared in the rest, and unknown where that part changes', async () => {
    const folder = gitRepository(`
      # file: a/kustomization.yaml
      resources: [one.yaml, "https://github.com/example/repo//base?ref=v1"]
      generators: [plugin.yaml]
      # file: a/one.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }
      # file: a/plugin.yaml
      { apiVersion: example.com/v1, kind: Program, metadata: { name: p }, files: [input.txt] }
      # file: a/input.txt
      one
    `);
    const first = git(folder, 'rev-parse', 'HEAD');
    edit(folder, 'a/one.yaml', (text) => `${text.trim().slice(0, -1)}, data: { a: b } }`);
    const second = commitAll(folder);
    expect(statuses(await impact(folder, '--base', first, '--head', second))).toEqual({
      a: 'changed',
    });
    edit(folder, 'a/input.txt', () => 'two');
    const third = commitAll(folder);
    const unknown = await impact(folder, '--base', second, '--head', third);
    expect(statuses(unknown)).toEqual({ a: 'unknown' });
    expect(unknown.roots[0]?.gaps).toEqual([
      { kind: 'remote', detail: 'https://github.com/example/repo//base?ref=v1', changed: false },
      { kind: 'exec', detail: 'Program.example.com/p', changed: true },
    ]);
    edit(folder, 'a/plugin.yaml', (text) => `# A comment.\n${text}`);
    expect(statuses(await impact(folder, '--base', third))).toEqual({ a: 'touched' });
    edit(folder, 'a/kustomization.yaml', (text) => text.replace('v1', 'v2'));
    expect(statuses(await impact(folder, '--base', third))).toEqual({ a: 'unknown' });
    const failing = await strata(['impact', '--fail-on', 'unknown'], { folder });
    expect(failing.exitCode).toBe(1);
  });
});

test('a program is given what it names, and not what stands beside it', async () => {
  const folder = gitRepository(`
    # file: apps/a/kustomization.yaml
    generators: [plugin.yaml]
    resources: [one.yaml]
    # file: apps/a/one.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }
    # file: apps/a/plugin.yaml
    { apiVersion: example.com/v1, kind: Program, metadata: { name: p }, files: [input, missing/x] }
    # file: apps/a/input/deep/one.txt
    one
    # file: apps/b/two.txt
    two
  `);
  edit(folder, 'apps/b/two.txt', () => 'three');
  expect(statuses(await impact(folder))).toEqual({});
  edit(folder, 'apps/a/input/deep/one.txt', () => 'two');
  expect(statuses(await impact(folder))).toEqual({ 'apps/a': 'unknown' });
});

describe('a root that does not build', () => {
  test('says why and where, and nothing of what is left of it', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'base/kustomization.yaml', (text) => text.replace('web.yaml', 'wep.yaml'));
    const document = await impact(folder);
    expect(statuses(document)).toEqual({ base: 'fails', one: 'fails', two: 'fails' });
    expect(document.roots[2]).toMatchObject({
      resources: [],
      dangers: [],
      failures: [
        {
          code: 'kustomize.file-not-found',
          message: 'There is no file `wep.yaml`.',
          origin: { file: 'base/kustomization.yaml', line: 1 },
        },
        { code: 'kustomize.replicas-match-nothing' },
      ],
    });
    const text = await strata(['impact', '--fail-on', 'danger'], { folder });
    expect(text.out).toMatch(/: 3 roots no longer build\n/);
    expect(text.out).toContain(
      'base  no longer builds\n  as one, two\n  ✗ There is no file `wep.yaml`.  base/kustomization.yaml:1\n',
    );
    expect(text.err).toBe(
      'strata: --fail-on danger: base no longer builds (There is no file `wep.yaml`); ' +
        'one no longer builds (There is no file `wep.yaml`); two no longer builds (There is no file `wep.yaml`)\n',
    );
    const github = await strata(['impact', '--format', 'github'], { folder });
    expect(github.out).toBe(
      '::error file=base/kustomization.yaml,line=1,title=impact.fails::' +
        'The root no longer builds: There is no file `wep.yaml` (in base and 2 roots more).\n',
    );
    const { out } = await strata(['impact', '--format', 'markdown'], { folder });
    expect(out).toContain('- There is no file \\`wep.yaml\\`.  (base/kustomization.yaml:1)');
  });

  test('on either side is not compared, and never told as equal', async () => {
    const folder = gitRepository(`
      # file: apps/a/kustomization.yaml
      resources: [one.yaml, ../shared.yaml]
      # file: apps/a/one.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }
      # file: apps/shared.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: shared } }
    `);
    edit(folder, 'apps/shared.yaml', (text) => text.replace('shared', 'other'));
    const document = await impact(folder);
    expect(document.roots).toMatchObject([
      {
        root: 'apps/a',
        status: 'unknown',
        resources: [],
        failures: [
          {
            code: 'kustomize.outside-root',
            origin: { file: 'apps/a/kustomization.yaml', line: 1 },
          },
        ],
      },
    ]);
    const { out, exitCode } = await strata(['impact', '--fail-on', 'unknown'], { folder });
    expect(out).toContain(': 1 root does not build, not compared\n');
    expect(out).toMatch(/✗ .* lies outside of .* {2}apps\/a\/kustomization.yaml:1\n/);
    expect(exitCode).toBe(1);
    const markdown = await strata(['impact', '--format', 'markdown'], { folder });
    expect(markdown.out).toContain('does not build, not compared');
    const github = await strata(['impact', '--format', 'github'], { folder });
    expect(github.out).toMatch(
      /^::notice file=apps\/a\/kustomization.yaml,line=1,.*::The root does not build, not compared: /m,
    );
  });

  test('and that is new never built', async () => {
    const folder = gitRepository(tree);
    writeFileSync(join(folder, 'plain/kustomization.yaml'), 'resources: [../base, none.yaml]\n');
    const document = await impact(folder);
    expect(document.roots).toMatchObject([
      { root: 'plain', status: 'fails', new: true, resources: [] },
    ]);
    expect((await strata(['impact'], { folder })).out).toMatch(/1 root does not build\n/);
  });

  test('for want of what is not here is no danger, and takes nothing away for sure', async () => {
    const folder = gitRepository(tree);
    const remote = 'https://github.com/example/repo//base?ref=v1';
    edit(folder, 'one/kustomization.yaml', (text) => text.replace('../base', `"${remote}"`));
    const { out, err, exitCode } = await strata(['impact', '--fail-on', 'danger,unknown'], {
      folder,
    });
    expect(out).toBe(
      `${git(folder, 'rev-parse', 'HEAD').slice(0, 12)} → working tree: 1 root needs what is not in the repository\n\n` +
        'one  needs what is not in the repository\n' +
        `  ? ${remote} is not fetched: what it holds is missing. The change reaches it, so the result is unknown.\n`,
    );
    expect(err).toBe(
      `strata: --fail-on unknown: one (${remote} is not fetched: what it holds is missing)\n`,
    );
    expect(exitCode).toBe(1);
  });

  test('tells no value of a Secret', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'other/one.yaml', (text) => text.replace('hunter2', '*hunter3'));
    for (const format of ['json', 'text', 'github']) {
      const { out } = await strata(['impact', '--format', format], { folder });
      expect(out).toContain('unknown anchor referenced');
      expect(out).not.toContain('hunter');
    }
  });
});

describe('the base', () => {
  test('is what the head shares with a branch, or exactly a commit', async () => {
    const folder = gitRepository(tree);
    const fork = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'branch', 'feature');
    edit(folder, 'one/kustomization.yaml', (text) => text.replace('one-', 'uno-'));
    const main = commitAll(folder);
    git(folder, 'checkout', '--quiet', 'feature');
    edit(folder, 'two/kustomization.yaml', (text) => text.replace('count: 4', 'count: 5'));
    const feature = commitAll(folder);
    const shared = await impact(folder, '--merge-base', main, '--head', 'feature');
    expect([shared.base, shared.head, statuses(shared)]).toEqual([
      fork,
      feature,
      { two: 'changed' },
    ]);
    const exact = await impact(folder, '--base', main, '--head', 'feature');
    expect(statuses(exact)).toEqual({ one: 'changed', two: 'changed' });
    git(folder, 'update-ref', 'refs/remotes/origin/main', main);
    expect((await impact(folder)).base).toBe(fork);
  });

  test.each([
    [['--base', 'nowhere'], 'git knows no commit nowhere here.'],
    [['--base', 'a', '--merge-base', 'b'], 'name a base by --base or by --merge-base'],
    [['base'], 'it takes no words'],
    [['--fail-on', 'dangre'], '--fail-on takes danger, domain-crossing, unknown, not dangre.'],
    [['--shard', '3/2'], '--shard takes a part and the number of parts, such as 1/4, not 3/2.'],
    [['--merge'], 'name the files that --merge puts together.'],
  ])('%j is wrong use', async (words, message) => {
    const folder = gitRepository(tree);
    const { err, exitCode } = await strata(['impact', ...words], { folder });
    expect(err).toContain(message);
    expect(exitCode).toBe(2);
  });

  test('of a folder without git is nothing', async () => {
    const { err, exitCode } = await strata(['impact'], { folder: temporaryTree(tree) });
    expect(err).toContain('this folder belongs to no git repository');
    expect(exitCode).toBe(2);
  });

  test('of a repository without a commit says that there is none yet', async () => {
    const folder = gitRepository(tree);
    git(folder, 'update-ref', '-d', 'HEAD');
    const { err, exitCode } = await strata(['impact'], { folder });
    expect(err).toContain('this repository has no commit yet');
    expect(exitCode).toBe(2);
  });

  test('of a clone that was cut off is said to be missing', async () => {
    const folder = gitRepository(tree);
    commitAll(folder);
    const clone = join(gitRepository(tree), 'clone');
    git(folder, 'clone', '--quiet', '--depth', '1', `file://${folder}`, clone);
    const { err, exitCode } = await strata(['impact', '--base', 'HEAD~1'], { folder: clone });
    expect(err).toContain('The clone is shallow: git fetch --unshallow gets the rest');
    expect(exitCode).toBe(2);
  });
});

test('parts of the work merge to the whole', { timeout: 60_000 }, async () => {
  const folder = gitFleet();
  edit(folder, 'apps/checkout/base/deployment.yaml', (text) =>
    text.replace('cpu: 250m', 'cpu: 300m'),
  );
  const whole = await impact(folder);
  expect(whole.roots.length).toBeGreaterThan(5);
  const files = await Promise.all(
    [1, 2, 3].map(async (part) => {
      const { out } = await strata(['impact', '--json', '--shard', `${part}/3`], { folder });
      const file = join(folder, `.git/part-${part}.json`);
      writeFileSync(file, out);
      return file;
    }),
  );
  expect(await impact(folder, '--merge', ...files)).toEqual(whole);
  const { err, exitCode } = await strata(['impact', '--merge', ...files.slice(1)], { folder });
  expect(err).toContain('the part 1/3 is missing');
  expect(exitCode).toBe(2);
});

describe('dangers', () => {
  const dangerous = async (...words: readonly string[]) => {
    const folder = gitRepository(`
      # file: kustomization.yaml
      resources: [claim.yaml]
      # file: claim.yaml
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: { name: data, namespace: shop }
      ---
      apiVersion: v1
      kind: Service
      metadata: { name: keep }
    `);
    edit(folder, 'claim.yaml', (text) => text.slice(text.indexOf('---') + 4));
    return strata(['impact', ...words], { folder });
  };

  test('stand in every form', async () => {
    expect((await dangerous()).out).toContain(
      '! PersistentVolumeClaim/shop/data goes away, and the data of its volume may go with it',
    );
    expect((await dangerous('--format', 'markdown')).out).toContain(
      '> [!WARNING]\n> - PersistentVolume',
    );
    expect((await dangerous('--format', 'github')).out).toBe(
      '::warning file=claim.yaml,line=1,title=impact.prunes-volume-claim::PersistentVolumeClaim/shop/data ' +
        'goes away, and the data of its volume may go with it (in .).\n',
    );
    const sarif: unknown = JSON.parse((await dangerous('--format', 'sarif')).out);
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'impact.prunes-volume-claim', level: 'warning' }] }],
    });
    const gitlab: unknown = JSON.parse((await dangerous('--format', 'gitlab')).out);
    expect(gitlab).toMatchObject([
      {
        check_name: 'impact.prunes-volume-claim',
        location: { path: 'claim.yaml', lines: { begin: 1 } },
      },
    ]);
  });

  test('end with 1 where they are to', async () => {
    expect((await dangerous('--fail-on', 'danger')).exitCode).toBe(1);
    expect((await dangerous('--fail-on', 'unknown')).exitCode).toBe(0);
  });

  test('what no longer builds is one of them', async () => {
    const folder = gitRepository(`
      # file: kustomization.yaml
      resources: [a.yaml]
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    `);
    rmSync(join(folder, 'a.yaml'));
    expect((await strata(['impact', '--fail-on', 'danger'], { folder })).exitCode).toBe(1);
    expect((await strata(['impact'], { folder })).exitCode).toBe(0);
  });
});

test('a report for a pull request has the size of a comment', { timeout: 60_000 }, async () => {
  const objects = Array.from(
    { length: 100 },
    (_, index) =>
      `{ apiVersion: v1, kind: ConfigMap, metadata: { name: c${index} }, data: { a: x } }`,
  );
  const roots = Array.from(
    { length: 12 },
    (_, index) =>
      `# file: r${index}/kustomization.yaml\nresources: [../base]\nnamePrefix: p${index}-\n` +
      `commonAnnotations: { n: "${index}" }\n`,
  );
  const folder = gitRepository(
    `# file: base/kustomization.yaml\nresources: [a.yaml]\n# file: base/a.yaml\n${objects.join('\n---\n')}\n${roots.join('')}`,
  );
  edit(folder, 'base/a.yaml', (text) => text.replaceAll('x }', 'y }'));
  for (let index = 0; index < 12; index += 1) {
    edit(folder, `r${index}/kustomization.yaml`, (text) => text.replace('"', '"v'));
  }
  const { out } = await strata(['impact', '--format', 'markdown'], { folder });
  expect(out.length).toBeLessThan(65_536);
  expect(out).toMatch(/roots more, for which there is no room here: run `strata impact`\.\n$/);
});
