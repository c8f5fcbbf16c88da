import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeEntry } from '../analysis/analysis.ts';
import { absentEntry, submoduleEntry, submoduleFile } from '../analysis/submodule.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { chainResult, failed, mapResult, ok, type Result } from '../util/result.ts';
import { runGit, splitNul, type GitFailure } from './git.ts';
import { submoduleMode } from './scan.ts';
import type { TreeLine } from './stagedTree.ts';

/** What a commit's tree holds below a folder. */
export async function listTree(
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

/**
 * The tree of a commit, and the folders of the repositories that have its objects; `undefined` where git does not have all of
 * it, as in a partial clone. On wish a few files may lack their contents: such that only a kustomization can name, or any.
 */
export async function treeOfCommit(
  folder: string,
  commit: string,
  {
    signal,
    lacking,
  }: { readonly signal: AbortSignal; readonly lacking: 'nothing' | 'some' | 'any' },
): Promise<
  | { readonly entries: ReadonlyMap<FileId, TreeEntry>; readonly folders: readonly string[] }
  | undefined
> {
  const tree = await treeOf(folder, await listTree(folder, commit, signal), signal);
  if (tree.kind === 'failed') return undefined;
  const { entries, submodules } = tree.value;
  const folders = [folder, ...submodules.map((path) => join(folder, path))];
  const missing = new Set(await missingContents(folders, entries, signal));
  if (missing.size === 0) return { entries, folders };
  const isMissing = (entry: TreeEntry): boolean =>
    entry.kind === 'file' && missing.has(entry.content);
  const paths = [...entries].flatMap(([path, entry]) => (isMissing(entry) ? [path] : []));
  const isRefused = lacking === 'some' && paths.some((path) => !mayLack(path, entries));
  if (lacking === 'nothing' || isRefused) return undefined;
  const known = [...entries].map(([path, entry]): readonly [FileId, TreeEntry] => [
    path,
    entry.kind === 'file' && missing.has(entry.content) ? absentEntry(entry.content) : entry,
  ]);
  return { entries: new Map(known), folders };
}

/**
 * Whether a file without a content makes what reads it fail, so that it is told. What charts, generators, plain folders and the
 * settings of controllers are made of would be passed over.
 */
function mayLack(path: FileId, entries: ReadonlyMap<FileId, TreeEntry>): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (name.startsWith('.') || /\.(?:ya?ml|tpl|tgz)$/.test(name)) return false;
  return parts.every(
    (_, index) => !entries.has([...parts.slice(0, index), 'Chart.yaml'].join('/')),
  );
}

/** The contents of the files of a tree that none of some repositories has. */
async function missingContents(
  folders: readonly string[],
  entries: ReadonlyMap<FileId, TreeEntry>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids = [...entries.values()].flatMap((entry) =>
    entry.kind === 'file' && submoduleFile(entry.content) === undefined ? [entry.content] : [],
  );
  let missing = [...new Set(ids)];
  for (const folder of folders) {
    if (missing.length === 0) break;
    const input = missing.map((id) => `${id}\n`).join('');
    const answer = await runGit(folder, ['cat-file', '--batch-check', '--buffer'], {
      signal,
      input,
    });
    const lines = answer.kind === 'ok' ? answer.value.toString('utf8').split('\n') : [];
    missing = missing.filter((_, index) => lines[index]?.endsWith(' missing') ?? true);
  }
  return missing;
}

/** The entries of a tree, with those of its submodules at the commits that it names. */
export interface Tree {
  readonly entries: ReadonlyMap<FileId, TreeEntry>;
  /** The submodules that were fetched. */
  readonly submodules: readonly FileId[];
}

export async function treeOf(
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

/** The bytes of objects, by `git cat-file --batch`; what is not there is left out. */
export async function readObjects(
  top: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, Buffer>, GitFailure>> {
  if (ids.length === 0) return ok(new Map());
  // Nobody waits for single objects: with a buffer git need not write each by itself.
  const read = (some: readonly string[]): Promise<Result<Buffer, GitFailure>> =>
    runGit(top, ['cat-file', '--batch', '--buffer'], {
      signal,
      input: some.map((id) => `${id}\n`).join(''),
    });
  const answer = await read(ids);
  // In a partial clone git ends at the first object that is not there.
  const there = answer.kind === 'failed' ? await objectsThere(top, signal) : undefined;
  const whole = there === undefined ? answer : await read(ids.filter((id) => there.has(id)));
  return chainResult(whole, (output) => {
    const objects = parseBatch(output);
    return objects === undefined
      ? failed({ command: 'cat-file', message: 'git said something else than expected.' })
      : ok(objects);
  });
}

/** The ids of all objects that a repository has; `undefined` where git does not answer. */
async function objectsThere(
  top: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const words = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'];
  const answer = await runGit(top, words, { signal });
  return answer.kind === 'ok' ? new Set(answer.value.toString('utf8').split('\n')) : undefined;
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
