import type { ApplicationOf, RootRole } from './rootsOf.ts';

/** The request for the graph of layers, `strata/layers`; it takes nothing. */
export const layersMethod = 'strata/layers';

/** The layers of the opened folders and what is made of them. */
export interface LayersAnswer {
  /** Sorted by folder; others name them by their place in the list. */
  readonly layers: readonly LayerNode[];
  /** Sorted by cluster and name. */
  readonly applications: readonly LayerApplication[];
  /** A file that is open in an editor cannot be read just now: what it declares is missing. */
  readonly isBeingWritten: boolean;
}

/** A kustomization root, or a folder that a controller takes as it is, such as a chart. */
export interface LayerNode {
  readonly tree: string;
  /** POSIX, relative to the tree; `''` for its top. */
  readonly path: string;
  readonly role: RootRole | 'chart' | 'folder';
  /** The file that says what it is, or the folder where there is none. */
  readonly file: string;
  /** The address of its rendered document; only roots have one. */
  readonly uri?: string;
  /** The layers that it names, in the order of its file. */
  readonly bases: readonly number[];
  /** The layers that name it. */
  readonly users: readonly number[];
}

/** An application and the layers that it starts from. */
export interface LayerApplication extends ApplicationOf {
  readonly tree: string;
  readonly starts: readonly number[];
}
