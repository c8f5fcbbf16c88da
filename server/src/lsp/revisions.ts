import { resolveCommit } from '../workspace/commits.ts';
import { openRevision, type Revision } from '../workspace/revision.ts';
import { stagedWord } from '../workspace/stagedTree.ts';
import type { Tree } from './trees.ts';

/** How many revisions of a tree stay open; each shares its parses with the working tree. */
const mostOpen = 4;

type Opening = Promise<Revision | undefined>;

/** The revisions that rendered documents show, read from git's objects beside the working tree. */
export class Revisions {
  private readonly open = new WeakMap<Tree, Map<string, Opening>>();
  private readonly stopped: AbortSignal;

  /** What is opened outlives the request that asked for it; the signal ends all. */
  constructor(stopped: AbortSignal) {
    this.stopped = stopped;
  }

  /**
   * The tree of whatever `git rev-parse` takes, or of what is staged, as it is now; `undefined` where git does not know it,
   * or is not to be asked.
   */
  async at(tree: Tree, name: string, signal: AbortSignal): Promise<Revision | undefined> {
    const { workspace } = tree;
    if (!workspace.git) return undefined;
    if (name === stagedWord) return this.openBeside(tree, name);
    const commit = await resolveCommit(workspace.top, name, signal);
    if (commit.kind === 'failed') return undefined;
    const known = this.open.get(tree) ?? new Map<string, Opening>();
    this.open.set(tree, known);
    const opening = known.get(commit.value) ?? this.openBeside(tree, commit.value);
    // What was asked for last stays longest.
    known.delete(commit.value);
    known.set(commit.value, opening);
    const [oldest] = known.keys();
    if (known.size > mostOpen && oldest !== undefined) known.delete(oldest);
    return opening;
  }

  private async openBeside({ workspace: { top, host, others } }: Tree, name: string): Opening {
    const options = { signal: this.stopped, beside: host, others: others() };
    const opened = await openRevision(top, name, options);
    return opened.kind === 'ok' ? opened.value : undefined;
  }
}
