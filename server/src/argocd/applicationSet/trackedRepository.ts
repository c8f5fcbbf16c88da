import { cleanPath } from '../../template/functions/paths.ts';
import { ok } from '../../util/result.ts';
import {
  contentIdOf,
  entryInput,
  joinPath,
  readContent,
  remotesFolder,
  resolvedQuery,
} from '../../kustomize/files.ts';
import { listFolder, listingInput } from '../../kustomize/folderListing.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { expansionError, type Expanded } from './failure.ts';
import { matchingFiles } from './gitFiles.ts';
import type { Repository } from './gitGenerator.ts';
import type { Json } from './json.ts';
import { matchesGoPath } from './wildcards.ts';
import { readYaml } from './yaml.ts';

/**
 * The tree as the repository of git generators, or the one beside it that stands in a folder. What is asked for is tracked: the listings of the folders that a pattern can
 * reach, and the contents of the files that fit. `onPending` is told of a content that is not loaded yet.
 */
export function trackedRepository(
  reader: Reader,
  onPending: () => void,
  tree: FileId = '',
): Repository {
  const found = new Map<string, Expanded<readonly string[]>>();
  const folders = new Map<string, readonly string[]>();
  return {
    folders: (pattern) => {
      const known = folders.get(pattern) ?? matchingFolders(pattern, reader, tree);
      folders.set(pattern, known);
      return known;
    },
    files: (pattern, globbing) => {
      const known =
        found.get(pattern) ?? matchingFiles(pattern, candidates(pattern, reader, tree), globbing);
      found.set(pattern, known);
      return known;
    },
    parse: (path) => {
      const resolved = reader.get(resolvedQuery, joinPath(tree, path) ?? path);
      const id = resolved && contentIdOf(reader, resolved.path);
      if (id === undefined) return expansionError(`open ${path}: no such file or directory`);
      const parsed = reader.get(yamlQuery, id);
      if (parsed === undefined) onPending();
      return parsed ?? ok(null);
    },
  };
}

/** A content as YAML, by its id; `undefined` until it is loaded. */
const yamlQuery: Query<string, Expanded<Json> | undefined> = {
  name: 'gitGeneratorFile',
  byContent: true,
  compute: (id, reader) => {
    const content = readContent(reader, id);
    if (content === undefined) return undefined;
    return content.kind === 'text'
      ? readYaml(content.text)
      : expansionError('yaml: invalid leading UTF-8 octet');
  },
};

/** All files and links below a folder, in no order that counts. */
const filesBelowQuery: Query<FileId, readonly FileId[]> = {
  name: 'filesBelow',
  equals: (a, b) => a.length === b.length && a.every((path, index) => path === b[index]),
  compute: (folder, reader) => {
    const files: FileId[] = [];
    for (const name of reader.read(listingInput, folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (path === remotesFolder) continue;
      if (reader.read(entryInput, path)?.kind !== 'directory') files.push(path);
      else for (const file of reader.get(filesBelowQuery, path)) files.push(file);
    }
    return files;
  },
};

const wildcard = /[*?[\\{]/;

/** The files among which those that fit a pattern are: all that lie below what it says literally. */
function candidates(pattern: string, reader: Reader, tree: FileId): readonly FileId[] {
  const below = tree === '' ? 0 : tree.length + 1;
  return candidatesIn(pattern, reader, tree).map((path) => path.slice(below));
}

function candidatesIn(pattern: string, reader: Reader, tree: FileId): readonly FileId[] {
  const cleaned = cleanPath(pattern === '' ? '.' : pattern).replace(/^\/+/, '');
  if (cleaned === '.' || cleaned.startsWith('..')) return reader.get(filesBelowQuery, tree);
  const literal = cleaned.slice(0, cleaned.search(wildcard));
  const isLiteral = !wildcard.test(cleaned);
  const own = isLiteral ? cleaned : literal.slice(0, Math.max(literal.lastIndexOf('/'), 0));
  const folder = own === '' ? tree : (joinPath(tree, own) ?? own);
  const entry = reader.read(entryInput, folder);
  if (entry === undefined) return [];
  return entry.kind === 'directory' ? reader.get(filesBelowQuery, folder) : [folder];
}

/** Part by part, as `*` takes no slash. Hidden folders and links are not walked. */
function matchingFolders(pattern: string, reader: Reader, tree: FileId): readonly FileId[] {
  let found: readonly FileId[] = [tree];
  for (const part of pattern.split('/')) {
    found = found.flatMap((folder) =>
      partNames(part, folder, reader).flatMap((name) => {
        const path = joinPath(folder, name) ?? name;
        const isWalked = !name.startsWith('.') && matchesGoPath(part, name);
        return isWalked && reader.read(entryInput, path)?.kind === 'directory' ? [path] : [];
      }),
    );
  }
  const below = tree === '' ? 0 : tree.length + 1;
  return found.filter((folder) => folder !== tree).map((folder) => folder.slice(below));
}

function partNames(part: string, folder: FileId, reader: Reader): readonly string[] {
  if (wildcard.test(part)) return listFolder(reader, folder);
  // What cleaning would change is the name of nothing.
  return part === '' || part === '.' || part === '..' ? [] : [part];
}
