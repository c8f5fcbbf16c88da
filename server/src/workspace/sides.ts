import type { Analysis } from '../analysis/analysis.ts';
import type { AnalysisHost, HostOptions } from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import { kustomizationContents, objectContents, rootFiles } from '../analysis/rootFiles.ts';
import type { RenderOptions } from '../analysis/analysis.ts';
import { unfetchedFiles } from '../analysis/submodule.ts';
import type { PlacedTree } from '../analysis/treesBeside.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, mapResult, ok, type Result } from '../util/result.ts';
import { changedCheckout, type ChangedCheckout } from './checkoutAtHand.ts';
import { isRepository, isShallow, mergeBase, resolveCommit, upstreamBranch } from './commits.ts';
import type { RepositoryFacts } from './repositoryFacts.ts';
import { openRevision, type Revision } from './revision.ts';
import { pathOfUnread } from './scan.ts';
import { stagedWord } from './stagedTree.ts';
import type { OtherRepository } from './treesBeside.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** One of two trees that are compared. */
export interface Side {
  /** The full id of the commit, `index` for what is staged, or `worktree`. */
  readonly id: string;
  readonly host: AnalysisHost;
  readonly complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>;
  /** What git said of the repository for a side that is a commit. */
  readonly repository?: RepositoryFacts;
  /** Loads all kustomization files, which tell who reads what; all that may hold objects, where that is as quick. */
  readonly prepareReach: (signal: AbortSignal) => Promise<void>;
  /** The trees of other repositories that may not be the same on both sides. Default: none. */
  readonly beside?: readonly PlacedTree[];
  /** The files whose contents were asked for and that git was not given. Default: none. */
  readonly unfetched?: () => readonly FileId[];
  /** Loads what roots read, as their kustomization files tell it. */
  readonly prepare: (
    roots: readonly FileId[],
    restrictions: RenderOptions['restrictions'],
    signal: AbortSignal,
  ) => Promise<void>;
}

/** Two trees of one repository, of one family: what both hold is parsed once. */
export interface Sides {
  readonly base: Side;
  readonly head: Side;
  /** The working tree, where it is the head. */
  readonly workspace: Workspace | undefined;
}

/** Which trees are compared; names are whatever `git rev-parse` takes, and `:index` for what is staged. */
export interface SidesRequest {
  /** Exactly this commit. */
  readonly base?: string | undefined;
  /** The commit that this one and the head have in common; default: with the upstream's default branch, else `HEAD`. */
  readonly mergeBase?: string | undefined;
  /** Default: the working tree. */
  readonly head?: string | undefined;
}

/** Opens the two trees below a folder, to compare them once; a refusal says in one sentence what cannot be had. */
export async function openSides(
  top: string,
  {
    request,
    exact,
    others = [],
  }: {
    readonly request: SidesRequest;
    readonly exact: boolean;
    /** Checkouts of other repositories, for what is made of them. */
    readonly others?: readonly OtherRepository[];
  },
  signal: AbortSignal,
): Promise<Result<Sides, string>> {
  const named = await nameSides(top, request, signal);
  if (named.kind === 'failed') return named;
  const { base, head, standsFor } = named.value;
  const host = { isAskedOnce: true };
  if (head === undefined) {
    const changed = await changedCheckouts(others, request, signal);
    if (changed.kind === 'failed') return changed;
    const after = changed.value.map((one) => one.after);
    const workspace = await openWorkspace(top, { exact, others: after, host }, signal);
    const before = changed.value.map((one) => one.before);
    return openSidesBeside(workspace, named.value, { signal, before, host });
  }
  const after = await sideOfCommit(top, head, { signal, standsFor, host, others, isId: true });
  if (after.kind === 'failed') return after;
  const before = await sideOfCommit(top, base.commit, {
    signal,
    standsFor,
    host,
    others,
    isId: true,
    beside: after.value.host,
    sibling: after.value.repository,
  });
  if (before.kind === 'failed') return before;
  return ok({ base: before.value, head: after.value, workspace: undefined });
}

/** Which commits are compared. */
export interface NamedSides {
  readonly base: BaseCommit;
  /** The full id of the commit, `:index`, or `undefined` for the working tree. */
  readonly head: string | undefined;
  /** The name whose branch both trees stand for: what is compared is a change of that branch. */
  readonly standsFor: string;
}

/** The commit that something is compared with, and how it was found. */
export interface BaseCommit {
  /** The full id. */
  readonly commit: string;
  /** The name that led to it. */
  readonly name: string;
  /** `shared`: what the name and the head have in common. */
  readonly relation: 'exact' | 'shared';
}

/** The commits that names mean just now; a refusal says in one sentence what cannot be had. */
export async function nameSides(
  top: string,
  request: SidesRequest,
  signal: AbortSignal,
): Promise<Result<NamedSides, string>> {
  const head = request.head === undefined ? undefined : await commitOf(top, request.head, signal);
  if (head?.kind === 'failed') return head;
  const tip = head === undefined || head.value === stagedWord ? 'HEAD' : head.value;
  const base = await baseOf(top, request, tip, signal);
  if (base.kind === 'failed') return base;
  const standsFor =
    request.head === undefined || request.head === stagedWord ? 'HEAD' : request.head;
  return ok({ base: base.value, head: head?.value, standsFor });
}

/** Opens the trees of commits beside a working tree that is open already, of one family with it. */
export async function openSidesBeside(
  workspace: Workspace,
  { base, head, standsFor }: NamedSides,
  {
    signal,
    before: others = workspace.others(),
    host,
  }: {
    readonly signal: AbortSignal;
    readonly host?: HostOptions;
    /** The checkouts of other repositories as they were. Default: as they are. */
    readonly before?: readonly OtherRepository[];
  },
): Promise<Result<Sides, string>> {
  const beside = workspace.host;
  const options = { signal, standsFor, beside, others, isId: true, ...(host && { host }) };
  const before = await sideOfCommit(workspace.top, base.commit, options);
  if (before.kind === 'failed') return before;
  if (head === undefined) {
    const after = sideOfWorkspace(workspace, before.value.host);
    return ok({ base: before.value, head: after, workspace });
  }
  const after = await sideOfCommit(workspace.top, head, options);
  return after.kind === 'failed'
    ? after
    : ok({ base: before.value, head: after.value, workspace: undefined });
}

/**
 * Checkouts of other repositories before and after what changed in them: their working trees beside what these share with the
 * default branch of their upstream, or beside `HEAD` where that is what the call names.
 */
async function changedCheckouts(
  others: readonly OtherRepository[],
  { base }: SidesRequest,
  signal: AbortSignal,
): Promise<Result<readonly ChangedCheckout[], string>> {
  const request = base === 'HEAD' ? { base } : {};
  const compared: ChangedCheckout[] = [];
  for (const other of others) {
    const named = await nameSides(other.folder, request, signal);
    if (named.kind === 'failed') return failed(`${other.folder}: ${named.failure}`);
    const found = await changedCheckout(other, named.value.base.commit, signal);
    if (found.kind === 'failed') return found;
    compared.push(found.value ?? { before: other, after: other });
  }
  return ok(compared);
}

async function commitOf(
  top: string,
  name: string,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  const found = name === stagedWord ? undefined : await resolveCommit(top, name, signal);
  if (found?.kind === 'ok') return found;
  if (found === undefined && (await isRepository(top, signal))) return ok(name);
  if (!(await isRepository(top, signal))) {
    return failed(
      'this folder belongs to no git repository, and there is nothing to compare with.',
    );
  }
  if (name === 'HEAD') return failed('this repository has no commit yet to compare with.');
  return failed(`git knows no commit ${name} here.${await shallowHint(top, signal)}`);
}

async function baseOf(
  top: string,
  { base, mergeBase: named }: SidesRequest,
  head: string,
  signal: AbortSignal,
): Promise<Result<BaseCommit, string>> {
  const exactly = async (name: string): Promise<Result<BaseCommit, string>> =>
    mapResult(await commitOf(top, name, signal), (commit) => ({ commit, name, relation: 'exact' }));
  if (base !== undefined) return exactly(base);
  const name = named ?? (await upstreamBranch(top, signal));
  if (name === undefined) return exactly('HEAD');
  const common = await mergeBase(top, [name, head], signal);
  if (common.kind === 'ok') return ok({ commit: common.value, name, relation: 'shared' });
  const tip = await commitOf(top, name, signal);
  if (tip.kind === 'failed') return tip;
  const hint = await shallowHint(top, signal);
  return failed(`${name} and ${head} have no commit in common here.${hint}`);
}

/** A clone that was cut off may lack what is asked for. */
async function shallowHint(top: string, signal: AbortSignal): Promise<string> {
  return (await isShallow(top, signal))
    ? ' The clone is shallow: git fetch --unshallow gets the rest (in CI, check out with full history).'
    : '';
}

/** Opens the tree of a commit as one of two sides; `beside` is a tree whose parses it shares. */
export async function sideOfCommit(
  top: string,
  commit: string,
  options: {
    readonly signal: AbortSignal;
    readonly standsFor: string;
    readonly host?: HostOptions;
    readonly beside?: AnalysisHost;
    readonly others?: readonly OtherRepository[];
    /** Whether the commit is named by its full id. */
    readonly isId?: boolean;
    /** What git has just said of the repository for the other side. */
    readonly sibling?: RepositoryFacts | undefined;
  },
): Promise<Result<Side, string>> {
  const opened = await openRevision(top, commit, options);
  if (opened.kind === 'failed') {
    const what = commit === stagedWord ? 'what is staged' : `the tree of ${commit}`;
    return failed(`${what} cannot be read: ${opened.failure.message}`);
  }
  const revision = opened.value;
  const { host, complete } = revision;
  return ok({
    id: revision.id,
    host,
    complete,
    repository: revision.repository,
    beside: treesOf(options.others ?? []),
    unfetched: () => [...revision.unfetched(), ...unfetchedBeside(options.others ?? [])],
    prepareReach: async (stop) => {
      await revision.load(objectContents(host.analysis()), stop);
    },
    prepare: async (roots, restrictions, stop) => {
      await revision.load(await contentsOf(revision, roots, restrictions, stop), stop);
    },
  });
}

function treesOf(others: readonly OtherRepository[]): readonly PlacedTree[] {
  return others.flatMap(({ atHand }) => atHand?.tree ?? []);
}

/** The files of checkouts of other repositories whose contents these lack. */
function unfetchedBeside(others: readonly OtherRepository[]): readonly FileId[] {
  return treesOf(others).flatMap(({ folder, entries }) =>
    unfetchedFiles(entries).map((path) => `${folder}/${path}`),
  );
}

async function contentsOf(
  { host, complete }: Revision,
  roots: readonly FileId[],
  restrictions: RenderOptions['restrictions'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { files } = await complete((analysis) => rootFiles(analysis, roots, restrictions), signal);
  const entries = host.analysis().files;
  return [...files].flatMap((path) => {
    const entry = entries.get(path);
    return entry?.kind === 'file' ? [entry.content] : [];
  });
}

function sideOfWorkspace(workspace: Workspace, base: AnalysisHost): Side {
  const { host, complete, prepare } = workspace;
  return {
    id: 'worktree',
    host,
    complete,
    beside: treesOf(workspace.others()),
    unfetched: () => unfetchedBeside(workspace.others()),
    prepareReach: async (signal) => {
      await readChanged(workspace, base, signal);
      await complete((analysis) => {
        const ids = kustomizationContents(analysis).filter((id) => !host.hasContent(id));
        const needs = ids.map((id) => ({ kind: 'content', id }) as const);
        return needs.length > 0 ? { kind: 'needs', needs } : { kind: 'complete', value: undefined };
      }, signal);
    },
    prepare: async (roots, _restrictions, signal) => {
      await prepare(roots, signal);
    },
  };
}

/** Reads the files that git holds to be changed, so that those that only were touched count as the same. */
async function readChanged(
  workspace: Workspace,
  base: AnalysisHost,
  signal: AbortSignal,
): Promise<void> {
  const known = base.analysis().files;
  await workspace.complete((analysis) => {
    const needs = [...analysis.files].flatMap(([path, entry]) => {
      const isUnread = entry.kind === 'file' && pathOfUnread(entry.content) !== undefined;
      return isUnread && known.get(path)?.kind === 'file'
        ? [{ kind: 'content', id: entry.content } as const]
        : [];
    });
    return needs.length > 0 ? { kind: 'needs', needs } : { kind: 'complete', value: undefined };
  }, signal);
}
