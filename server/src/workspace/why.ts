import type { Analysis } from '../analysis/analysis.ts';
import { loadedContents } from '../analysis/promote.ts';
import {
  applicationsNow,
  madeBy,
  mayRead,
  waitingFor,
  why,
  type ReadingPath,
} from '../analysis/why.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { forkTree, settleTree, type PlannedTree } from './planFork.ts';

/**
 * Which applications read a file, and on which way. Where nobody does, the tree is asked once more with the file, or
 * without one that is there: a folder that a generator finds, a file that its parameters come from, or the register of
 * clusters makes applications without being read by any. Else sets may wait for another revision to have the file. What
 * may read it on clusters that only a controller knows comes last.
 */
export async function whyOf(
  tree: PlannedTree,
  file: FileId,
  signal: AbortSignal,
): Promise<readonly ReadingPath[]> {
  const found = await knownWays(tree, file, signal);
  const open = await tree.complete((one) => mayRead(one, file), signal);
  return [...found, ...open];
}

async function knownWays(
  tree: PlannedTree,
  file: FileId,
  signal: AbortSignal,
): Promise<readonly ReadingPath[]> {
  const known = await tree.complete((one) => why(one, file), signal);
  if (known.length > 0) return known;
  await settleTree(tree, signal);
  const isThere = tree.host.analysis().files.has(file);
  const text = isThere ? undefined : await textLikeIts(tree, file, signal);
  const fork = forkTree(tree, new Map([[file, text]]));
  try {
    const [having, lacking] = isThere ? [tree, fork] : [fork, tree];
    const without = await lacking.complete(applicationsNow, signal);
    const made = await having.complete((one) => madeBy(one, { file, without }), signal);
    return made.length > 0 ? made : await having.complete((one) => waitingFor(one, file), signal);
  } finally {
    fork.host.dispose();
  }
}

/** What a file would say that is not there: as the nearest one of its name does. */
async function textLikeIts(
  { host, complete }: PlannedTree,
  file: FileId,
  signal: AbortSignal,
): Promise<string> {
  const nearest = nearestNamesake(host.analysis(), file);
  if (nearest === undefined) return '';
  const contents = await complete((one) => loadedContents(one, [nearest]), signal);
  const content = contents.get(nearest);
  return content?.kind === 'text' ? content.text : '';
}

/** The content of the file of the same name that shares most of the way, and is as deep. */
function nearestNamesake({ files }: Analysis, file: FileId): string | undefined {
  const parts = file.split('/');
  let best: { readonly shared: number; readonly content: string } | undefined;
  for (const [path, entry] of files) {
    const own = path.split('/');
    if (entry.kind !== 'file' || own.length !== parts.length || own.at(-1) !== parts.at(-1))
      continue;
    const differs = own.findIndex((part, index) => part !== parts[index]);
    if (best === undefined || differs > best.shared)
      best = { shared: differs, content: entry.content };
  }
  return best?.content;
}
