import type { Analysis, TreeEntry } from '../analysis/analysis.ts';
import type { AnalysisHost } from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, mapResult, ok, type Result } from '../util/result.ts';
import { runGit, splitNul, type GitFailure } from './git.ts';
import { entriesOf } from './gitObjects.ts';
import { openRevision, type Revision } from './revision.ts';
import { submoduleMode } from './scan.ts';
import type { TreeLine } from './stagedTree.ts';
import type { OtherRepository } from './treesBeside.ts';

/** The tree of a commit that becomes that of another one at the cost of what differs, as whoever walks through a history needs it. */
export class WalkingTree {
  private readonly top: string;
  private revision: Revision;
  private commit: string;
  private readonly others: readonly OtherRepository[];

  private constructor(top: string, revision: Revision, others: readonly OtherRepository[]) {
    this.top = top;
    this.revision = revision;
    this.others = others;
    this.commit = revision.id;
  }

  /** Opens the tree of whatever `git rev-parse` takes, beside another one with which it shares every parse. */
  static async open(
    top: string,
    start: string,
    options: {
      readonly signal: AbortSignal;
      readonly beside?: AnalysisHost;
      /** Checkouts of other repositories, which are read as they are now, whatever the commit. */
      readonly others?: readonly OtherRepository[];
    },
  ): Promise<Result<WalkingTree, GitFailure>> {
    const opened = await openRevision(top, start, options);
    return mapResult(opened, (revision) => new WalkingTree(top, revision, options.others ?? []));
  }

  /** The commit whose tree it is now. */
  get at(): string {
    return this.commit;
  }

  /** The analysis of now; after the next step it is another one. */
  get host(): AnalysisHost {
    return this.revision.host;
  }

  /** Asks, loads what the answer lacks, and asks again until nothing is lacking. */
  async complete<T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal): Promise<T> {
    return this.revision.complete(ask, signal);
  }

  /** Becomes the tree of a commit, by its full id. Where submodules differ, it is read anew. Throws where git does not read it. */
  async moveTo(commit: string, signal: AbortSignal): Promise<void> {
    if (commit === this.commit) return;
    const entries = await differingEntries(this.top, [this.commit, commit], signal);
    if (entries.kind === 'ok' && entries.value !== undefined) {
      this.host.apply({ entries: entries.value });
    } else {
      const before = this.revision;
      const opened = await openRevision(this.top, commit, {
        signal,
        beside: before.host,
        others: this.others,
      });
      if (opened.kind === 'failed')
        throw new Error(`git does not read ${commit}: ${opened.failure.message}`);
      this.revision = opened.value;
      before.host.dispose();
    }
    this.commit = commit;
  }

  /** Gives up the tree; it is not to be used again. */
  dispose(): void {
    this.host.dispose();
  }
}

/** What stands at the second of two commits where they differ, `undefined` for what is gone; no map at all where submodules differ. */
async function differingEntries(
  top: string,
  [from, to]: readonly [string, string],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<FileId, TreeEntry | undefined> | undefined, GitFailure>> {
  const words = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--relative'];
  const answer = await runGit(top, [...words, from, to, '--'], { signal });
  if (answer.kind === 'failed') return answer;
  const fields = splitNul(answer.value);
  const gone: FileId[] = [];
  const lines: TreeLine[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [before = '', after = '', , id = ''] = (fields[index] ?? '').slice(1).split(' ');
    const path = fields[index + 1] ?? '';
    if (before === submoduleMode || after === submoduleMode) return ok(undefined);
    gone.push(path);
    lines.push({ path, mode: after, id });
  }
  const there = await entriesOf(top, lines, signal);
  if (there.kind === 'failed') return failed(there.failure);
  return ok(new Map([...gone.map((path) => [path, undefined] as const), ...there.value]));
}
