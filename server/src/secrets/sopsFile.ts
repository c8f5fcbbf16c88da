import { field, rawText } from '../yaml/nodes.ts';
import type { YamlDocument } from '../yaml/readObjects.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import type { Hit, SecretRule } from './hit.ts';
import { placeholderOf } from './placeholder.ts';
import { recipientsOf, selection, selectorsOf, type SopsRule } from './sopsRules.ts';
import { hitOf, type Walk } from './walk.ts';
import type { Severity } from '../text/diagnostics.ts';

/** The block `sops` of a document that is encrypted: one with a `mac`. */
export function sopsBlock(root: ResourceNode): ResourceNode | undefined {
  const block = field(root, 'sops');
  return block !== undefined && rawText(field(block, 'mac')) !== '' ? block : undefined;
}

/**
 * What is wrong in a document that says that it is encrypted: what the rules for secrets found in clear is an error here,
 * whatever the selector; where they found nothing and nothing is encrypted at all, that is one of its own.
 */
export function sopsHits(state: Walk, root: ResourceNode, found: readonly Hit[]): readonly Hit[] {
  const block = sopsBlock(root);
  if (block === undefined) return found;
  const raised = found.map((hit): Hit => raisedHit(hit));
  if (raised.some(({ rule }) => rule === 'secrets.sops-partly-encrypted')) return raised;
  const leaves = leavesOf(root).filter(({ keys }) => keys[0] !== 'sops');
  const counted = leaves.filter(({ node }) => node.value !== '' && node.tag !== '!!null');
  const [selector] = selectorsOf(block);
  const selects = selection(selector);
  if (counted.some(({ node }) => node.value.startsWith('ENC['))) {
    // What SOPS writes it encrypts, so that somebody else wrote this; the checksum of the file does not hold any more.
    const late = counted.find(({ node, keys }) => isLate(node.value) && selects(keys) === true);
    if (late === undefined) return raised;
    const parts = { severity: 'warning', name: late.keys.at(-1) ?? '' } as const;
    return [...raised, own(state, 'secrets.sops-added-later', late.node, parts)];
  }
  if (counted.length === 0) return raised;
  if (counted.some(({ keys }) => selects(keys) !== false)) return raised;
  const parts = { severity: 'error' } as const;
  const rule = 'secrets.sops-encrypts-nothing';
  if (selector !== undefined) return [...raised, own(state, rule, selector.node, parts)];
  return [...raised, atKey(own(state, rule, block, parts))];
}

/** A text in clear that is no stand-in. */
function isLate(value: string): boolean {
  return !value.startsWith('ENC[') && placeholderOf(value) === undefined;
}

function raisedHit(hit: Hit): Hit {
  return hit.severity === 'warning' || hit.severity === 'error'
    ? { ...hit, rule: 'secrets.sops-partly-encrypted', severity: 'error' }
    : hit;
}

/** A value of SOPS in a document that has no block `sops`: nothing will decrypt it. */
export function ciphertextHits(state: Walk, root: ResourceNode): readonly Hit[] {
  if (field(root, 'sops') !== undefined) return [];
  const leaf = leavesOf(root).find(({ node }) => /^ENC\[AES256_GCM,data:/.test(node.value));
  if (leaf === undefined) return [];
  const parts = { severity: 'warning', name: leaf.keys.at(-1) ?? '' } as const;
  return [own(state, 'secrets.ciphertext-deployed', leaf.node, parts)];
}

/** Secrets in clear beside an encrypted document of the same file. SOPS-04. */
export function plainDocuments(
  documents: readonly YamlDocument[],
  hits: readonly Hit[],
): readonly Hit[] {
  if (documents.length < 2 || !documents.some(({ root }) => sopsBlock(root) !== undefined))
    return hits;
  const plain = new Set(
    documents.flatMap(({ root }, index) =>
      sopsBlock(root) === undefined && rawText(field(root, 'kind')) === 'Secret'
        ? [String(index)]
        : [],
    ),
  );
  return hits.map((hit) =>
    plain.has(hit.pointer.split('/')[0] ?? '') && hit.severity === 'warning'
      ? { ...hit, rule: 'secrets.sops-plain-document', severity: 'error' }
      : hit,
  );
}

/** Recipients of an encrypted file against those of its rule. */
export function recipientHits(
  state: Walk,
  root: ResourceNode,
  rule: SopsRule | undefined,
): readonly Hit[] {
  const block = sopsBlock(root);
  if (block === undefined || rule === undefined || rule.recipients.length === 0) return [];
  const has = recipientsOf(block);
  if (has.length === 0 || sameRecipients(has, rule.recipients)) return [];
  const hit = own(state, 'secrets.sops-recipients-differ', block, { severity: 'warning' });
  return [atKey(hit)];
}

/** A hit on a block at the key in front of it: the block itself may be long. */
function atKey(hit: Hit): Hit {
  return { ...hit, ordinal: (hit.ordinal ?? 0) - 1 };
}

/** Fingerprints of PGP may be written with and without their first part. */
function sameRecipients(one: readonly string[], other: readonly string[]): boolean {
  const covers = (all: readonly string[], text: string): boolean =>
    all.some((candidate) => candidate.endsWith(text) || text.endsWith(candidate));
  return one.every((text) => covers(other, text)) && other.every((text) => covers(one, text));
}

/** Whether a rule covers a leaf that is neither empty nor encrypted nor a placeholder. */
export function hasPlainLeaf(root: ResourceNode, rule: SopsRule): boolean {
  const selects = selection(rule.selectors[0]);
  return leavesOf(root).some(
    ({ node, keys }) =>
      node.value !== '' &&
      node.tag !== '!!null' &&
      placeholderOf(node.value) === undefined &&
      selects(keys) === true,
  );
}

interface Leaf {
  readonly node: ScalarNode;
  readonly keys: readonly string[];
}

function leavesOf(root: ResourceNode): readonly Leaf[] {
  const found: Leaf[] = [];
  const visit = (node: ResourceNode, keys: readonly string[]): void => {
    if (found.length > 20_000) return;
    if (node.kind === 'scalar') found.push({ node, keys });
    else if (node.kind === 'sequence') for (const item of node.items) visit(item, keys);
    else if (node.kind === 'map')
      for (const [index, value] of node.values.entries())
        visit(value, [...keys, node.keys[index] ?? '']);
  };
  visit(root, []);
  return found;
}

function own(
  state: Walk,
  rule: SecretRule,
  node: ResourceNode,
  { severity, name = '' }: { readonly severity: Severity; readonly name?: string },
): Hit {
  const place = { rule, path: undefined };
  return { ...hitOf(state, { rule, severity, node, place, name }), value: undefined };
}
