import { parentOf } from '../../kustomize/files.ts';
import type { Layer } from '../../layers/layers.ts';
import type { FileId } from '../../text/sourcePointer.ts';

/** The layers that a layer is built on, however deep; components are none. */
export function basesBelow(byRoot: ReadonlyMap<FileId, Layer>, layer: Layer): ReadonlySet<FileId> {
  const found = new Set<FileId>();
  const visit = (one: Layer): void => {
    for (const base of one.bases) {
      const next = byRoot.get(base);
      if (next === undefined || next.role === 'component' || found.has(base)) continue;
      found.add(base);
      visit(next);
    }
  };
  visit(layer);
  return found;
}

/** What a component is made for. */
export interface ComponentWish {
  readonly name: string;
  /** The layers that are to name it. */
  readonly users: readonly FileId[];
  /** The nearest layer that all of them build on. */
  readonly base: FileId;
}

/**
 * Where a component goes: beside the components that are there already, else in a folder `components` above the layers and
 * the base that they share. `isTaken` tells whether anything stands at a path.
 */
export function componentPlace(
  layers: Iterable<Layer>,
  { name, users, base }: ComponentWish,
  isTaken: (path: FileId) => boolean,
): FileId {
  const top = sharedFolder([...users, base]);
  const [folder = joined(top, 'components')] = [...layers]
    .flatMap(({ role, root }) => (role === 'component' ? [parentOf(root)] : []))
    .filter((one) => isAtOrBelow(top, parentOf(one)))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const wanted = joined(folder, name);
  let free = wanted;
  for (let count = 2; isTaken(free); count += 1) free = `${wanted}-${count}`;
  return free;
}

function isAtOrBelow(path: FileId, folder: FileId): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function joined(folder: FileId, name: string): FileId {
  return folder === '' ? name : `${folder}/${name}`;
}

function sharedFolder(roots: readonly FileId[]): FileId {
  const [first = [], ...rest] = roots.map((root) => root.split('/'));
  let length = first.length;
  for (const other of rest) {
    let same = 0;
    while (same < length && first[same] === other[same]) same += 1;
    length = same;
  }
  return first.slice(0, length).join('/');
}
