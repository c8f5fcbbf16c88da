/** The request for the roots whose build reads a file, `strata/rootsOf`. */
export const rootsOfMethod = 'strata/rootsOf';

/** The file, by its URI. */
export interface RootsOfParams {
  readonly uri: string;
}

/** The nearest root first; empty where no build reads the file. */
export interface RootsOf {
  readonly roots: readonly RootOf[];
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
