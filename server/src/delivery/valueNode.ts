import type { Value } from '../template/value.ts';
import { newMap, newScalar, newSequence } from '../yaml/nodes.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';

/** The values of a chart as a tree that rules can read; nothing of it knows where it stands. */
export function nodeOfValue(value: Value): ResourceNode {
  switch (value.kind) {
    case 'map': {
      const entries = [...value.entries];
      return {
        ...newMap(undefined),
        keys: entries.map(([key]) => key),
        values: entries.map(([, item]) => nodeOfValue(item)),
      };
    }
    case 'list':
      return newSequence(value.items.map(nodeOfValue), undefined);
    default:
      return scalarOfValue(value) ?? newScalar('', '!!str', 'plain', undefined);
  }
}

/** A single value; `undefined` for maps, lists and what is no value of YAML. */
export function scalarOfValue(value: Value): ScalarNode | undefined {
  switch (value.kind) {
    case 'string':
      return newScalar(value.value, '!!str', 'plain', undefined);
    case 'bool':
      return newScalar(String(value.value), '!!bool', 'plain', undefined);
    case 'integer':
      return newScalar(String(value.value), '!!int', 'plain', undefined);
    case 'float':
      return newScalar(
        String(value.value),
        Number.isInteger(value.value) ? '!!int' : '!!float',
        'plain',
        undefined,
      );
    case 'nil':
      return newScalar('null', '!!null', 'plain', undefined);
    case 'list':
    case 'map':
    case 'object':
      return undefined;
  }
}
