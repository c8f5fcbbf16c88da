/** The newest Helm whose rules are known; they hold where nobody tells of another version. */
export const newestHelm = '4.2.3';

/** What differs between the versions of Helm: the rules of 3.19.4, or those of 4.2.3. */
export type HelmRules = 3 | 4;

/** The rules of a version such as `v3.19.4`; those of the newest for what is none. */
export function rulesOfHelm(version: string): HelmRules {
  return /^v?3(?:\.|$)/.test(version) ? 3 : 4;
}
