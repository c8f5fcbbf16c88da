import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** What a SealedSecret is bound to: another name or another namespace, and the controller does not decrypt it. */
export type SealedScope = 'strict' | 'namespace-wide' | 'cluster-wide';

/**
 * The scope that a SealedSecret says it was sealed with; strict where it says nothing.
 *
 * Source: bitnami-labs/sealed-secrets pkg/apis/sealedsecrets/v1alpha1/sealedsecret_expansion.go `SecretScope`.
 */
export function sealedScope(object: ResourceNode): SealedScope {
  const annotations = field(field(object, 'metadata'), 'annotations');
  const isSet = (name: string): boolean =>
    rawText(field(annotations, `sealedsecrets.bitnami.com/${name}`)) === 'true';
  if (isSet('cluster-wide')) return 'cluster-wide';
  return isSet('namespace-wide') ? 'namespace-wide' : 'strict';
}
