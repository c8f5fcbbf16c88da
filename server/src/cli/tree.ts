import { dirname, posix, relative, resolve, sep } from 'node:path';
import type { FileId } from '../text/sourcePointer.ts';
import { suggestion } from '../analysis/suggestion.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { realPath } from '../workspace/realPath.ts';
import { enclosingTop, gitTop } from '../workspace/scan.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import type { Call } from './command.ts';
import { otherRepositories } from './otherRepositories.ts';
import { tellConfigurationFaults } from './configurationFaults.ts';
import { styled, type Io } from './io.ts';

/** Why a tree or a root of it cannot be had: wrong words, or a folder that kustomize does not build either. */
export interface TreeRefusal {
  readonly exitCode: 1 | 2;
  readonly message: string;
}

/**
 * Opens the tree that `--workspace` names, else the one that this folder belongs to, and says which of its files of
 * `.strata/` cannot be read.
 */
export async function openTree(call: Call, io: Io): Promise<Result<Workspace, TreeRefusal>> {
  const tree = await openFiles(call, io);
  if (tree.kind === 'ok') await tellConfigurationFaults(tree.value.complete, io);
  return tree;
}

/** The same without a look at `.strata/`, for who goes on to a commit of it. */
export async function openFiles(call: Call, io: Io): Promise<Result<Workspace, TreeRefusal>> {
  const named = call.options.get('workspace');
  const folder = realPath(resolve(io.folder, named ?? '.'));
  if (folder?.kind !== 'folder') return wrong(`there is no folder ${named ?? io.folder}.`);
  const others = await otherRepositories(call, io);
  if (others.kind === 'failed') return wrong(others.failure);
  const options = { exact: named !== undefined, others: others.value };
  const workspace = await openWorkspace(folder.path, options, io.signal);
  warnTruncated(workspace, io);
  return ok(workspace);
}

/** A root of an open tree. */
export interface OpenRoot {
  readonly workspace: Workspace;
  readonly root: FileId;
}

/**
 * Opens the tree of a folder and finds the folder in it, with all that it reads loaded. Outside of git and without
 * `--workspace` the tree grows upwards as far as the bases of the root lie.
 */
export async function openRoot(
  call: Call,
  io: Io,
  word: string,
): Promise<Result<OpenRoot, TreeRefusal>> {
  const named = call.options.get('workspace');
  if (word === '') return wrong('the name of the folder is empty.');
  const folder = realPath(resolve(io.folder, word));
  if (folder === undefined) return wrong(`there is no folder ${word}.${elsewhere(call, io, word)}`);
  if (folder.kind === 'file')
    return wrong(`${word} is a file; name the folder of a kustomization.`);
  const start = realPath(resolve(io.folder, named ?? '.'));
  if (start?.kind !== 'folder') return wrong(`there is no folder ${named ?? io.folder}.`);
  let exact = named !== undefined;
  let top = exact || belongsTo(start.path, folder.path) ? start.path : folder.path;
  for (;;) {
    const workspace = await openWorkspace(top, { exact }, io.signal);
    const root = workspace.fileIdOf(folder.path);
    if (root === undefined) return wrong(`${word} is not in the workspace ${workspace.top}.`);
    const roots = workspace.host.analysis().roots();
    if (!roots.includes(root)) return { kind: 'failed', failure: notARoot(word, root, roots) };
    const { above } = await workspace.prepare([root], io.signal);
    if (
      above === 0 ||
      workspace.git ||
      named !== undefined ||
      dirname(workspace.top) === workspace.top
    ) {
      warnTruncated(workspace, io);
      return ok({ workspace, root });
    }
    top = resolve(workspace.top, ...Array.from({ length: above }, () => '..'));
    exact = true;
  }
}

function wrong(message: string): Result<never, TreeRefusal> {
  return failed({ exitCode: 2, message });
}

function notARoot(word: string, root: FileId, roots: readonly FileId[]): TreeRefusal {
  const below = roots.filter((one) => one.startsWith(root === '' ? '' : `${root}/`));
  const near = suggestion(root, roots);
  const hint =
    below.length > 0
      ? ` Roots below it: ${below
          .slice(0, 5)
          .map((one) => posix.join(word, posix.relative(root, one)))
          .join(', ')}${below.length > 5 ? ', …' : ''}.`
      : near === undefined
        ? ''
        : ` Did you mean ${near}?`;
  return { exitCode: 1, message: `${word} has no kustomization file.${hint}` };
}

/** Whether a folder is one of the tree that encloses another: not where it alone lies in a git repository. */
function belongsTo(start: string, folder: string): boolean {
  const top = gitTop(start);
  return top === undefined
    ? isWithin(start, folder) && gitTop(folder) === undefined
    : isWithin(top, folder);
}

/** Paths in our output count from the top of the tree: a hint where such a path was taken for one from here. */
function elsewhere(call: Call, io: Io, word: string): string {
  const top = resolve(io.folder, call.options.get('workspace') ?? enclosingTop(io.folder));
  const path = resolve(top, word);
  return realPath(path)?.kind === 'folder'
    ? ` Did you mean ${relative(io.folder, path).split(sep).join('/')}?`
    : '';
}

function isWithin(top: string, path: string): boolean {
  return path === top || path.startsWith(top.endsWith('/') ? top : `${top}/`);
}

function warnTruncated({ truncated, top }: Workspace, io: Io): void {
  if (!truncated) return;
  const word = styled(io.err, 'yellow', 'warning');
  io.err.write(
    `strata: ${word}: ${top} holds too many files; name a smaller tree by --workspace.\n`,
  );
}
