import { argoRefreshEvery } from '../argoSettings.ts';
import { millisecondsOf } from '../goDuration.ts';
import { at, below, itemsOf, textOf, type JsonMap } from '../json.ts';
import { elapsed, timeOf } from './conditions.ts';
import type { StatusContext } from './unitStatus.ts';

/** A controller that has missed so many looks in a row has perhaps stopped. */
const misses = 3;
/** However often Argo CD should look: for three minutes it keeps to itself that a repository failed. */
const leastPatience = 540_000;
/** Many Kustomizations of one interval wait for each other. */
const leastFluxPatience = 600_000;
/** Where nobody says how often Argo CD looks, it is given an hour: fleets that it is too much for make it look less often. */
const usualPatience = 3_600_000;

/**
 * When Argo CD last compared an Application, where it should have done so again since; `undefined` where it looks as it should,
 * where it never looked, where it is told to look only when something changes, and where it refuses the Application: then it
 * looks, and does not say when.
 *
 * Source: argo-cd 3.2 controller/appcontroller.go `processAppRefreshQueueItem`, which sets `reconciledAt` after
 * `refreshAppConditions` found nothing.
 */
export function argocdSilence(application: JsonMap, context: StatusContext): string | undefined {
  const checkedAt = timeOf(below(application, 'status', 'reconciledAt'));
  const every = argoRefreshEvery(context.argocd?.(application));
  if (every === 'never' || isRefused(application)) return undefined;
  const seenAt = context.seenAt?.(application) ?? context.now;
  const patience = every === undefined ? usualPatience : Math.max(misses * every, leastPatience);
  // Who looks at others of the same cluster has not stopped: its turns are long.
  const looked = context.lastLook?.(application) ?? checkedAt;
  const isBusy = silent(looked, patience, seenAt) === undefined;
  return silent(checkedAt, isBusy ? Math.max(patience, usualPatience) : patience, seenAt);
}

/** Whether Argo CD refuses an Application, as it does where its project is not there or does not let it be delivered. */
export function isRefused(application: JsonMap): boolean {
  return itemsOf(below(application, 'status', 'conditions')).some((one) =>
    ['InvalidSpecError', 'UnknownError'].includes(textOf(at(one, 'type'))),
  );
}

/** Tells when Argo CD last looked at any Application that is delivered to where one is, by the same controller. */
export function lastLooks(
  applications: readonly JsonMap[],
): (application: JsonMap) => string | undefined {
  const newest = new Map<string, string>();
  for (const one of applications) {
    const looked = timeOf(below(one, 'status', 'reconciledAt'));
    const before = newest.get(controllerOf(one));
    if (looked === undefined) continue;
    if (before === undefined || Date.parse(before) < Date.parse(looked))
      newest.set(controllerOf(one), looked);
  }
  return (application) => newest.get(controllerOf(application));
}

/** Controllers share their work by clusters. Source: argo-cd 3.2 controller/sharding/sharding.go. */
function controllerOf(application: JsonMap): string {
  const destination = below(application, 'spec', 'destination');
  const texts = [
    below(application, 'status', 'controllerNamespace'),
    at(destination, 'server'),
    at(destination, 'name'),
  ];
  return texts.map(textOf).join(' ');
}

/**
 * When Flux last reconciled a Kustomization that was well then, where it should have done so again since; `undefined` where
 * nobody can tell: what waits or fails is not reconciled to the end, and a HelmRelease does not say when it was looked at.
 * Source: kustomize-controller 1.7 api/v1 `status.history`.
 */
export function fluxSilence(
  kustomization: JsonMap,
  { seenAt, isReady }: { readonly seenAt: string; readonly isReady: boolean },
): string | undefined {
  const [last] = itemsOf(below(kustomization, 'status', 'history'));
  const interval = millisecondsOf(textOf(below(kustomization, 'spec', 'interval')));
  const isWatched = kustomization['kind'] === 'Kustomization' && isReady;
  if (!isWatched || interval === undefined || interval <= 0) return undefined;
  const patience = Math.max(misses * interval, leastFluxPatience);
  return silent(timeOf(at(last, 'lastReconciled')), patience, seenAt);
}

function silent(checkedAt: string | undefined, patience: number, now: string): string | undefined {
  return (elapsed(checkedAt, now) ?? 0) > patience ? checkedAt : undefined;
}
