import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { applicationRows } from '../server/src/analysis/applicationRows.ts';
import { kustomizationFileNames } from '../server/src/kustomize/load.ts';
import { planPromotion, type Plan } from '../server/src/workspace/promote.ts';
import { openRevision } from '../server/src/workspace/revision.ts';
import { differenceText, renderedDifferences } from './promotions/renderedDiff.ts';
import { drawn } from './promotions/draw.ts';
import { stageNames } from './promotions/population.ts';
import { gitFolderAt } from './repository.ts';
import { kubectlPath } from './tools/kubectl.ts';
import { describeMissingTool } from './tools/missingTool.ts';

const usage = `Promotes real applications and rolls them back, and checks both with the real kustomize.

Usage: npm run round-trips -- REPO N SEED [COMMIT]

REPO is a checkout or a git directory, of which COMMIT is taken (default: HEAD). N applications that SEED draws, each delivered
to a known cluster from a layer that has another layer beside it with other versions, get those versions by strata promote
--write: what kustomize builds afterwards has to differ from before in exactly the fields that the plan promised, and no
other root beside it may differ. Then strata rollback --write takes it back: every root has to build to the same bytes again,
and every file to be what it was.

Ends with 1 where one of them is not so, and where there are fewer than N.
`;

/** `npm run round-trips`; the usage above says how. */
export async function main(words: readonly string[]): Promise<number> {
  const [repository = '', count, seed, revision = 'HEAD'] = words;
  const gitFolder = gitFolderAt(resolve(repository));
  if (words.length < 3 || words.length > 4 || gitFolder === undefined || !(Number(count) > 0)) {
    process.stderr.write(usage);
    return 2;
  }
  const kubectl = await kubectlPath();
  if (kubectl.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(kubectl.failure)}\n`);
    return 2;
  }
  const temporary = mkdtempSync(join(tmpdir(), 'strata-trips-'));
  try {
    const folder = join(temporary, 'tree');
    execFileSync('git', ['clone', '--quiet', '--shared', gitFolder, folder]);
    git(folder, 'checkout', '--quiet', '--detach', revision);
    // Applications name the repository by its address.
    const address = git(gitFolder, 'config', '--default', gitFolder, 'remote.origin.url');
    git(folder, 'remote', 'set-url', 'origin', address);
    const world = { folder, kubectl: kubectl.value };
    const trips = await findTrips(world, Number(count), Number(seed));
    const faults = trips.map((trip) => travel(world, trip)).filter((isRight) => !isRight).length;
    process.stdout.write(`${trips.length} round trips, ${faults} not as promised\n`);
    return faults === 0 && trips.length === Number(count) ? 0 : 1;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

interface World {
  readonly folder: string;
  readonly kubectl: string;
}

/** An application on a cluster, and the layers from which and to which it is promoted. */
interface Trip {
  readonly name: string;
  readonly cluster: string;
  /** The folder that holds the layers. */
  readonly folder: string;
  readonly from: string;
  readonly to: string;
}

/** Applications for which a promotion has something to do and is not refused, and which kustomize can build; each layer once. */
async function findTrips(world: World, count: number, seed: number): Promise<readonly Trip[]> {
  const { signal } = new AbortController();
  const opened = await openRevision(join(world.folder, '.git'), 'HEAD', { signal });
  if (opened.kind === 'failed') throw new Error(opened.failure.message);
  const rows = await opened.value.complete(applicationRows, signal);
  const all = rows.flatMap(({ name, cluster, path = '' }) =>
    cluster === undefined || !isRoot(world, path)
      ? []
      : layersBeside(world, path).map((beside): Trip => ({ name, cluster, ...beside })),
  );
  const found: Trip[] = [];
  const taken = new Set<string>();
  for (const trip of drawn(all, all.length, seed)) {
    if (found.length === count) break;
    const { folder, from, to } = trip;
    if (taken.has(join(folder, to))) continue;
    const request = { applications: [folder], from, to: [to], only: [], because: reason };
    const planned = await planPromotion(opened.value, request, signal);
    if (planned.kind === 'failed') continue;
    const { refused, effects } = planned.value;
    // A chart that is not here renders to nothing that could be compared.
    const arrives = effects.some(
      ({ application, resource }) => application === trip.name && resource.includes('/'),
    );
    if (refused.length > 0 || !arrives) continue;
    if (build(world, join(folder, to)) === undefined) continue;
    taken.add(join(folder, to));
    found.push(trip);
  }
  opened.value.host.dispose();
  return found;
}

/** Layers that stand at the same place below another folder: `staging/main` for `production/main`. */
function layersBeside(world: World, path: string): readonly Pick<Trip, 'folder' | 'from' | 'to'>[] {
  const parts = path.split('/');
  return parts.flatMap((part, index) => {
    const [folder, rest] = [parts.slice(0, index).join('/'), parts.slice(index + 1)];
    if (index === 0 || !(stageNames.test(part) || rest.length === 0)) return [];
    return foldersIn(join(world.folder, folder)).flatMap((other) => {
      const from = [other, ...rest].join('/');
      const isOther = other !== part && isRoot(world, join(folder, from));
      return isOther ? [{ folder, from, to: [part, ...rest].join('/') }] : [];
    });
  });
}

const reason = 'a round trip';

/** Promotes, compares, rolls back and compares; tells what is not as promised, and returns whether all is. */
function travel(world: World, { name, cluster, folder, from, to }: Trip): boolean {
  const { folder: top } = world;
  const base = git(top, 'rev-parse', 'HEAD');
  const target = join(folder, to);
  const roots = rootsBelow(world, folder);
  const before = builds(world, roots);
  const common = ['--because', reason, '--write', '--json', '--workspace', '.'];
  const plan = strata(top, ['promote', folder, '--from', from, '--to', to, ...common]);
  const after = builds(world, roots);
  const faults: string[] = plan === undefined ? ['the promotion wrote nothing'] : [];
  const { effects, edits } = plan ?? { effects: [], edits: [] };
  const promised = new Set(
    effects.map(({ resource, path, before: old, after: fresh }) =>
      differenceText(resource, path, old, fresh),
    ),
  );
  let differences: readonly string[] = [];
  for (const root of roots) {
    const found = renderedDifferences(before.get(root) ?? '', after.get(root) ?? '');
    if (root === target) differences = found;
    else if (found.some((one) => !promised.has(one))) faults.push(`${root} differs as well`);
  }
  for (const one of differences) if (!promised.has(one)) faults.push(`not promised: ${one}`);
  for (const one of promised) if (!differences.includes(one)) faults.push(`not there: ${one}`);
  git(top, 'add', '--all');
  git(top, 'commit', '--quiet', '--message', 'Promote');
  const back = strata(top, ['rollback', target, '--cluster', cluster, '--to', base, ...common]);
  if (back === undefined) faults.push('the rollback wrote nothing');
  const again = builds(world, roots);
  for (const root of roots)
    if (again.get(root) !== before.get(root)) faults.push(`${root} is not what it was`);
  const rest = git(top, 'diff', '--name-only', base);
  if (rest !== '') faults.push(`files are not what they were: ${rest}`);
  git(top, 'reset', '--quiet', '--hard', base);
  const verdict = faults.length === 0 ? 'right' : 'WRONG';
  process.stdout.write(
    `${verdict}  ${name} on ${cluster}: ${folder} ${from} → ${to}: ${edits.length} lines, ${differences.length} fields, ${roots.length} roots built three times\n`,
  );
  for (const one of faults) process.stdout.write(`       ${one}\n`);
  return faults.length === 0;
}

/** Runs a command of the command line that plans and writes; gives the plan, and `undefined` where nothing was written. */
function strata(
  folder: string,
  words: readonly string[],
): Pick<Plan, 'effects' | 'edits'> | undefined {
  const program = join(import.meta.dirname, '..', 'server', 'bin', 'strata.cjs');
  const ended = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const value: unknown = ended.stdout === '' ? undefined : JSON.parse(ended.stdout);
  if (isAnswer(value) && value.written) return value.plan;
  process.stderr.write(`strata ${words.join(' ')}:\n${ended.stdout}${ended.stderr}\n`);
  return undefined;
}

function isAnswer(
  value: unknown,
): value is { readonly plan: Pick<Plan, 'effects' | 'edits'>; readonly written: boolean } {
  return typeof value === 'object' && value !== null && 'plan' in value && 'written' in value;
}

/** What kustomize builds of each root; roots that it cannot build are left out. */
function builds(world: World, roots: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    roots.flatMap((root) => {
      const text = build(world, root);
      return text === undefined ? [] : [[root, text]];
    }),
  );
}

function build({ folder, kubectl }: World, root: string): string | undefined {
  const ended = spawnSync(kubectl, ['kustomize', join(folder, root)], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // What is remote stays unread.
    env: { ...process.env, GIT_ALLOW_PROTOCOL: 'none', HTTPS_PROXY: 'http://127.0.0.1:1' },
  });
  return ended.status === 0 ? ended.stdout : undefined;
}

function rootsBelow(world: World, folder: string): readonly string[] {
  const below = foldersIn(join(world.folder, folder)).flatMap((name) =>
    rootsBelow(world, join(folder, name)),
  );
  return isRoot(world, folder) ? [folder, ...below] : below;
}

function isRoot({ folder }: World, path: string): boolean {
  return kustomizationFileNames.some((name) => existsSync(join(folder, path, name)));
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '.git')
    .map(({ name }) => name);
}

function git(folder: string, ...words: readonly string[]): string {
  const nobody = ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com'];
  return execFileSync('git', [...nobody, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}
