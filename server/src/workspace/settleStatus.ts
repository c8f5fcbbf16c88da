import { readersOfFiles } from '../analysis/deliveredApplications.ts';
import { openChange, settledStatus, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { commitsBetween, type BetweenCommits } from './commitsBetween.ts';
import type { Workspace } from './workspace.ts';

/** A status with how many commits lie between what runs and what should run. */
export interface SettledStatus {
  readonly status: LiveUnitStatus;
  /** `undefined` where nobody can tell. */
  readonly behind: Behind | undefined;
}

/** Commits between what runs and what should run. */
export interface Behind {
  readonly all: number;
  /** Those that change a file which the application reads; `undefined` where there are too many of them, or of files, to tell. */
  readonly touching: number | undefined;
}

/** So many files are looked at one by one. */
const mostFiles = 1000;
/** Who reads files of a commit hardly ever changes with what is edited meanwhile. */
const readersFreshFor = 60_000;

/** Tells pending changes from drift by the local clone, each pair of commits once. */
export class StatusSettler {
  private readonly workspace: Workspace;
  private readonly between = new Map<string, Promise<BetweenCommits | undefined>>();
  private readonly readers = new Map<
    string,
    { readonly at: number; readonly found: Promise<ReadonlyMap<FileId, ReadonlySet<string>>> }
  >();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** The status of an application of the fleet, by its key. */
  async settle(
    status: LiveUnitStatus,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<SettledStatus> {
    const change = openChange(status);
    if (change === undefined || key === undefined || !this.workspace.git) {
      return { status, behind: undefined };
    }
    const id = `${change.from} ${change.to}`;
    const found = await whileWanted(() => this.betweenOf(id, change, signal), signal);
    if (found === undefined) {
      // The clone may be fetched by the next time.
      this.between.delete(id);
      return { status, behind: undefined };
    }
    const readers = await whileWanted(() => this.readersOf(id, found, signal), signal);
    const isRead = (file: FileId): boolean => readers.get(file)?.has(key) === true;
    const isCut = filesOf(found).length > mostFiles;
    const isCounted = !isCut && found.byCommit.length === found.commits;
    const touching = isCounted
      ? found.byCommit.filter((files) => files.some(isRead)).length
      : undefined;
    // Of too many files, what cannot be told is a change that waits.
    const isTouched = isCut || found.files.some(isRead);
    return {
      status: settledStatus(status, isTouched),
      behind: { all: found.commits, touching },
    };
  }

  private async betweenOf(
    id: string,
    { from, to }: { readonly from: string; readonly to: string },
    signal: AbortSignal,
  ): Promise<BetweenCommits | undefined> {
    const known = this.between.get(id);
    if (known !== undefined) return known;
    const asked = commitsBetween(this.workspace.top, from, to, signal);
    this.between.set(id, asked);
    asked.catch(() => this.between.delete(id));
    return asked;
  }

  private async readersOf(
    id: string,
    found: BetweenCommits,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<FileId, ReadonlySet<string>>> {
    const known = this.readers.get(id);
    if (known !== undefined && Date.now() - known.at < readersFreshFor) return known.found;
    const files = filesOf(found).slice(0, mostFiles);
    const asked = this.workspace.complete((one) => readersOfFiles(one, files), signal);
    this.readers.set(id, { at: Date.now(), found: asked });
    asked.catch(() => this.readers.delete(id));
    return asked;
  }
}

/** What is shared ends with whoever asked for it first: who still wants it asks again. */
async function whileWanted<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isGivenUp = error instanceof Error && /^(?:Abort|Timeout)Error$/.test(error.name);
      if (signal.aborted || !isGivenUp) throw error;
    }
  }
}

function filesOf({ files, byCommit }: BetweenCommits): readonly FileId[] {
  return [...new Set([...files, ...byCommit.flat()])];
}
