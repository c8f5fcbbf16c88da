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

/** The mask of a value of a file, of which any of the objects that have it is a Secret; `undefined` where it may be shown. */
export function maskOfValue(
  uses: readonly {
    readonly resource: Resource;
    readonly path: NodePath;
    readonly node: ResourceNode;
  }[],
): string | undefined {
  for (const { resource, path, node } of uses) {
    const masked = maskedField(resource.node, { path, node }, newMasks());
    if (masked !== node && masked.kind === 'scalar') return masked.value;
  }
  return undefined;
}
