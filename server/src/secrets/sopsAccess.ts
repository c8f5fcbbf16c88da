import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** The kinds of keys that SOPS encrypts for. */
export type RecipientKind =
  'age' | 'PGP' | 'AWS KMS' | 'GCP KMS' | 'Azure Key Vault' | 'Vault' | 'HuaweiCloud KMS';

/** Somebody who can decrypt a file. */
export interface SopsRecipient {
  readonly kind: RecipientKind;
  /** The public key, the fingerprint or the address of a key; nothing of it is secret. */
  readonly id: string;
  /** `YYYY-MM-DD`: when the key was put in; age does not tell. */
  readonly since: string | undefined;
}

/** What the block `sops` of a file says. */
export interface SopsAccess {
  readonly recipients: readonly SopsRecipient[];
  /** Of how many groups of keys one key each is needed; 1 where any key will do. */
  readonly threshold: number;
  /** `YYYY-MM-DD`: when SOPS last wrote the file. */
  readonly lastModified: string | undefined;
}

/**
 * Reads who can decrypt a file.
 *
 * Source: getsops/sops v3 stores/stores.go `Metadata`, and the key types of age, pgp, kms, gcpkms, azkv, hcvault and hckms.
 */
export function sopsAccess(block: ResourceNode): SopsAccess {
  const groups = itemsOf(field(block, 'key_groups'));
  const found = new Map<string, SopsRecipient>();
  for (const one of [block, ...groups].flatMap(recipientsIn))
    if (!found.has(one.id)) found.set(one.id, one);
  const threshold = Number(rawText(field(block, 'shamir_threshold')));
  return {
    recipients: [...found.values()],
    threshold: groups.length < 2 ? 1 : threshold > 0 ? threshold : groups.length,
    lastModified: dayOf(field(block, 'lastmodified')),
  };
}

function recipientsIn(group: ResourceNode): readonly SopsRecipient[] {
  return shapes.flatMap(({ field: name, kind, idOf }) =>
    itemsOf(field(group, name)).flatMap((item) => {
      const id = idOf(item);
      return id === '' ? [] : [{ kind, id, since: dayOf(field(item, 'created_at')) }];
    }),
  );
}

interface Shape {
  readonly field: string;
  readonly kind: RecipientKind;
  readonly idOf: (item: ResourceNode) => string;
}

function textAt(...names: readonly string[]): Shape['idOf'] {
  return (item) =>
    names
      .map((name) => rawText(field(item, name)))
      .filter((text) => text !== '')
      .join('/');
}

const shapes: readonly Shape[] = [
  { field: 'age', kind: 'age', idOf: textAt('recipient') },
  { field: 'pgp', kind: 'PGP', idOf: textAt('fp') },
  { field: 'kms', kind: 'AWS KMS', idOf: textAt('arn') },
  { field: 'gcp_kms', kind: 'GCP KMS', idOf: textAt('resource_id') },
  { field: 'azure_kv', kind: 'Azure Key Vault', idOf: textAt('vault_url', 'name') },
  { field: 'hc_vault', kind: 'Vault', idOf: textAt('vault_address', 'engine_path', 'key_name') },
  { field: 'hckms', kind: 'HuaweiCloud KMS', idOf: textAt('key_id') },
];

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

function dayOf(node: ResourceNode | undefined): string | undefined {
  return /^\d{4}-\d\d-\d\d/.exec(rawText(node))?.[0];
}

/**
 * What people call recipients in a `.sops.yaml`, by public keys and fingerprints: the name of an anchor (`&alice age1…`), or
 * the comment behind a key.
 */
export function recipientNames(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const pattern =
    /^[^\n#]*?(?:&([\w.-]{1,60})[ \t]+)?["']?(age1[0-9a-z]{8,80}|arn:aws[\w-]*:kms:[\w:/-]{1,200}|\b[0-9A-Fa-f]{40})["']?,?[ \t]*(?:#[ \t]*([^\n]{1,60}))?$/gm;
  for (const [, anchor, id = '', comment] of text.replaceAll('\r', '').matchAll(pattern)) {
    const name = anchor ?? comment?.trim();
    if (name !== undefined && name !== '' && !names.has(id)) names.set(id, name);
  }
  return names;
}
