import { fetchedChartsInput } from '../delivery/fetchedChart.ts';
import { inflateChartOfTree } from '../delivery/inflateChart.ts';
import {
  repositoryInput,
  treeInput,
  type RepositoryFacts,
  type TreeBeside,
} from '../delivery/repository.ts';
import { inflateChartInput } from '../kustomize/inflateChart.ts';
import { listingInput } from '../kustomize/folderListing.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { Database, type DatabaseOptions } from '../query/database.ts';
import {
  contentInput,
  entryInput,
  repositoryOf,
  remoteInput,
  remotesFolder,
  type Content,
  type Entry,
} from '../kustomize/files.ts';
import { Analysis, type TreeEntry } from './analysis.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import { ContentLedger } from './contentLedger.ts';
import { rememberedProblemsInput, type FleetProblems } from './fleetProblems.ts';
import { newPrintedCache } from './printed.ts';
import { isAskedOnceInput } from '../layers/reach.ts';
import { isKustomizationFile, kustomizationRoots, rootsInput } from '../layers/roots.ts';
import { linksInput, treePathsInput } from '../layers/treePaths.ts';
import { FolderNames } from './folderNames.ts';
import { TouchedPaths } from './touchedPaths.ts';
import { TreesBeside, type PlacedTree } from './treesBeside.ts';

/** What a file holds, as the analysis takes it. */
export type FileContent = Content;

/** How a host is set up: an observer for tests and measurements, and how many built roots stay in memory. */
export interface HostOptions extends DatabaseOptions {
  /** Whether the tree is asked what a change reaches once, and not again and again: nothing is made ready for later. */
  readonly isAskedOnce?: boolean;
}

/** What is different since the last change. */
export interface Change {
  /** Files and links by path; `undefined` where one is gone. Folders follow from what they hold. */
  readonly entries?: ReadonlyMap<FileId, TreeEntry | undefined>;
  /** Contents by id. */
  readonly contents?: ReadonlyMap<string, Content>;
  /** Remote sources by key (see `remoteKey`; a file's key is its address): what a gap of kind `remote` lacks. */
  readonly remotes?: ReadonlyMap<string, RemoteSource>;
  /** Trees beside the one at hand, by the ids of what needs them; `missing` where they cannot be had. */
  readonly trees?: ReadonlyMap<string, PlacedTree | 'missing'>;
  /** The charts that were fetched and whose trees can be asked for, by their ids. */
  readonly fetchedCharts?: ReadonlySet<string>;
  /** What git says of the repository that the tree belongs to. */
  readonly repository?: RepositoryFacts;
  /** What the fleet was found to lack (`fleetProblems`), so that it is told with each file. */
  readonly fleetProblems?: FleetProblems;
}

/** The content of a remote source: the tree of a repository at a revision, or one file by the id of its content. */
export type RemoteSource =
  | { readonly kind: 'repository'; readonly entries: ReadonlyMap<FileId, TreeEntry> }
  | { readonly kind: 'file'; readonly content: string };

/**
 * Holds the state that analyses are made of: the tree of files and everything that was computed from it. Changes go in,
 * snapshots come out; a snapshot is valid until the next change.
 */
export class AnalysisHost {
  private readonly database: Database;
  private readonly files = new Map<FileId, TreeEntry>();
  private readonly touched = new TouchedPaths();
  private readonly folders = new FolderNames();
  private readonly printed = newPrintedCache();
  private readonly ledger: ContentLedger;
  private readonly beside = new TreesBeside();
  private readonly treesById = new Map<string, PlacedTree | 'missing'>();

  /** `relative` is a host of another tree, such as the working tree beside a commit: both share every parse. */
  constructor(options: HostOptions = {}, relative?: AnalysisHost) {
    this.database = new Database(options, relative?.database);
    this.ledger =
      relative?.ledger ??
      new ContentLedger((content) => {
        this.database.forget(content);
      });
    this.database.provide(
      entryInput,
      (path) => this.files.get(path) ?? this.folderEntry(path) ?? this.beside.entryAt(path),
    );
    this.database.provide(
      listingInput,
      (folder) => this.beside.namesIn(folder) ?? this.folders.namesIn(folder),
    );
    this.database.provide(
      treePathsInput,
      (folder) => this.beside.pathsOf(folder) ?? treePaths(this.files.keys()),
    );
    this.database.provide(linksInput, () => [
      ...linksIn(this.files),
      ...this.beside.all.flatMap(({ folder, entries }) =>
        linksIn(entries).map((path) => `${folder}/${path}`),
      ),
    ]);
    this.database.set(inflateChartInput, '', inflateChartOfTree);
    this.database.set(isAskedOnceInput, '', options.isAskedOnce === true);
  }

  /** Applies a change. */
  apply(change: Change): void {
    for (const [id, content] of change.contents ?? []) this.database.set(contentInput, id, content);
    for (const [key, source] of change.remotes ?? []) this.putRemote(key, source);
    for (const [id, tree] of change.trees ?? []) this.putTree(id, tree);
    if (change.fetchedCharts !== undefined) {
      this.database.set(fetchedChartsInput, '', change.fetchedCharts);
    }
    if (change.repository !== undefined) {
      this.database.set(repositoryInput, '', change.repository);
    }
    if (change.fleetProblems !== undefined) {
      this.database.set(rememberedProblemsInput, '', change.fleetProblems);
    }
    let sameRoots = true;
    let samePaths = true;
    for (const [path, entry] of change.entries ?? []) {
      // What a repository keeps there may not pass for what was fetched.
      if (repositoryOf(path) !== undefined) continue;
      const isSame = entry !== undefined && this.files.has(path);
      samePaths &&= isSame;
      sameRoots &&= isSame || !isKustomizationFile(path);
      this.setEntry(path, entry);
    }
    for (const folder of this.folders.takeChanged()) {
      this.database.update(listingInput, folder);
    }
    if (!samePaths) this.database.update(treePathsInput, '');
    if (sameRoots) return;
    const roots = kustomizationRoots(this.files.keys(), kustomizationFileNames);
    this.database.set(rootsInput, '', roots);
  }

  /** The present state. */
  analysis(): Analysis {
    const { database, files, touched, printed } = this;
    return new Analysis({ database, files, touched, printed });
  }

  /** Whether a content was loaded. */
  hasContent(id: string): boolean {
    return this.database.read(contentInput, id) !== undefined;
  }

  /** Puts a remote source into the tree, where roots of the tree's own do not look. */
  private putRemote(key: string, source: RemoteSource): void {
    const place = `${remotesFolder}/${encodeURIComponent(key)}`;
    if (source.kind === 'file') {
      this.setEntry(place, { kind: 'file', content: source.content });
    } else {
      for (const [path, entry] of source.entries) this.setEntry(`${place}/${path}`, entry);
    }
    this.database.set(remoteInput, key, place);
  }

  /** The trees beside this one that were asked for, by the ids of what needs them. */
  get trees(): NonNullable<Change['trees']> {
    return this.treesById;
  }

  /**
   * The tree of a commit never changes: another content comes under another folder, and what nobody means any more goes. That
   * of a checkout at hand takes the place of the one before.
   */
  private putTree(id: string, tree: PlacedTree | 'missing'): void {
    const old = this.treesById.get(id);
    this.treesById.set(id, tree);
    if (tree !== 'missing') this.placeTree(tree);
    const place: TreeBeside = { folder: tree === 'missing' ? undefined : tree.folder };
    this.database.set(treeInput, id, place);
    if (old !== undefined && old !== 'missing') this.dropUnmeant(old);
  }

  private placeTree(tree: PlacedTree): void {
    const before = this.beside.at(tree.folder);
    if (before?.version === tree.version) return;
    for (const entry of tree.entries.values())
      if (entry.kind === 'file') this.ledger.retain(entry.content);
    for (const entry of before?.entries.values() ?? [])
      if (entry.kind === 'file') this.ledger.release(entry.content);
    this.beside.set(tree);
    if (before !== undefined) this.updateTree(before);
    this.updateTree(tree);
  }

  private dropUnmeant(tree: PlacedTree): void {
    for (const one of this.treesById.values())
      if (one !== 'missing' && one.folder === tree.folder) return;
    this.beside.delete(tree);
    for (const entry of tree.entries.values())
      if (entry.kind === 'file') this.ledger.release(entry.content);
    this.updateTree(tree);
  }

  private updateTree(tree: PlacedTree): void {
    // A value of a relative may have asked for it before it came.
    this.database.update(entryInput, remotesFolder);
    this.database.update(treePathsInput, tree.folder);
    this.database.update(linksInput, '');
    for (const path of this.beside.pathsIn(tree)) {
      this.database.update(entryInput, path);
      this.database.update(listingInput, path);
    }
  }

  /** Gives up what only this tree holds; the host is not to be used again. */
  dispose(): void {
    for (const { entries } of this.beside.all) {
      for (const entry of entries.values())
        if (entry.kind === 'file') this.ledger.release(entry.content);
    }
    for (const entry of this.files.values()) {
      if (entry.kind === 'file') this.ledger.release(entry.content);
    }
    this.files.clear();
  }

  private setEntry(path: FileId, entry: TreeEntry | undefined): void {
    const before = this.files.get(path);
    this.touched.add(path);
    if (entry?.kind === 'file') this.ledger.retain(entry.content);
    if (before?.kind === 'file') this.ledger.release(before.content);
    if (entry === undefined) this.files.delete(path);
    else this.files.set(path, entry);
    if (before === undefined && entry !== undefined) this.toldFolders(this.folders.add(path));
    if (before !== undefined && entry === undefined) this.toldFolders(this.folders.remove(path));
    this.database.update(entryInput, path);
    if (before?.kind === 'symlink' || entry?.kind === 'symlink')
      this.database.update(linksInput, '');
  }

  /** Folders that came or went. */
  private toldFolders(folders: readonly FileId[]): void {
    for (const folder of folders) {
      if (!this.files.has(folder)) this.database.update(entryInput, folder);
    }
  }

  private folderEntry(path: FileId): Entry | undefined {
    return path === '' || this.folders.has(path) ? directory : undefined;
  }
}

const directory: Entry = { kind: 'directory' };

function linksIn(entries: ReadonlyMap<FileId, TreeEntry>): readonly FileId[] {
  return [...entries].flatMap(([path, { kind }]) => (kind === 'symlink' ? [path] : []));
}

function treePaths(files: Iterable<FileId>): readonly FileId[] {
  return [...files].filter((path) => repositoryOf(path) === undefined).sort();
}
