import type { Resource } from '../../kustomize/resource.ts';
import { maskedField, newMasks } from '../../secrets/redact.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { NodePath } from '../fieldPath.ts';

/** As much of a value as a title can hold. */
export function shortValue(value: string): string {
  const [line = ''] = value.trimStart().split(/\r?\n/, 1);
  return line === value && line.length <= longest ? line : `${line.slice(0, longest)}…`;
}

const longest = 40;

/** The mask of a value that a Secret keeps; `undefined` where the value may be shown. */
export function maskOfValue(
  resource: Resource,
  path: NodePath,
  node: ResourceNode,
): string | undefined {
  const masked = maskedField(resource.node, { path, node }, newMasks());
  return masked === node || masked.kind !== 'scalar' ? undefined : masked.value;
}
