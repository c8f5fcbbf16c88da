import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import { carriesSecret } from '../yaml/carriesSecret.ts';
import {
  writeCanonical,
  writeCanonicalWithLines,
  type CanonicalLines,
  type CanonicalYaml,
  type PrintedNode,
} from '../yaml/canonical.ts';
import { sortedOrder } from '../yaml/keyOrder.ts';
import { field, newScalar, rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import type { YamlProblem } from '../yaml/yamlProblem.ts';
import { nodeAt, secretsIn, withNodeAt, withTexts, type ObjectSecrets } from './objectSecrets.ts';
import { secretIdentity } from './secretIdentity.ts';

/** Gives masks within one output: equal values get equal masks, and a mask tells nothing else. */
export interface Masks {
  /** `•••• A` for the first value, `•••• B` for the next other one, and so on; AA comes after Z. */
  readonly maskOf: (value: string) => string;
  /** Texts to hide in an object beside what it tells itself, such as what becomes of its values. */
  readonly textsOf?: (object: ResourceNode) => readonly string[];
}

/** The masks of one output. */
export function newMasks(): Masks {
  const letters = new Map<string, string>();
  return {
    maskOf: (value) => {
      const known = letters.get(value) ?? lettersOf(letters.size);
      letters.set(value, known);
      return `•••• ${known}`;
    },
  };
}

/** Whether an object is a Secret, in whichever group. */
export function isSecret(node: ResourceNode): boolean {
  return rawText(field(node, 'kind')) === 'Secret';
}

/**
 * The object with every value that a Secret keeps replaced by its mask, in the order in which it is printed: `data`,
 * `stringData`, and what `kubectl apply` remembers; in any object, what a replacement or a var copied from a Secret, and what
 * the rules for secrets tell. The same reference where there is no such value. Keys, kinds and names stay.
 */
export function withMaskedSecret(node: ResourceNode, masks: Masks): ResourceNode {
  return maskedField(node, { path: [], node }, masks);
}

/** A field of an object: keys and indices from its root, and what stands there. */
export interface ObjectField {
  readonly path: readonly (string | number)[];
  readonly node: ResourceNode;
}

/** What stands at a field, with the values that a Secret keeps, and other secrets, replaced by their masks. */
export function maskedField(object: ResourceNode, field: ObjectField, masks: Masks): ResourceNode {
  const { path, node } = field;
  const isThere = path.length === 0 ? object === node : nodeAt(object, path) === node;
  const told = toldIn(isThere ? object : withNodeAt(object, path, node), masks);
  return isSecret(object)
    ? maskBelow(node, path, { masks, told })
    : maskCopied(node, { masks, told });
}

/** How the value of a field is hidden: `undefined` where it may be shown. */
export function hiddenForm(
  object: ResourceNode,
  path: readonly (string | number)[],
  masks: Masks,
): 'base64' | 'text' | undefined {
  const form = isSecret(object) ? formAt(path) : undefined;
  const node = form === undefined ? nodeAt(object, path) : undefined;
  return node !== undefined && toldIn(object, masks).has(node) ? 'text' : form;
}

/** A text without what would be a secret at a field of an object; the same text where nothing would. */
export function maskedTextAt(
  object: ResourceNode,
  path: readonly (string | number)[],
  text: string,
  masks: Masks,
): string {
  const scalar = newScalar(text, '!!str', 'plain', undefined);
  const told = toldIn(withNodeAt(object, path, scalar), masks);
  return told.has(scalar) ? maskTold(scalar, { masks, told }).value : text;
}

/** Printed YAML that may leave, or why kustomize cannot print the object. */
export type RedactedResult = { readonly yaml: RedactedYaml } | { readonly problem: YamlProblem };

/** Prints an object without the values of a Secret; `print` prints it in clear, and may remember what it printed. */
export function writeRedacted(
  node: ResourceNode,
  masks: Masks,
  print: (node: ResourceNode) => CanonicalYaml = writeCanonical,
): RedactedResult {
  const clear = print(node);
  const masked = withMaskedSecret(node, masks);
  // A value that cannot be printed fails, though its mask could.
  const printed = masked === node || 'problem' in clear ? clear : writeCanonical(masked);
  return 'problem' in printed ? printed : { yaml: asRedacted(printed.text) };
}

/** As `writeRedacted`, with the nodes that begin on its lines; their values are masked, too. */
export function writeRedactedWithLines(
  node: ResourceNode,
  masks: Masks,
  print: (node: ResourceNode) => CanonicalLines = writeCanonicalWithLines,
):
  | { readonly yaml: RedactedYaml; readonly nodes: readonly PrintedNode[] }
  | { readonly problem: YamlProblem } {
  const clear = print(node);
  const masked = withMaskedSecret(node, masks);
  const printed = masked === node || 'problem' in clear ? clear : writeCanonicalWithLines(masked);
  return 'problem' in printed ? printed : { yaml: asRedacted(printed.text), nodes: printed.nodes };
}

/** Prints what stands at a field, without the values of a Secret. */
export function writeRedactedField(
  object: ResourceNode,
  field: ObjectField,
  masks: Masks,
): RedactedResult {
  const printed = writeCanonical(maskedField(object, field, masks));
  return 'problem' in printed ? printed : { yaml: asRedacted(printed.text) };
}

/** Objects in one text, with `---` between them. */
export function joinRedacted(parts: readonly RedactedYaml[]): RedactedYaml {
  return asRedacted(parts.join('---\n'));
}

function asRedacted(text: string): RedactedYaml {
  return isRedacted(text) ? text : asRedacted('');
}

/** Private to this file: who calls it says that no value of a Secret stands in the text. */
function isRedacted(_text: string): _text is RedactedYaml {
  return true;
}

const remembered = 'kubectl.kubernetes.io/last-applied-configuration';

/** What a Secret hides: base64 in `data`, texts elsewhere. */
function formAt(path: readonly (string | number)[]): 'base64' | 'text' | undefined {
  const [first, second, third] = path;
  if (first === 'data') return 'base64';
  if (first === 'stringData') return 'text';
  return first === 'metadata' && second === 'annotations' && third === remembered
    ? 'text'
    : undefined;
}

interface Masking {
  readonly masks: Masks;
  /** What the rules for secrets tell of the object. */
  readonly told: ObjectSecrets;
}

function maskBelow(
  node: ResourceNode,
  path: readonly (string | number)[],
  masking: Masking,
): ResourceNode {
  const form = formAt(path);
  if (form !== undefined) return maskAll(node, masking.masks, form);
  const mayHide = path.length === 0 || (path[0] === 'metadata' && path.length < 3);
  if (node.kind !== 'map' || !mayHide) return maskCopied(node, masking);
  return mapEntries(node, (key, value) => maskBelow(value, [...path, key], masking));
}

/** Masks what was copied from a Secret, and what the rules tell. */
function maskCopied(node: ResourceNode, masking: Masking): ResourceNode {
  if (!hasCopied(node) && !hasTold(node, masking.told)) return node;
  switch (node.kind) {
    case 'scalar':
      return maskTold(node, masking);
    case 'map':
      return mapEntries(node, (_key, value) => maskCopied(value, masking));
    case 'sequence':
      return { ...node, items: node.items.map((item) => maskCopied(item, masking)) };
    case 'alias':
      return maskCopied(node.target, masking);
  }
}

/** The parts of a scalar that the rules tell; all of it where it, or a part of it, was copied. */
function maskTold(node: ScalarNode, { masks, told }: Masking): ScalarNode {
  const parts = hasCopied(node) ? 'whole' : (told.get(node) ?? 'whole');
  if (parts === 'whole') return maskScalar(node, masks, 'text');
  const value = parts.reduce(
    (text, part) => text.replaceAll(part, () => masks.maskOf(secretIdentity(part, 'text'))),
    node.value,
  );
  return { ...node, value };
}

function toldIn(object: ResourceNode, { textsOf }: Masks): ObjectSecrets {
  return withTexts(object, secretsIn(object), textsOf?.(object) ?? []);
}

function hasTold(node: ResourceNode, told: ObjectSecrets): boolean {
  if (told.size === 0) return false;
  switch (node.kind) {
    case 'scalar':
      return told.has(node);
    case 'map':
      return node.values.some((value) => hasTold(value, told));
    case 'sequence':
      return node.items.some((item) => hasTold(item, told));
    case 'alias':
      return hasTold(node.target, told);
  }
}

/** Nodes never change, and most of them are printed again and again. */
const copied = new WeakMap<ResourceNode, boolean>();

function hasCopied(node: ResourceNode): boolean {
  if (node.kind === 'scalar') return node.origin !== undefined && carriesSecret(node.origin);
  if (node.kind === 'alias') return hasCopied(node.target);
  const known = copied.get(node);
  if (known !== undefined) return known;
  const has = (node.kind === 'map' ? node.values : node.items).some(hasCopied);
  copied.set(node, has);
  return has;
}

/** Changes the values of a map, visited in the order in which they are printed. */
function mapEntries(
  map: MapNode,
  change: (key: string, value: ResourceNode) => ResourceNode,
): MapNode {
  const values = [...map.values];
  const order = sortedOrder(map.keys);
  for (const index of typeof order === 'object' ? order : values.keys()) {
    const [key, value] = [map.keys[index], map.values[index]];
    if (key !== undefined && value !== undefined) values[index] = change(key, value);
  }
  return { ...map, values };
}

function maskAll(node: ResourceNode, masks: Masks, form: 'base64' | 'text'): ResourceNode {
  switch (node.kind) {
    case 'scalar':
      return maskScalar(node, masks, form);
    case 'map':
      return mapEntries(node, (_key, value) => maskAll(value, masks, form));
    case 'sequence':
      return { ...node, items: node.items.map((item) => maskAll(item, masks, form)) };
    case 'alias':
      return maskAll(node.target, masks, form);
  }
}

function maskScalar(node: ScalarNode, masks: Masks, form: 'base64' | 'text'): ScalarNode {
  const value = masks.maskOf(secretIdentity(node.value, form));
  return { ...node, value, tag: '!!str', style: 'plain' };
}

/** 0 → A, 25 → Z, 26 → AA. */
function lettersOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : lettersOf(Math.floor(index / 26) - 1) + letter;
}
