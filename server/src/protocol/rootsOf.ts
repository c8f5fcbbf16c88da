/** The request for what a file is read by, `strata/rootsOf`. */
export const rootsOfMethod = 'strata/rootsOf';

/** The file, by its URI. */
export interface RootsOfParams {
  readonly uri: string;
}

/** What reads a file; empty where nothing does. */
export interface RootsOf {
  /** The nearest root first. */
  readonly roots: readonly RootOf[];
  /** By cluster and name; clusters that nobody can tell come last. */
  readonly applications: readonly ApplicationOf[];
}

/** How a root is used: derived from the graph and from no name. */
export type RootRole = 'base' | 'component' | 'overlay' | 'standalone';

/** One root whose build reads the file. */
export interface RootOf {
  /** The folder, POSIX and relative to the analyzed tree. */
  readonly path: string;
  readonly role: RootRole;
  /** How many roots lie between: 0 for the root that reads the file itself. */
  readonly distance: number;
  /** The address of its rendered document. */
  readonly uri: string;
}

/** One application on a cluster, by what names it. */
export interface ApplicationOf {
  readonly name: string;
  /** The name without that of the cluster: the same for what is one and the same on several clusters. */
  readonly family: string;
  readonly kind: string;
  /** `undefined` where the repository cannot tell. */
  readonly cluster?: string;
  readonly environment?: string;
  readonly isProduction: boolean;
  /** The address of its rendered document. */
  readonly uri: string;
}
