import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileId } from '../text/sourcePointer.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';

/** A tree that is analyzed, as an opened folder brought it in. */
export interface Tree {
  /** Tells the trees of a window apart, and stands in the addresses of rendered documents. */
  readonly name: string;
  readonly workspace: Workspace;
  /** The folder as the editor names it: absolute, links not resolved. */
  readonly folder: string;
}

/** A file of a tree. */
export interface Place {
  readonly tree: Tree;
  readonly path: FileId;
}

/** Whom trees tell what happens. */
export interface TreesOptions {
  /** A tree was read and can be asked. */
  readonly onOpened: (tree: Tree) => void;
  /** A folder cannot be read. */
  readonly onFailed: (error: unknown) => void;
}

/** The trees that the opened folders belong to. */
export class Trees {
  private readonly options: TreesOptions;
  /** The folders that are open, by URI: what ends when each is read, and what stops that. */
  private readonly opening = new Map<string, { readonly done: Promise<void>; stop: () => void }>();
  private readonly trees = new Map<string, Tree>();
  private git: 'ask' | 'never' = 'never';

  constructor(options: TreesOptions) {
    this.options = options;
  }

  /** The trees that can be asked. */
  get all(): readonly Tree[] {
    return [...this.trees.values()];
  }

  /** Whether the user trusts the opened folders: else nothing is run, and nothing is written. */
  get trusted(): boolean {
    return this.git === 'ask';
  }

  /** Opens the trees of folders, by URI; those that are open stay. */
  open(folders: readonly string[]): void {
    for (const folder of folders) {
      if (folder.startsWith('file:') && !this.opening.has(folder)) {
        const stop = new AbortController();
        this.opening.set(folder, {
          done: this.read(folder, stop.signal),
          stop: () => {
            stop.abort();
          },
        });
      }
    }
  }

  /** Lets go of the trees of folders. */
  close(folders: readonly string[]): void {
    for (const folder of folders) {
      // One that is opened again meanwhile is read again, and is no second one.
      this.opening.get(folder)?.stop();
      this.opening.delete(folder);
      this.trees.delete(folder);
    }
  }

  /** Git may be asked from now on: everything is read again, with what it knows. */
  grantTrust(): void {
    if (this.git === 'ask') return;
    this.git = 'ask';
    const folders = [...this.opening.keys()];
    this.dispose();
    this.open(folders);
  }

  /** Waits until all opened folders are read. */
  async ready(): Promise<void> {
    const awaited = new Set<Promise<void>>();
    const left = (): readonly Promise<void>[] =>
      [...this.opening.values()].flatMap(({ done }) => (awaited.has(done) ? [] : [done]));
    // More may be opened while some are read.
    for (let next = left(); next.length > 0; next = left()) {
      await Promise.all(next);
      for (const done of next) awaited.add(done);
    }
  }

  /** The file that a URI names; `undefined` outside of all trees. */
  placeOf(uri: string): Place | undefined {
    if (!uri.startsWith('file:')) return undefined;
    const file = fileURLToPath(uri);
    const places = this.all.flatMap((tree) => {
      const path = pathIn(tree, file);
      return path === undefined ? [] : [{ tree, path }];
    });
    return places.sort((a, b) => a.path.length - b.path.length)[0];
  }

  /** The tree of a name. */
  named(name: string): Tree | undefined {
    return this.all.find((tree) => tree.name === name);
  }

  /** Stops reading and lets go of all trees. */
  dispose(): void {
    this.close([...this.opening.keys()]);
  }

  private async read(uri: string, signal: AbortSignal): Promise<void> {
    try {
      const folder = fileURLToPath(uri);
      const workspace = await openWorkspace(folder, { git: this.git }, signal);
      if (signal.aborted) return;
      const tree = { name: this.freeName(basename(folder)), workspace, folder };
      this.trees.set(uri, tree);
      this.options.onOpened(tree);
    } catch (error) {
      if (!signal.aborted) this.options.onFailed(error);
    }
  }

  private freeName(wanted: string): string {
    const isTaken = (name: string): boolean => this.named(name) !== undefined;
    const names = [wanted, ...this.all.map((_, index) => `${wanted}-${index + 2}`)];
    return names.find((name) => !isTaken(name)) ?? wanted;
  }
}

/** The URI of a file or folder of a tree, below the folder as the editor names it where it lies there. */
export function uriOf({ folder, workspace }: Tree, path: FileId): string {
  const below = pathBelow(workspace.folder, path);
  return pathToFileURL(below === undefined ? join(workspace.top, path) : join(folder, below)).href;
}

function pathIn({ folder, workspace }: Tree, file: string): FileId | undefined {
  const below = pathBelow(folder, file);
  return workspace.fileIdOf(
    below === undefined ? file : join(workspace.top, workspace.folder, below),
  );
}

/** A path relative to a folder that it lies in; `undefined` outside. */
function pathBelow(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below;
}
