import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/*
 * Which roots a change could reach at all, told by the words of kustomization files and by nothing of Strata's: more than it
 * does reach, and far less than all. What is outside need not be built to know that it stays as it is.
 */

/** A tree on disk. */
export interface WrittenTree {
  readonly folder: string;
  /** The folders with a kustomization file, `''` for the top. */
  readonly roots: readonly string[];
  /** The paths of its links. */
  readonly links: readonly string[];
}

/**
 * The roots in whose folder something changed, or a word of whose texts, taken for a path, leads to what changed, into a
 * folder that changed, or to such a root in turn; and those that have the name of a link, and of what leads there.
 */
export function likelyRoots(
  trees: readonly WrittenTree[],
  changed: readonly string[],
): ReadonlySet<string> {
  const named = new Map<string, string[]>();
  const likely = new Set<string>();
  const links = new Set(trees.flatMap((tree) => tree.links).map((path) => basename(path)));
  const places = new Set(changed.flatMap((path) => [path, dirname(path).replace(/^\.$/, '')]));
  for (const { folder, roots } of trees) {
    for (const root of roots) {
      if (places.has(root)) likely.add(root);
      const text = textsOf(join(folder, root));
      const charts = chartFolders(text).map(
        (path) => `${posix.join(root, path).replace(/\/$/, '')}/`,
      );
      if (changed.some((path) => charts.some((start) => path.startsWith(start)))) likely.add(root);
      for (const word of wordsOf(text)) {
        const path = posix.join(root, word).replace(/^\.$|\/$/, '');
        named.set(path, [...(named.get(path) ?? []), root]);
        if (places.has(path) || word.split('/').some((part) => links.has(part))) likely.add(root);
      }
    }
  }
  for (const root of likely) for (const user of named.get(root) ?? []) likely.add(user);
  return likely;
}

/** The folders that hold charts, whose names are words of their own. */
function chartFolders(text: string): readonly string[] {
  return [...text.matchAll(/\bchartHome:\s*["']?([^\s"'#]+)/g)].map(([, path = '']) => path);
}

/** All words that may be paths, and what stands behind `=` in them. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text.split(/[\s'",[\]{}]+/);
  return new Set(words.flatMap((word) => [word, ...word.split('=').slice(1)]).filter(isPath));
}

function isPath(word: string): boolean {
  return word !== '' && word.length < 300 && !/^[-:#|>&*!]/.test(word);
}

/** The kustomization files of a folder, and what may be the configuration of a plugin in it. */
function textsOf(folder: string): string {
  let text = '';
  for (const name of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, name.name);
    const isKustomization = /^(?:kustomization\.ya?ml|Kustomization)$/.test(name.name);
    const isSmall = name.isFile() && /\.ya?ml$/.test(name.name) && statSync(path).size < 100_000;
    if (!isKustomization && !isSmall) continue;
    try {
      const content = readFileSync(path, 'utf8');
      const isPlugin = /kind:.*(?:Generator|Transformer|Validator|ksops|builtin)/.test(content);
      if (isKustomization || isPlugin) text += `${content}\n`;
    } catch {
      // A link that leads nowhere.
    }
  }
  return text;
}
