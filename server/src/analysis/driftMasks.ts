import type { JsonMap } from '../drift/json.ts';
import type { Finding } from '../drift/verdict.ts';
import type { Resource } from '../kustomize/resource.ts';
import { keyKindOf } from '../secrets/keyName.ts';
import { isSecret, maskedField, type Masks } from '../secrets/redact.ts';
import { carriesSecret } from '../yaml/carriesSecret.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import { nodeOfJson } from '../yaml/nodeOfJson.ts';
import { newMap, newScalar } from '../yaml/nodes.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** What Git wants at a finding, without values of Secrets. */
export function maskedWant(
  resource: Resource | undefined,
  { want, wantAt }: Finding,
  masks: Masks,
): JsonValue | undefined {
  if (want === undefined || resource === undefined) return want;
  const hides = hidesSecret(nodeAt(resource.node, wantAt));
  return maskedJson(want, wantAt, { isSecret: isSecret(resource.node), hides }, masks);
}

/** What is live at a finding, without values of Secrets: also where Git copied one to there, or a name says so. */
export function maskedHave(
  resource: Resource | undefined,
  live: JsonMap | undefined,
  { have, haveAt, wantAt, want }: Finding,
  masks: Masks,
): JsonValue | undefined {
  if (have === undefined) return have;
  const written = resource && want !== undefined ? nodeAt(resource.node, wantAt) : undefined;
  const path = haveAt ?? wantAt;
  const hides =
    (written !== undefined && hidesSecret(written)) ||
    (want === undefined && path.some((key) => typeof key === 'string' && namesSecret(key)));
  const kind = live?.['kind'] ?? resource?.id.kind;
  return maskedJson(have, path, { isSecret: kind === 'Secret', hides }, masks);
}

/** The node at keys and indices, or the last on the way that is there. */
export function nodeAt(root: ResourceNode, path: readonly (string | number)[]): ResourceNode {
  let node = root;
  for (const step of path) {
    const next: ResourceNode | undefined =
      node.kind === 'map' && typeof step === 'string'
        ? node.values[node.keys.indexOf(step)]
        : node.kind === 'sequence' && typeof step === 'number'
          ? node.items[step]
          : undefined;
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** The node of a JSON value; of what `isHidden` says so, the text is that of a Secret. */
export function nodeOf(
  value: JsonValue,
  isHidden: (path: readonly (string | number)[], value: JsonValue) => boolean,
): ResourceNode {
  return nodeOfJson(value, (path, one) => (isHidden(path, one) ? secretOrigin : undefined));
}

/** Whether the name of a key says that its value is one to hide, where Git does not show it anyway. */
export function namesSecret(key: string): boolean {
  return keyKindOf(key) === 'password';
}

/** A text that was copied from a Secret, or that is to be hidden like one. */
const secretOrigin: FieldOrigin = {
  writtenAt: { kind: 'file', file: '' },
  by: { kind: 'replacement', root: undefined },
  previous: undefined,
  secret: true,
};

/** Whether a value of a Secret stands anywhere in what Git says. */
function hidesSecret(node: ResourceNode): boolean {
  switch (node.kind) {
    case 'scalar':
      return carriesSecret(node.origin);
    case 'map':
      return node.values.some(hidesSecret);
    case 'sequence':
      return node.items.some(hidesSecret);
    case 'alias':
      return hidesSecret(node.target);
  }
}

function maskedJson(
  value: JsonValue,
  path: readonly (string | number)[],
  hidden: { readonly isSecret: boolean; readonly hides: boolean },
  masks: Masks,
): JsonValue {
  const kind = hidden.isSecret ? 'Secret' : '';
  const object: ResourceNode = {
    ...newMap(undefined),
    keys: ['kind'],
    values: [newScalar(kind, '!!str', 'plain', undefined)],
  };
  const named = (inner: readonly (string | number)[]): boolean =>
    inner.some((key) => typeof key === 'string' && namesSecret(key));
  const node = nodeOf(value, (inner) => hidden.hides || named(inner));
  const decoded = decodeToJson(maskedField(object, { path, node }, masks));
  return 'value' in decoded ? decoded.value : null;
}
