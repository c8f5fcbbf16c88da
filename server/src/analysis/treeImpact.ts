import type { Leaving } from '../layers/fleet/staying.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ApplicationRow } from './applicationRows.ts';
import type { Approval } from './approvals.ts';
import type { ClusterFacts } from './clusterFacts.ts';
import type { Impact, SidePointer } from './impact.ts';
import type { ApplicationStatus } from './impactApplications.ts';
import type { Reach } from './impactReach.ts';
import type { LooseEnd } from './looseEnds.ts';
import type { HandAppliedImpact, OwnObjectImpact } from './ownObjects.ts';
import type { SourceRange } from './sourceRange.ts';

/** What differs between two trees. */
export interface TreeImpact {
  readonly base: string;
  readonly head: string;
  readonly reach: Reach;
  /** Every root that the change reaches, and every plain folder that an application is made of, sorted. */
  readonly roots: readonly RootImpact[];
  /** Every application that the change reaches, or whose object it changes, by cluster and name. */
  readonly applications: readonly ApplicationImpact[];
  /** What somebody applies by hand and that says something else now, by files. */
  readonly handApplied: readonly HandAppliedImpact[];
  /** What leads nowhere, as far as the change makes it so or touches it. */
  readonly looseEnds: readonly LooseEnd[];
  /** The branch that the new tree is merged to, as far as git tells. */
  readonly mergesTo: string | undefined;
  /** What the new tree knows of the clusters, by name. */
  readonly clusterFacts: ReadonlyMap<string, ClusterFacts>;
  /** Where a place of one of the trees stands. */
  readonly rangeOf: (at: SidePointer) => SourceRange | undefined;
}

/** What became of a root. */
export interface RootImpact extends Impact {
  readonly root: FileId;
}

/** What became of an application. */
export interface ApplicationImpact extends Omit<Impact, 'status'> {
  readonly status: ApplicationStatus;
  /** What became of its output, also where it has moved. */
  readonly outputStatus: Impact['status'];
  /** As it is now; as it was, where it is gone. */
  readonly row: ApplicationRow;
  /** Set where it was made of another folder before. */
  readonly previousPath: FileId | undefined;
  /** Set where it was delivered to another cluster before. */
  readonly previousCluster: string | undefined;
  readonly objectChanged: boolean;
  /** What differs in its own object; `undefined` where nothing does, or where it is not on both sides. */
  readonly own: OwnObjectImpact | undefined;
  /** Of one that is gone from Git: what becomes of it on its cluster. */
  readonly leaving: Leaving | undefined;
  /** Whether all that it has no more stays on its cluster. */
  readonly keepsAll: boolean;
  /** Whose approval the changed files need that it is made of. */
  readonly approvals: readonly Approval[];
}
