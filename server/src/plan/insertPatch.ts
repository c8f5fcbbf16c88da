import type { Resource } from '../kustomize/resource.ts';
import type { TextEdit } from '../text/textEdit.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import { nodeOfJson } from '../yaml/nodeOfJson.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { AdoptedField } from './adoption.ts';
import { insertItem } from './insertItem.ts';
import type { NameInLayer } from './nameInLayer.ts';

/**
 * The edit that gives fields of one object other values by a strategic merge patch in a kustomization file, as one more
 * entry of `patches:`. `undefined` where a patch cannot name one of the fields, or the list cannot be gone on with.
 */
export function insertPatch(
  text: string,
  resource: Resource,
  { name, namespace }: NameInLayer,
  fields: readonly Pick<AdoptedField, 'steps' | 'have'>[],
): TextEdit | undefined {
  const named: JsonMap = {
    apiVersion: rawText(field(resource.node, 'apiVersion')),
    kind: rawText(field(resource.node, 'kind')),
    metadata: { name, ...(namespace !== undefined && { namespace }) },
  };
  const patch = fields.reduce<JsonMap | undefined>(
    (map, { steps, have }) => map && withField(map, { steps, have, node: resource.node }),
    named,
  );
  const printed = patch && writeCanonical(nodeOfJson(patch, () => undefined));
  if (printed === undefined || 'problem' in printed) return undefined;
  const lines = printed.text.trimEnd().split('\n');
  return insertItem(text, 'patches', [
    'patch: |-',
    ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
  ]);
}

type JsonMap = Readonly<Record<string, JsonValue>>;

/** A value, the way to it, and what Git has where the way begins. */
interface Wanted extends Pick<AdoptedField, 'steps' | 'have'> {
  readonly node: ResourceNode | undefined;
}

/** The patch with one more field; `undefined` where only its place tells an item on the way. */
function withField(map: JsonMap, wanted: Wanted): JsonMap | undefined {
  const { have, steps } = wanted;
  const [step, next, ...rest] = steps;
  if (step?.kind !== 'key') return undefined;
  const there = map[step.key];
  const node = field(wanted.node, step.key);
  switch (next?.kind) {
    case undefined:
      // In a patch, null takes a field away.
      return { ...map, [step.key]: have ?? null };
    case 'place':
      return undefined;
    case 'key': {
      const inner = withField(isMap(there) ? there : {}, { steps: [next, ...rest], have, node });
      return inner && { ...map, [step.key]: inner };
    }
    case 'item': {
      const all = inOrder(isList(there) ? there : [], next.key, node);
      const at = all.findIndex((item) => isNamed(item, next.key));
      const item = all[at];
      const found =
        node?.kind === 'sequence' ? node.items.find((one) => isNode(one, next.key)) : undefined;
      const patched = isMap(item) ? withItem(item, { steps: rest, have, node: found }) : undefined;
      return patched && { ...map, [step.key]: all.with(at, patched) };
    }
  }
}

/**
 * The items of a list in a patch, with one of a key among them: kustomize puts the items of a patch first, so those that
 * stand before it in Git are named, too, and the order stays.
 */
function inOrder(
  items: readonly JsonValue[],
  key: JsonMap,
  list: ResourceNode | undefined,
): readonly JsonValue[] {
  const known = list?.kind === 'sequence' ? list.items : [];
  const last = known.findIndex((one) => isNode(one, key));
  const keys = Object.keys(key);
  const before = (last < 0 ? known : known.slice(0, last)).flatMap((one) => {
    const own = keys.flatMap((name) => {
      const decoded = field(one, name);
      const value = decoded && decodeToJson(decoded);
      return value !== undefined && 'value' in value ? [[name, value.value] as const] : [];
    });
    return own.length === keys.length ? [Object.fromEntries(own)] : [];
  });
  const wanted = [...before, key];
  return [
    ...wanted.map((one) => items.find((item) => isNamed(item, one)) ?? one),
    ...items.filter((item) => !wanted.some((one) => isNamed(item, one))),
  ];
}

function isNode(node: ResourceNode, key: JsonMap): boolean {
  const decoded = decodeToJson(node);
  return 'value' in decoded && isNamed(decoded.value, key);
}

function withItem(item: JsonMap, { steps, have, node }: Wanted): JsonMap | undefined {
  if (steps.length > 0) return withField(item, { steps, have, node });
  if (have === undefined) return { ...item, $patch: 'delete' };
  return isMap(have) ? { ...item, ...have } : undefined;
}

function isNamed(item: JsonValue, key: JsonMap): boolean {
  return isMap(item) && Object.entries(key).every(([name, value]) => item[name] === value);
}

function isMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
