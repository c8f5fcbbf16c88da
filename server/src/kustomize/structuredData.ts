import { compareBytes } from '../util/compareBytes.ts';
import { expandedSize, maxExpandedNodes } from '../yaml/expandedSize.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { goJsonString } from './goText.ts';
import { toTree } from './jsonRoundTrip.ts';
import { jsonText, type JsonTree } from './jsonTree.ts';
import type { CreateKind } from './pathGetter.ts';
import { matchStyled, trimGoSpace } from './structured/matchStyled.ts';
import { readStyled, readValues } from './structured/readStyled.ts';
import { newStyledNode, type StyledNode } from './structured/styledNode.ts';
import { writeStyled } from './structured/writeStyled.ts';

/** The text after a value was set in it, or why there is none: kustomize then goes on as if the text were no YAML. */
export type SetInText =
  { readonly text: string } | { readonly unparsable: true } | { readonly problem: 'notFound' };

/**
 * Sets a value inside a text that is YAML or JSON itself. A text that begins with `{` or `[` is written as JSON, on one line
 * or indented as it was, with sorted keys; any other as YAML, with its comments and styles, but trimmed, indented by two and
 * with lists at the column of their key.
 *
 * Where a scalar stands its text is replaced and its tag stays; where a mapping or a sequence stands the whole value takes
 * its place. What then has no JSON, such as a number that is no number any more, is dropped in silence: the text stays as
 * it was, since kustomize tries again on a copy that it forgets.
 *
 * Deviation: a mapping or a sequence that is put into YAML text is written in block style and without comments; in kustomize
 * it has those of the file that it comes from.
 *
 * Source: kustomize api/filters/replacement/replacement.go `setValueInStructuredData` (v0.21.1).
 */
export function setInStructuredText(
  text: string,
  path: readonly string[],
  value: ResourceNode,
  create: CreateKind,
): SetInText {
  const root = readStyled(text);
  if (root === undefined) {
    return { unparsable: true };
  }
  const targets = root === 'empty' ? undefined : matchStyled(root, path, create);
  if (root === 'empty' || targets === undefined || targets.length === 0) {
    return { problem: 'notFound' };
  }
  for (const target of targets) {
    if (target.kind === 'scalar') {
      target.value = value.kind === 'scalar' ? value.value : '';
    } else {
      Object.assign(target, styledOf(value));
    }
  }
  const written = /^[{[]/.test(trimGoSpace(text))
    ? serializeAsJson(root, text)
    : serializeAsYaml(root);
  return { text: written ?? text };
}

/**
 * Writes a tree as JSON: indented by two where `original` has a line break and two spaces in a row, else compact. `undefined`
 * where it has no JSON.
 *
 * Source: replacement.go `serializeAsJSON`.
 */
export function serializeAsJson(root: StyledNode, original: string): string | undefined {
  const values = readValues(writeStyled(root));
  if (values === undefined || expandedSize(values) > maxExpandedNodes) {
    return undefined;
  }
  const tree = toTree(withoutAliases(values));
  if ('problem' in tree) {
    return undefined;
  }
  return original.includes('\n') && original.includes('  ') ? indented(tree, '\n') : compact(tree);
}

/** Writes a tree as YAML, without white space around it. Source: replacement.go `serializeAsYAML`. */
export function serializeAsYaml(root: StyledNode): string {
  return trimGoSpace(writeStyled(root));
}

/** The tree with what its aliases mean in their places. */
function withoutAliases(node: ResourceNode): ResourceNode {
  switch (node.kind) {
    case 'scalar':
      return node;
    case 'sequence':
      return { ...node, items: node.items.map(withoutAliases) };
    case 'map':
      return { ...node, values: node.values.map(withoutAliases) };
    case 'alias':
      return withoutAliases(node.target);
  }
}

/** A value of a resource as a node of its own, in block style. */
function styledOf(node: ResourceNode): StyledNode {
  switch (node.kind) {
    case 'scalar':
      return {
        ...newStyledNode('scalar'),
        tag: node.tag,
        value: node.value,
        style: node.style,
      };
    case 'sequence':
      return {
        ...newStyledNode('sequence'),
        tag: node.tag,
        content: node.items.map(styledOf),
      };
    case 'map':
      return {
        ...newStyledNode('mapping'),
        tag: node.tag,
        content: node.values.flatMap((value, index) => [
          styledKey(node.keys[index] ?? '', node.keyTags?.[index] ?? '!!str'),
          styledOf(value),
        ]),
      };
    case 'alias':
      return styledOf(node.target);
  }
}

function styledKey(value: string, tag: string): StyledNode {
  // Only quotes can have made a text of it.
  const style = value === '<<' && tag === '!!str' ? 'double' : 'plain';
  return { ...newStyledNode('scalar'), tag, value, style };
}

function compact(tree: JsonTree): string {
  switch (tree.kind) {
    case 'scalar':
      return jsonText(tree);
    case 'sequence':
      return `[${tree.items.map(compact).join(',')}]`;
    case 'map':
      return `{${sortedEntries(tree)
        .map(([key, value]) => `${goJsonString(key)}:${compact(value)}`)
        .join(',')}}`;
  }
}

/** `lineStart` is the line break and the indentation of the line that the tree begins on. */
function indented(tree: JsonTree, lineStart: string): string {
  const inner = `${lineStart}  `;
  switch (tree.kind) {
    case 'scalar':
      return jsonText(tree);
    case 'sequence':
      return bracketed(
        '[]',
        tree.items.map((item) => inner + indented(item, inner)),
        lineStart,
      );
    case 'map':
      return bracketed(
        '{}',
        sortedEntries(tree).map(
          ([key, value]) => `${inner}${goJsonString(key)}: ${indented(value, inner)}`,
        ),
        lineStart,
      );
  }
}

function bracketed(brackets: string, parts: readonly string[], lineStart: string): string {
  return parts.length === 0
    ? brackets
    : `${brackets.charAt(0)}${parts.join(',')}${lineStart}${brackets.charAt(1)}`;
}

function sortedEntries(
  tree: Extract<JsonTree, { readonly kind: 'map' }>,
): readonly (readonly [string, JsonTree])[] {
  return [...tree.entries].sort(([a], [b]) => compareBytes(a, b));
}
