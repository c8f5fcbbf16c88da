import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { pullRequestOf } from '../workspace/gitHistory.ts';

const tree = `
  # file: .strata/config.yaml
  deployments:
    - path: apps/{application}/clusters/{cluster}
      application: '{application}'
      cluster: '{cluster}'
  # file: apps/web/base/kustomization.yaml
  resources: [web.yaml]
  # file: apps/web/base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { replicas: 1, template: { spec: { containers: [{ name: web, image: "shop/web:1.0.0" }] } } }
  # file: apps/web/clusters/eu/kustomization.yaml
  resources: [../../base]
  # file: apps/web/clusters/us/kustomization.yaml
  resources: [../../base]
  images: [{ name: shop/web, newTag: 0.9.0 }]
`;

interface Documents {
  readonly states: readonly {
    readonly subject: string;
    readonly pullRequest?: string;
    readonly resources: readonly { readonly fields?: readonly unknown[] }[];
  }[];
  readonly written: boolean;
  readonly plan: {
    readonly edits: readonly { readonly file: string }[];
    readonly refused: readonly { readonly code: string; readonly message: string }[];
    readonly dangers: readonly { readonly code: string }[];
    readonly effects: readonly { readonly cluster: string; readonly intended: boolean }[];
    readonly pruned: readonly string[];
    readonly cannotGoBack: readonly { readonly resource: string; readonly why: string }[];
  };
}

async function run(
  folder: string,
  schema: string,
  ...words: readonly string[]
): Promise<Documents & { readonly exitCode: number }> {
  const { out, exitCode, err } = await strata([...words, '--json'], { folder });
  expect(err).toBe('');
  const value = JSON.parse(out) as Documents;
  const text = readFileSync(
    join(import.meta.dirname, `../../../docs/schemas/${schema}.schema.json`),
    'utf8',
  );
  const validator = new Ajv2020();
  expect(validator.validate(JSON.parse(text) as object, value), validator.errorsText()).toBe(true);
  return { ...value, exitCode };
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** A repository with a promotion, a comment, a change of the other cluster alone, and an object that came. */
function repository(): string {
  const folder = gitRepository(tree);
  edit(folder, 'apps/web/base/web.yaml', (text) => text.replace('1.0.0', '1.1.0'));
  commitAll(folder, 'Release 1.1.0 (#7)');
  edit(folder, 'apps/web/base/web.yaml', (text) => `# new\n${text}`);
  commitAll(folder, 'Say something (#8)');
  edit(folder, 'apps/web/clusters/us/kustomization.yaml', (text) => text.replace('0.9.0', '0.9.1'));
  commitAll(folder, 'Patch us (#9)');
  writeFileSync(
    join(folder, 'apps/web/clusters/eu/data.yaml'),
    '{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data } }\n',
  );
  edit(folder, 'apps/web/clusters/eu/kustomization.yaml', (text) =>
    text.replace('base]', 'base, data.yaml]'),
  );
  commitAll(folder, 'Keep data (#10)');
  return folder;
}

test('lists only the commits that changed what runs on a cluster', async () => {
  const folder = repository();
  const { states } = await run(folder, 'history', 'history', 'web', '--cluster', 'eu');
  expect(states.map(({ subject, pullRequest }) => [subject, pullRequest])).toEqual([
    ['Keep data (#10)', '10'],
    ['Release 1.1.0 (#7)', '7'],
    ['all', undefined],
  ]);
  expect(states[1]?.resources[0]?.fields).toMatchObject([
    { before: 'shop/web:1.0.0', after: 'shop/web:1.1.0' },
  ]);
  const us = await run(folder, 'history', 'history', 'web', '--cluster', 'us', '--limit', '1');
  expect(us.states.map(({ subject }) => subject)).toEqual(['Patch us (#9)']);
});

test('the history of a value has the commits that changed it, through all layers', async () => {
  const folder = repository();
  const image = '/spec/template/spec/containers[name=web]/image';
  const words = ['history', 'web', '--cluster', 'us', 'Deployment/web', image];
  const { states } = await run(folder, 'history', ...words);
  expect(states.map(({ subject }) => subject)).toEqual(['Patch us (#9)', 'all']);
  expect(states[0]?.resources[0]?.fields).toMatchObject([
    {
      before: 'shop/web:0.9.0',
      after: 'shop/web:0.9.1',
      origin: { file: 'apps/web/clusters/us/kustomization.yaml' },
    },
  ]);
  const wrong = await strata([...words.slice(0, 5), '/spec/replica'], { folder });
  expect(wrong).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('Deployment/web has no /spec/replica') as string,
  });
});

test('a merge counts as what it brought', async () => {
  const folder = repository();
  git(folder, 'checkout', '--quiet', '-b', 'topic');
  edit(
    folder,
    'apps/web/clusters/eu/kustomization.yaml',
    (text) => `${text}replicas: [{ name: web, count: 2 }]\n`,
  );
  commitAll(folder, 'one');
  edit(folder, 'apps/web/clusters/eu/kustomization.yaml', (text) =>
    text.replace('count: 2', 'count: 3'),
  );
  commitAll(folder, 'two');
  git(folder, 'checkout', '--quiet', '-');
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Merge pull request #11 from topic', 'topic');
  const { states } = await run(
    folder,
    'history',
    'history',
    'web',
    '--cluster',
    'eu',
    '--limit',
    '1',
  );
  expect(states).toMatchObject([
    { pullRequest: '11', resources: [{ fields: [{ before: 1, after: 3 }] }] },
  ]);
});

test.each([
  ['Merge pull request #12 from acme/topic', '', '12'],
  ['Say it (#13)', '', '13'],
  ["Merge branch 'topic' into 'main'", 'See merge request acme/fleet!14', '14'],
  ['!15 Say it', '', '15'],
  ['Say it', 'Reviewed-on: https://git.example.com/acme/fleet/pulls/16', '16'],
  ['Fix #17', '', undefined],
])('the pull request of %j', (subject, body, number) => {
  expect(pullRequestOf(subject, body)).toBe(number);
});

test('restores what serves the cluster alone, and lists what would be pruned', async () => {
  const folder = repository();
  const file = join(folder, 'apps/web/clusters/eu/kustomization.yaml');
  const words = ['rollback', 'web', '--cluster', 'eu', '--to', 'HEAD~1'] as const;
  const { plan, exitCode, written } = await run(folder, 'promote', ...words, '--write');
  expect([exitCode, written]).toEqual([0, true]);
  expect(plan.pruned).toEqual(['PersistentVolumeClaim/data']);
  expect(plan.cannotGoBack).toEqual([
    {
      resource: 'PersistentVolumeClaim/data',
      why: 'What PersistentVolumeClaim/data holds goes with it.',
    },
  ]);
  expect(readFileSync(file, 'utf8')).toBe(
    git(folder, 'show', 'HEAD~1:apps/web/clusters/eu/kustomization.yaml') + '\n',
  );
  const again = await run(folder, 'promote', ...words);
  expect(again.plan.dangers).toMatchObject([{ code: 'rollback.nothing' }]);
});

test('files that serve others are not restored without a reason', async () => {
  const folder = gitRepository(tree);
  edit(folder, 'apps/web/base/web.yaml', (text) => text.replace('replicas: 1', 'replicas: 2'));
  commitAll(folder);
  const words = ['rollback', 'web', '--cluster', 'eu', '--to', 'HEAD~1'] as const;
  const refused = await run(folder, 'promote', ...words, '--write');
  expect([refused.exitCode, refused.written]).toEqual([1, false]);
  expect(refused.plan.refused).toMatchObject([{ code: 'rollback.also-affects' }]);
  expect(refused.plan.effects.map(({ cluster, intended }) => [cluster, intended])).toEqual([
    ['eu', true],
    ['us', false],
  ]);
  const told = await run(folder, 'promote', ...words, '--write', '--because', 'both are broken');
  expect([told.exitCode, told.written]).toEqual([0, true]);
  expect(git(folder, 'diff', 'HEAD~1', '--stat')).toBe('');
});

test('a file that went comes back', async () => {
  const folder = repository();
  rmSync(join(folder, 'apps/web/clusters/eu/data.yaml'));
  edit(folder, 'apps/web/clusters/eu/kustomization.yaml', (text) =>
    text.replace(', data.yaml]', ']'),
  );
  commitAll(folder);
  const { plan } = await run(
    folder,
    'promote',
    'rollback',
    'web',
    '--cluster',
    'eu',
    '--to',
    'HEAD~1',
    '--write',
  );
  expect(plan.cannotGoBack).toMatchObject([
    { why: 'PersistentVolumeClaim/data comes back without what it held.' },
  ]);
  git(folder, 'add', '--all');
  expect(git(folder, 'diff', '--cached', 'HEAD~1', '--stat')).toBe('');
});

test('what does not build is told with its reason, and what builds again with what changed since it built', async () => {
  const folder = gitRepository(tree);
  const web = 'apps/web/base/web.yaml';
  const good = readFileSync(join(folder, web), 'utf8');
  commitAll(folder, 'first');
  edit(folder, web, () => `${good}foo: [\n`);
  commitAll(folder, 'break');
  edit(folder, web, () => `${good}bar: [\n`);
  commitAll(folder, 'break more');
  edit(folder, web, () => good);
  commitAll(folder, 'mend');
  edit(folder, web, () => `${good}foo: [\n`);
  commitAll(folder, 'break again');
  edit(folder, web, () => good.replace('replicas: 1', 'replicas: 2'));
  commitAll(folder, 'mend and scale');
  const { out } = await strata(['history', 'web', '--cluster', 'eu'], { folder });
  const told = out.replaceAll(/^[0-9a-f]{7} {2}.*$/gm, '-');
  expect(told).toMatch(
    /^-\n {2}mend and scale\n {2}builds again\n {2}~ Deployment\.apps\/web[^+]*replicas[^+]*-\n {2}break again\n {2}no longer builds\n {2}✗ .*web\.yaml:\d+\n\n-\n {2}mend\n {2}builds again\n\n-\n/,
  );
  const audit = await strata(['audit', '--since', '2020-01-01'], { folder });
  const rows = audit.out.replaceAll(/^[0-9a-f]{7} {2}.*$/gm, '-');
  expect(rows).toMatch(/\n {2}eu {2}web {2}no longer builds\n {2}✗ .*web\.yaml:\d+\n/);
  expect(rows).toMatch(/\n {2}eu {2}web {2}builds again\n {2}us {2}web {2}builds again\n\n/);
  expect(rows).toMatch(/\n {2}eu {2}web {2}builds again\n {2}~ Deployment\.apps\/web/);
  expect(rows).not.toContain('+ Deployment');
});

test('of several applications of one name on a cluster, a folder names the one that is meant', async () => {
  const application = (stage: string): string => `
  # file: ${stage}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: ${stage} }
  spec:
    project: default
    source: { repoURL: 'https://git.example.com/acme/fleet.git', path: web/${stage} }
    destination: { server: 'https://kubernetes.default.svc', namespace: ${stage} }
  # file: web/${stage}/kustomization.yaml
  resources: [web.yaml]
  # file: web/${stage}/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: 'web:1' }] } }`;
  const folder = gitRepository(application('staging') + application('production'));
  git(folder, 'remote', 'add', 'origin', 'https://git.example.com/acme/fleet.git');
  const web = join(folder, 'web/production/web.yaml');
  writeFileSync(web, readFileSync(web, 'utf8').replace('web:1', 'web:2'));
  commitAll(folder, 'Two');
  const ask = (...words: readonly string[]): ReturnType<typeof strata> =>
    strata(['history', ...words, '--cluster', 'in-cluster'], { folder });
  expect((await ask('web')).err).toContain('name a folder: ');
  expect((await ask('web/production')).out).toContain('Two');
  expect((await ask('web/staging')).out).not.toContain('Two');
  const back = ['rollback', 'web/production', '--cluster', 'in-cluster', '--to', 'HEAD~1'];
  expect((await strata([...back, '--write'], { folder })).exitCode).toBe(0);
  expect(readFileSync(web, 'utf8')).toContain('web:1');
});
