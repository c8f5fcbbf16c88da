import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { writeTree } from '../../test/temporaryTree.ts';

/** A ring that is made of a copy of what the ring before was made of. */
function ring(number: number, size: number, files: Readonly<Record<string, string>>): string {
  const names = Object.keys(files);
  const own = `
  # file: shield/rings/ring-${number}/kustomization.yaml
  resources: [snapshot]
  replicas: [{ name: shield, count: ${size} }]
  # file: shield/rings/ring-${number}/snapshot/kustomization.yaml
  resources: [${names.join(', ')}]`;
  const copied = names.map(
    (name) => `
  # file: shield/rings/ring-${number}/snapshot/${name}
  ${files[name] ?? ''}`,
  );
  return [own, ...copied].join('');
}

const shield = (image: string, cpu = 1): string =>
  `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: shield }, spec: { template: { spec: { containers: [{ name: shield, image: '${image}', resources: { limits: { cpu: ${cpu} } } }] } } } }`;
const map = (name: string, data = '{}'): string =>
  `{ apiVersion: v1, kind: ConfigMap, metadata: { name: ${name} }, data: ${data} }`;

const first = { 'shield.yaml': shield('shop/shield:0.9.0'), 'old.yaml': map('old') };
const old = { 'shield.yaml': shield('shop/shield:1.0.0'), 'old.yaml': map('old') };
const fresh = { 'shield.yaml': shield('shop/shield:1.1.0'), 'new.yaml': map('new') };

/** Makes a ring of other files, in a commit of its own. */
function goOn(folder: string, number: number, text: string): void {
  rmSync(join(folder, `shield/rings/ring-${number}`), { recursive: true });
  writeTree(folder, text);
  commitAll(folder);
}

/** Two rings that were alike: the second one followed the first one before, which went on again. */
function repository(now = ring(0, 1, fresh)): string {
  const folder = gitRepository(ring(0, 1, first) + ring(1, 5, first));
  goOn(folder, 0, ring(0, 1, old));
  goOn(folder, 1, ring(1, 5, old));
  goOn(folder, 0, now);
  return folder;
}

interface Answer {
  readonly written: boolean;
  readonly plan: {
    readonly refused: readonly { readonly code: string }[];
    readonly dangers: readonly { readonly code: string; readonly message: string }[];
  };
}

async function promote(folder: string, ...more: readonly string[]): Promise<Answer> {
  const words = ['promote', 'shield/rings', '--from', 'ring-0', '--to', 'ring-1', '--json'];
  const run = await strata([...words, '--workspace', '.', ...more], { folder });
  return JSON.parse(run.out) as Answer;
}

test('a folder that is what it was in the source is copied as a whole, and nothing else', async () => {
  const folder = repository();
  const { written, plan } = await promote(folder, '--write');
  expect(plan.refused).toEqual([]);
  expect(written).toBe(true);
  expect(plan.dangers.map(({ code }) => code)).toEqual([
    'promote.no-live-evidence',
    'promote.copies-folder',
    'promote.deletes',
  ]);
  const changed = git(folder, 'status', '--porcelain', '--untracked-files=all').trim().split('\n');
  expect(changed.map((line) => line.trim().split(/\s+/))).toEqual([
    ['M', 'shield/rings/ring-1/snapshot/kustomization.yaml'],
    ['D', 'shield/rings/ring-1/snapshot/old.yaml'],
    ['M', 'shield/rings/ring-1/snapshot/shield.yaml'],
    ['??', 'shield/rings/ring-1/snapshot/new.yaml'],
  ]);
  for (const name of ['kustomization.yaml', 'shield.yaml', 'new.yaml'])
    expect(readFileSync(join(folder, 'shield/rings/ring-1/snapshot', name), 'utf8')).toBe(
      readFileSync(join(folder, 'shield/rings/ring-0/snapshot', name), 'utf8'),
    );
});

test('objects that come and go with a folder are told by their signs', async () => {
  const folder = repository();
  const words = ['promote', 'shield/rings', '--from', 'ring-0', '--to', 'ring-1'];
  const { out } = await strata([...words, '--workspace', '.'], { folder });
  expect(out).toContain('\n  + ConfigMap/new\n');
  expect(out).toContain('\n  - ConfigMap/old\n');
  const { plan } = JSON.parse((await strata([...words, '--json'], { folder })).out) as {
    readonly plan: { readonly effects: readonly { readonly change?: string }[] };
  };
  const changes = plan.effects.map(({ change }) => change ?? 'field');
  expect(changes.toSorted()).toEqual(['created', 'deleted', 'field']);
});

test('at a commit, the folder is compared with what the source was before it', async () => {
  const folder = repository();
  const codes = async (revision: string): Promise<readonly string[]> => {
    const { plan } = await promote(folder, '--at', revision);
    return [...plan.refused, ...plan.dangers].map(({ code }) => code);
  };
  expect(await codes('HEAD')).toContain('promote.copies-folder');
  expect(await codes('HEAD^')).toEqual(['promote.nothing']);
});

test.each([
  ['it was changed in the target', 'snapshot/old.yaml', false],
  ['somebody is changing it now', 'snapshot/old.yaml', true],
])('a folder is no copy where %s: versions move', async (_, file, isDirty) => {
  const folder = repository();
  writeFileSync(join(folder, 'shield/rings/ring-1', file), `${map('old')} # ours\n`);
  if (!isDirty) commitAll(folder);
  const { plan, written } = await promote(folder, '--write');
  expect(plan.refused).toEqual([]);
  expect(plan.dangers.map(({ code }) => code)).not.toContain('promote.copies-folder');
  expect(written).toBe(true);
  const text = readFileSync(join(folder, 'shield/rings/ring-1/snapshot/shield.yaml'), 'utf8');
  expect(text).toBe(`${shield('shop/shield:1.1.0')}\n`);
});

/** The codes of dangers of a plan. */
async function dangersOf(folder: string): Promise<readonly string[]> {
  const { plan } = await promote(folder);
  expect(plan.refused).toEqual([]);
  return plan.dangers.map(({ code }) => code);
}

test('stages that began alike are no copies of each other: what one got since stays its own', async () => {
  const folder = gitRepository(ring(0, 1, old) + ring(1, 1, old));
  goOn(folder, 0, ring(0, 2, fresh));
  expect(await dangersOf(folder)).toEqual(['promote.no-live-evidence']);
});

test('what changes in both stages at once brings nothing from one to the other', async () => {
  const folder = gitRepository(ring(0, 1, first) + ring(1, 5, first));
  writeTree(folder, ring(0, 1, old) + ring(1, 5, old));
  commitAll(folder);
  goOn(folder, 0, ring(0, 1, fresh));
  expect(await dangersOf(folder)).toEqual(['promote.no-live-evidence']);
});

const patch = (host: string): string =>
  `{ apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: { name: web }, spec: { rules: [{ host: ${host} }] } }`;

const kept = ['promote.no-live-evidence', 'promote.keeps-folder'];
const copied = ['promote.no-live-evidence', 'promote.copies-folder'];

test.each([
  ['its own size', ring(0, 1, { ...fresh, 'shield.yaml': shield('shop/shield:1.1.0', 2) })],
  [
    'its own scale',
    ring(0, 1, fresh).replace(
      'resources: [shield.',
      'replicas: [{ name: shield, count: 1 }]\n  resources: [shield.',
    ),
  ],
  ['its own host', ring(0, 1, { ...fresh, 'ingress.yaml': patch('ring-0.example.com') })],
  ['its own name', ring(0, 1, { ...fresh, 'new.yaml': map('new-ring-0') })],
  ['its own setting', ring(0, 1, { ...fresh, 'old.yaml': map('old', '{ level: debug }') })],
])('a folder that got %s since is not copied: versions move', async (_, now) => {
  expect(await dangersOf(repository(now))).toEqual(kept);
});

test.each([
  ['3', '5', copied],
  ['500m', '1', copied],
  ['10.0.0.1', '10.0.0.2', copied],
  ['1.2.3', 'v1.3.0-rc.1', kept],
  ['4f2a91c', '77bd0e2a', kept],
])('from %s to %s is a setting, or a version', async (before, after, codes) => {
  const now = { 'old.yaml': map('old', `{ level: ${after}, mode: fast }`) };
  expect(await dangersOf(settled(now, [before, after]))).toEqual(codes);
});

const role =
  '{ apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: view }, rules: [{ apiGroups: [shop.example.com], resources: [orders], verbs: [get] }] }';

/** What rings are made of. */
const of = (level: string): Readonly<Record<string, string>> => ({
  'shield.yaml': shield('shop/shield:1.0.0'),
  'old.yaml': map('old', `{ level: ${level} }`),
});

/** Rings of which the second one followed in settings before, and what the first one is made of now. */
function settled(
  now: Readonly<Record<string, string>>,
  [before, after]: readonly [string, string] = ['info', 'warn'],
): string {
  const folder = gitRepository(
    ring(0, 1, of(before)) + ring(1, 5, of(before)) + ring(2, 5, of(before)),
  );
  goOn(folder, 0, ring(0, 1, of(after)));
  goOn(folder, 1, ring(1, 5, of(after)));
  goOn(folder, 0, ring(0, 1, { 'shield.yaml': shield('shop/shield:1.1.0'), ...now }));
  return folder;
}

test.each([
  ['another setting', { 'old.yaml': map('old', '{ level: debug, mode: fast }') }],
  ['another list', { 'old.yaml': map('old', '{ level: warn }'), 'role.yaml': role }],
  ['an object', { 'old.yaml': map('old', '{ level: warn }'), 'new.yaml': map('new') }],
])('where the target followed in settings before, a folder with %s is copied', async (_, now) => {
  expect(await dangersOf(settled(now))).toEqual(copied);
});

test.each([
  ['a size', '{ level: warn, CACHE_SIZE: 5Gi }', '/data/CACHE_SIZE'],
  ['an address', '{ level: "https://shop.example.com" }', '/data/level'],
  ['an address of numbers', '{ level: 10.1.2.3 }', '/data/level'],
  ['a name of a place', '{ level: warn, AWS_REGION: west }', '/data/AWS_REGION'],
  ['the word of a stage', '{ level: ring-0 }', '/data/level'],
  ['the word of another stage', '{ level: for-ring-2 }', '/data/level'],
  ['settings in a text', '{ level: "replicas: 5" }', '/data/level'],
])('with %s it is not, and the plan says where', async (_, data, field) => {
  const { plan } = await promote(settled({ 'old.yaml': map('old', data) }));
  expect(plan.refused).toEqual([]);
  expect(plan.dangers.map(({ code }) => code)).toEqual(kept);
  expect(plan.dangers[1]?.message).toBe(
    `shield/rings/ring-1/snapshot was copied from shield/rings/ring-0/snapshot before, and is not now: ${field} is a setting of its stage.`,
  );
});

test('a ring that gets a copy for the first time gets it as a whole where the ring before follows a base', async () => {
  const base = (level: string): string => `
  # file: shield/base/kustomization.yaml
  resources: [shield.yaml, old.yaml]
  # file: shield/base/shield.yaml
  ${shield('shop/shield:1.0.0')}
  # file: shield/base/old.yaml
  ${map('old', `{ level: ${level} }`)}`;
  const folder = gitRepository(base('info') + ring(0, 1, of('info')) + ring(1, 5, of('info')));
  writeTree(folder, base('warn'));
  commitAll(folder);
  expect((await promote(folder)).plan.refused.map(({ code }) => code)).toEqual(['promote.nothing']);
  goOn(folder, 0, ring(0, 1, of('warn')));
  expect(await dangersOf(folder)).toEqual(copied);
});

test('who names a version means that alone', async () => {
  const { plan } = await promote(repository(), '--only', '1.1.0');
  expect(plan.dangers.map(({ code }) => code)).toEqual(['promote.no-live-evidence']);
});
