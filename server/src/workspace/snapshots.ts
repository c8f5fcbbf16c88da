import type { Analysis } from '../analysis/analysis.ts';
import {
  foldersToCompare,
  type CopiedFolder,
  type Followed,
  type LayerPair,
} from '../analysis/snapshots.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { runGit, splitNul } from './git.ts';

/** A commit in the history of a repository, or of the working tree: `HEAD`. */
export interface HistoryPoint {
  /** A folder of the working tree, or a git directory. */
  readonly top: string;
  readonly revision: string;
}

/** So many commits of a source are looked at. */
const mostCommits = 200;

/**
 * The folders of a target that hold, to the byte, what the same folder of the source held earlier, and that were brought
 * from one such state to a later one before: whoever keeps them copies them as a whole, and does so again. Stages that only
 * began as copies are none. The topmost come first; others may lie in them.
 */
export async function snapshotFolders(
  analysis: Analysis,
  pairs: readonly LayerPair[],
  { top, revision }: HistoryPoint,
  signal: AbortSignal,
): Promise<readonly CopiedFolder[]> {
  const found: CopiedFolder[] = [];
  let elsewhere = 0;
  const asked = pairs.map((pair) => ({ pair, folders: foldersToCompare(analysis, pair) }));
  if (asked.every(({ folders }) => folders.length === 0)) return [];
  const shown = await runGit(top, ['rev-parse', '--show-prefix'], { signal });
  const prefix = shown.kind === 'ok' ? shown.value.toString('utf8').trim() : '';
  for (const { pair, folders } of asked) {
    if (folders.length === 0) continue;
    // Along the first parents, each commit follows the one before it in the list.
    const words = ['log', '--first-parent', '--format=%H', `--max-count=${mostCommits}`];
    const paths = [pair.from, pair.to].map((path) => `:(top,literal)${prefix}${path}`);
    const log = await runGit(top, [...words, revision, '--', ...paths], { signal });
    if (log.kind === 'failed') return [];
    const commits = log.value.toString('utf8').split('\n').filter(Boolean);
    for (const folder of folders) {
      const idsOf = (path: FileId): readonly string[] =>
        commits.map((commit) => `${commit}:${prefix}${path}${folder}`);
      const trees = await treesOf(top, [...idsOf(pair.to), ...idsOf(pair.from)], signal);
      const own = trees.slice(0, commits.length);
      const theirs = trees.slice(commits.length);
      const [now] = own;
      const commit = commits[now === undefined ? -1 : theirs.indexOf(now)];
      if (commit === undefined) continue;
      const direct = broughtBefore(own, theirs);
      const place = { top, path: `${prefix}${pair.from}${folder}`, commits };
      const isAsked = direct.length === 0 && elsewhere < mostElsewhere;
      if (isAsked) elsewhere += 1;
      const brought = isAsked ? await followedElsewhere(place, theirs, signal) : direct;
      if (brought.length === 0) continue;
      const ways = { from: `${pair.from}${folder}`, to: `${pair.to}${folder}` };
      if (!(await isAsCommitted(analysis, ways.to, { top, revision }, signal))) continue;
      const followed = await followedIn(top, brought, signal);
      // What could not be compared is unknown, and no copy.
      if (followed === undefined) continue;
      found.push({ ...pair, ...ways, words: wordsOf(analysis, pair), followed, commit });
    }
  }
  return found;
}

/** A state of a folder, as the id of its tree, and the one that took its place. */
interface Step {
  readonly before: string;
  readonly after: string;
}

/**
 * Where a state of the target was replaced by another one, while both had been the source's before; the states of both
 * after each commit, the newest first. What changes in both stages at once brings nothing from one to the other.
 */
function broughtBefore(
  own: readonly (string | undefined)[],
  theirs: readonly (string | undefined)[],
): readonly Step[] {
  return own.flatMap((after, index) => {
    const before = own[index + 1];
    if (after === undefined || before === undefined || after === before) return [];
    const earlier = theirs.slice(index + 1);
    return earlier.includes(after) && earlier.includes(before) ? [{ before, after }] : [];
  });
}

/** For so many folders of all pairs, the whole history is searched for what their source follows. */
const mostElsewhere = 16;

/** So many steps are read, the newest first. */
const mostSteps = 20;

/** A folder, and the commits that changed it or its target, the newest first. */
interface PlaceInHistory {
  readonly top: string;
  /** From the top of the repository. */
  readonly path: string;
  readonly commits: readonly string[];
}

/**
 * The steps by which the source itself followed a third folder, such as a base or the stage before it: what goes from stage
 * to stage as a whole gets to the next one so as well, also for the first time.
 */
async function followedElsewhere(
  { top, path, commits }: PlaceInHistory,
  states: readonly (string | undefined)[],
  signal: AbortSignal,
): Promise<readonly Step[]> {
  const steps = states.flatMap((after, index) => {
    const [before, commit] = [states[index + 1], commits[index]];
    const isStep = after !== undefined && before !== undefined && after !== before;
    return isStep && commit !== undefined ? [{ before, after, commit }] : [];
  });
  const found: Step[] = [];
  for (const { commit, ...step } of steps.slice(0, mostSteps)) {
    const earlier = `${commit}^`;
    const listed = await runGit(top, ['ls-tree', '-r', '-d', '-z', '--full-tree', earlier], {
      signal,
    });
    if (listed.kind === 'failed') continue;
    const others = splitNul(listed.value).flatMap((line) => {
      const [, id, other = ''] = /^\d+ tree ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return id === step.after && other !== path ? [other] : [];
    });
    for (const other of others.slice(0, mostOthers)) {
      const words = ['log', '--first-parent', '--format=%H', `--max-count=${mostCommits}`];
      const log = await runGit(top, [...words, earlier, '--', `:(top,literal)${other}`], {
        signal,
      });
      if (log.kind === 'failed') continue;
      const names = log.value.toString('utf8').split('\n').filter(Boolean);
      const trees = await treesOf(
        top,
        names.map((one) => `${one}:${other}`),
        signal,
      );
      if (trees.includes(step.before)) {
        found.push(step);
        break;
      }
    }
  }
  return found;
}

/** So many folders with the same content are asked. */
const mostOthers = 8;

/** Whether one of the steps changed anything but versions; `undefined` where one cannot be compared. */
async function followedIn(
  top: string,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<Followed | undefined> {
  for (const { before, after } of steps.slice(0, mostSteps)) {
    const words = ['diff-tree', '-r', '-p', '-U0', '--no-renames', '--no-ext-diff', before, after];
    const answer = await runGit(top, words, { signal });
    if (answer.kind === 'failed') return undefined;
    const lines = answer.value.toString('utf8').split('\n');
    const of = (sign: string): string =>
      lines
        .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
        .map((line) => withoutVersion(line.slice(1)))
        .sort()
        .join('\n');
    if (of('-') !== of('+')) return 'settings';
  }
  return 'versions';
}

/** A line with one sign for each version: tags and digests of images, semantic versions, and ids of commits. */
function withoutVersion(line: string): string {
  const tags =
    /((?:[tT]ag|\bref|[rR]evision)["']?:\s*["']?|\bimage["']?:\s*["']?[^\s"',@]*:)[\w.+-]+/g;
  const ids = /\bsha256:[0-9a-f]{64}\b|\b(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,64}\b/g;
  const semantic = /(?<![\w.])v?\d+\.\d+\.\d+(?!\.?\d)(?:[-+][\w.+-]*)?/g;
  return line.trim().replaceAll(tags, '$1#').replaceAll(ids, '#').replaceAll(semantic, '#');
}

/**
 * The names of the stages and of those beside them: whatever names one of them is the stage's own. What is called a base
 * is none.
 */
function wordsOf({ files }: Analysis, { from, to }: LayerPair): readonly string[] {
  const words = new Set([baseOf(from), baseOf(to)]);
  for (const layer of [from, to]) {
    const beside = layer.slice(0, layer.lastIndexOf('/') + 1);
    if (beside === '') continue;
    for (const file of files.keys()) {
      const [name = '', ...rest] = file.startsWith(beside)
        ? file.slice(beside.length).split('/')
        : [];
      if (rest.length > 0 && !/^(?:base|common|shared|components?)$/.test(name)) words.add(name);
    }
  }
  return [...words];
}

function baseOf(path: FileId): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The ids of trees by their names; `undefined` for what is none. */
async function treesOf(
  top: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const input = names.map((name) => `${name}\n`).join('');
  const answer = await runGit(top, ['cat-file', '--batch-check', '--buffer'], { signal, input });
  if (answer.kind === 'failed') return [];
  const lines = answer.value.toString('utf8').split('\n');
  return names.map((_, index) => /^([0-9a-f]+) tree /.exec(lines[index] ?? '')?.[1]);
}

/** Whether the files of a folder are those of the commit: what somebody is about to change is no copy. */
async function isAsCommitted(
  { files }: Analysis,
  folder: FileId,
  { top, revision }: HistoryPoint,
  signal: AbortSignal,
): Promise<boolean> {
  const listed = await runGit(top, ['ls-tree', '-r', '-z', revision, '--', `${folder}/`], {
    signal,
  });
  if (listed.kind === 'failed') return false;
  const committed = splitNul(listed.value).map((line) => {
    const [, id = '', path = ''] = /^\d+ \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return { id, path };
  });
  const isSame = committed.every(({ id, path }) => {
    const entry = files.get(path);
    return entry?.kind === 'file' && entry.content === id;
  });
  const count = [...files.keys()].filter((file) => file.startsWith(`${folder}/`)).length;
  return isSame && count === committed.length;
}
