import type { ResourceNode } from '../yaml/resourceNode.ts';

/** What a walk gives: the node (`undefined`: to be removed), and whether it is the target's own node, changed in place. */
export interface Walked {
  readonly kind: 'walked';
  readonly node: ResourceNode | undefined;
  readonly inPlace: boolean;
  /** A null that stays although a merge drops nulls. */
  readonly keepNull: boolean;
}
