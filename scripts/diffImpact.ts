import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RootImpact } from '../server/src/analysis/treeImpact.ts';
import type { LoadRestrictions } from '../server/src/kustomize/load.ts';
import type { Result } from '../server/src/util/result.ts';
import { impactOf } from '../server/src/workspace/impact.ts';
import { openSides, type Side } from '../server/src/workspace/sides.ts';
import { likelyRoots, type WrittenTree } from './impact/likelyRoots.ts';
import { buildOracle } from './oracle/oracle.ts';
import { buildRoots } from './oracle/roots.ts';
import { checkOut, gitFolderAt } from './repository.ts';

const usage = `Compares what strata impact says of random commits with what kustomize 5.8.1 builds before and after.

Usage: npm run diff-impact -- REPO N SEED [--restrictions none] [--likely]

REPO is a checkout or a git directory with its history. N commits that SEED chooses are compared with their first
parents: every kustomization root is built on both sides with the real kustomize.
  --restrictions none  lets roots read files outside themselves, as Flux does
  --likely             builds only roots that the change could reach by the words of kustomization files; of all others
                       Strata must say nothing

Ends with 1 where a root is missed or invented, or where its objects differ in number.
`;

/** What the command line asks for. */
interface Request {
  readonly gitFolder: string;
  readonly count: number;
  readonly seed: number;
  readonly restrictions: LoadRestrictions;
  readonly likely: boolean;
}

/** `npm run diff-impact`; the usage above says how. */
export async function main(words: readonly string[]): Promise<number> {
  const request = readRequest(words);
  if (request === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const program = await buildOracle();
  if (program === undefined) return 2;
  let wrong = 0;
  const sums = { roots: 0, reached: 0, changed: 0 };
  const commits = chooseCommits(request);
  for (const commit of commits) {
    const result = await compareCommit(program, commit, request);
    wrong += result.wrong.length;
    sums.roots += result.built;
    sums.reached += result.reached;
    sums.changed += result.changed;
    process.stdout.write(
      `${commit.slice(0, 12)}  ${result.roots} roots, ${result.built} built on both sides, ${result.reached} reached, ${result.changed} changed, ${result.wrong.length} wrong\n`,
    );
    for (const line of result.wrong) process.stdout.write(`  ${line}\n`);
  }
  process.stdout.write(
    `${commits.length} commits, ${sums.roots} roots built on both sides, ${sums.reached} reached, ${sums.changed} changed, ${wrong} wrong\n`,
  );
  return wrong === 0 ? 0 : 1;
}

function readRequest(words: readonly string[]): Request | undefined {
  const at = words.indexOf('--restrictions');
  const plain = words.filter(
    (word, index) => word !== '--likely' && (at < 0 || (index !== at && index !== at + 1)),
  );
  const [repository, count, seed] = plain;
  const gitFolder = repository === undefined ? undefined : gitFolderAt(resolve(repository));
  const restrictions = at < 0 ? 'root' : words[at + 1];
  const isRight =
    plain.length === 3 &&
    Number(count) > 0 &&
    !Number.isNaN(Number(seed)) &&
    gitFolder !== undefined;
  return isRight && (restrictions === 'root' || restrictions === 'none')
    ? {
        gitFolder,
        count: Number(count),
        seed: Number(seed),
        restrictions,
        likely: words.includes('--likely'),
      }
    : undefined;
}

function git(gitFolder: string, words: readonly string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return execFileSync('git', [`--git-dir=${gitFolder}`, ...words], options).trim();
}

/** Commits with a parent, without merges, in the order in which the seed draws them. */
function chooseCommits({ gitFolder, count, seed }: Request): readonly string[] {
  const all = git(gitFolder, ['rev-list', '--no-merges', '--min-parents=1', 'HEAD'])
    .split('\n')
    .sort();
  const chosen = new Set<string>();
  for (let state = seed; chosen.size < Math.min(count, all.length);) {
    // The generator of Numerical Recipes; its high bits are random enough.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const commit = all[Math.floor((state / 2 ** 32) * all.length)];
    if (commit !== undefined) chosen.add(commit);
  }
  return [...chosen];
}

interface Compared {
  readonly roots: number;
  readonly built: number;
  readonly reached: number;
  readonly changed: number;
  readonly wrong: readonly string[];
}

async function compareCommit(program: string, commit: string, request: Request): Promise<Compared> {
  const { signal } = new AbortController();
  const trees = { base: `${commit}^`, head: commit };
  const sides = await openSides(request.gitFolder, { request: trees, exact: true }, signal);
  if (sides.kind === 'failed') throw new Error(sides.failure);
  const { restrictions } = request;
  const impact = await impactOf(
    sides.value,
    {
      render: { restrictions, reorder: 'legacy' },
      shard: { index: 0, count: 1 },
      pause: () => Promise.resolve(),
    },
    signal,
  );
  const temporary = mkdtempSync(join(tmpdir(), 'strata-impact-'));
  try {
    const { base, head } = sides.value;
    const trees = [base, head].map((side) => writeSide(temporary, side, request));
    const likely = request.likely ? likelyRoots(trees, [...impact.reach.changed]) : undefined;
    const [before, after] = await Promise.all(
      trees.map((tree) => buildSide(program, tree, likely, request)),
    );
    return judge(impact.roots, before ?? new Map(), after ?? new Map(), trees);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Holds what Strata says of each root to what kustomize builds; of roots that were not built it must say nothing. */
function judge(
  impact: readonly RootImpact[],
  before: Outputs,
  after: Outputs,
  trees: readonly WrittenTree[],
): Compared {
  const found = new Map(impact.map((root) => [root.root, root]));
  const built = new Set([...before.keys(), ...after.keys()]);
  const wrong = [...built]
    .sort()
    .flatMap((root) =>
      compareRoot(before.get(root), after.get(root), found.get(root)).map(
        (line) => `${root}: ${line}`,
      ),
    );
  const invented = impact.filter(({ root, status }) => !built.has(root) && status !== 'touched');
  const changed = impact.filter(({ status }) => status !== 'touched').length;
  return {
    roots: new Set(trees.flatMap(({ roots }) => roots)).size,
    built: built.size,
    reached: impact.length,
    changed,
    wrong: [
      ...wrong,
      ...invented.map(({ root, status }) => `${root}: ${status}, and nothing can reach it`),
    ],
  };
}

type Outputs = ReadonlyMap<string, Result<string, string>>;

/** Writes the tree of a side to disk. */
function writeSide(temporary: string, { id, host }: Side, { gitFolder }: Request): WrittenTree {
  const folder = join(temporary, id);
  writeTree(gitFolder, folder, id);
  const { files } = host.analysis();
  const links = [...files].flatMap(([path, { kind }]) => (kind === 'symlink' ? [path] : []));
  return { folder, roots: host.analysis().roots(), links };
}

/** Every root of a tree, or those that are wanted, as kustomize builds it. */
async function buildSide(
  program: string,
  { folder, roots }: WrittenTree,
  wanted: ReadonlySet<string> | undefined,
  { restrictions }: Request,
): Promise<Outputs> {
  const out = `${folder}.out`;
  const names = roots
    .filter((root) => wanted === undefined || wanted.has(root))
    .map((root) => (root === '' ? '.' : root));
  if (names.length === 0) return new Map();
  const loadRestrictions = restrictions === 'none' ? 'none' : 'rootOnly';
  const built = await buildRoots(program, folder, names, { loadRestrictions, out });
  return new Map(
    built.roots.map(({ root, result }) => [
      root === '.' ? '' : root,
      result.kind === 'ok'
        ? { kind: 'ok', value: readFileSync(join(out, root, 'rendered.yaml'), 'utf8') }
        : result,
    ]),
  );
}

/** Writes the tree of a commit; where a mirror lacks a large file, the rest is written. */
function writeTree(gitFolder: string, folder: string, commit: string): void {
  try {
    checkOut(gitFolder, folder, commit);
  } catch {
    process.stderr.write(`Not every file of ${commit.slice(0, 12)} can be had.\n`);
  }
}

/** What is wrong with what Strata says of a root; `undefined` is a side without the root, or a root that it does not name. */
function compareRoot(
  before: Result<string, string> | undefined,
  after: Result<string, string> | undefined,
  found: RootImpact | undefined,
): readonly string[] {
  const status = found?.status;
  const expect = (...statuses: readonly (string | undefined)[]): readonly string[] =>
    statuses.includes(status)
      ? []
      : [`${String(status)}, and kustomize says ${statuses.map(String).join(' or ')}`];
  if (after === undefined) return expect('deleted');
  if (after.kind === 'failed') {
    // Of what fails on both sides kustomize says nothing.
    return before?.kind === 'failed' ? [] : expect('fails');
  }
  if (before === undefined) return expect('created');
  if (before.kind === 'failed') return expect('fixed');
  if (before.value === after.value) return expect('touched', undefined);
  const [gone, fresh] = differences(before.value, after.value);
  if (gone === 0 && fresh === 0) return expect('touched');
  const count = (...kinds: readonly string[]): number =>
    found?.resources.filter(({ change }) => kinds.includes(change)).length ?? 0;
  const [own, others] = [
    [count('deleted', 'changed', 'renamed'), count('created', 'changed', 'renamed')],
    [gone, fresh],
  ];
  const isSame = own[0] === others[0] && own[1] === others[1];
  return [
    ...expect('changed'),
    ...(isSame ? [] : [`${own.join(' and ')} objects, and kustomize says ${others.join(' and ')}`]),
  ];
}

/** How many documents are only in the first text, and how many only in the second, whatever their order. */
function differences(before: string, after: string): readonly [number, number] {
  const documents = (text: string): string[] =>
    text.split(/^---\n/m).map((document) => document.trimEnd());
  const rest = documents(after);
  const gone = documents(before).filter((document) => {
    const at = rest.indexOf(document);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [gone.length, rest.length];
}
