import type { ApplicationOf } from './rootsOf.ts';

/** The request for the clusters that an application is delivered to, `strata/familyOf`. */
export const familyOfMethod = 'strata/familyOf';

/** The rendered document of the application on one cluster. */
export interface FamilyOfParams {
  readonly uri: string;
  /** Whether to compare what the clusters get: that renders all of them. */
  readonly compared: boolean;
}

/** The application on all its clusters. */
export interface FamilyOf {
  /** The name without that of a cluster. */
  readonly family: string;
  /** The one that was asked for, in the working tree. */
  readonly own: ApplicationOf;
  /** The others, by cluster; those of the same environment first. */
  readonly others: readonly OtherCluster[];
}

/** The application on another cluster. */
export interface OtherCluster extends ApplicationOf {
  /** Whether what it gets is the same, values of Secrets included; `false` where nobody compared. */
  readonly isEqual: boolean;
}
