import type { IgnoreRule, RuleTarget } from '../drift/ignoreRules.ts';
import type { LiveAnswer } from '../drift/compareUnit.ts';
import type { DryRunAnswer, DryRunRefusal } from '../drift/dryRun.ts';
import type { JsonMap } from '../drift/json.ts';
import type { Tier, Verdict } from '../drift/verdict.ts';
import type { JsonValue as Json } from '../yaml/decode.ts';

/** A value of JSON; integers beyond 2^53 are `bigint`. */
export type JsonValue = Json;

/** What the cluster says of one object. */
export type LiveObject = LiveAnswer;

/** What a server says of a dry run. */
export type DryRun = DryRunAnswer;

/** What the refusal of a dry run means. */
export type DryRunMeaning = DryRunRefusal;

/** A rule that says to look away. */
export type DriftRule = IgnoreRule;

/** Which objects a rule is about. */
export type DriftRuleTarget = RuleTarget;

/** The verdict on a field or an object. */
export type DriftVerdict = Verdict;

/** How much a difference matters. */
export type DriftTier = Tier;

/** What has to be read from a cluster before an application can be compared. */
export interface DriftNeeds {
  /** The objects that Git has, in the order of the output. */
  readonly objects: readonly NeededObject[];
  /** The namespace of those that name none. */
  readonly namespace: string;
  /** The object of the controller: it says who puts things back. `undefined` where nobody does, and where it is elsewhere. */
  readonly controller: NeededObject | undefined;
  /** The same on another cluster, from which a Flux delivers to this one. */
  readonly elsewhere?: { readonly cluster: string; readonly object: NeededObject } | undefined;
}

/** What names an object; the namespace is `''` where Git names none. */
export interface NeededObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What was read of a cluster for one application. */
export interface LiveUnit {
  /** For each needed object, in their order. */
  readonly answers: readonly LiveObject[];
  /** What the server says of dry runs, for each needed object; `undefined` where none were made. */
  readonly dryRuns?: readonly (DryRun | undefined)[] | undefined;
  /** The live object of the controller; that of Git counts where it is `undefined`. */
  readonly controller: JsonMap | undefined;
  /** Whether that object is known not to be there: what it would put back, nobody does until it is applied again. */
  readonly controllerGone?: boolean | undefined;
  /** The ConfigMap `argocd-cm` of its Argo CD; `undefined` where there is none, or it may not be read. */
  readonly argocd?: JsonMap | undefined;
  /** What the controller says it has deployed beside the objects of Git. */
  readonly others: readonly JsonMap[];
  readonly autoscalers: readonly JsonMap[];
  /** Documents of `/openapi/v3` for the groups of custom resources. */
  readonly schemas: readonly JsonValue[];
}
