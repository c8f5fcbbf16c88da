import type { DangerImpact } from './impact.ts';
import { assertNever } from '../util/assertNever.ts';

/** A danger in one sentence. */
export function dangerText({ code, resource, field, other }: Omit<DangerImpact, 'at'>): string {
  switch (code) {
    case 'impact.prunes-volume-claim':
      return `${resource} goes away, and the data of its volume may go with it`;
    case 'impact.prunes-crd':
      return `${resource} goes away, and every object of this kind with it`;
    case 'impact.prunes-namespace':
      return `${resource} goes away, and all that is in it`;
    case 'impact.prunes-stateful-set':
      return `${resource} goes away, and its pods with it`;
    case 'impact.immutable-field':
      return `${field ?? '/'} of ${resource} cannot be changed in place: the API server will refuse it`;
    case 'impact.changes-rbac':
      return `${resource} changes who may do what`;
    case 'impact.two-owners':
      return `${resource} belongs to ${other ?? ''} on this cluster as well: two applications own it`;
    case 'impact.suspends-application':
      return `${resource} is suspended: nothing that changes arrives through it any more`;
    case 'impact.stops-syncing':
      return `${resource} syncs by itself no more: what changes arrives when somebody syncs it`;
    case 'impact.starts-pruning':
      return `${resource} prunes from now on: what it has deployed and is in Git no more is deleted`;
    case 'impact.changes-account':
      return other === undefined || other === ''
        ? `${resource} is applied with the rights of its controller from now on`
        : `${resource} is applied with the rights of the service account ${other} from now on`;
    default:
      return assertNever(code);
  }
}
