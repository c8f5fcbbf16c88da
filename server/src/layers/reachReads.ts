import { entryInput, joinPath, resolvePath } from '../kustomize/files.ts';
import { kustomizationFileNames, type LoadRestrictions } from '../kustomize/load.ts';
import { loadTarget } from '../kustomize/target.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { pluginInputs, type ClosedInput } from './closedInputs.ts';
import { namedPaths } from './namedFiles.ts';
import { ownRemote } from './ownRemotes.ts';

/**
 * What a build looks at for the sake of one kustomization file, told without building: the files that it names, what is not
 * there where it could be, and the links on the way. All that the build itself looks at is among it.
 */
export interface OwnReads {
  /** Paths of the tree: a build sees it where what stands at one of them changes, appears or goes away. */
  readonly paths: readonly FileId[];
  /** The folders that it builds on, whether or not they are roots. */
  readonly folders: readonly FileId[];
  /** What programs get that Strata does not run. */
  readonly closed: readonly ClosedInput[];
  /** What it names by the address of the tree's own repository, by that address. */
  readonly ownRemotes: ReadonlyMap<string, FileId>;
  /** Whether plugins are among it, whose configurations load restrictions may keep from being read. */
  readonly usesPlugins: boolean;
}

/** What a folder reads as a root. Mostly load restrictions change nothing, and all ask for one value. */
export function readsOfFolder(
  reader: Reader,
  restrictions: LoadRestrictions,
  folder: FileId,
): OwnReads {
  const unrestricted = reader.get(ownReadsQuery, `none:${folder}`);
  return restrictions === 'none' || !unrestricted.usesPlugins
    ? unrestricted
    : reader.get(ownReadsQuery, `${restrictions}:${folder}`);
}

/** What a folder reads as a root, by load restrictions and folder; a folder without a kustomization file looks for one. */
export const ownReadsQuery: Query<`${LoadRestrictions}:${FileId}`, OwnReads> = {
  name: 'ownReads',
  equals: deepEqual,
  compute: (key, reader) => {
    const restrictions: LoadRestrictions = key.startsWith('none:') ? 'none' : 'root';
    const root = key.slice(5);
    const paths = new Set<FileId>();
    const folders = new Set<FileId>();
    const look = (path: FileId): void => {
      const found = resolvePath(watching(reader, paths), path);
      if (found?.entry.kind === 'directory') folders.add(found.path);
    };
    for (const name of kustomizationFileNames) look(root === '' ? name : `${root}/${name}`);
    folders.clear();
    const target = loadTarget(reader, root, 'none');
    if (target.kind !== 'target')
      return {
        paths: [...paths],
        folders: [],
        closed: [],
        ownRemotes: new Map(),
        usesPlugins: false,
      };
    const { generators, transformers, validators } = target.kustomization;
    const usesPlugins = generators.length + transformers.length + validators.length > 0;
    const ownRemotes = new Map<string, FileId>();
    for (const path of namedPaths(target)) {
      const own = ownRemote(reader, path);
      if (own !== undefined) {
        ownRemotes.set(path, own);
        look(own);
      }
      const joined = path.includes('\n') ? undefined : joinPath(root, path);
      if (joined !== undefined) look(joined);
    }
    const plugins = pluginInputs(reader, target, restrictions);
    // A folder that a plugin names is read by nobody but a program.
    const references = [...folders];
    for (const path of plugins.paths) look(path);
    const closed = plugins.closed.map((input) => {
      const looks = new Set<FileId>();
      const named = input.paths.flatMap((path) => {
        const found = resolvePath(watching(reader, looks), path);
        return found === undefined || found.path === path ? [path] : [path, found.path];
      });
      for (const path of looks) paths.add(path);
      return { ...input, paths: named, looks: [...looks] };
    });
    return { paths: [...paths], folders: references, closed, ownRemotes, usesPlugins };
  },
};

/** A reader that notes the paths of the tree that are looked at. */
export function watching(reader: Reader, paths: Set<FileId>): Reader {
  return {
    get: (query, key) => reader.get(query, key),
    need: (need) => {
      reader.need(need);
    },
    read: (input, key) => {
      if (input.name === entryInput.name) paths.add(key);
      return reader.read(input, key);
    },
  };
}
