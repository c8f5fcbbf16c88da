import type { JsonValue } from '../yaml/decode.ts';
import type { FieldPath } from './fieldPath.ts';
import type { FieldOwner } from './parseManagedFields.ts';

/** What is found of a field, or of a whole object. What is equal or a default is no finding. */
export type Verdict =
  | 'drift'
  | 'removed'
  | 'extraManual'
  | 'extraController'
  | 'ownedByOther'
  | 'missing'
  | 'pruneCandidate'
  | 'orphan'
  | 'foreign'
  | 'needsRecreate'
  | 'desiredInvalid'
  | 'skipped'
  | 'expectedAbsent'
  | 'notComparable';

/** The verdicts that make a unit differ from Git. */
export const countedVerdicts: ReadonlySet<Verdict> = new Set([
  'drift',
  'removed',
  'missing',
  'pruneCandidate',
  'needsRecreate',
]);

/** How much a difference matters. */
export type Tier = 'security' | 'availability' | 'config' | 'cosmetic';

/** The tiers, the worst first. */
export const tiers: readonly Tier[] = ['security', 'availability', 'config', 'cosmetic'];

/** The worst of some tiers; `undefined` for none. */
export function worstTier(all: readonly Tier[]): Tier | undefined {
  return tiers.find((tier) => all.includes(tier));
}

/** Why a finding is what it is, where its verdict does not say it all. */
export type FindingReason =
  | 'unknownField'
  | 'wrongType'
  | 'badQuantity'
  | 'badPort'
  | 'badMode'
  | 'badValue'
  | 'duplicateItem'
  | 'itemWithoutKey'
  | 'nullNotAllowed'
  | 'serverSetField'
  | 'duplicateInCluster'
  | 'keyChanged'
  | 'autoscaled'
  | 'autoscaledAtThatNumber'
  | 'injected'
  | 'encrypted'
  | 'substituted'
  | 'random'
  | 'generatedName'
  | 'policy'
  | 'forbidden'
  | 'unreachable'
  | 'unknownKind'
  | 'secretsAreOff'
  | 'predicted'
  | 'admission';

/** What one comparison found of one field; the path is empty where it is about the whole object. */
export interface Finding {
  readonly path: FieldPath;
  readonly verdict: Verdict;
  readonly tier: Tier;
  /** What Git says; `undefined` where it says nothing. */
  readonly want: JsonValue | undefined;
  /** What is live; `undefined` where nothing is. */
  readonly have: JsonValue | undefined;
  /** Keys and indices in what Git says: of the field, or of what would hold it. */
  readonly wantAt: readonly (string | number)[];
  /** Keys and indices in the live object; `undefined` where the field is not there. */
  readonly haveAt: readonly (string | number)[] | undefined;
  readonly owner: FieldOwner | undefined;
  readonly willRevert: boolean | 'unknown';
  readonly reason: FindingReason | undefined;
  /** The rule that says to look away: a finding with one does not count. */
  readonly ignoredBy: string | undefined;
}

/** Whether a finding makes its unit differ from Git. */
export function counts({ verdict, ignoredBy }: Finding): boolean {
  return ignoredBy === undefined && countedVerdicts.has(verdict);
}
