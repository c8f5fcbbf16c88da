import { compileGoRegexp } from '../../text/goRegexp.ts';
import {
  isListIndex,
  kindForNextPart,
  parseIndex,
  splitListIndex,
  type CreateKind,
} from '../pathGetter.ts';
import { readStyled } from './readStyled.ts';
import { newStyledNode, type StyledNode } from './styledNode.ts';
import { writeStyled } from './writeStyled.ts';

/**
 * The nodes that a path leads to, in the tree itself, in which missing parts are made where `create` says so; `undefined`
 * where kyaml reports an error, for example where a part of the path is no mapping.
 *
 * A scalar on the way is read as YAML of its own; what is found in there is no part of the tree, so that a change of it is
 * lost, as in kyaml.
 *
 * Source: kyaml yaml/match.go `PathMatcher` (v0.21.1).
 */
export function matchStyled(
  root: StyledNode,
  path: readonly string[],
  create: CreateKind,
): readonly StyledNode[] | undefined {
  const node = root.kind === 'document' ? (root.content[0] ?? root) : root;
  const [part, ...rest] = path;
  if (part === undefined) {
    return [node];
  }
  const index = parseIndex(part);
  if (index !== undefined && index >= 0) {
    return matchIndex(node, index, rest, create);
  }
  if (isListIndex(part)) {
    return matchElements(node, part, rest, create);
  }
  if (part === '*') {
    const items = itemsOf(node);
    return items && matchEach(items, (item) => matchStyled(item, rest, create));
  }
  return matchField(node, part, rest, create);
}

function matchField(
  node: StyledNode,
  name: string,
  rest: readonly string[],
  create: CreateKind,
): readonly StyledNode[] | undefined {
  if (name === '' || (node.kind !== 'mapping' && node.tag !== '!!null')) {
    return undefined;
  }
  let field = node.tag === '!!null' ? undefined : fieldOf(node, name);
  if (field === undefined) {
    const made = newOfKind(kindForNextPart(rest[0], create), create);
    if (made === undefined) {
      return [];
    }
    node.content.push({ ...newStyledNode('scalar'), value: name }, made);
    field = made;
  }
  if (field.kind !== 'scalar' || rest.length === 0) {
    return matchStyled(field, rest, create);
  }
  const inner = readStyled(field.value);
  return inner === undefined || inner === 'empty' ? undefined : matchStyled(inner, rest, create);
}

function matchIndex(
  node: StyledNode,
  index: number,
  rest: readonly string[],
  create: CreateKind,
): readonly StyledNode[] | undefined {
  const items = itemsOf(node);
  if (items === undefined) {
    return undefined;
  }
  const made =
    index === items.length ? newOfKind(kindForNextPart(rest[0], create), create) : undefined;
  if (made !== undefined) {
    node.content.push(made);
  }
  const item = items[index] ?? made;
  return item && matchStyled(item, rest, create);
}

function matchElements(
  node: StyledNode,
  part: string,
  rest: readonly string[],
  create: CreateKind,
): readonly StyledNode[] | undefined {
  const element = splitListIndex(part);
  const items = itemsOf(node);
  if (element === undefined || items === undefined) {
    return undefined;
  }
  if (items.length === 0 && create === undefined) {
    return [];
  }
  const expression = compileGoRegexp(element.value);
  if ('problem' in expression) {
    return undefined;
  }
  const { name } = element;
  const takes = (item: StyledNode): boolean => {
    const value = name === '' ? item : fieldOf(item, name);
    return value !== undefined && expression.test(trimGoSpace(writeStyled(value)));
  };
  // An element that is chosen by its own text is a match itself, whatever the rest of the path says.
  const matchRest = (item: StyledNode): readonly StyledNode[] | undefined =>
    name === '' ? [item] : matchStyled(item, rest, create);
  const found = matchEach(items.filter(takes), matchRest);
  if (found === undefined || found.length > 0 || create === undefined) {
    return found;
  }
  const made = newElement(name, element.value);
  node.content.push(made);
  // kyaml looks again, and never ends where the expression does not match its own text.
  return takes(made) ? matchRest(made) : undefined;
}

function newElement(name: string, value: string): StyledNode {
  const scalar = { ...newStyledNode('scalar'), value };
  return name === ''
    ? scalar
    : {
        ...newStyledNode('mapping'),
        content: [{ ...newStyledNode('scalar'), value: name }, scalar],
      };
}

function matchEach(
  items: readonly StyledNode[],
  match: (item: StyledNode) => readonly StyledNode[] | undefined,
): readonly StyledNode[] | undefined {
  const found: StyledNode[] = [];
  for (const item of items) {
    const matches = match(item);
    if (matches === undefined) {
      return undefined;
    }
    found.push(...matches);
  }
  return found;
}

/** The items as they are now; null has none, and what is no sequence is an error. */
function itemsOf(node: StyledNode): readonly StyledNode[] | undefined {
  return node.kind === 'sequence' || node.tag === '!!null' ? [...node.content] : undefined;
}

/** The value of the first entry with this key. */
function fieldOf(node: StyledNode, name: string): StyledNode | undefined {
  if (node.kind !== 'mapping') {
    return undefined;
  }
  const index = node.content.findIndex(({ value }, at) => at % 2 === 0 && value === name);
  return index < 0 ? undefined : node.content[index + 1];
}

function newOfKind(kind: CreateKind, create: CreateKind): StyledNode | undefined {
  return create === undefined || kind === undefined
    ? undefined
    : newStyledNode(kind === 'map' ? 'mapping' : kind);
}

/** Go's `strings.TrimSpace`. */
export function trimGoSpace(text: string): string {
  return text.replace(GO_SPACE_AROUND, '');
}

const GO_SPACE =
  '[\\t-\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]';
const GO_SPACE_AROUND = new RegExp(`^${GO_SPACE}+|${GO_SPACE}+$`, 'g');
