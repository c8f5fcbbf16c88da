import { fleetQuery } from '../layers/fleet/fleet.ts';
import { layersQuery } from '../layers/layers.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import type { SourcePointer, FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import { declaredObjectsQuery } from './links/declaredObjects.ts';
import { declarationOf, stageNames } from './links/objectsNamed.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** Something in the tree that has a name. */
export interface TreeSymbol {
  readonly kind: 'object' | 'rendered' | 'application' | 'cluster' | 'layer';
  /** `Kind/name` of an object, `name` of anything else. */
  readonly name: string;
  /** The file, the root that renders it, the cluster of an application. */
  readonly container: string;
  readonly range: SourceRange;
}

/** The most that are told at once. */
const mostSymbols = 200;

/** Objects of the tree, applications, clusters and layers whose name has all letters of a text in their order. */
export function treeSymbols(analysis: Analysis, text: string): Answer<readonly TreeSymbol[]> {
  const fits = matcher(text);
  return analysis.ask((reader) => {
    const found: TreeSymbol[] = [];
    const add = (symbol: Omit<TreeSymbol, 'range'>, at: SourcePointer | undefined): void => {
      if (at === undefined || found.length >= mostSymbols || !fits(symbol.name)) return;
      found.push({ ...symbol, range: rangeOfPointer(reader, at) });
    };
    for (const { name, facts } of reader.get(clustersQuery, '')) {
      add({ kind: 'cluster', name, container: '' }, facts['name']?.at);
    }
    for (const { name, destination, declaredAt } of reader.get(fleetQuery, '').applications) {
      add({ kind: 'application', name, container: destination.cluster ?? '?' }, declaredAt);
    }
    for (const { root, file, role } of reader.get(layersQuery, '')) {
      add(
        { kind: 'layer', name: root === '' ? '.' : root, container: role },
        { kind: 'file', file },
      );
    }
    for (const { kind, name, file, ordinal } of reader.get(declaredObjectsQuery, '')) {
      add(
        { kind: 'object', name: `${kind}/${name}`, container: file },
        { kind: 'node', file, ordinal },
      );
    }
    return found;
  });
}

/** Objects of a root that are rendered under another name than they are declared with: with a prefix, or a hash. */
export function renderedSymbols(
  analysis: Analysis,
  root: FileId,
  text: string,
): Answer<readonly TreeSymbol[]> {
  const fits = matcher(text);
  return chainAnswer(analysis.build(root), ({ resources }) =>
    analysis.ask((reader) =>
      resources.flatMap((resource): readonly TreeSymbol[] => {
        const { kind, name } = resource.id;
        const at = declarationOf(resource);
        const isRenamed = stageNames(resource).at(-1) !== name;
        if (at === undefined || !isRenamed || !fits(`${kind}/${name}`)) return [];
        const range = rangeOfPointer(reader, at);
        return [{ kind: 'rendered', name: `${kind}/${name}`, container: root, range }];
      }),
    ),
  );
}

/** Whether a name has the letters of a text in their order, whatever their case. */
function matcher(text: string): (name: string) => boolean {
  const letters = Array.from(text.toLowerCase().replace(/\s/g, ''));
  return (name) => {
    const lower = name.toLowerCase();
    let at = 0;
    for (const letter of letters) {
      at = lower.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return true;
  };
}
