import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis, TreeEntry } from '../analysis/analysis.ts';
import {
  AnalysisHost,
  type Change,
  type FileContent,
  type HostOptions,
} from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import { submoduleEntry, submoduleFile } from '../analysis/submodule.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { chainResult, failed, mapResult, ok, type Result } from '../util/result.ts';
import { completeAnswer } from './complete.ts';
import { contentOf, mostBytes } from './content.ts';
import { resolveCommit } from './commits.ts';
import { repositoryFacts } from './repositoryFacts.ts';
import { runGit, splitNul, type GitFailure } from './git.ts';
import { submoduleMode } from './scan.ts';
import { listStaged, stagedWord, type TreeLine } from './stagedTree.ts';

/**
 * The tree of a revision with its analysis, read from git's objects: no checkout is made. It shares every parse with the
 * host of another tree that it is opened beside.
 */
export interface Revision {
  /** The full id of the commit, or `index`. */
  readonly id: string;
  readonly host: AnalysisHost;
  /** Asks, loads what the answer lacks, and asks again until nothing is lacking. */
  readonly complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>;
  /** Loads contents in one go, so that builds need not stop for each. */
  readonly load: (ids: readonly string[], signal: AbortSignal) => Promise<void>;
}

/**
 * Opens the tree of whatever `git rev-parse` takes, or of `:index`, what is staged, as far as it lies below a folder of the
 * working tree.
 */
export async function openRevision(
  top: string,
  revision: string,
  {
    signal,
    host: hostOptions,
    beside,
    standsFor,
  }: {
    readonly signal: AbortSignal;
    readonly host?: HostOptions;
    readonly beside?: AnalysisHost;
    /** The name whose branch the tree stands for; default: the revision itself. */
    readonly standsFor?: string;
  },
): Promise<Result<Revision, GitFailure>> {
  const isStaged = revision === stagedWord;
  const commit = isStaged ? ok('index') : await resolveCommit(top, revision, signal);
  if (commit.kind === 'failed') return commit;
  const lines = isStaged ? listStaged(top, signal) : listTree(top, commit.value, signal);
  const [entries, repository] = await Promise.all([
    lines.then((listed) => treeOf(top, listed, signal)),
    repositoryFacts(top, signal, standsFor ?? (isStaged ? 'HEAD' : revision)),
  ]);
  return mapResult(entries, (tree) => {
    const host = new AnalysisHost(hostOptions, beside);
    const folders = [top, ...tree.submodules.map((path) => join(top, path))];
    host.apply({ entries: tree.entries, repository });
    return {
      id: commit.value,
      host,
      complete: (ask, stop) =>
        completeAnswer(host, ask, (ids) => loadObjects(folders, ids, stop), {
          signal: stop,
          apply: (change) => {
            host.apply(change);
          },
        }),
      load: async (ids, stop) => {
        const missing = [...new Set(ids)].filter((id) => !host.hasContent(id));
        host.apply(await loadObjects(folders, missing, stop));
      },
    };
  });
}

/** What a commit's tree holds below a folder. */
async function listTree(
  top: string,
  commit: string,
  signal: AbortSignal,
): Promise<Result<readonly TreeLine[], GitFailure>> {
  const listed = await runGit(top, ['ls-tree', '-r', '-z', commit], { signal });
  return mapResult(listed, (output) =>
    splitNul(output).map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
      return { path: line.slice(tab + 1), mode, id };
    }),
  );
}

/** The entries of a tree, with those of its submodules at the commits that it names. */
interface Tree {
  readonly entries: ReadonlyMap<FileId, TreeEntry>;
  /** The submodules that were fetched. */
  readonly submodules: readonly FileId[];
}

async function treeOf(
  top: string,
  listed: Result<readonly TreeLine[], GitFailure>,
  signal: AbortSignal,
): Promise<Result<Tree, GitFailure>> {
  if (listed.kind === 'failed') return listed;
  const own = await entriesOf(top, listed.value, signal);
  if (own.kind === 'failed') return own;
  const entries = new Map(own.value);
  const submodules: FileId[] = [];
  for (const { path, mode, id } of listed.value) {
    if (mode !== submoduleMode) continue;
    const inside = await treeOfSubmodule(join(top, path), id, signal);
    if (inside === undefined) entries.set(path, submoduleEntry(id));
    else {
      submodules.push(path, ...inside.submodules.map((below) => `${path}/${below}`));
      for (const [below, entry] of inside.entries) entries.set(`${path}/${below}`, entry);
    }
  }
  return ok({ entries, submodules });
}

/** `undefined` for a submodule that was not fetched, or not as far as the commit. */
async function treeOfSubmodule(
  folder: string,
  commit: string,
  signal: AbortSignal,
): Promise<Tree | undefined> {
  if (!existsSync(join(folder, '.git'))) return undefined;
  const tree = await treeOf(folder, await listTree(folder, commit, signal), signal);
  return tree.kind === 'ok' ? tree.value : undefined;
}

/** The files and links among what git lists; the targets of links are contents of git, too. */
export async function entriesOf(
  top: string,
  listed: readonly TreeLine[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<FileId, TreeEntry>, GitFailure>> {
  const entries = new Map<FileId, TreeEntry>();
  const links = new Map<FileId, string>();
  for (const { path, mode, id } of listed) {
    if (mode === '120000') links.set(path, id);
    else if (mode.startsWith('100')) entries.set(path, { kind: 'file', content: id });
  }
  const targets = await readObjects(top, [...new Set(links.values())], signal);
  return mapResult(targets, (contents) => {
    for (const [path, id] of links) {
      const target = contents.get(id)?.toString('utf8') ?? '';
      entries.set(path, { kind: 'symlink', target: target.startsWith('/') ? '/..' : target });
    }
    return entries;
  });
}

/** Loads contents from the objects of the first of some repositories that has them. */
async function loadObjects(
  folders: readonly string[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Change> {
  const objects = new Map<string, Buffer>();
  for (const folder of folders) {
    const missing = ids.filter((id) => !objects.has(id) && submoduleFile(id) === undefined);
    const found = await readObjects(folder, missing, signal);
    if (found.kind === 'ok') for (const [id, bytes] of found.value) objects.set(id, bytes);
  }
  const contents = new Map<string, FileContent>();
  for (const id of ids) {
    const submodule = submoduleFile(id);
    if (submodule !== undefined) {
      contents.set(id, submodule);
      continue;
    }
    const bytes = objects.get(id);
    // An object that is not there (a partial clone) counts as empty bytes: nothing can be read from it.
    if (bytes === undefined) contents.set(id, { kind: 'tooLarge', size: 0 });
    else if (bytes.length > mostBytes) contents.set(id, { kind: 'tooLarge', size: bytes.length });
    else contents.set(id, contentOf(bytes));
  }
  return { contents };
}

/** The bytes of objects, by `git cat-file --batch`; what is not there is left out. */
async function readObjects(
  top: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, Buffer>, GitFailure>> {
  if (ids.length === 0) return ok(new Map());
  const input = `${ids.join('\n')}\n`;
  const answer = await runGit(top, ['cat-file', '--batch'], { signal, input });
  return chainResult(answer, (output) => {
    const objects = parseBatch(output);
    return objects === undefined
      ? failed({ command: 'cat-file', message: 'git said something else than expected.' })
      : ok(objects);
  });
}

/** Reads `id type size<newline>bytes<newline>` again and again; `undefined` where the output is something else. */
function parseBatch(output: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const objects = new Map<string, Buffer>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    if (end < 0) return undefined;
    const [id = '', type, size] = output.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type === 'missing') continue;
    const length = Number(size);
    if (!Number.isInteger(length)) return undefined;
    objects.set(id, output.subarray(at, at + length));
    at += length + 1;
  }
  return objects;
}
