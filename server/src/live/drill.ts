import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, isPassing, type ApiFailure } from './apiFailure.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { below, parseObject, textOf } from './parseApi.ts';

/** A label that a drill changes for a while. */
export interface DrilledLabel {
  /** The path of the object at its API server. */
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly drill: string;
}

/** How a drill is watched. */
export interface DrillWatch {
  /** The value that the label has now; `undefined` where the object is not there. Throws `ApiError`. */
  readonly read: (signal: AbortSignal) => Promise<string | undefined>;
  /** Whether the controller says that something differs. Throws `ApiError`. */
  readonly isDetected: (signal: AbortSignal) => Promise<boolean>;
  /** How long it is watched, and how often it is asked, in milliseconds. */
  readonly limit: number;
  readonly every: number;
}

/** How a drill went; times in milliseconds since 1970. */
export interface DrillRun {
  /**
   * `healed`: the controller put it back; `noticed`: it only said that it differs; `unnoticed`: neither, in time;
   * `interrupted`: somebody ended it; `refused`: nothing was written; `lost`: the cluster stopped to answer.
   */
  readonly outcome: 'healed' | 'noticed' | 'unnoticed' | 'interrupted' | 'refused' | 'lost';
  readonly injectedAt: number | undefined;
  readonly detectedAt: number | undefined;
  readonly healedAt: number | undefined;
  /** When the label was as before for certain; `undefined` where it may still be that of the drill, or never was. */
  readonly putBackAt: number | undefined;
  /** How many writes the server took. */
  readonly writes: number;
  /** Why it was refused or lost, or not put back. */
  readonly failure: ApiFailure | undefined;
}

/** How long an answer to a write is waited for, and how long it is tried to put the label back, whatever happened before. */
const answerWithin = 40_000;
const putBackWithin = 60_000;

/**
 * Changes a label, watches whether the controller notices and heals it, and puts it back, whatever happens and however it
 * ends: two writes that the server takes, and no third one. Where it goes on trying, it is to put it back.
 */
export async function runDrill(
  connection: Pick<KubeConnection, 'drillLabel'>,
  target: DrilledLabel,
  watch: DrillWatch,
  signal: AbortSignal,
): Promise<DrillRun> {
  const { path, label, value, drill } = target;
  const nothing = { detectedAt: undefined, healedAt: undefined } as const;
  const never = { injectedAt: undefined, putBackAt: undefined, writes: 0 } as const;
  // Whoever ends it before it has begun wants nothing to be written.
  if (signal.aborted) return { outcome: 'interrupted', ...nothing, ...never, failure: undefined };
  let injected: Awaited<ReturnType<KubeConnection['drillLabel']>> | ApiFailure;
  try {
    // Nobody ends this in the middle: what became of it has to be known.
    const own = AbortSignal.timeout(answerWithin);
    injected = await connection.drillLabel(path, { label, from: value, to: drill }, own);
  } catch (error) {
    injected = failureOf(error);
  }
  const injectedAt = Date.now();
  const failure = typeof injected === 'string' ? undefined : injected;
  if (injected !== 'written' && (failure === undefined || isRefusal(failure))) {
    return { outcome: 'refused', ...nothing, ...never, failure };
  }
  const seen: Seen =
    failure === undefined
      ? await observe(target, watch, signal)
      : { outcome: 'lost', ...nothing, failure };
  const back = await putBack(connection, target, watch);
  return {
    ...seen,
    injectedAt: failure === undefined ? injectedAt : undefined,
    putBackAt: back.at,
    writes: (failure === undefined ? 1 : 0) + back.writes,
    failure: back.failure ?? seen.failure,
  };
}

/** Whether nothing was written for certain, so that there is nothing to put back. */
export function isUntouched({ outcome, injectedAt }: DrillRun): boolean {
  return outcome === 'refused' || (outcome === 'interrupted' && injectedAt === undefined);
}

/** Whether a drill went as Strata says of such a drift (`willRevert`), and the label is as before. */
export function isAsForetold(willRevert: boolean | 'unknown', run: DrillRun): boolean {
  if (run.outcome === 'refused' || run.outcome === 'lost') return false;
  if (run.putBackAt === undefined && !isUntouched(run)) return false;
  if (run.outcome === 'interrupted' || willRevert === 'unknown') return true;
  return willRevert === (run.outcome === 'healed');
}

/** Reads the label of an object, for `DrillWatch`. */
export function labelReader(
  connection: Pick<KubeConnection, 'get'>,
  path: string,
  label: string,
): DrillWatch['read'] {
  return async (signal) => {
    try {
      const object = parseObject(await connection.get(path, signal));
      return textOf(below(object, 'metadata', 'labels', label));
    } catch (error) {
      if (failureOf(error).kind === 'notFound') return undefined;
      throw error;
    }
  };
}

type Seen = Pick<DrillRun, 'outcome' | 'detectedAt' | 'healedAt' | 'failure'>;

/** Looks until it is healed, the time is over, or somebody ends it; what passes by itself is waited for. */
async function observe(
  { value }: DrilledLabel,
  { read, isDetected, limit, every }: DrillWatch,
  signal: AbortSignal,
): Promise<Seen> {
  const until = Date.now() + limit;
  const isEnded = (): boolean => signal.aborted;
  let detectedAt: number | undefined;
  let failure: ApiFailure | undefined;
  while (Date.now() < until && !isEnded()) {
    try {
      const [now, detected] = await Promise.all([read(signal), isDetected(signal)]);
      failure = undefined;
      if (detected) detectedAt ??= Date.now();
      if (now === value) {
        const healedAt = Date.now();
        // Nobody puts back what nobody noticed: that went by between two looks.
        return { outcome: 'healed', detectedAt: detectedAt ?? healedAt, healedAt, failure };
      }
      await sleep(every, undefined, { signal });
    } catch (error) {
      if (isEnded()) break;
      failure = failureOf(error);
      if (!isPassing(failure)) break;
      await sleep(every);
    }
  }
  const outcome = isEnded()
    ? 'interrupted'
    : failure !== undefined
      ? 'lost'
      : detectedAt === undefined
        ? 'unnoticed'
        : 'noticed';
  return { outcome, detectedAt, healedAt: undefined, failure };
}

/** Whoever ends the drill does not end this. */
async function putBack(
  connection: Pick<KubeConnection, 'drillLabel'>,
  { path, label, value, drill }: DrilledLabel,
  { read, every }: DrillWatch,
): Promise<{
  readonly at: number | undefined;
  readonly writes: number;
  readonly failure: ApiFailure | undefined;
}> {
  const own = AbortSignal.timeout(putBackWithin);
  let failure: ApiFailure | undefined;
  while (!own.aborted) {
    try {
      const now = await read(own);
      // It is gone, or says something new by now: it is not ours to write any more.
      if (now !== value && now !== drill) return { at: Date.now(), writes: 0, failure: undefined };
      const done = await connection.drillLabel(path, { label, from: now, to: value }, own);
      if (done === 'written') return { at: Date.now(), writes: 1, failure: undefined };
    } catch (error) {
      failure = failureOf(error);
    }
    // A server that refuses a write as one of something else is not asked without a pause, either.
    await sleep(every);
  }
  return { at: undefined, writes: 0, failure };
}

/** Whether the server has said no, in which case nothing was written. */
function isRefusal({ kind }: ApiFailure): boolean {
  return !['unreachable', 'serverError', 'throttled'].includes(kind);
}
