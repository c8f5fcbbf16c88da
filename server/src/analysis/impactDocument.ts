import type { TreeImpact } from './treeImpact.ts';
import {
  applicationRow,
  clusterRows,
  crossingsOf,
  type ApplicationRow,
  type ClusterRow,
  type CrossingRow,
} from './impactApplicationRows.ts';
import { looseEndRow, type LooseEndRow } from './looseEndRows.ts';
import { dangerRow, renderRow, resourceRow, type RenderRow } from './impactRows.ts';

/**
 * What `strata impact` tells, as its JSON has it: every other form is made of this, so that reports that were written to
 * files can be merged and told in any form. See docs/schemas/impact.schema.json.
 */
export interface ImpactDocument {
  readonly base: string;
  readonly head: string;
  /** Which part of the work it tells of, where it is a part. */
  readonly shard?: string | undefined;
  readonly roots: readonly RootRow[];
  /** Every application that the change reaches, or whose object it changes, by cluster and name. */
  readonly applications: readonly ApplicationRow[];
  /** Files that somebody applies by hand, with the objects in them that say something else now; absent where none does. */
  readonly handApplied?: readonly HandAppliedRow[] | undefined;
  readonly clusters: readonly ClusterRow[];
  /** The branch that it is merged to, as far as git tells. */
  readonly mergesTo?: string | undefined;
  /** What leads nowhere, as far as the change makes it so or touches it. */
  readonly looseEnds: readonly LooseEndRow[];
  /** The borders between clusters that it crosses. */
  readonly crossings: readonly CrossingRow[];
}

/** A root that the change reaches. */
export interface RootRow extends RenderRow {
  readonly root: string;
}

/** A file that somebody applies by hand, with the objects in it that say something else now. */
export interface HandAppliedRow extends Pick<RenderRow, 'resources' | 'dangers'> {
  readonly file: string;
}

/** The document of a comparison. */
export function documentOf(impact: TreeImpact, shard: string | undefined): ImpactDocument {
  const { base, head, roots } = impact;
  const applications = impact.applications.map((one) => applicationRow(one, impact));
  const handApplied = impact.handApplied.map(({ file, resources, dangers }): HandAppliedRow => ({
    file,
    resources: resources.map((one) => resourceRow(one, impact)),
    dangers: dangers.map((one) => dangerRow(one, impact)),
  }));
  const clusters = clusterRows(applications, impact.clusterFacts);
  return {
    base,
    head,
    shard,
    roots: roots.map((root) => ({ root: root.root, ...renderRow(root, impact) })),
    applications,
    handApplied: handApplied.length > 0 ? handApplied : undefined,
    clusters,
    mergesTo: impact.mergesTo,
    looseEnds: impact.looseEnds.map(looseEndRow),
    crossings: crossingsOf(clusters),
  };
}
