import type { BuildCase } from '../../../scripts/oracle/oracle.ts';

/**
 * The smallest tree that can be reached from `tree` by dropping files and blocks of lines while it
 * stays interesting. Asks `isInteresting` at most `limit` times.
 */
export async function shrink(
  tree: BuildCase,
  isInteresting: (tree: BuildCase) => Promise<boolean>,
  limit = 4_000,
): Promise<BuildCase> {
  let smallest = tree;
  let asked = 0;
  const tryOne = async (candidate: BuildCase): Promise<boolean> => {
    asked += 1;
    if (asked > limit || !(await isInteresting(candidate))) {
      return false;
    }
    smallest = candidate;
    return true;
  };
  for (let before = ''; before !== JSON.stringify(smallest) && asked < limit;) {
    before = JSON.stringify(smallest);
    for (const path of shrinkOrder(smallest)) {
      await dropDocuments(path);
    }
    for (const depth of [0, 4, Number.POSITIVE_INFINITY]) {
      for (const path of shrinkOrder(smallest)) {
        await shrinkFile(path, depth);
        await dropFiles();
      }
    }
  }
  return smallest;

  /** Documents, of which no single field can be dropped; the last one leaves no file, but an entry that names it. */
  async function dropDocuments(path: string): Promise<void> {
    const name = path.replace(/^.*\//, '');
    for (let index = 0; index < documentsOf(smallest, path).length;) {
      const rest = documentsOf(smallest, path).toSpliced(index, 1);
      const shorter =
        rest.length > 0
          ? withFile(smallest, path, rest.join('---\n'))
          : withoutFile(withoutEntries(smallest, name), path);
      index += (await tryOne(shorter)) ? 0 : 1;
    }
  }

  async function dropFiles(): Promise<void> {
    for (const path of shrinkOrder(smallest)) {
      await tryOne(withoutFile(smallest, path));
    }
  }

  /** Large blocks first: those that begin no deeper than `depth`. */
  async function shrinkFile(path: string, depth: number): Promise<void> {
    for (let start = 0; start < linesOf(smallest, path).length;) {
      const lines = linesOf(smallest, path);
      if (indentation(lines[start] ?? '') > depth) {
        start += 1;
        continue;
      }
      const end = endOfBlock(lines, start);
      const candidates = [
        [...lines.slice(0, start), ...lines.slice(end)],
        ...(end - start > 1 ? [[...lines.slice(0, start), ...lines.slice(start + 1)]] : []),
      ];
      let dropped = false;
      for (const candidate of candidates) {
        dropped ||= await tryOne(withFile(smallest, path, candidate.join('\n')));
      }
      start += dropped ? 0 : 1;
    }
  }
}

/** A case as one text, for people to read and to run again. */
export function printCase({
  files,
  filesBase64 = {},
  symlinks = {},
  target,
  options,
}: BuildCase): string {
  const texts = Object.entries(files).map(([path, text]) => `# file: ${path}\n${text}`);
  const bytes = Object.entries(filesBase64).map(([path, text]) => `# base64: ${path}\n${text}`);
  const links = Object.entries(symlinks).map(([path, to]) => `# link: ${path} -> ${to}`);
  return [...texts, ...bytes, ...links, `# build: ${target} ${JSON.stringify(options ?? {})}`].join(
    '\n',
  );
}

/** Kustomizations first, those that are built last before those that they use. */
function shrinkOrder({ files }: BuildCase): readonly string[] {
  const paths = Object.keys(files).reverse();
  const isKustomization = (path: string): boolean => /kustomization/i.test(path);
  return [...paths.filter(isKustomization), ...paths.filter((path) => !isKustomization(path))];
}

function linesOf(tree: BuildCase, path: string): readonly string[] {
  return (tree.files[path] ?? '').split('\n');
}

function documentsOf(tree: BuildCase, path: string): readonly string[] {
  return path in tree.files && !/kustomization/i.test(path)
    ? (tree.files[path] ?? '').split(/^---\n/m)
    : [];
}

/** The tree without the list items that are this name and nothing more, wherever they stand. */
function withoutEntries(tree: BuildCase, name: string): BuildCase {
  const files = Object.entries(tree.files).map(([path, text]) => [
    path,
    text
      .split('\n')
      .filter((line) => line.replace(/^\s*- (?:path: )?/, '').replaceAll(/["']/g, '') !== name)
      .join('\n'),
  ]);
  return { ...tree, files: Object.fromEntries(files) as Readonly<Record<string, string>> };
}

function withFile(tree: BuildCase, path: string, text: string): BuildCase {
  return { ...tree, files: { ...tree.files, [path]: text } };
}

function withoutFile(tree: BuildCase, path: string): BuildCase {
  const files = Object.entries(tree.files).filter(([name]) => name !== path);
  return { ...tree, files: Object.fromEntries(files) };
}

/** The line behind the block that a line begins: all that is indented deeper belongs to it. */
function endOfBlock(lines: readonly string[], start: number): number {
  const depth = indentation(lines[start] ?? '');
  let end = start + 1;
  while (
    end < lines.length &&
    (lines[end]?.trim() === '' || indentation(lines[end] ?? '') > depth)
  ) {
    end += 1;
  }
  return end;
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}
