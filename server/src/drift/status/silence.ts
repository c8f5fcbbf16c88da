import { argoRefreshEvery } from '../argoSettings.ts';
import { millisecondsOf } from '../goDuration.ts';
import { at, below, itemsOf, textOf, type JsonMap } from '../json.ts';
import { elapsed, timeOf } from './conditions.ts';
import type { StatusContext } from './unitStatus.ts';

/** A controller that has missed so many looks in a row has perhaps stopped. */
const misses = 3;
/** Where nobody says how often Argo CD looks, it is given an hour: fleets that it is too much for make it look less often. */
const usualPatience = 3_600_000;

/**
 * When Argo CD last compared an Application, where it should have done so again since; `undefined` where it looks as it should,
 * where it never looked, and where it is told to look only when something changes.
 */
export function argocdSilence(application: JsonMap, context: StatusContext): string | undefined {
  const checkedAt = timeOf(below(application, 'status', 'reconciledAt'));
  const every = argoRefreshEvery(context.argocd);
  if (every === 'never') return undefined;
  return silent(checkedAt, every === undefined ? usualPatience : misses * every, context.now);
}

/**
 * When Flux last reconciled a Kustomization that was well then, where it should have done so again since; `undefined` where
 * nobody can tell: what waits or fails is not reconciled to the end, and a HelmRelease does not say when it was looked at.
 * Source: kustomize-controller 1.7 api/v1 `status.history`.
 */
export function fluxSilence(
  kustomization: JsonMap,
  { now, isReady }: { readonly now: string; readonly isReady: boolean },
): string | undefined {
  const [last] = itemsOf(below(kustomization, 'status', 'history'));
  const interval = millisecondsOf(textOf(below(kustomization, 'spec', 'interval')));
  const isWatched = kustomization['kind'] === 'Kustomization' && isReady;
  if (!isWatched || interval === undefined || interval <= 0) return undefined;
  // Many of one interval wait for each other.
  const patience = Math.max(misses * interval, 600_000);
  return silent(timeOf(at(last, 'lastReconciled')), patience, now);
}

function silent(checkedAt: string | undefined, patience: number, now: string): string | undefined {
  return (elapsed(checkedAt, now) ?? 0) > patience ? checkedAt : undefined;
}
