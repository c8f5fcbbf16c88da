import type { LiveFailure, LiveSettings } from './live.ts';

/** The request for the register with what a hub knows of clusters, `strata/importClusters`. Nothing is written by it. */
export const importClustersMethod = 'strata/importClusters';

/** Whom to ask. */
export interface ImportClustersParams {
  readonly settings: LiveSettings;
  /** One of the sources that were told; without it nobody is asked, and the sources are told. */
  readonly source?: ImportSource | undefined;
}

/** Who knows clusters: an Argo CD server, or the cluster that Argo CD runs on. */
export interface ImportSource {
  readonly tree: string;
  /** The address of the server, or the name of the context. */
  readonly id: string;
  readonly kind: 'argocd' | 'context';
}

/** The register as it would be, or why it is not told. */
export type ImportClustersAnswer =
  /** Nothing is read of clusters where the workspace is not trusted. */
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'sources'; readonly sources: readonly ImportSource[] }
  | {
      readonly kind: 'edit';
      readonly uri: string;
      /** The whole text. */
      readonly text: string;
      readonly exists: boolean;
      readonly notes?: readonly ImportedNote[];
    }
  /** The register has all of it. */
  | { readonly kind: 'unchanged'; readonly notes?: readonly ImportedNote[] }
  | { readonly kind: 'failed'; readonly failure: LiveFailure }
  /** The register that is there cannot be read, or has its lists in brackets; or the answer is no list of clusters. */
  | { readonly kind: 'refused'; readonly why: 'notEditable' | 'unreadable' };

/** What was left out as a secret, or is not what the register says; `field` is `server` or `labels.<key>`. */
export interface ImportedNote {
  readonly kind: 'secret' | 'contradiction';
  readonly cluster: string;
  readonly field: string;
}
