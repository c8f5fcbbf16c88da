import { compareBytes } from '../util/compareBytes.ts';
import { plainTag } from '../yaml/goScalar.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { YamlProblem } from '../yaml/yamlProblem.ts';
import { toTree } from './jsonRoundTrip.ts';
import { isNullTree, jsonText, type JsonTree } from './jsonTree.ts';

/**
 * An item of a list as an object of its own: kustomize decodes the list and reads the JSON of each item as YAML. Numbers
 * and times have their canonical texts afterwards, strings stand between quotes, keys are sorted. Ordinals stay.
 * Source: kustomize api v0.21.1 resource/factory.go `inlineAnyEmbeddedLists`, `convertObjectSliceToNodeSlice`.
 */
export function readListItem(
  item: ResourceNode,
): { readonly node: ResourceNode } | { readonly problem: YamlProblem } {
  const tree = toTree(item, 'value');
  return 'problem' in tree ? tree : { node: readTree(tree) };
}

/** What reading the JSON text of a tree as YAML gives. */
function readTree(tree: JsonTree): ResourceNode {
  const { ordinal, origin } = tree.node;
  switch (tree.kind) {
    case 'scalar': {
      const { tag, value } = tree.node;
      const isText = tag === '!!str' || tag === '!!merge';
      const text = isText ? value : isNullTree(tree) ? 'null' : jsonText(tree);
      return {
        kind: 'scalar',
        value: text,
        tag: isText ? '!!str' : plainTag(text, 3),
        style: isText ? 'double' : 'plain',
        ordinal,
        origin,
      };
    }
    case 'sequence':
      return {
        kind: 'sequence',
        items: tree.items.map(readTree),
        tag: '!!seq',
        flow: true,
        ordinal,
        origin,
      };
    case 'map': {
      const entries = [...tree.entries].sort(([a], [b]) => compareBytes(a, b));
      return {
        kind: 'map',
        keys: entries.map(([key]) => key),
        values: entries.map(([, value]) => readTree(value)),
        keyTags: undefined,
        tag: '!!map',
        flow: true,
        ordinal,
        origin,
      };
    }
  }
}
