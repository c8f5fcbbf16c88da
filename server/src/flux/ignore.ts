import {
  contentIdOf,
  entryInput,
  isInOrBelow,
  parentOf,
  readContent,
  remotesFolder,
  repositoryOf,
} from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import type { Input, Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { deepEqual } from '../util/deepEqual.ts';
import {
  defaultPatterns,
  isIgnored,
  readIgnorePatterns,
  versionControlPatterns,
  type IgnorePattern,
} from './ignorePattern.ts';

/** What of the tree is in the artifact that a source makes of it. */
export interface ArtifactScope {
  /** The folder of the tree that is the top of the artifact; `''` for the whole tree. */
  readonly folder: FileId;
  /** Files and folders below `folder`, of which only they are there; `undefined` for all. */
  readonly only: readonly FileId[] | undefined;
  /** The folder that the source was read from, for which its patterns stand. */
  readonly sourceFolder: FileId;
  /** `spec.ignore` of the source. */
  readonly ignore: string | undefined;
  /** Every `.sourceignore` of the tree. */
  readonly ignoreFiles: readonly FileId[];
  /** `spec.sparseCheckout` of the source: beginnings of paths; empty for all. */
  readonly sparse: readonly string[];
  /** Whether an ArtifactGenerator made it, which leaves out what is left out by default once more. */
  readonly isGenerated: boolean;
}

/** The name of a file with patterns of what is left out. */
export const ignoreFileName = '.sourceignore';

/** A folder of the tree as a source without settings holds it. */
export function scopeOfFolder(folder: FileId, ignoreFiles: readonly FileId[]): ArtifactScope {
  return {
    folder,
    only: undefined,
    sourceFolder: folder,
    ignore: undefined,
    ignoreFiles,
    sparse: [],
    isGenerated: false,
  };
}

/**
 * The tree as an artifact holds it: what patterns leave out is absent, and so are links, which no artifact holds. Paths
 * stay those of the tree, and listings name what is absent too. What Strata has fetched is there as before. The database
 * remembers what is computed here, once for all who read the same artifact.
 * Source: fluxcd/pkg/artifact storage/archive.go `Archive`, `SourceIgnoreFilter`; source-controller v1.9.6
 * gitrepository_controller.go `reconcileArtifact`.
 */
export function artifactReader(reader: Reader, scope: ArtifactScope): Reader {
  return viewOf(reader, { scope, name: nameOf(scope) });
}

/** The place (`file:line`) of the last pattern of a `.sourceignore` that leaves a folder out of an artifact; `undefined` where none does. */
export function leftOutBy(
  reader: Reader,
  { ignoreFiles, sourceFolder }: ArtifactScope,
  folder: FileId,
): string | undefined {
  return ignoreFiles
    .filter((file) => isInOrBelow(file, sourceFolder))
    .sort((a, b) => compareBytes(parentOf(a), parentOf(b)))
    .flatMap((file) => {
      const id = contentIdOf(reader, file);
      const content = id === undefined ? undefined : readContent(reader, id);
      const lines = content?.kind === 'text' ? content.text.split('\n') : [];
      return lines.flatMap((line, index) =>
        isIgnored(readIgnorePatterns(line, namesOf(parentOf(file))), namesOf(folder), true)
          ? [`${file}:${index + 1}`]
          : [],
      );
    })
    .at(-1);
}

interface View {
  readonly scope: ArtifactScope;
  /** Equal for equal scopes only. */
  readonly name: string;
}

function nameOf({ folder, only, sourceFolder, ignore, ...rest }: ArtifactScope): string {
  const { ignoreFiles, sparse, isGenerated } = rest;
  const parts = [folder, only, sourceFolder, ignore, ignoreFiles, sparse, isGenerated];
  return JSON.stringify(parts.map((part) => part ?? null));
}

function viewOf(reader: Reader, view: View): Reader {
  return {
    get: (query, key) =>
      query.byContent === true ? reader.get(query, key) : reader.get(inside(query, view), key),
    read: (input, key) => readInside(reader, view, input, key),
    need: (need) => {
      reader.need(need);
    },
  };
}

/** The same query, asked of the artifact: the database remembers it under a name of its own. */
function inside<K extends string, V>(query: Query<K, V>, view: View): Query<K, V> {
  return {
    ...query,
    name: `${query.name} in ${view.name}`,
    compute: (key, reader, previous) => query.compute(key, viewOf(reader, view), previous),
  };
}

/** An entry that is not in the artifact reads as if it had never been set. */
function readInside<K extends string, V>(
  reader: Reader,
  view: View,
  input: Input<K, V>,
  key: K,
): V {
  const isHidden = input.name === entryInput.name && !isThere(reader, view, key);
  return isHidden ? input.initial : reader.read(input, key);
}

function isThere(reader: Reader, view: View, path: FileId): boolean {
  const { folder, sourceFolder } = view.scope;
  if (isFetched(path, sourceFolder) || isInOrBelow(folder, path)) return true;
  if (!isInOrBelow(path, folder)) return false;
  const entry = reader.read(entryInput, path);
  if (entry === undefined || entry.kind === 'symlink') return false;
  if (isSelected(view.scope, path) && !isLeftOut(reader, view, path, entry.kind)) return true;
  // A folder that is left out comes back with the first file in it that is kept.
  return (
    entry.kind === 'directory' &&
    mayHoldKept(reader, view, path) &&
    listFolder(reader, path).some((name) => isThere(reader, view, `${path}/${name}`))
  );
}

/** Whether a path is that of a remote source, and not one of the tree beside the one at hand that the artifact is made of. */
function isFetched(path: FileId, sourceFolder: FileId): boolean {
  const tree = repositoryOf(sourceFolder);
  return isInOrBelow(path, remotesFolder) && (tree === undefined || !isInOrBelow(path, tree));
}

/** Source: go-git v5.14.0 plumbing/format/index/index.go `SkipUnless`; fluxcd/pkg/git v0.52.0 gogit/clone.go. */
function isSelected({ sparse, only, sourceFolder }: ArtifactScope, path: FileId): boolean {
  const tree = repositoryOf(sourceFolder);
  const own = tree === undefined ? path : path.slice(tree.length + 1);
  return (
    isCheckedOut(sparse, own) && (only === undefined || only.some((top) => isInOrBelow(path, top)))
  );
}

function isCheckedOut(sparse: readonly string[], path: FileId): boolean {
  return sparse.length === 0 || sparse.some((start) => path.startsWith(start));
}

function isLeftOut(reader: Reader, view: View, path: FileId, kind: 'file' | 'directory'): boolean {
  const { own, generated } = reader.get(patternsQuery(view), '');
  const [names, isFolder] = [namesOf(path), kind === 'directory'];
  return isIgnored(own, names, isFolder) || isIgnored(generated, names, isFolder);
}

/** Whether something below a folder that is left out, or not selected, can be in the artifact. */
function mayHoldKept(reader: Reader, view: View, path: FileId): boolean {
  const { sparse, only, ignoreFiles } = view.scope;
  const { own } = reader.get(patternsQuery(view), '');
  return (
    own.some(({ keeps }) => keeps) ||
    ignoreFiles.some((file) => isInOrBelow(file, path)) ||
    sparse.some((start) => start.startsWith(`${path}/`)) ||
    only?.some((top) => isInOrBelow(top, path)) === true
  );
}

interface ScopePatterns {
  readonly own: readonly IgnorePattern[];
  /** Those of the ArtifactGenerator, on top. */
  readonly generated: readonly IgnorePattern[];
}

/**
 * The patterns of a scope, the weakest first: version control, then what is left out by default or else the files, a
 * folder before those below it, then the object's own.
 * Source: fluxcd/pkg/sourceignore v0.19.0 sourceignore.go `LoadIgnorePatterns`; archive.go `SourceIgnoreFilter`.
 */
function patternsQuery({ scope, name }: View): Query<'', ScopePatterns> {
  const { sourceFolder, folder, ignore, ignoreFiles, isGenerated } = scope;
  const domain = namesOf(sourceFolder);
  return {
    name: `ignorePatterns in ${name}`,
    equals: deepEqual,
    compute: (_key, reader) => {
      const written = ignoreFiles
        .filter((file) => isInOrBelow(file, sourceFolder))
        .filter((file) => isCheckedOut(scope.sparse, file))
        .sort((a, b) => compareBytes(parentOf(a), parentOf(b)))
        .flatMap((file) => reader.get(filePatternsQuery, file))
        .concat(ignore === undefined ? [] : readIgnorePatterns(ignore, domain));
      const chosen = written.length > 0 ? written : defaultPatterns(domain);
      const always = versionControlPatterns(domain);
      const top = namesOf(folder);
      const generated = isGenerated
        ? [...versionControlPatterns(top), ...defaultPatterns(top)]
        : [];
      return { own: [...always, ...chosen], generated };
    },
  };
}

/** The patterns of one file. */
const filePatternsQuery: Query<FileId, readonly IgnorePattern[]> = {
  name: 'ignoreFilePatterns',
  equals: deepEqual,
  compute: (file, reader) => {
    const id = contentIdOf(reader, file);
    const content = id === undefined ? undefined : readContent(reader, id);
    return content?.kind === 'text'
      ? readIgnorePatterns(content.text, namesOf(parentOf(file)))
      : [];
  },
};

function namesOf(path: FileId): readonly string[] {
  return path === '' ? [] : path.split('/');
}
