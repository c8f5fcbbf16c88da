import { buildKey, builtQuery, type Built, type Reorder } from '../kustomize/build.ts';
import type { Entry } from '../kustomize/files.ts';
import { kustomizationFileNames, type LoadRestrictions } from '../kustomize/load.ts';
import type { Database, Need } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { kustomizationRoots } from './roots.ts';

/** How a root is rendered. */
export interface RenderOptions {
  readonly restrictions: LoadRestrictions;
  readonly reorder: Reorder;
}

/** Restricted to the root, in the command line's default order. */
export const defaultRenderOptions: RenderOptions = { restrictions: 'root', reorder: 'legacy' };

/** One answer of the analysis: complete, or what has to be loaded before it is. */
export type Answer<T> = { readonly kind: 'complete'; readonly value: T } | { readonly kind: 'needs'; readonly needs: readonly Need[] };

/** A snapshot to ask; the only door of the pure half. */
export class Analysis {
  private readonly database: Database;
  private readonly files: ReadonlyMap<FileId, Exclude<Entry, { kind: 'directory' }>>;

  constructor(database: Database, files: ReadonlyMap<FileId, Exclude<Entry, { kind: 'directory' }>>) {
    this.database = database;
    this.files = files;
  }

  /** The folders with a kustomization file, sorted. */
  roots(): readonly FileId[] {
    return kustomizationRoots(this.files.keys(), kustomizationFileNames);
  }

  /** What a root builds to. */
  build(root: FileId, options: RenderOptions = defaultRenderOptions): Answer<Built> {
    const key = buildKey(root, options);
    const value = this.database.get(builtQuery, key);
    const needs = this.database.needsOf(builtQuery, key);
    return needs.length > 0 ? { kind: 'needs', needs } : { kind: 'complete', value };
  }
}
