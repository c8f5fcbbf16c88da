import { contentQuery } from '../kustomize/files.ts';
import { configFile } from '../layers/config/configFile.ts';
import type { Reader } from '../query/database.ts';
import { field } from '../yaml/nodes.ts';
import { readPositions } from '../yaml/positions.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { movedPath, type Move, type RangedEdit } from './moveFiles.ts';
import { positionAt } from './sourceRange.ts';

/** The keys of the configuration below which paths of the tree stand; those of other branches and addresses are not among them. */
const holders = ['deployments', 'values', 'artifacts', 'hydrator', 'silence', 'secrets'];
const pathKeys = new Set(['path', 'chart', 'file', 'files']);

/** The edits of paths and patterns in `.strata/config.yaml` that lie in what moves, as far as they stand there letter by letter. */
export function configurationEdits(reader: Reader, moves: readonly Move[]): readonly RangedEdit[] {
  const content = reader.get(contentQuery, configFile);
  if (content?.kind !== 'text' || movedPath(moves, configFile) !== configFile) return [];
  const { text } = content;
  const root = readObjects(text).documents[0]?.root;
  const paths = holders.flatMap((key) => pathsIn(root && field(root, key)));
  const { starts, ends } = readPositions(text);
  return paths.flatMap(({ value, ordinal }) => {
    const target = movedPath(moves, value);
    const [from, to] = [starts[ordinal], ends[ordinal]];
    if (target === value || from === undefined || to === undefined) return [];
    const at = text.slice(from, to).indexOf(value);
    // What moves to a name that means more than itself in a pattern, or in YAML, stays for people.
    if (at < 0 || !/^[\w./@+~*?{}-]+$/.test(target) || wildcards(target) !== wildcards(value))
      return [];
    const start = from + at;
    const end = start + value.length;
    const range = {
      file: configFile,
      start: positionAt(text, start),
      end: positionAt(text, end),
    };
    return [{ start, end, newText: target, range }];
  });
}

function wildcards(path: string): number {
  return path.replaceAll(/[^*?{}]/g, '').length;
}

/** The scalars under the keys for paths, at any depth. */
function pathsIn(node: ResourceNode | undefined): readonly ScalarNode[] {
  if (node?.kind === 'sequence') return node.items.flatMap(pathsIn);
  if (node?.kind !== 'map') return [];
  return node.values.flatMap((value, index) => {
    const key = node.keys[index] ?? '';
    // What a hydrator writes is in another branch.
    if (key === 'hydrated') return [];
    if (!pathKeys.has(key)) return pathsIn(value);
    const items = value.kind === 'sequence' ? value.items : [value];
    return items.flatMap((one) => (one.kind === 'scalar' ? [one] : []));
  });
}
