import type { Severity } from '../text/diagnostics.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { numbered } from './numbered.ts';
import { scanObject } from './objectRules.ts';
import { isSopsText } from './placeholder.ts';
import type { Walk } from './walk.ts';

/** A secret in clear in an object as it is rendered. */
export interface RenderedSecret {
  readonly severity: Severity;
  /** The key, or the place, as a message names it. */
  readonly name: string;
  /** The way to it in the object; nothing of it comes from a value. */
  readonly pointer: string;
  /** Compared and printed nowhere. */
  readonly value: string;
  /** The node of the object that holds it: who wrote it is known by its origin. */
  readonly node: ResourceNode;
}

/** A value of SOPS that nothing decrypts: the cluster gets the ciphertext. */
export interface DeployedCiphertext {
  readonly name: string;
  readonly pointer: string;
  readonly node: ResourceNode;
}

/**
 * Values that stay encrypted in a rendered object. Flux decrypts an object by its block `sops`, and in the data of a Secret
 * whole files; never what a ConfigMap holds.
 *
 * Source: fluxcd/kustomize-controller internal/decryptor/decryptor.go.
 */
export function ciphertextIn(object: ResourceNode): readonly DeployedCiphertext[] {
  const kind = rawText(field(object, 'kind'));
  if (!/^(?:Secret|ConfigMap)$/.test(kind) || field(object, 'sops') !== undefined) return [];
  return ['data', 'stringData'].flatMap((key) => {
    const data = field(object, key);
    if (data?.kind !== 'map') return [];
    return data.values.flatMap((node, index): readonly DeployedCiphertext[] => {
      const text = rawText(node);
      const isEncrypted =
        text.startsWith('ENC[AES256_GCM,data:') || (kind === 'ConfigMap' && isSopsText(text));
      const name = data.keys[index] ?? '';
      return isEncrypted ? [{ name, pointer: `0/${key}/${name}`, node }] : [];
    });
  });
}

/**
 * What the rules for objects find in clear in a rendered object, whose nodes stem from many files. Only Secrets and ConfigMaps
 * are looked at: they are what generators and layers put together, where a value alone does not show what it becomes.
 */
export function scanRendered(object: ResourceNode): readonly RenderedSecret[] {
  if (!/^(?:Secret|ConfigMap)$/.test(rawText(field(object, 'kind')))) return [];
  const nodes: ResourceNode[] = [];
  const state: Walk = { hits: [], document: 0, isKeyName: () => false };
  scanObject(state, numbered(object, nodes), { isKustomization: false, isValues: false });
  return state.hits.flatMap(({ severity, name, pointer, value, ordinal }) => {
    const node = nodes[ordinal ?? -1];
    const isInClear = severity === 'error' || severity === 'warning';
    return isInClear && node !== undefined && value !== undefined
      ? [{ severity, name, pointer, value, node }]
      : [];
  });
}
