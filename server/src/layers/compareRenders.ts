import { isBeside } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import {
  compareHidden,
  compareResources,
  isPrintable,
  type ResourceChange,
} from './compareResources.ts';
import { changedInputs } from './compareInputs.ts';
import type { ClosedInput } from './closedInputs.ts';

/** What a root or an application renders to, and what stood in the way. */
export interface Render {
  readonly resources: readonly Resource[];
  /** Where the real tool would fail; empty where it builds, but for objects that cannot be printed. */
  readonly failures: readonly Problem[];
  readonly gaps: readonly RenderGap[];
  /** What programs get that Strata does not run. */
  readonly closed: readonly ClosedInput[];
  /** Patches of objects that are not there, where they may stand in what cannot be had. */
  readonly hidden: readonly Resource[];
  /** It goes to an API server as it is; what that takes away does not count. */
  readonly asServed?: boolean;
}

/**
 * What became of a render. Absent, then built: `created`. Absent or built, then failing: `fails`. Failing, then built:
 * `fixed`. Gone: `deleted`. Built on both sides or on neither: `changed` or `touched` by what can be rendered, or `unknown`
 * where something that cannot be had is itself another one, or nothing can be rendered.
 */
export type RenderStatus =
  'created' | 'changed' | 'deleted' | 'touched' | 'fails' | 'fixed' | 'unknown';

/** A part that cannot be rendered. */
export interface ComparedGap {
  readonly kind: RenderGap['kind'];
  readonly detail: string;
  /** Whether what is asked for, or what a program would get, is not the same on both sides. */
  readonly changed: boolean;
  /** Of a chart that is given other values: their keys, with dots. */
  readonly keys?: readonly string[];
}

/** How two renders differ. */
export interface RenderComparison {
  readonly status: RenderStatus;
  readonly changes: readonly ResourceChange[];
  readonly gaps: readonly ComparedGap[];
  /** Why it does not build now, each once; what the gaps say already is not among it. */
  readonly failures: readonly Problem[];
  /** The objects that cannot be printed now, which makes it fail. */
  readonly unprintable: readonly Resource[];
  /** Whether it was not there before. */
  readonly isNew: boolean;
  /** Whether it builds less now than before, so that an object that is missing may only not be rendered. */
  readonly isPartial: boolean;
}

/**
 * Compares two renders of one thing, of which at least one is there; `changed` are the paths of the tree that differ.
 */
export function compareRenders(
  before: Render | undefined,
  after: Render | undefined,
  changed: ReadonlySet<FileId>,
): RenderComparison {
  const asServed = (after ?? before)?.asServed === true;
  const changes = isLost(before, after)
    ? []
    : [
        ...withoutHiding(
          compareResources(before?.resources ?? [], after?.resources ?? [], { asServed }),
          before,
          after,
        ),
        ...compareHidden(before?.hidden ?? [], after?.hidden ?? []),
      ];
  const gaps = changedInputs(before, after, changed);
  const status = statusOf({ before, after, changes, gaps }, changed);
  const told = status === 'touched' || after === undefined ? [] : failuresOf(after);
  const failures =
    status === 'fails' && after !== undefined && lacksObjectsAlone(told, after.gaps) ? [] : told;
  const known = new Set(before?.failures.map(textOf));
  return {
    status,
    changes,
    gaps,
    failures,
    unprintable:
      status === 'fails' ? (after?.resources ?? []).filter((one) => !isPrintable(one)) : [],
    isNew: before === undefined,
    isPartial: status === 'fails' || failures.some((one) => !known.has(textOf(one))),
  };
}

/**
 * A comparison without what is not sure of it. What fails brings nothing to a cluster, and what is left of it is no state
 * to compare with; where only something that is not here makes it fail, and where it failed before, too, nothing that is
 * missing is told as gone.
 */
export function withoutUnsure(comparison: RenderComparison): RenderComparison {
  const { status, changes, failures, unprintable, isPartial } = comparison;
  if (!isPartial) return comparison;
  const isBroken = status === 'fails' && failures.length + unprintable.length > 0;
  const sure = isBroken ? [] : changes.filter(({ kind }) => kind !== 'deleted');
  const isLeft = sure.some(({ kind }) => kind !== 'reordered');
  return {
    ...comparison,
    changes: sure,
    status: status === 'changed' && !isLeft ? 'unknown' : status,
  };
}

/** What a build misses of an object that is not there. */
const missingCodes: ReadonlySet<string> = new Set([
  'kustomize.no-match-for-patch',
  'kustomize.no-match-for-patch-but',
  'kustomize.replicas-match-nothing',
  'kustomize.replicas-match-nothing-but',
  'kustomize.generator-nothing-to-merge',
  'kustomize.replacement-source-not-found',
  'kustomize.var-without-object',
]);

/**
 * Whether a render fails for the sake of objects that are not there, and that may stand in a base or a chart which was not
 * fetched: nobody knows whether it builds, and its gaps say so.
 */
export function lacksObjectsAlone(
  failures: readonly Pick<Problem, 'code'>[],
  gaps: readonly Pick<RenderGap, 'kind'>[],
): boolean {
  const isOpen = gaps.some(({ kind }) => kind === 'remote' || kind === 'chart');
  return isOpen && failures.every(({ code }) => missingCodes.has(code));
}

/**
 * The failures of a render without those that objects explain which are not there, where a base, a chart or what a program
 * makes may bring them.
 */
export function sureFailures(
  failures: readonly Problem[],
  gaps: readonly Pick<RenderGap, 'kind'>[],
): readonly Problem[] {
  const lacksObjects = gaps.some(({ kind }) => kind !== 'ciphertext' && kind !== 'cluster');
  return lacksObjects ? failures.filter(({ code }) => !missingCodes.has(code)) : failures;
}

/** Why a render fails, each reason once; what its gaps say already is not among it. */
export function failuresOf({ failures }: Pick<Render, 'failures'>): readonly Problem[] {
  const told = failures.filter(({ code }) => !gapCodes.has(code));
  return [...new Map(told.map((one) => [JSON.stringify(one), one])).values()];
}

/** What tells a failure from another, wherever it stands by now. */
function textOf({ code, parameters }: Problem): string {
  return JSON.stringify([code, parameters]);
}

/** Whether nothing is rendered any more for the sake of a new gap: what stands in its place is unknown, not gone. */
function isLost(before: Render | undefined, after: Render | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  if (after.resources.length > 0 || after.failures.length > 0) return false;
  return hasOther(after.gaps, before.gaps);
}

/** Whether there are gaps that the other render has not. */
function hasOther(gaps: readonly RenderGap[], others: readonly RenderGap[]): boolean {
  const known = new Set(others.map(({ kind, detail }) => `${kind} ${detail}`));
  return gaps.some(({ kind, detail }) => !known.has(`${kind} ${detail}`));
}

/**
 * The changes without what may only hide on the other side, in a chart or a base that was not fetched there: what comes of
 * one, and everything where nothing is rendered there.
 */
function withoutHiding(
  changes: readonly ResourceChange[],
  before: Render | undefined,
  after: Render | undefined,
): readonly ResourceChange[] {
  if (before === undefined || after === undefined) return changes;
  const unfetched = ({ gaps }: Render): readonly RenderGap[] =>
    gaps.filter(({ kind }) => kind === 'chart' || kind === 'remote');
  const [hidBefore, hidesNow] = [
    hasOther(unfetched(before), after.gaps),
    hasOther(unfetched(after), before.gaps),
  ];
  return changes.filter((change) => {
    if (change.kind === 'created') return !hidBefore || !mayHide(change.after, before);
    return change.kind !== 'deleted' || !hidesNow || !mayHide(change.before, after);
  });
}

function mayHide({ source }: Resource, { resources }: Render): boolean {
  return resources.length === 0 || isBeside(source.file) || isBeside(source.root);
}

interface Compared {
  readonly before: Render | undefined;
  readonly after: Render | undefined;
  readonly changes: readonly ResourceChange[];
  readonly gaps: readonly ComparedGap[];
}

function statusOf(
  { before, after, changes, gaps }: Compared,
  changed: ReadonlySet<FileId>,
): RenderStatus {
  if (after === undefined) return 'deleted';
  if (before === undefined) return builds(after) ? 'created' : 'fails';
  const [left, right] = bothBuild(before, after, changes);
  if (left && !right) return 'fails';
  if (!left && right) return 'fixed';
  if (changes.some(({ kind }) => kind !== 'reordered')) return 'changed';
  if (gaps.some((gap) => gap.changed)) return 'unknown';
  if (left && right) return 'touched';
  return cannotTell(before, after, changed) ? 'unknown' : 'touched';
}

/** Whether each side builds. What both sides print alike needs no look where nothing else fails. */
function bothBuild(
  before: Render,
  after: Render,
  changes: readonly ResourceChange[],
): readonly [boolean, boolean] {
  if (before.failures.length > 0 || after.failures.length > 0)
    return [builds(before), builds(after)];
  const [old, fresh] = [new Set<Resource>(), new Set<Resource>()];
  for (const change of changes) {
    if ('before' in change) old.add(change.before);
    if ('after' in change) fresh.add(change.after);
  }
  return [[...old].every(isPrintable), [...fresh].every(isPrintable)];
}

function builds({ failures, resources }: Render): boolean {
  return failures.length === 0 && resources.every(isPrintable);
}

/** What the build misses, and would have, had it what it cannot have. */
const gapCodes: ReadonlySet<string> = new Set([
  'kustomize.remote',
  'kustomize.remote-file',
  'kustomize.file-not-fetched',
  'kustomize.external-plugin',
  'kustomize.chart',
  'kustomize.chart-needs-helm',
  'kustomize.chart-refused',
]);

/**
 * Whether a change may hide in what fails on both sides: it fails for another reason than a gap, so that what is left of it
 * is no output to compare; or, where a gap may be the cause, something that changed fails, as a patch does whose target is
 * in a base that cannot be had.
 */
function cannotTell(before: Render, after: Render, changed: ReadonlySet<FileId>): boolean {
  const others = [...before.failures, ...after.failures].filter(({ code }) => !gapCodes.has(code));
  const isEmpty = before.resources.length === 0 && after.resources.length === 0;
  const hasGaps = before.gaps.length > 0 || after.gaps.length > 0;
  if (isEmpty || !hasGaps) return others.length > 0;
  return others.some(({ at }) => at !== undefined && changed.has(at.file));
}
