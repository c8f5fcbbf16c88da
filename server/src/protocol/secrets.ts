/** The request that makes all findings of secrets those that were there before, `strata/adoptSecrets`. */
export const adoptSecretsMethod = 'strata/adoptSecrets';

/** A file of the folder that is meant, by its URI; the first folder where there is none. */
export interface AdoptSecretsParams {
  readonly uri?: string;
}

/** How many findings the baseline holds now, or why it holds none of them. */
export type AdoptSecrets =
  | { readonly kind: 'adopted'; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: string };
