import type { AnalysisHost } from '../analysis/analysisHost.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { runGit, splitNul } from './git.ts';
import { headStamp } from './headStamp.ts';

/** Tells the files that differ from the last commit; `undefined` where there is none. */
export type ChangedFiles = (signal: AbortSignal) => Promise<ReadonlySet<FileId> | undefined>;

/** What differs is told by the ids of contents: the tree of the last commit is listed once. */
export function newChangedFiles(top: string, host: AnalysisHost): ChangedFiles {
  let known: { readonly stamp: string; readonly ids: ReadonlyMap<FileId, string> } | undefined;
  return async (signal) => {
    const stamp = headStamp(top);
    if (stamp === undefined || known?.stamp !== stamp) {
      const listed = await runGit(top, ['ls-tree', '-r', '-z', 'HEAD'], { signal });
      if (listed.kind === 'failed') return undefined;
      known = { stamp: stamp ?? '', ids: idsOf(splitNul(listed.value)) };
    }
    const { ids } = known;
    const changed = [...host.analysis().files].flatMap(([path, entry]) =>
      entry.kind === 'file' && entry.content !== ids.get(path) ? [path] : [],
    );
    return new Set(changed);
  };
}

/** Lines of `git ls-tree`: mode, kind and id before a tab, the path behind it. */
function idsOf(lines: readonly string[]): ReadonlyMap<FileId, string> {
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(tab + 1), line.slice(0, tab).split(' ')[2] ?? ''] as const;
    }),
  );
}
