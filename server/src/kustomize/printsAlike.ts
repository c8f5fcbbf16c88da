import { resolvePlainTag } from '../yaml/resolveTag.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';

/**
 * Whether two trees without aliases are printed as the same text: steps that write the same value often leave other tags and
 * styles, and the order of keys is that of the printer.
 */
export function printsAlike(a: ResourceNode | undefined, b: ResourceNode | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  switch (a.kind) {
    case 'scalar':
      return b.kind === 'scalar' && a.value === b.value && tagOf(a) === tagOf(b);
    case 'map':
      return b.kind === 'map' && sameEntries(a, b);
    case 'sequence':
      return (
        b.kind === 'sequence' &&
        a.items.length === b.items.length &&
        a.items.every((item, index) => printsAlike(item, b.items[index]))
      );
    case 'alias':
      return b.kind === 'alias' && printsAlike(a.target, b.target);
  }
}

function sameEntries(a: MapNode, b: MapNode): boolean {
  return (
    a.keys.length === b.keys.length &&
    a.keys.every((key, index) => {
      const at = b.keys[index] === key ? index : b.keys.indexOf(key);
      return at >= 0 && printsAlike(a.values[index], b.values[at]);
    })
  );
}

/** A scalar without a tag is what its text reads as, or a text where it stands in quotes. */
function tagOf({ tag, style, value }: ScalarNode): string {
  if (tag !== '') return tag;
  return style === 'plain' ? resolvePlainTag(value) : '!!str';
}
