import { at, below, textOf, type JsonMap } from '../json.ts';
import { conditionsOf, timeOf } from './conditions.ts';

/** The last time that a controller tried to bring a unit to what Git says, and how it ended. */
export interface Attempt {
  /** Tells it from other attempts of the unit. */
  readonly id: string;
  /** When it ended; `undefined` where the controller does not say it. */
  readonly endedAt: string | undefined;
  readonly succeeded: boolean;
}

/**
 * The last attempt of a unit that has ended; `undefined` where there was none yet. Argo CD keeps one operation, and its
 * history only what succeeded; Flux keeps the revision and its conditions.
 *
 * Source: argo-cd pkg/apis/application/v1alpha1 OperationState; fluxcd/pkg apis/meta conditions.
 */
export function lastAttempt(unit: JsonMap): Attempt | undefined {
  return unit['kind'] === 'Application' ? lastOperation(unit) : lastReconciliation(unit);
}

function lastOperation(application: JsonMap): Attempt | undefined {
  const operation = below(application, 'status', 'operationState');
  const phase = textOf(at(operation, 'phase'));
  const isDryRun = below(operation, 'operation', 'sync', 'dryRun') === true;
  if (isDryRun || !['Succeeded', 'Failed', 'Error'].includes(phase)) return undefined;
  const startedAt = timeOf(at(operation, 'startedAt'));
  const endedAt = timeOf(at(operation, 'finishedAt'));
  return { id: startedAt ?? endedAt ?? '', endedAt, succeeded: phase === 'Succeeded' };
}

function lastReconciliation(unit: JsonMap): Attempt | undefined {
  const ready = conditionsOf(unit).get('Ready');
  if (ready === undefined || ready.status === 'Unknown') return undefined;
  // What waits for another unit has not been tried.
  if (ready.reason === 'DependencyNotReady') return undefined;
  const succeeded = ready.status === 'True';
  const status = at(unit, 'status');
  const revision = textOf(at(status, succeeded ? 'lastAppliedRevision' : 'lastAttemptedRevision'));
  // Success after success leaves the time of the first one: it is told by its revision alone.
  if (succeeded) return { id: `applied ${revision}`, endedAt: undefined, succeeded };
  return { id: `failed ${revision} ${ready.since ?? ''}`, endedAt: ready.since, succeeded };
}
