import { carriesSecret } from '../yaml/carriesSecret.ts';
import { field } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { decodeData } from './decodeValue.ts';
import { secretTextsIn } from './objectSecrets.ts';
import { isSecret, type Masks } from './redact.ts';

/**
 * A text about an object without the values of Secrets that stand in the object: those of its own, as they are written and
 * decoded, those that were copied to it, and those that the rules tell. For messages that quote what an object says.
 */
export function maskedMessage(object: ResourceNode, text: string, masks: Masks): string {
  return secretTexts(object)
    .filter((value) => text.includes(value))
    .sort((a, b) => b.length - a.length)
    .reduce((told, value) => told.replaceAll(value, masks.maskOf(value)), text);
}

/** The values of Secrets in an object, without empty ones. */
function secretTexts(object: ResourceNode): readonly string[] {
  const own = isSecret(object)
    ? [
        ...scalarsBelow(field(object, 'data')).flatMap((text) => [text, decodeData(text) ?? '']),
        ...scalarsBelow(field(object, 'stringData')),
      ]
    : [];
  return [...new Set([...own, ...copiedTexts(object), ...secretTextsIn(object)])].filter(
    (text) => text !== '',
  );
}

function scalarsBelow(node: ResourceNode | undefined): readonly string[] {
  switch (node?.kind) {
    case 'scalar':
      return [node.value];
    case 'map':
      return node.values.flatMap(scalarsBelow);
    case 'sequence':
      return node.items.flatMap(scalarsBelow);
    case 'alias':
      return scalarsBelow(node.target);
    case undefined:
      return [];
  }
}

function copiedTexts(node: ResourceNode): readonly string[] {
  switch (node.kind) {
    case 'scalar':
      return node.origin !== undefined && carriesSecret(node.origin) ? [node.value] : [];
    case 'map':
      return node.values.flatMap(copiedTexts);
    case 'sequence':
      return node.items.flatMap(copiedTexts);
    case 'alias':
      return copiedTexts(node.target);
  }
}
