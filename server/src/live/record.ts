import type { DriftTier, DriftVerdict } from '../analysis/driftTypes.ts';
import type { SyncState } from '../analysis/liveStatus.ts';

/**
 * What was seen of clusters over time: how long something differs, and what targets are measured by. It keeps names, states
 * and times, and never a value.
 */
export interface LiveRecord {
  readonly units: readonly RecordedUnit[];
  readonly drift: readonly RecordedDrift[];
}

/** What names a unit: an object of a controller, on the cluster that it delivers to. */
export interface UnitName {
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What was seen of a unit, the oldest first. */
export interface RecordedUnit extends UnitName {
  readonly states: readonly RecordedState[];
  readonly deploys: readonly RecordedDeploy[];
  readonly attempts: readonly RecordedAttempt[];
}

/** A state, and the first and the last sample in a row that saw it; times in ISO form. */
export interface RecordedState {
  readonly sync: SyncState;
  readonly from: string;
  readonly to: string;
}

/** A commit that arrived. */
export interface RecordedDeploy {
  readonly revision: string;
  /** When it arrived; `undefined` where it was there before anybody looked. */
  readonly at: string | undefined;
  /** The first look that saw it. */
  readonly seen: string;
  /** Whether the controller says when; else it is the first sample that saw it. */
  readonly exact: boolean;
  /** `undefined` where the controller does not say who began it. */
  readonly automated: boolean | undefined;
}

/** An attempt to deploy that ended. */
export interface RecordedAttempt {
  readonly id: string;
  readonly at: string;
  readonly succeeded: boolean;
}

/** A field, or a whole object (`/`), that differs or differed from Git. */
export interface RecordedDrift {
  readonly cluster: string;
  readonly application: string;
  readonly resource: string;
  readonly path: string;
  readonly verdict: DriftVerdict;
  readonly tier: DriftTier;
  readonly owner: string | undefined;
  readonly ownedSince: string | undefined;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** When it was first seen to be as Git says again. */
  readonly healed: string | undefined;
  /** When its application was first seen not to be delivered there any more. */
  readonly withdrawn: string | undefined;
}

/** A record of nothing. */
export const emptyRecord: LiveRecord = { units: [], drift: [] };

/** Looks that lie farther apart say nothing of the time between them. */
export const longestGap = 60 * 60_000;
/** What is older than that is dropped. */
const keptFor = 400 * 24 * 60 * 60_000;

/** What one look saw of a unit. */
export interface UnitSample extends UnitName {
  readonly sync: SyncState;
  readonly deploys: readonly Omit<RecordedDeploy, 'seen'>[];
  /** `at` is the time of the sample where the controller does not say it. */
  readonly attempt: RecordedAttempt | undefined;
}

/** What one look at an application found. */
export interface DriftSample {
  readonly cluster: string;
  readonly application: string;
  readonly found: readonly FoundDrift[];
  /** The objects of Git that the cluster told of. */
  readonly seen: ReadonlySet<string>;
  /** Whether all that Git says, and all that was deployed, is known: else what is not found may still be there. */
  readonly whole: boolean;
}

/** A difference that a look found. */
export interface FoundDrift extends Pick<
  RecordedDrift,
  'resource' | 'path' | 'verdict' | 'tier' | 'owner' | 'ownedSince'
> {
  /** `drift`: somebody has edited it; `open`: it may as well be a change that is on its way; `none`: nobody minds. */
  readonly weight: 'drift' | 'open' | 'none';
}

/** What one look at clusters saw; `at` in ISO form. */
export interface Look {
  readonly at: string;
  readonly units: readonly UnitSample[];
  readonly drift: readonly DriftSample[];
  /** Clusters of which every application was looked at: what is not among them is not delivered there any more. */
  readonly wholeClusters: readonly string[];
}

/** The record with one more look. */
export function withLook(record: LiveRecord, look: Look): LiveRecord {
  const since = new Date(Date.parse(look.at) - keptFor).toISOString();
  return {
    units: withUnits(record.units, look)
      .map((unit) => withoutOld(unit, since))
      .filter(({ states }) => states.length > 0)
      .sort((a, b) => (unitKey(a) < unitKey(b) ? -1 : 1)),
    drift: withDrift(record.drift, look)
      .filter(({ healed, withdrawn }) => (healed ?? withdrawn ?? look.at) >= since)
      .sort((a, b) => (driftOrder(a) < driftOrder(b) ? -1 : 1)),
  };
}

/** Tells units apart. */
export function unitKey({ cluster, kind, namespace, name }: UnitName): string {
  return [cluster, kind, namespace, name].join('\n');
}

function withUnits(known: readonly RecordedUnit[], look: Look): readonly RecordedUnit[] {
  const units = new Map(known.map((unit) => [unitKey(unit), unit]));
  for (const sample of look.units) {
    const key = unitKey(sample);
    units.set(key, withSample(units.get(key), sample, look.at));
  }
  return [...units.values()];
}

function withSample(
  unit: RecordedUnit | undefined,
  { sync, deploys, attempt, ...name }: UnitSample,
  at: string,
): RecordedUnit {
  const before = unit ?? { states: [], deploys: [], attempts: [] };
  const last = before.states.at(-1);
  const wasWatched = last !== undefined && isClose(last.to, at);
  const fresh = deploys
    .filter(({ revision }) => !before.deploys.some((one) => one.revision === revision))
    // Where the controller does not say when, it came between this look and the last one, if that was just before.
    .map((one) => ({ ...one, at: one.at ?? (wasWatched ? at : undefined), seen: at }));
  const isKnown = attempt === undefined || before.attempts.some(({ id }) => id === attempt.id);
  return {
    ...nameOf(name),
    states: withState(before.states, sync, at),
    deploys: [...before.deploys, ...fresh],
    attempts: isKnown ? before.attempts : [...before.attempts, attempt],
  };
}

/** Whether two looks lie so close that the first one speaks for the time between them. */
export function isClose(before: string, after: string): boolean {
  return Date.parse(after) - Date.parse(before) <= longestGap;
}

function nameOf({ cluster, kind, namespace, name }: UnitName): UnitName {
  return { cluster, kind, namespace, name };
}

function withState(
  states: readonly RecordedState[],
  sync: SyncState,
  at: string,
): readonly RecordedState[] {
  const last = states.at(-1);
  // A look that is not later than the last one adds nothing.
  if (last !== undefined && last.to >= at) return states;
  const goesOn = last?.sync === sync && isClose(last.to, at);
  return goesOn
    ? [...states.slice(0, -1), { ...last, to: at }]
    : [...states, { sync, from: at, to: at }];
}

function withoutOld(
  { states, deploys, attempts, ...name }: RecordedUnit,
  since: string,
): RecordedUnit {
  return {
    ...name,
    states: states.filter(({ to }) => to >= since),
    deploys: deploys.filter(({ seen }, index) => index === deploys.length - 1 || seen >= since),
    attempts: attempts.filter(({ at }) => at >= since),
  };
}

function withDrift(
  known: readonly RecordedDrift[],
  { at, drift, wholeClusters }: Look,
): readonly RecordedDrift[] {
  const samples = new Map(drift.map((one) => [applicationKey(one), one]));
  const whole = new Set(wholeClusters);
  const told = known.map((entry): RecordedDrift => {
    if (!isOpen(entry)) return entry;
    const sample = samples.get(applicationKey(entry));
    if (sample !== undefined) return seenAgain(entry, sample, at);
    return whole.has(entry.cluster) ? { ...entry, withdrawn: at } : entry;
  });
  const open = new Set(told.filter(isOpen).map(driftKey));
  const fresh = drift.flatMap(({ cluster, application, found }) =>
    found.flatMap(({ weight, ...one }): readonly RecordedDrift[] => {
      const entry = { cluster, application, ...one };
      if (weight !== 'drift' || open.has(driftKey(entry))) return [];
      return [{ ...entry, firstSeen: at, lastSeen: at, healed: undefined, withdrawn: undefined }];
    }),
  );
  return [...told, ...fresh];
}

/** What is not found any more has healed only where it would have been seen. */
function seenAgain(
  entry: RecordedDrift,
  { found, seen, whole }: DriftSample,
  at: string,
): RecordedDrift {
  const own = found.filter(({ resource }) => resource === entry.resource);
  const same = own.find(({ path, weight }) => path === entry.path && weight !== 'none');
  if (same !== undefined) {
    const { verdict, tier, owner, ownedSince } = same;
    return { ...entry, verdict, tier, owner, ownedSince, lastSeen: at };
  }
  // Of an object that is missing, or cannot be compared, no field is known.
  if (own.some(({ path }) => path === '/')) return entry;
  return seen.has(entry.resource) || whole ? { ...entry, healed: at } : entry;
}

function isOpen({ healed, withdrawn }: RecordedDrift): boolean {
  return healed === undefined && withdrawn === undefined;
}

function applicationKey({
  cluster,
  application,
}: Pick<RecordedDrift, 'cluster' | 'application'>): string {
  return `${cluster}\n${application}`;
}

function driftKey(
  one: Pick<RecordedDrift, 'cluster' | 'application' | 'resource' | 'path'>,
): string {
  return [applicationKey(one), one.resource, one.path].join('\n');
}

function driftOrder(one: RecordedDrift): string {
  return `${driftKey(one)}\n${one.firstSeen}`;
}
