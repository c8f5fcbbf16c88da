import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { numbered } from './numbered.ts';
import { isOnlyAboutSecrets, scanObject } from './objectRules.ts';
import { findInText } from './textCredentials.ts';
import type { Walk } from './walk.ts';

/** What of a scalar is a secret: all of it, or texts in it, the longest first. */
export type HiddenPart = 'whole' | readonly string[];

/** The scalars of an object that hold secrets, by their nodes. */
export type ObjectSecrets = ReadonlyMap<ResourceNode, HiddenPart>;

/**
 * The secrets that stand in clear in an object, as the rules tell them that `strata secrets` goes by: where these tell a line,
 * no output shows its value. What is told as a default or a hash is hidden as well.
 */
export function secretsIn(object: ResourceNode): ObjectSecrets {
  const found = known.get(object) ?? findSecrets(object);
  known.set(object, found);
  return found;
}

/** The texts in an object that are secrets, as `secretsIn` tells them. */
export function secretTextsIn(object: ResourceNode): readonly string[] {
  return [...secretsIn(object)].flatMap(([node, parts]) =>
    parts === 'whole' ? [rawText(node)] : parts,
  );
}

/** The secrets of an object with all scalars that hold one of some texts. */
export function withTexts(
  object: ResourceNode,
  secrets: ObjectSecrets,
  texts: readonly string[],
): ObjectSecrets {
  if (texts.length === 0) return secrets;
  const found = new Map(secrets);
  for (const scalar of scalarsBelow(object)) {
    for (const text of texts) if (scalar.value.includes(text)) add(found, scalar, text);
  }
  return found;
}

/** The object with another node at a place; unchanged where there is no such place. */
export function withNodeAt(
  object: ResourceNode,
  path: readonly (string | number)[],
  node: ResourceNode,
): ResourceNode {
  const [step, ...rest] = path;
  if (step === undefined) return node;
  if (object.kind === 'map' && typeof step === 'string') {
    const at = object.keys.indexOf(step);
    const values = object.values.map((one, index) =>
      index === at ? withNodeAt(one, rest, node) : one,
    );
    return { ...object, values };
  }
  if (object.kind !== 'sequence' || typeof step !== 'number') return object;
  const items = object.items.map((one, index) =>
    index === step ? withNodeAt(one, rest, node) : one,
  );
  return { ...object, items };
}

/** The node at a place of an object. */
export function nodeAt(
  object: ResourceNode,
  path: readonly (string | number)[],
): ResourceNode | undefined {
  return path.reduce<ResourceNode | undefined>((one, step) => {
    if (one?.kind === 'map' && typeof step === 'string') return one.values[one.keys.indexOf(step)];
    return one?.kind === 'sequence' && typeof step === 'number' ? one.items[step] : undefined;
  }, object);
}

/** Nodes never change, and most of them are printed again and again. */
const known = new WeakMap<ResourceNode, ObjectSecrets>();

const none: ObjectSecrets = new Map();

function findSecrets(object: ResourceNode): ObjectSecrets {
  const kind = rawText(field(object, 'kind'));
  if (isOnlyAboutSecrets(kind, rawText(field(object, 'apiVersion')))) return none;
  const nodes: ResourceNode[] = [];
  const state: Walk = { hits: [], document: 0, isKeyName: () => false };
  scanObject(state, numbered(object, nodes), { isKustomization: false, isValues: false });
  const found = new Map<ResourceNode, HiddenPart>();
  for (const { ordinal, value } of state.hits) {
    const node = nodes[ordinal ?? -1];
    if (node === undefined || value === undefined || value === '') continue;
    for (const scalar of scalarsBelow(node)) add(found, scalar, value);
  }
  for (const node of nodes) {
    if (node.kind !== 'scalar' || node.value.length < shortestText) continue;
    for (const { start, end } of findInText(node.value))
      add(found, node, node.value.slice(start, end));
  }
  return found.size === 0 ? none : found;
}

/** No token and no credential in a text is shorter. */
const shortestText = 12;

function scalarsBelow(node: ResourceNode): readonly ScalarNode[] {
  switch (node.kind) {
    case 'scalar':
      return [node];
    case 'map':
      return node.values.flatMap(scalarsBelow);
    case 'sequence':
      return node.items.flatMap(scalarsBelow);
    case 'alias':
      return [];
  }
}

function add(found: Map<ResourceNode, HiddenPart>, scalar: ScalarNode, text: string): void {
  const before = found.get(scalar) ?? [];
  if (before === 'whole') return;
  // What does not stand there as it is was decoded.
  const isPart = text !== scalar.value && text.length >= 4 && scalar.value.includes(text);
  const longest = (a: string, b: string): number => b.length - a.length;
  found.set(scalar, isPart ? [...new Set([...before, text])].sort(longest) : 'whole');
}
