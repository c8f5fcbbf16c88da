import { isTakenOver, roleOf } from './managers.ts';
import type { FieldOwner } from './parseManagedFields.ts';
import type { Verdict } from './verdict.ts';

/** Who would put a difference back, and how it is set up. */
export type Reverter =
  | {
      readonly kind: 'argocd';
      /** `spec.syncPolicy.automated` is there and on, and the Application is not skipped. */
      readonly automated: boolean;
      readonly selfHeal: boolean;
      readonly prune: boolean;
      readonly serverSideApply: boolean;
      /** `Replace=true` or `Force=true`. */
      readonly replaces: boolean;
    }
  | {
      readonly kind: 'flux';
      readonly suspended: boolean;
      readonly prune: boolean;
      readonly force: boolean;
    }
  | {
      readonly kind: 'helm';
      readonly suspended: boolean;
      readonly mode: 'enabled' | 'warn' | 'disabled';
    }
  /** The object of the controller is not there: whoever declares it may apply it again, and so bring it back, or nobody. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'plain' };

/** What is asked of a reverter. */
interface Question {
  readonly verdict: Verdict;
  readonly owner: FieldOwner | undefined;
  /** How a removed field is known to have been in Git. */
  readonly removedFrom: 'ownership' | 'lastApplied' | undefined;
  /** Others own the field, too. */
  readonly shared: boolean;
  /** What was applied in clear stays, whoever removes it. */
  readonly inClear: boolean;
  /** The field is declared in Git, too: two writers fight over it. */
  readonly declared: boolean;
  /** All that Git says is live, and more stands beside it in a mapping that the server takes as a whole. */
  readonly beside: boolean;
}

/**
 * Whether the controller puts a difference back by itself, as it is set up. `true` for a field that another controller owns
 * says that the two fight.
 *
 * Source: argo-cd util/argo/diff, gitops-engine pkg/diff; fluxcd/pkg ssa/manager_apply.go; helm-controller
 * internal/reconcile/correct_cluster_drift.go.
 */
export function willRevert(reverter: Reverter, question: Question): boolean | 'unknown' {
  switch (question.verdict) {
    case 'orphan':
    case 'foreign':
    case 'skipped':
    case 'expectedAbsent':
    case 'desiredInvalid':
      return false;
    case 'notComparable':
      return 'unknown';
    default:
  }
  switch (reverter.kind) {
    case 'argocd':
      return byArgo(reverter, question);
    case 'flux':
      return byFlux(reverter, question);
    case 'helm':
      return (
        reverter.mode === 'enabled' &&
        !reverter.suspended &&
        (question.verdict === 'drift' || question.verdict === 'missing' || isFight(question))
      );
    case 'gone':
      return 'unknown';
    case 'plain':
      return false;
  }
}

function byArgo(argo: Extract<Reverter, { kind: 'argocd' }>, question: Question): boolean {
  if (!argo.automated || (!argo.selfHeal && question.verdict !== 'pruneCandidate')) return false;
  switch (question.verdict) {
    case 'drift':
      // A client-side merge of mappings goes by their keys, whatever the server does with them.
      return argo.serverSideApply || !question.beside;
    case 'missing':
      return true;
    case 'ownedByOther':
      return isFight(question);
    case 'removed':
      return removes(question, { byMemory: !argo.serverSideApply });
    case 'pruneCandidate':
      return argo.prune;
    case 'needsRecreate':
      return argo.replaces;
    default:
      return false;
  }
}

function byFlux(flux: Extract<Reverter, { kind: 'flux' }>, question: Question): boolean {
  if (flux.suspended) return false;
  const { owner, verdict } = question;
  switch (verdict) {
    case 'drift':
    case 'missing':
      return true;
    case 'ownedByOther':
      return isFight(question);
    case 'removed':
      return removes(question, { byMemory: owner !== undefined && isTakenOver(owner) });
    case 'extraManual':
      return owner !== undefined && isTakenOver(owner);
    case 'pruneCandidate':
      return flux.prune;
    case 'needsRecreate':
      return flux.force;
    default:
      return false;
  }
}

function isFight({ verdict, declared }: Question): boolean {
  return verdict === 'ownedByOther' && declared;
}

/** An apply takes away what its manager alone owns; client-side apply takes away what it remembers. */
function removes(
  { removedFrom, shared, inClear, owner }: Question,
  { byMemory }: { readonly byMemory: boolean },
): boolean {
  if (inClear) return false;
  if (removedFrom === 'lastApplied') return byMemory;
  return !shared && owner !== undefined && roleOf(owner) === 'gitops';
}
