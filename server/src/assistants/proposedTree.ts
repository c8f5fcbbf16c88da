import { isAbsolute, join } from 'node:path';
import { textOfFile } from '../analysis/secretFindings.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { forkTree, settleTree, type PlannedTree } from '../workspace/planFork.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A tree with the texts that somebody proposes, beside the tree as it is. */
export interface ProposedTree {
  readonly tree: PlannedTree;
  /** What is other than it is, sorted: a text that a file has already is no proposal. */
  readonly files: readonly FileId[];
  /** Gives up what only the proposal holds. */
  readonly dispose: () => void;
}

/** Lays texts over a tree, by paths from its top or absolute ones; a refusal says which path cannot be. */
export async function proposedTree(
  workspace: Workspace,
  files: ReadonlyMap<string, string | undefined>,
  signal: AbortSignal,
): Promise<Result<ProposedTree, string>> {
  const texts = new Map<FileId, string | undefined>();
  const named = new Set<FileId>();
  for (const [path, text] of files) {
    const file = writtenPath(workspace, path);
    if (file === undefined || file === '' || file.split('/').includes('.git'))
      return failed(`${path} is no file of the workspace.`);
    if (named.has(file)) return failed(`The file ${file} is named twice.`);
    named.add(file);
    if (text === undefined && !workspace.host.analysis().files.has(file))
      return failed(`${path} is no file that could be deleted.`);
    const now = await workspace.complete((one) => textOfFile(one, file), signal);
    if (text === undefined || now !== text) texts.set(file, text);
  }
  if (texts.size === 0) return ok({ tree: workspace, files: [], dispose: () => undefined });
  await settleTree(workspace, signal);
  const tree = forkTree(workspace, texts);
  return ok({
    tree,
    files: [...texts.keys()].sort(),
    dispose: () => {
      tree.host.dispose();
    },
  });
}

/**
 * The path that is meant: absolute, from the top of the tree, or, where that is a file only there, from the folder that was
 * opened; a path that was taken wrongly would be a new file, which changes nothing. `undefined` outside of the tree.
 */
export function writtenPath(
  { top, folder, host, fileIdOf }: Workspace,
  written: string,
): FileId | undefined {
  const isBelow = written === top || written.startsWith(`${top}/`);
  if (isAbsolute(written) && !isBelow) return undefined;
  const below = isBelow ? written.slice(top.length + 1) : written;
  const fromTop = fileIdOf(join(top, below));
  const fromFolder = fileIdOf(join(top, folder, below));
  const { files } = host.analysis();
  const isThere = fromTop !== undefined && files.has(fromTop);
  return !isThere && fromFolder !== undefined && files.has(fromFolder) ? fromFolder : fromTop;
}
