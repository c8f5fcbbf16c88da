import {
  contentIdOf,
  isInOrBelow,
  parentOf,
  readContent,
  resolvePath,
} from '../kustomize/files.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { readsOfFolder, watching } from './reachReads.ts';
import { isKustomizationFile, rootSetQuery } from './roots.ts';
import { linksInput, rangeBelow, treePathsInput } from './treePaths.ts';

/*
 * Whoever asks a tree once need not read every kustomization file of it, as the index does: one that names a path has the
 * words of that path in its text, but for those of folders that it stands in itself. So few are left to read, and these tell
 * exactly what they look at. Where the words tell too little, nothing is told, and the index is asked.
 */

/** The texts of a tree's kustomization files, by the words in them. */
interface Texts {
  /** Sorted by their paths. */
  readonly all: readonly KustomizationText[];
  readonly files: readonly FileId[];
  readonly byWord: ReadonlyMap<string, readonly KustomizationText[]>;
  /** The folders of those of which words do not tell what they name. */
  readonly unclear: readonly FileId[];
}

interface KustomizationText {
  readonly file: FileId;
  readonly root: FileId;
  readonly text: string;
  /** How many steps to a folder above it takes at most, all its paths together. */
  readonly up: number;
}

/** More links, or more comparisons for each kustomization file, than are quicker than the index. */
const most = { links: 100, comparisons: 64 };

/**
 * The folders whose kustomization files look at a changed path, and all that build on them, as `reachedRoots` has it;
 * `undefined` where that cannot be told by words.
 */
export function reachedByWords(
  reader: Reader,
  changed: ReadonlySet<FileId>,
  restrictions: LoadRestrictions,
): ReadonlySet<FileId> | undefined {
  const links = linksOf(reader);
  if (links === undefined) return undefined;
  const texts = reader.get(textsQuery, '');
  let left = most.comparisons * (texts.all.length + 1);
  const namingOf = (path: FileId): readonly KustomizationText[] | undefined => {
    const found: KustomizationText[] = [];
    for (const named of withLinks(path, links)) {
      const some = left < 0 ? undefined : mayName(texts, named);
      if (some === undefined) return undefined;
      left -= some.looked;
      found.push(...some.texts);
    }
    return found;
  };

  const roots = reader.get(rootSetQuery, '');
  const around = new Set<FileId>();
  const candidates = new Set(texts.unclear);
  const reached = new Set<FileId>();
  for (const path of changed) {
    // A folder looks for a kustomization file of its own whether or not there is one.
    if (isKustomizationFile(path)) reached.add(parentOf(path));
    if (roots.has(path)) candidates.add(path);
    for (let one = path; one !== '' && !around.has(one); one = parentOf(one)) around.add(one);
    const naming = namingOf(path);
    if (naming === undefined) return undefined;
    for (const { root } of naming) candidates.add(root);
  }
  for (const root of candidates) {
    const { paths, closed } = readsOfFolder(reader, restrictions, root);
    const isReached =
      paths.some((path) => changed.has(path)) ||
      closed.some((input) => input.paths.some((path) => around.has(path)));
    if (isReached) reached.add(root);
  }
  for (const folder of reached) {
    const naming = namingOf(folder);
    if (naming === undefined) return undefined;
    for (const root of [...naming.map((one) => one.root), ...texts.unclear]) {
      if (reached.has(root)) continue;
      if (readsOfFolder(reader, restrictions, root).folders.includes(folder)) reached.add(root);
    }
  }
  return reached;
}

/** What words tell nothing of: escapes, tags and directives, other trees, and whatever names paths by rules of its own. */
const unclearText = /[\\!%]|strata-remotes|helm|generators|transformers|validators/i;

/** Another tree of the family that has the same kustomization files has its texts, too. */
const textsQuery: Query<'', Texts> = {
  name: 'kustomizationTexts',
  compute: (_key, reader) => textsOf(reader),
};

function textsOf(reader: Reader): Texts {
  const all: KustomizationText[] = [];
  const unclear: FileId[] = [];
  const byWord = new Map<string, KustomizationText[]>();
  for (const file of reader.read(treePathsInput, '')) {
    if (!isKustomizationFile(file)) continue;
    const root = parentOf(file);
    const id = contentIdOf(reader, file);
    const content = id === undefined ? undefined : readContent(reader, id);
    if (content?.kind !== 'text' || unclearText.test(content.text)) {
      unclear.push(root);
      continue;
    }
    const words = wordsOf(content.text);
    const up = words.reduce((sum, word) => (word === '..' ? sum + 1 : sum), 0);
    const one = { file, root, text: content.text, up };
    all.push(one);
    for (const word of words) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [one]);
      else if (known.at(-1) !== one) known.push(one);
    }
  }
  return { all, files: all.map(({ file }) => file), byWord, unclear };
}

/** A word ends wherever YAML may end, fold or quote a text, and wherever a path has a slash. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\w.-]+/g) ?? [];
}

/** The kustomization files that may name a path, and how many were looked at; `undefined` where its name has no words. */
function mayName(
  { all, files, byWord }: Texts,
  path: FileId,
): { readonly texts: readonly KustomizationText[]; readonly looked: number } | undefined {
  const [word] = wordsOf(path.slice(path.lastIndexOf('/') + 1));
  if (path !== '' && word === undefined) return undefined;
  const having = word === undefined ? [] : (byWord.get(word) ?? []);
  // Those in folders above it, or beside it, name the way down.
  const texts = having.filter(
    ({ root, text }) =>
      !isInOrBelow(root, path) && wordsOf(wayDown(root, path)).every((one) => text.includes(one)),
  );
  // Those in folders below it take as many steps up, or begin at the top of the tree.
  const [start, end] = path === '' ? [0, all.length] : rangeBelow(files, path);
  const words = wordsOf(path);
  for (const one of all.slice(start, end)) {
    if (one.root === path) continue;
    const mayClimb = depthOf(one.root) - depthOf(path) <= one.up;
    const mayStartAtTop =
      path === '' ? topByName.test(one.text) : words.every((each) => one.text.includes(each));
    if (mayClimb || mayStartAtTop) texts.push(one);
  }
  return { texts, looked: having.length + end - start };
}

/** The top of the tree as `/`, or as the address of its repository. */
const topByName = /(?:^|[^\w.-])\/|@|github\.com/i;

/** What of a path is not the way to the nearest folder that holds another one, too. */
function wayDown(folder: FileId, path: FileId): string {
  let shared = 0;
  for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
    if (!isInOrBelow(folder, path.slice(0, end))) break;
    shared = end + 1;
  }
  return path.slice(shared);
}

function depthOf(path: FileId): number {
  return path === '' ? 0 : path.split('/').length;
}

/** A link, and all that whoever goes through it looks at before what stands behind it. */
interface Link {
  readonly path: FileId;
  readonly looks: ReadonlySet<FileId>;
}

/** The links of the tree; `undefined` where they are many. */
function linksOf(reader: Reader): readonly Link[] | undefined {
  const paths = reader.read(linksInput, '');
  if (paths.length > most.links) return undefined;
  return paths.map((path) => {
    const looks = new Set<FileId>();
    const found = resolvePath(watching(reader, looks), path);
    if (found !== undefined) looks.add(found.path);
    return { path, looks };
  });
}

/** A path and the links that may lead to it, or through it: who names the path may name one of these. */
function withLinks(path: FileId, links: readonly Link[]): ReadonlySet<FileId> {
  const found = new Set([path]);
  for (const one of found) {
    for (const link of links) {
      for (const looked of link.looks) if (isInOrBelow(one, looked)) found.add(link.path);
    }
  }
  return found;
}
