import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { keyKindOf } from './keyName.ts';
import { secretTextsIn } from './objectSecrets.ts';
import { placeholderOf } from './placeholder.ts';
import { scanRendered } from './scanRendered.ts';
import { findInText } from './textCredentials.ts';
import { shapeUnderKey } from './valueShape.ts';

/** Whether a text is a secret by its key or by its own shape, as the rules read settings. */
export function isToldUnder(keys: readonly string[], text: string): boolean {
  // Tokens, keys, and the passwords in URLs.
  if (findInText(text).length > 0) return true;
  const kind = keyKindOf(keys.at(-1) ?? '', keys.at(-2));
  return kind !== undefined && shapeUnderKey(keys.at(-1) ?? '', kind, text) !== 'none';
}

/**
 * The texts that are secrets wherever they stand in what a release renders to: those that the rules tell among its values, and
 * what its Secrets hold. Not what is no more than a word, or a name in one of its objects: it would hide what is no secret.
 */
export function secretTextsOf(
  values: ResourceNode,
  objects: readonly ResourceNode[],
): readonly string[] {
  const kept = objects.flatMap((object) =>
    rawText(field(object, 'kind')) === 'Secret'
      ? scanRendered(object).map(({ value }) => value)
      : [],
  );
  const texts = [...new Set([...secretTextsIn(values), ...kept].map((text) => text.trim()))].filter(
    (text) => text.length >= shortest && placeholderOf(text) === undefined,
  );
  if (texts.length === 0) return texts;
  const names = objects.flatMap(namesIn);
  return texts.filter((text) => !names.some((name) => name.includes(text)));
}

const shortest = 6;

/** What an object is called, and the images that it runs. */
function namesIn(object: ResourceNode): readonly string[] {
  const metadata = field(object, 'metadata');
  return [
    rawText(field(metadata, 'name')),
    rawText(field(metadata, 'namespace')),
    ...imagesBelow(object),
  ];
}

function imagesBelow(node: ResourceNode): readonly string[] {
  switch (node.kind) {
    case 'map':
      return node.keys.flatMap((key, index) => {
        const value = node.values[index];
        if (value === undefined) return [];
        return key === 'image' ? [rawText(value)] : imagesBelow(value);
      });
    case 'sequence':
      return node.items.flatMap(imagesBelow);
    default:
      return [];
  }
}
