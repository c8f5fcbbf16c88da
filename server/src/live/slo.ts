import type { Objectives } from '../analysis/objectives.ts';
import {
  longestGap,
  unitKey,
  type LiveRecord,
  type RecordedUnit,
  type UnitName,
} from './record.ts';

/** What a measure is about. */
export type MeasureName = 'syncLatency' | 'syncSuccess' | 'driftRate';

/** One measure of a scope over the window. */
export interface Measure {
  readonly name: MeasureName;
  readonly scope: string;
  /** Seconds, or a share of one; `undefined` where nothing was observed. */
  readonly value: number | undefined;
  /** Seconds, or a share of one; `undefined` where none is set. */
  readonly target: number | undefined;
  /**
   * `false` where what was observed misses the target, `true` where it is met even if all that was not observed had missed
   * it, else `unknown`.
   */
  readonly met: boolean | 'unknown';
  /** Changes, attempts, or minutes of units. */
  readonly observed: number;
  /** Changes, units, or minutes of units. */
  readonly notObserved: number;
  /** Changes that somebody brought there by hand; they count neither way. */
  readonly byHand?: number;
}

/** A unit that is to be measured. */
export interface ScopedUnit extends UnitName {
  readonly scopes: readonly string[];
  /** When it came to be, in ISO form, if that was in the window. */
  readonly since: string | undefined;
}

/** A commit that really changed units. */
export interface MeasuredChange {
  readonly commit: string;
  /** When it came to the branch, in ISO form. */
  readonly at: string;
  /** The keys of the units that it changed. */
  readonly units: readonly string[];
}

/** With what is measured; times in milliseconds since 1970. */
export interface SloRequest {
  readonly records: readonly LiveRecord[];
  readonly units: readonly ScopedUnit[];
  /** `undefined` where Git cannot tell them. */
  readonly changes: readonly MeasuredChange[] | undefined;
  /** The commits of the branch, the newest first. */
  readonly commits: readonly string[];
  readonly objectives: Objectives;
  readonly from: number;
  readonly to: number;
}

/** The measures of each scope, in the order of the scopes. */
export function measure(request: SloRequest): readonly Measure[] {
  const scopes = [...new Set(request.units.flatMap((unit) => unit.scopes))];
  const known = gathered(request.records);
  return scopes.flatMap((scope) => {
    const units = request.units.filter((unit) => unit.scopes.includes(scope));
    return [
      latencyOf(scope, units, known, request),
      successOf(scope, units, known, request),
      driftOf(scope, units, known, request),
    ];
  });
}

/** The units of several records: what one did not see another may have. */
function gathered(records: readonly LiveRecord[]): ReadonlyMap<string, RecordedUnit> {
  const units = new Map<string, RecordedUnit>();
  for (const unit of records.flatMap((record) => record.units)) {
    const key = unitKey(unit);
    const before = units.get(key);
    units.set(key, before === undefined ? unit : merged(before, unit));
  }
  return units;
}

function merged(a: RecordedUnit, b: RecordedUnit): RecordedUnit {
  const attempts = new Map([...a.attempts, ...b.attempts].map((one) => [one.id, one]));
  return {
    ...a,
    states: [...a.states, ...b.states].sort((x, y) => (x.from < y.from ? -1 : 1)),
    deploys: earliest([...a.deploys, ...b.deploys]),
    attempts: [...attempts.values()],
  };
}

/** Each revision once, as who saw it arrive first tells it. */
function earliest(deploys: RecordedUnit['deploys']): RecordedUnit['deploys'] {
  const known = new Map<string, RecordedUnit['deploys'][number]>();
  for (const one of deploys) {
    const before = known.get(one.revision)?.at;
    if (before === undefined || (one.at !== undefined && one.at < before)) {
      known.set(one.revision, one);
    }
  }
  return [...known.values()];
}

type Known = ReadonlyMap<string, RecordedUnit>;

/** A change has arrived when it has on all units that it changes. */
function latencyOf(
  scope: string,
  units: readonly ScopedUnit[],
  known: Known,
  { changes, commits, objectives, to }: SloRequest,
): Measure {
  const { target, percentile } = objectives.syncLatency;
  const keys = new Set(units.map(unitKey));
  const order = new Map(commits.map((commit, index) => [commit, index]));
  const seconds: number[] = [];
  let [late, notObserved, byHand] = [0, 0, 0];
  for (const change of changes ?? []) {
    const began = Date.parse(change.at);
    const arrivals = change.units
      .filter((key) => keys.has(key))
      .map((key) => arrivalOf(known.get(key), { change, order, deadline: began + target }));
    if (arrivals.length === 0) continue;
    const times = arrivals.flatMap((one) => (one.kind === 'arrived' ? [one.at - began] : []));
    const worst = Math.max(...times, 0);
    const isLate = worst > target || arrivals.some(({ kind }) => kind === 'late');
    if (isLate) late += 1;
    if (isLate || arrivals.every(({ kind }) => kind === 'arrived')) {
      const waited = arrivals.flatMap((one) => (one.kind === 'late' ? [one.at - began] : []));
      seconds.push(Math.max(worst, ...waited) / 1000);
    } else if (arrivals.some(({ kind }) => kind === 'byHand')) {
      byHand += 1;
    } else if (to - began > target) {
      notObserved += 1;
    }
  }
  const observed = seconds.length;
  const wanted = percentile / 100;
  const isMissed = observed > 0 && (observed - late) / observed < wanted;
  const holds = (observed - late) / (observed + notObserved) >= wanted;
  return {
    name: 'syncLatency',
    scope,
    value: percentileOf(seconds, percentile),
    target: target / 1000,
    met:
      changes === undefined || observed + notObserved === 0 ? 'unknown' : verdict(isMissed, holds),
    observed,
    notObserved,
    byHand,
  };
}

type Arrival =
  | { readonly kind: 'arrived'; readonly at: number }
  /** It was not there when somebody looked after the deadline, last at `at`. */
  | { readonly kind: 'late'; readonly at: number }
  | { readonly kind: 'byHand' }
  | { readonly kind: 'notObserved' };

/** When the first revision arrived that holds a commit. */
function arrivalOf(
  unit: RecordedUnit | undefined,
  {
    change,
    order,
    deadline,
  }: {
    readonly change: MeasuredChange;
    readonly order: ReadonlyMap<string, number>;
    readonly deadline: number;
  },
): Arrival {
  if (unit === undefined) return { kind: 'notObserved' };
  const place = order.get(change.commit) ?? -1;
  const holding = unit.deploys.filter(({ revision }) => (order.get(revision) ?? Infinity) <= place);
  if (holding.length > 0) {
    const told = holding.filter(({ at }) => at !== undefined);
    // Where one of them came before anybody looked, it may have been the first.
    if (told.length < holding.length) return { kind: 'notObserved' };
    const [first] = told.sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
    if (first?.at === undefined) return { kind: 'notObserved' };
    if (first.automated === false) return { kind: 'byHand' };
    return { kind: 'arrived', at: Math.max(Date.parse(first.at), Date.parse(change.at)) };
  }
  // A unit of which no commit is known runs a version of a chart, or another repository.
  const runsCommits = unit.deploys.some(({ revision }) => order.has(revision));
  // What came since then and is not known here, as where the clone is older than the record, may hold the change.
  const isCovered = unit.deploys.some(
    ({ revision, at, seen }) =>
      !order.has(revision) && Date.parse(at ?? seen) >= Date.parse(change.at),
  );
  if (isCovered) return { kind: 'notObserved' };
  const last = Date.parse(unit.states.at(-1)?.to ?? '');
  return runsCommits && last > deadline ? { kind: 'late', at: last } : { kind: 'notObserved' };
}

function successOf(
  scope: string,
  units: readonly ScopedUnit[],
  known: Known,
  { objectives, from, to }: SloRequest,
): Measure {
  const target = objectives.syncSuccess;
  const attempts = units.flatMap((unit) =>
    (known.get(unitKey(unit))?.attempts ?? []).filter(({ at }) => isIn(Date.parse(at), from, to)),
  );
  const succeeded = attempts.filter((one) => one.succeeded).length;
  const value = attempts.length === 0 ? undefined : succeeded / attempts.length;
  // Where nobody looked, attempts may have failed that nothing tells of any more.
  const notObserved = units.filter((unit) => {
    const { watched, all } = watchOf(unit, known, { from, to });
    return watched < all;
  }).length;
  const isMissed = value !== undefined && target !== undefined && value < target;
  return {
    name: 'syncSuccess',
    scope,
    value,
    target,
    met:
      target === undefined
        ? 'unknown'
        : verdict(isMissed, value !== undefined && notObserved === 0),
    observed: attempts.length,
    notObserved,
  };
}

function driftOf(
  scope: string,
  units: readonly ScopedUnit[],
  known: Known,
  { objectives, from, to }: SloRequest,
): Measure {
  const target = objectives.driftRate;
  const watches = units.map((unit) => watchOf(unit, known, { from, to }));
  const sum = (of: (watch: Watch) => number): number =>
    watches.reduce((total, watch) => total + of(watch), 0);
  const [watched, drifted, all] = [
    sum((one) => one.watched),
    sum((one) => one.drifted),
    sum((one) => one.all),
  ];
  const value = watched === 0 ? undefined : drifted / watched;
  const isMissed = value !== undefined && target !== undefined && value > target;
  const holds = target !== undefined && all > 0 && (drifted + all - watched) / all <= target;
  return {
    name: 'driftRate',
    scope,
    value,
    target,
    met: target === undefined ? 'unknown' : verdict(isMissed, holds),
    observed: Math.round(watched / 60_000),
    notObserved: Math.round((all - watched) / 60_000),
  };
}

/** Of the time of a unit in the window, in milliseconds: all, what somebody watched, and what it had drifted in. */
interface Watch {
  readonly all: number;
  readonly watched: number;
  readonly drifted: number;
}

/** A look speaks for the time until the next one, and for an hour at most. */
function watchOf(
  unit: ScopedUnit,
  known: Known,
  { from, to }: Pick<SloRequest, 'from' | 'to'>,
): Watch {
  const start = Math.max(from, unit.since === undefined ? from : Date.parse(unit.since));
  const states = known.get(unitKey(unit))?.states ?? [];
  let [watched, drifted] = [0, 0];
  let reached = start;
  for (const [index, { sync, from: begun, to: last }] of states.entries()) {
    const next = states[index + 1]?.from;
    const spoken = Date.parse(last) + longestGap;
    const end = Math.min(next === undefined ? to : Date.parse(next), spoken, to);
    const begin = Math.max(Date.parse(begun), reached);
    // Where records overlap, no minute counts twice.
    if (sync === 'unknown' || sync === 'neverSeen' || end <= begin) continue;
    reached = end;
    watched += end - begin;
    if (sync === 'drifted') drifted += end - begin;
  }
  return { all: Math.max(0, to - start), watched, drifted };
}

function verdict(isMissed: boolean, holds: boolean): Measure['met'] {
  return isMissed ? false : holds ? true : 'unknown';
}

function isIn(time: number, from: number, to: number): boolean {
  return time >= from && time <= to;
}

/** The value that so many per cent do not exceed (nearest rank). */
function percentileOf(values: readonly number[], percentile: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)];
}
