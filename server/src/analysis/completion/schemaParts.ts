import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';

/** What a JSON schema says of the place that keys lead to, `-` for an item of a list: every part that can hold there. */
export function schemaPartsAt(
  root: ResourceNode,
  path: readonly string[],
): readonly ResourceNode[] {
  let parts = spread(root, [root]);
  for (const step of path) {
    const below = parts.flatMap((part) => {
      if (step === '-') return listOf(field(part, 'items'));
      const named = field(field(part, 'properties'), step);
      const other = field(part, 'additionalProperties');
      return named === undefined ? (other?.kind === 'map' ? [other] : []) : [named];
    });
    parts = spread(root, below);
  }
  return parts;
}

/** The keys that a part of a schema names, with what it says of each. */
export function schemaKeys(
  root: ResourceNode,
  part: ResourceNode,
): readonly { readonly key: string; readonly description: string; readonly isMap: boolean }[] {
  const properties = field(part, 'properties');
  if (properties?.kind !== 'map') return [];
  return properties.keys.map((key, index) => {
    const own = spread(root, listOf(properties.values[index]));
    const description = own.map((one) => rawText(field(one, 'description'))).find(Boolean) ?? '';
    const isMap = own.some((one) => /^(?:object|array)$/.test(rawText(field(one, 'type'))));
    return { key, description, isMap };
  });
}

/** The texts that a part of a schema allows alone. */
export function schemaValues(part: ResourceNode): readonly string[] {
  const texts = listOf(field(part, 'enum')).map(rawText);
  const isSwitch = rawText(field(part, 'type')) === 'boolean';
  return isSwitch ? ['true', 'false'] : texts.filter((text) => text !== '');
}

/** Parts with what they refer to or are put together from, each once: references may go round in circles. */
function spread(root: ResourceNode, parts: readonly ResourceNode[]): readonly ResourceNode[] {
  const found = new Set(parts);
  for (const part of found) {
    const reference = /^#\/(.+)$/.exec(rawText(field(part, '$ref')))?.[1];
    const meant = reference
      ?.split('/')
      .reduce<ResourceNode | undefined>((node, step) => node && field(node, step), root);
    if (meant !== undefined) found.add(meant);
    for (const name of ['allOf', 'anyOf', 'oneOf'])
      for (const other of listOf(field(part, name))) found.add(other);
  }
  return [...found];
}

function listOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node === undefined ? [] : node.kind === 'sequence' ? node.items : [node];
}
