import { composePart } from './composePart.ts';
import type { RecordPlace } from './composer.ts';
import { expansionProblem } from './expandedSize.ts';
import { resolveTagged } from './goScalar.ts';
import type { ResourceNode } from './resourceNode.ts';
import { failureProblem, nodeProblem, type YamlProblem } from './yamlProblem.ts';

/** What a kustomization file says. */
export interface YamlConfiguration {
  /** The first document, `undefined` when the file is empty, has comments only or cannot be read. */
  readonly root: ResourceNode | undefined;
  readonly problems: readonly YamlProblem[];
  readonly ordinalCount: number;
}

/**
 * Reads a kustomization file as sigs.k8s.io/yaml reads it, by go-yaml v2: the first document counts, and scalars have the
 * tags of version 2 (`yes`, `on` and `y` are booleans). Texts stay as they are written, aliases, merge keys and equal keys
 * stay where they are: what they mean depends on what the file is decoded into. How far aliases expand is bounded, so
 * following them ends.
 *
 * Source: sigs.k8s.io/yaml v1.5.0 YAMLToJSON, go-yaml v2.4.2 decode.go.
 */
export function readConfiguration(text: string, record?: RecordPlace): YamlConfiguration {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const composed = composePart(text, {
    start,
    end: text.length,
    version: 2,
    firstOrdinal: 0,
    record,
  });
  const { root, failure, nextOrdinal } = composed;
  if (failure !== undefined) {
    const problems = [failureProblem(text, { start, end: text.length }, failure, 2)];
    return { root: undefined, problems, ordinalCount: nextOrdinal };
  }
  const expansion = root !== undefined && composed.hasAliases ? expansionProblem(root) : undefined;
  if (expansion !== undefined) {
    return { root: undefined, problems: [expansion], ordinalCount: nextOrdinal };
  }
  const problems: YamlProblem[] = [];
  if (root !== undefined) {
    checkTags(root, problems);
  }
  return { root, problems, ordinalCount: nextOrdinal };
}

/** Reports scalars that are not what their explicit tag says. */
function checkTags(node: ResourceNode, problems: YamlProblem[]): void {
  switch (node.kind) {
    case 'scalar': {
      const message = tagProblem(node.tag, node.value);
      if (message !== undefined) {
        problems.push(nodeProblem('yaml.value', `yaml: ${message}`, node.ordinal));
      }
      return;
    }
    case 'sequence':
      for (const item of node.items) {
        checkTags(item, problems);
      }
      return;
    case 'map':
      node.values.forEach((value, index) => {
        const message = tagProblem(node.keyTags?.[index] ?? '!!str', node.keys[index] ?? '');
        if (message !== undefined) {
          problems.push(nodeProblem('yaml.value', `yaml: ${message}`, value.ordinal - 1));
        }
        checkTags(value, problems);
      });
      return;
    case 'alias':
  }
}

function tagProblem(tag: string, text: string): string | undefined {
  const resolved = resolveTagged(text, tag, 2);
  return resolved.tag === 'misfit' ? resolved.message : undefined;
}
