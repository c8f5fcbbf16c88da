import { parentOf } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** The folders of a tree, which follow from the files that stand in them, with the names of what stands in each. */
export class FolderNames {
  /** How often a name stands in a folder: once, and once more where a file has the name of a folder. */
  private readonly names = new Map<FileId, Map<string, number>>();
  private changed = new Set<FileId>();

  has(folder: FileId): boolean {
    return this.names.has(folder);
  }

  namesIn(folder: FileId): readonly string[] {
    return [...(this.names.get(folder)?.keys() ?? [])];
  }

  /** Adds a file; gives the folders that came with it. */
  add(path: FileId): readonly FileId[] {
    const came: FileId[] = [];
    for (let current = path; current !== '';) {
      const folder = parentOf(current);
      const name = current.slice(folder === '' ? 0 : folder.length + 1);
      const known = this.names.get(folder);
      const names = known ?? new Map<string, number>();
      if (known === undefined) this.names.set(folder, names);
      const count = names.get(name) ?? 0;
      names.set(name, count + 1);
      if (count === 0) this.changed.add(folder);
      if (known !== undefined) break;
      if (folder !== '') came.push(folder);
      current = folder;
    }
    return came;
  }

  /** Takes a file away; gives the folders that went with it. */
  remove(path: FileId): readonly FileId[] {
    const went: FileId[] = [];
    for (let current = path; current !== '';) {
      const folder = parentOf(current);
      const name = current.slice(folder === '' ? 0 : folder.length + 1);
      const names = this.names.get(folder);
      const count = names?.get(name);
      if (names === undefined || count === undefined) break;
      if (count > 1) names.set(name, count - 1);
      else names.delete(name);
      if (count === 1) this.changed.add(folder);
      if (names.size > 0) break;
      this.names.delete(folder);
      if (folder !== '') went.push(folder);
      current = folder;
    }
    return went;
  }

  /** The folders in which names came or went since the last time. */
  takeChanged(): ReadonlySet<FileId> {
    const { changed } = this;
    this.changed = new Set();
    return changed;
  }
}
