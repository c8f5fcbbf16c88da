import type { RootKey } from '../../kustomize/accumulate.ts';
import { resolvePath } from '../../kustomize/files.ts';
import { restrictionsOf, type LoadRestrictions } from '../../kustomize/load.ts';
import { isFluxApplication } from '../../flux/fluxApplication.ts';
import { folderOfPath } from '../../flux/sourcePath.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { layerOfRootQuery, type Layer } from '../layers.ts';
import { argoRoots } from './renderUnit.ts';
import { parseKey, type UnitKey } from './unitKeys.ts';
import { unitObjectQuery } from './units.ts';

/**
 * The layers that the build of a unit is made of, the lowest first: whoever makes one after the other waits
 * for each alone, and not for all of them at once.
 */
export function basesOfUnit(reader: Reader, key: UnitKey): readonly RootKey[] {
  const byRoot = reader.get(layerOfRootQuery, '');
  const found = new Set<RootKey>();
  for (const { root, restrictions } of rootsOfUnit(reader, key))
    for (const base of below(byRoot, root))
      found.add(`${restrictionsOf(base, restrictions)}:${base}`);
  return [...found];
}

interface UnitRoot {
  readonly root: FileId;
  readonly restrictions: LoadRestrictions;
}

function rootsOfUnit(reader: Reader, key: UnitKey): readonly UnitRoot[] {
  const parsed = parseKey(key);
  if (parsed.kind === 'root') return [{ root: parsed.place, restrictions: 'none' }];
  const object = parsed.kind === 'object' ? reader.get(unitObjectQuery, key) : undefined;
  if (object === undefined) return [];
  if (!isFluxApplication(object)) return argoRoots(reader, object);
  const path = rawText(field(field(object.node, 'spec'), 'path'));
  const root = path === '' ? undefined : resolvePath(reader, folderOfPath(path))?.path;
  return root === undefined ? [] : [{ root, restrictions: 'none' }];
}

/** What a root builds on, the lowest first; components are made within what includes them. */
function below(layers: ReadonlyMap<FileId, Layer>, root: FileId): ReadonlySet<FileId> {
  const done = new Set<FileId>();
  const seen = new Set([root]);
  const visit = (bases: readonly FileId[]): void => {
    for (const base of bases) {
      const layer = layers.get(base);
      if (layer === undefined || seen.has(base)) continue;
      seen.add(base);
      visit(layer.bases);
      if (layer.role !== 'component') done.add(base);
    }
  };
  visit(layers.get(root)?.bases ?? []);
  return done;
}
