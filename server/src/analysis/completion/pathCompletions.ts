import { joinPath, resolvedQuery } from '../../kustomize/files.ts';
import { listFolder } from '../../kustomize/folderListing.ts';
import { closureOf } from '../../kustomize/rootReferences.ts';
import { layerOfRootQuery, type Layer } from '../../layers/layers.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import type { CompletionItem } from './completionItem.ts';

/** What a path that is being written can lead to. */
export type WantedPath = 'resource' | 'component' | 'manifest' | 'file' | 'folder';

/** Where paths count from, and who writes them. */
export interface PathPlace {
  /** The folder that they count from. */
  readonly base: FileId;
  /** The root that would read them; `undefined` outside of kustomizations. */
  readonly root: FileId | undefined;
  /** Paths that are there already. */
  readonly taken: ReadonlySet<string>;
}

/** The most roots of the whole tree that are offered at once. */
const mostRoots = 200;

/**
 * What can be written on in a path: what stands in its folder, and while it only leads up or has no folder yet, every root
 * of the tree that fits. What would lead back to the root itself is no choice.
 */
export function pathCompletions(
  reader: Reader,
  wanted: WantedPath,
  prefix: string,
  place: PathPlace,
): readonly CompletionItem[] {
  const { base, taken } = place;
  const folderText = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const folder = joinPath(base, folderText === '' ? '.' : folderText);
  const layers = reader.get(layerOfRootQuery, '');
  const fits = fitting(reader, wanted, place, layers);
  const here =
    folder === undefined || /\{\{|\$\{/.test(folderText)
      ? []
      : entriesOf(reader, folder, { wanted, folderText, fits });
  const isOpen = /^(?:\.\.?\/?)*$/.test(prefix) || !prefix.includes('/');
  const all =
    isOpen && (wanted === 'resource' || wanted === 'component')
      ? rootsFrom(base, layers, fits)
      : [];
  const known = new Map([...here, ...all].map((item) => [item.insert ?? item.label, item]));
  return [...known.values()].filter(({ insert, label }) => !taken.has(insert ?? label));
}

type Fits = (folder: FileId) => Layer | undefined;

function fitting(
  reader: Reader,
  wanted: WantedPath,
  { root }: PathPlace,
  layers: ReadonlyMap<FileId, Layer>,
): Fits {
  return (folder) => {
    const layer = layers.get(folder);
    if (layer === undefined || folder === root) return undefined;
    if ((layer.role === 'component') !== (wanted === 'component')) return undefined;
    const leadsBack = root !== undefined && closureOf(reader, folder, 'none').includes(root);
    return leadsBack ? undefined : layer;
  };
}

interface Listing {
  readonly wanted: WantedPath;
  readonly folderText: string;
  readonly fits: Fits;
}

function entriesOf(
  reader: Reader,
  folder: FileId,
  { wanted, folderText, fits }: Listing,
): readonly CompletionItem[] {
  const up: CompletionItem = { label: `${folderText}../`, kind: 'folder', goesOn: true, sort: '~' };
  const canGoUp = folder !== '' && (folderText === '' || /^(?:\.\.\/)+$/.test(folderText));
  const found = listFolder(reader, folder).flatMap((name): readonly CompletionItem[] => {
    const path = folder === '' ? name : `${folder}/${name}`;
    const kind = reader.get(resolvedQuery, path)?.kind;
    const label = `${folderText}${name}`;
    if (name.startsWith('.git') || kind === undefined) return [];
    if (kind === 'directory') {
      const layer = fits(path);
      const whole: readonly CompletionItem[] =
        wanted === 'folder'
          ? [{ label, kind: 'folder' }]
          : layer !== undefined && (wanted === 'resource' || wanted === 'component')
            ? [{ label, kind: 'folder', detail: layer.role }]
            : [];
      return [...whole, { label: `${label}/`, kind: 'folder', goesOn: true, sort: `${label}/` }];
    }
    return isWanted(wanted, name) ? [{ label, kind: 'file' }] : [];
  });
  return canGoUp ? [...found, up] : found;
}

function isWanted(wanted: WantedPath, name: string): boolean {
  switch (wanted) {
    case 'resource':
    case 'manifest':
      return /\.(?:ya?ml|json)$/i.test(name) && !isKustomizationFile(name);
    case 'file':
      return !isKustomizationFile(name);
    case 'component':
    case 'folder':
      return false;
  }
}

/** Every root that fits, the nearest first. */
function rootsFrom(
  base: FileId,
  layers: ReadonlyMap<FileId, Layer>,
  fits: Fits,
): readonly CompletionItem[] {
  return [...layers.keys()]
    .map((root) => {
      const path = relativePath(base, root);
      const steps = path.split('/').length;
      return { root, path, steps };
    })
    .sort((a, b) => a.steps - b.steps || (a.path < b.path ? -1 : 1))
    .slice(0, mostRoots)
    .flatMap(({ root, path, steps }): readonly CompletionItem[] => {
      const layer = fits(root);
      if (layer === undefined) return [];
      const sort = `${String(steps).padStart(3, '0')} ${path}`;
      return [{ label: path, kind: 'folder', detail: layer.role, sort }];
    });
}

/** A path as it is written from a folder: `../base`, `charts/web`, `.` for the folder itself. */
export function relativePath(from: FileId, to: FileId): string {
  const [own, other] = [segments(from), segments(to)];
  let shared = 0;
  while (shared < own.length && shared < other.length && own[shared] === other[shared]) shared += 1;
  const path = [...own.slice(shared).map(() => '..'), ...other.slice(shared)].join('/');
  return path === '' ? '.' : path;
}

function segments(path: FileId): readonly string[] {
  return path === '' ? [] : path.split('/');
}
