import type { FileId } from '../text/sourcePointer.ts';
import { Database, type DatabaseOptions, type Need } from '../query/database.ts';
import { contentInput, entryInput, parentOf, type Content, type Entry } from '../kustomize/files.ts';
import { Analysis } from './analysis.ts';

/** What is different since the last change. */
export interface Change {
  /** Files and links by path; `undefined` where one is gone. Folders follow from what they hold. */
  readonly entries?: ReadonlyMap<FileId, Exclude<Entry, { kind: 'directory' }> | undefined>;
  /** Contents by id. */
  readonly contents?: ReadonlyMap<string, Content>;
}

/**
 * Holds the state that analyses are made of: the tree of files and everything that was computed from it. Changes go in,
 * snapshots come out; a snapshot is valid until the next change.
 */
export class AnalysisHost {
  private readonly database: Database;
  private readonly files = new Map<FileId, Exclude<Entry, { kind: 'directory' }>>();
  /** How many files and links stand in each folder, at any depth. */
  private readonly folders = new Map<FileId, number>();

  constructor(options: DatabaseOptions = {}) {
    this.database = new Database(options);
    this.database.set(entryInput, '', { kind: 'directory' });
  }

  /** Applies a change. */
  apply(change: Change): void {
    for (const [id, content] of change.contents ?? []) this.database.set(contentInput, id, content);
    for (const [path, entry] of change.entries ?? []) this.setEntry(path, entry);
  }

  /** The present state. */
  analysis(): Analysis {
    return new Analysis(this.database, this.files);
  }

  private setEntry(path: FileId, entry: Exclude<Entry, { kind: 'directory' }> | undefined): void {
    const before = this.files.get(path);
    if (entry === undefined) this.files.delete(path);
    else this.files.set(path, entry);
    if (before === undefined && entry !== undefined) this.countFolders(path, 1);
    if (before !== undefined && entry === undefined) this.countFolders(path, -1);
    this.database.set(entryInput, path, entry ?? this.folderEntry(path));
  }

  private countFolders(path: FileId, by: number): void {
    let folder = path;
    while (folder !== '') {
      folder = parentOf(folder);
      if (folder === '') return;
      const count = (this.folders.get(folder) ?? 0) + by;
      if (count > 0) this.folders.set(folder, count);
      else this.folders.delete(folder);
      if (!this.files.has(folder)) this.database.set(entryInput, folder, this.folderEntry(folder));
    }
  }

  private folderEntry(path: FileId): Entry | undefined {
    return this.folders.has(path) ? { kind: 'directory' } : undefined;
  }
}

export type { Need };
