import type { JsonValue } from '../../yaml/decode.ts';
import { at, below, itemsOf, textOf, type JsonMap } from '../json.ts';
import { conditionsOf } from './conditions.ts';

/** Whether what was deployed passed the tests that come with it. */
export interface SmokeSignal {
  readonly state: 'passed' | 'failed' | 'running';
  /** Who says so, such as `Job/smoke-test`; those that failed alone, where any did. */
  readonly from: readonly string[];
  /** What the first of them says; `undefined` where it says nothing. */
  readonly message: string | undefined;
}

/** One test and how it ended. */
interface Tried {
  readonly state: SmokeSignal['state'];
  readonly from: string;
  readonly message: string;
}

/**
 * What the object of a controller says of tests: hooks of Argo CD after the last sync, the tests of a Helm release.
 * Source: argo-cd 3.2 types.go `ResourceResult`; helm-controller 1.4 api v2 condition `TestSuccess`.
 */
export function smokeOfUnit(unit: JsonMap): SmokeSignal | undefined {
  if (unit['kind'] === 'HelmRelease') return together(testsOfRelease(unit));
  if (unit['kind'] !== 'Application') return undefined;
  const results = itemsOf(
    below(unit, 'status', 'operationState', 'syncResult', 'resources'),
  ).filter((one) => at(one, 'hookType') === 'PostSync');
  return together(results.map(triedByHook));
}

/**
 * What live objects say of analyses of a rollout: those of Argo Rollouts and of Flagger.
 * Source: argo-rollouts v1.8 types.go `RolloutStatus`, `RolloutAnalysisRunStatus`; flagger v1.41 `CanaryPhase`.
 */
export function smokeOfObjects(objects: readonly JsonMap[]): SmokeSignal | undefined {
  return together(objects.flatMap(analysesOf));
}

/** Several signals in one: what failed first, then what still runs. */
export function joinSmoke(signals: readonly (SmokeSignal | undefined)[]): SmokeSignal | undefined {
  return together(
    signals.flatMap((signal) =>
      signal === undefined
        ? []
        : signal.from.map((from) => ({ state: signal.state, from, message: signal.message ?? '' })),
    ),
  );
}

function together(all: readonly Tried[]): SmokeSignal | undefined {
  const state = (['failed', 'running', 'passed'] as const).find((one) =>
    all.some((tried) => tried.state === one),
  );
  if (state === undefined) return undefined;
  const own = all.filter((one) => one.state === state);
  return {
    state,
    from: own.map(({ from }) => from),
    message: own.find(({ message }) => message !== '')?.message,
  };
}

function triedByHook(result: JsonValue): Tried {
  const phase = textOf(at(result, 'hookPhase'));
  return {
    state: phase === 'Succeeded' ? 'passed' : phase === 'Running' ? 'running' : 'failed',
    from: `${textOf(at(result, 'kind'))}/${textOf(at(result, 'name'))}`,
    message: textOf(at(result, 'message')),
  };
}

function testsOfRelease(release: JsonMap): readonly Tried[] {
  const condition = conditionsOf(release).get('TestSuccess');
  if (condition === undefined) return [];
  const { status, message } = condition;
  const state = status === 'True' ? 'passed' : status === 'False' ? 'failed' : 'running';
  return [{ state, from: 'helm test', message }];
}

function analysesOf(object: JsonMap): readonly Tried[] {
  const { kind, status } = object;
  const apiVersion = textOf(object['apiVersion']);
  const name = textOf(below(object, 'metadata', 'name'));
  if (kind === 'Rollout' && apiVersion.startsWith('argoproj.io/')) {
    const runs = [
      below(status, 'canary', 'currentStepAnalysisRunStatus'),
      below(status, 'canary', 'currentBackgroundAnalysisRunStatus'),
      below(status, 'blueGreen', 'prePromotionAnalysisRunStatus'),
      below(status, 'blueGreen', 'postPromotionAnalysisRunStatus'),
    ];
    return runs.flatMap((run) => (run === undefined ? [] : [triedByAnalysis(run)]));
  }
  if (kind === 'Canary' && apiVersion.startsWith('flagger.app/')) {
    const state = flaggerStates[textOf(at(status, 'phase'))];
    if (state === undefined) return [];
    const promoted = itemsOf(at(status, 'conditions')).find(
      (one) => at(one, 'type') === 'Promoted',
    );
    return [{ state, from: `Canary/${name}`, message: textOf(at(promoted, 'message')) }];
  }
  return [];
}

function triedByAnalysis(run: JsonValue): Tried {
  const status = textOf(at(run, 'status'));
  const state =
    status === 'Successful'
      ? 'passed'
      : ['Running', 'Pending', ''].includes(status)
        ? 'running'
        : 'failed';
  return {
    state,
    from: `AnalysisRun/${textOf(at(run, 'name'))}`,
    message: textOf(at(run, 'message')),
  };
}

/** A canary that was only set up was never tried. */
const flaggerStates: Readonly<Record<string, SmokeSignal['state']>> = {
  Waiting: 'running',
  Progressing: 'running',
  WaitingPromotion: 'running',
  Promoting: 'running',
  Finalising: 'running',
  Succeeded: 'passed',
  Failed: 'failed',
};
