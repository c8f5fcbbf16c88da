import type { RenderedApplication } from '../delivery/application.ts';
import { buildKey, builtQuery, type Built, type Reorder } from '../kustomize/build.ts';
import type { Entry } from '../kustomize/files.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import type { Database, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { answer, type Answer } from './answer.ts';
import type { PrintedCache } from './printed.ts';
import type { TouchedPaths } from './touchedPaths.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { rootSetQuery, rootsInput } from '../layers/roots.ts';

/** How a root is rendered. */
export interface RenderOptions {
  readonly restrictions: LoadRestrictions;
  readonly reorder: Reorder;
}

/** What is rendered: a root by its folder, or an application of the fleet by its key. */
export type RenderSource = FileId | { readonly application: string };

/** Restricted to the root, in the command line's default order. */
export const defaultRenderOptions: RenderOptions = { restrictions: 'root', reorder: 'legacy' };

/** A file or a link of the tree; folders follow from what they hold. */
export type TreeEntry = Exclude<Entry, { kind: 'directory' }>;

/** A snapshot to ask; the only door of the pure half. */
export class Analysis {
  /** The files and links of the tree. */
  readonly files: ReadonlyMap<FileId, TreeEntry>;
  /** Where the host has set entries, whichever snapshot is asked. */
  readonly touched: TouchedPaths;
  /** Printed objects, shared by all snapshots of a host. */
  readonly printed: PrintedCache;
  private readonly database: Database;

  constructor(state: {
    readonly database: Database;
    readonly files: ReadonlyMap<FileId, TreeEntry>;
    readonly touched: TouchedPaths;
    readonly printed: PrintedCache;
  }) {
    this.database = state.database;
    this.files = state.files;
    this.touched = state.touched;
    this.printed = state.printed;
  }

  /** The folders with a kustomization file, sorted. */
  roots(): readonly FileId[] {
    return this.database.read(rootsInput, '');
  }

  /** The same, for those who ask for single ones. */
  rootSet(): ReadonlySet<FileId> {
    return this.database.get(rootSetQuery, '');
  }

  /** What a root builds to. */
  build(root: FileId, options: RenderOptions = defaultRenderOptions): Answer<Built> {
    return this.ask((reader) => reader.get(builtQuery, buildKey(root, options)));
  }

  /** What a root builds to, or what an application delivers; `options` are for roots. */
  render(
    source: RenderSource,
    options: RenderOptions = defaultRenderOptions,
  ): Answer<RenderedApplication> {
    return typeof source === 'string'
      ? this.build(source, options)
      : this.ask((reader) => reader.get(unitOutputQuery, source.application));
  }

  /** Answers a question of a language feature; the reader is valid during the call. */
  ask<T>(question: (reader: Reader) => T): Answer<T> {
    return answer(this.database, question);
  }
}
