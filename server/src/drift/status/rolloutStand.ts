import type { UnitStatus } from './unitStatus.ts';

/** Where a commit stands at one application. */
export type RolloutStand =
  | { readonly kind: 'healthy' | 'progressing' | 'applying' }
  /** It runs, and does badly; `reason` is that of the controller. */
  | { readonly kind: 'unhealthy'; readonly reason: string }
  /** It was tried, or something before it: the words are those of the controller. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'waiting'; readonly for: WaitingFor; readonly opensAt?: string | undefined }
  | { readonly kind: 'unknown'; readonly why: RolloutDoubt };

/** What a commit waits for. */
export type WaitingFor = 'sync' | 'window' | 'suspended' | 'firstSync' | 'removal';

/** Why it cannot be told where a commit stands. */
export type RolloutDoubt =
  'notSeen' | 'noCommit' | 'notInClone' | 'healthUnknown' | 'controllerUnsure';

/**
 * Where a commit stands by the status of a unit; `contains` tells whether a commit has it among its ancestors, `undefined`
 * where the local clone does not know that commit.
 */
export function standOf(
  status: UnitStatus | undefined,
  contains: (commit: string) => boolean | undefined,
): RolloutStand {
  if (status === undefined) return { kind: 'unknown', why: 'notSeen' };
  const { sync, failure, window } = status;
  if (sync === 'neverSeen') return { kind: 'waiting', for: 'firstSync' };
  const arrived = holds(status.deployed, contains);
  if (arrived === true) return healthStand(status);
  const tried = holds(status.attempted, contains);
  const reason = failure?.reason ?? '';
  // Flux takes a revision for applied once it is healthy; its objects are there before that.
  if (tried === true && failure?.stage === 'health') return { kind: 'unhealthy', reason };
  if (sync === 'failed') return { kind: 'failed', reason };
  if (arrived === undefined) {
    const isTold = status.deployed.some(({ hash }) => hash !== undefined);
    return { kind: 'unknown', why: isTold ? 'notInClone' : 'noCommit' };
  }
  switch (sync) {
    case 'applying':
      return { kind: 'applying' };
    case 'suspended':
      return { kind: 'waiting', for: 'suspended' };
    case 'waiting':
      return {
        kind: 'waiting',
        for: window === undefined ? 'sync' : 'window',
        opensAt: window?.opensAt,
      };
    case 'unknown':
      return { kind: 'unknown', why: 'controllerUnsure' };
    default:
      return { kind: 'waiting', for: 'sync' };
  }
}

/** Whether any of some revisions holds a commit; `undefined` where none is known to, and not all are known. */
function holds(
  revisions: UnitStatus['deployed'],
  contains: (commit: string) => boolean | undefined,
): boolean | undefined {
  const answers = revisions.map(({ kind, hash }) =>
    kind === 'helm' || hash === undefined ? undefined : contains(hash),
  );
  if (answers.includes(true)) return true;
  return answers.length > 0 && answers.every((one) => one === false) ? false : undefined;
}

function healthStand({ health, sync, failure }: UnitStatus): RolloutStand {
  switch (health) {
    case 'healthy':
    case 'notAssessed':
      return { kind: 'healthy' };
    case 'suspended':
      // Flux is held back after it had applied it; a canary that pauses at a tenth of its pods is not there yet.
      return sync === 'suspended' ? { kind: 'healthy' } : { kind: 'waiting', for: 'suspended' };
    case 'progressing':
      return { kind: 'progressing' };
    case 'degraded':
    case 'missing':
      return { kind: 'unhealthy', reason: failure?.reason ?? health };
    case 'unknown':
      return { kind: 'unknown', why: 'healthUnknown' };
  }
}
