import type { JsonValue } from '../yaml/decode.ts';
import { classify, isInjectedBundle, ownersOfField, type Evidence } from './classify.ts';
import { compareValue, rootField, type Comparison } from './compare.ts';
import type { Difference, Subject } from './difference.ts';
import { keysOf, type FieldPath } from './fieldPath.ts';
import { ignoringRule, raisedTier, type IgnoreRule, type TierRule } from './ignoreRules.ts';
import { isImmutable } from './immutable.ts';
import { at, below, isMap, sameJson, textOf, without, type JsonMap } from './json.ts';
import { roleOf } from './managers.ts';
import {
  lastAppliedKey,
  liveFor,
  normalizeDesired,
  objectName,
  type ObjectName,
} from './normalize.ts';
import { parseLastApplied } from './parseLastApplied.ts';
import { readOwnership, type FieldOwner } from './parseManagedFields.ts';
import { tierOf } from './tier.ts';
import { anyType, type ObjectType, type TypeLookup } from './types/fieldType.ts';
import type { Finding, FindingReason, Verdict } from './verdict.ts';
import { willRevert, type Reverter } from './willRevert.ts';

/** What a comparison of objects goes by. */
export interface DriftContext {
  readonly types: TypeLookup;
  readonly reverter: Reverter;
  readonly rules: readonly IgnoreRule[];
  /** Rules that make fields matter more than they do by themselves. */
  readonly raises: readonly TierRule[];
  /** Whether an autoscaler sets the replicas of an object. */
  readonly isAutoscaled: (object: ObjectName) => boolean;
}

/**
 * Compares an object of Git with the one of its name in the cluster: engine R, which reads and never writes. What is equal
 * and what is a default gives no finding.
 *
 * `desired` is what the deployer would apply, `live` what the server gives at the same version.
 */
export function compareObject(
  desired: JsonMap,
  live: JsonMap | undefined,
  context: DriftContext,
): readonly Finding[] {
  const name = objectName(desired);
  const type = context.types(name.apiVersion, name.kind) ?? unknownType;
  const about = new Findings(name, context, { live, unknown: type.unknown });
  const whole = wholeObject(desired, live);
  if (whole !== undefined) return [about.whole(whole.verdict, whole.reason)];
  if (live === undefined || objectName(live).name !== name.name) {
    return [about.whole('missing', undefined)];
  }
  return compareWith(normalizeDesired(desired), { desired, live, context, about, type });
}

/**
 * What the server predicts of an apply, as findings: what it would write, and what it would take away. The prediction is
 * compared with what is live as Git is otherwise.
 */
export function comparePrediction(
  desired: JsonMap,
  live: JsonMap,
  prediction: JsonMap,
  context: DriftContext,
): readonly Finding[] {
  const name = objectName(desired);
  const type = context.types(name.apiVersion, name.kind) ?? unknownType;
  const about = new Findings(name, context, { live, unknown: type.unknown });
  const wanted = liveFor(desired, prediction);
  return compareWith(wanted, { desired, live, context, about, type });
}

function compareWith(
  wanted: JsonMap,
  compared: {
    readonly desired: JsonMap;
    readonly live: JsonMap;
    readonly context: DriftContext;
    readonly about: Findings;
    readonly type: ObjectType;
  },
): readonly Finding[] {
  const { desired, live, context, about, type } = compared;
  const name = objectName(desired);
  const cleaned = liveFor(desired, live);
  const subject: Subject = { kind: name.kind, builtIn: type.builtIn, live: cleaned };
  const comparison: Comparison = { subject, unknowable, found: [] };
  const place = { path: [], wantAt: [], haveAt: [], holder: cleaned, field: rootField } as const;
  const declaredBy = declared(name, wanted);
  compareValue(comparison, place, type.type, declaredBy, undeclared(name, declaredBy, cleaned));
  const evidence: Evidence = {
    subject,
    ownership: readOwnership(live),
    lastApplied: parseLastApplied(below(live, 'metadata', 'annotations', lastAppliedKey)),
    autoscaled: context.isAutoscaled(name),
  };
  return comparison.found.flatMap((one) => findingsOf(one, evidence, about));
}

/** A finding about a whole object. */
export function wholeFinding(
  object: JsonMap,
  live: JsonMap | undefined,
  context: DriftContext,
  said: { readonly verdict: Verdict; readonly reason: FindingReason | undefined },
): Finding {
  const findings = new Findings(objectName(object), context, { live, unknown: false });
  return findings.whole(said.verdict, said.reason);
}

const unknownType: ObjectType = { type: anyType, builtIn: false, unknown: true };

/** What keeps a whole object from being compared. */
function wholeObject(
  desired: JsonMap,
  live: JsonMap | undefined,
): { readonly verdict: Verdict; readonly reason: FindingReason } | undefined {
  const metadata = at(desired, 'metadata');
  if (isMap(desired['sops'])) return { verdict: 'notComparable', reason: 'encrypted' };
  if (textOf(at(metadata, 'name')) === '' && textOf(at(metadata, 'generateName')) !== '') {
    return { verdict: 'notComparable', reason: 'generatedName' };
  }
  const [uid, version] = [at(metadata, 'uid'), at(metadata, 'resourceVersion')];
  const isForeign =
    (typeof uid === 'string' && uid !== '' && uid !== below(live, 'metadata', 'uid')) ||
    (typeof version === 'string' &&
      version !== '' &&
      version !== below(live, 'metadata', 'resourceVersion'));
  return live !== undefined && (isForeign || at(metadata, 'managedFields') !== undefined)
    ? { verdict: 'desiredInvalid', reason: 'serverSetField' }
    : undefined;
}

/** Text that only the controller can fill in: ciphertext, and variables that were left as they are. */
function unknowable(text: string): FindingReason | undefined {
  if (/^ENC\[AES256_GCM,/.test(text)) return 'encrypted';
  return /^\$\{[A-Za-z_]\w*(?::[=-][^}]*)?\}$/.test(text) ? 'substituted' : undefined;
}

/** The rules of a ClusterRole that gathers those of others are not Git's. */
function declared({ kind }: ObjectName, desired: JsonMap): JsonMap {
  return kind === 'ClusterRole' && isMap(desired['aggregationRule'])
    ? without(desired, 'rules')
    : desired;
}

function undeclared(name: ObjectName, desired: JsonMap, live: JsonMap): JsonMap {
  return name.kind === 'ClusterRole' && isMap(desired['aggregationRule'])
    ? without(live, 'rules')
    : live;
}

function findingsOf(
  difference: Difference,
  evidence: Evidence,
  about: Findings,
): readonly Finding[] {
  switch (difference.kind) {
    case 'liveOnly':
      return classify(evidence, difference).map((one) =>
        about.of(one.difference, one.verdict, {
          owner: one.owner,
          reason: one.reason,
          removedFrom: one.removedFrom,
          shared: one.shared,
          inClear: one.inClear,
        }),
      );
    case 'invalid':
      return [about.of(difference, 'desiredInvalid', {})];
    case 'notComparable':
      return [about.of(difference, 'notComparable', {})];
    case 'absent':
    case 'differs': {
      const owner = ownersOfField(evidence, difference.path).find(
        (one) => roleOf(one) !== 'gitops',
      );
      return [about.declaredField(difference, evidence, owner)];
    }
  }
}

interface Details {
  readonly owner?: FieldOwner | undefined;
  readonly reason?: FindingReason | undefined;
  readonly removedFrom?: 'ownership' | 'lastApplied' | undefined;
  readonly shared?: boolean;
  readonly inClear?: boolean;
  readonly beside?: boolean;
}

/** Makes the findings of one object. */
class Findings {
  private readonly name: ObjectName;
  private readonly context: DriftContext;
  private readonly live: JsonMap | undefined;
  private readonly unknown: boolean;

  constructor(
    name: ObjectName,
    context: DriftContext,
    { live, unknown }: { readonly live: JsonMap | undefined; readonly unknown: boolean },
  ) {
    this.name = name;
    this.context = context;
    this.live = live;
    this.unknown = unknown;
  }

  /** About the object itself. */
  whole(verdict: Verdict, reason: FindingReason | undefined): Finding {
    const { group, kind } = this.name;
    const values = { path: [], want: undefined, have: undefined };
    return {
      ...values,
      verdict,
      tier: raisedTier(tierOf({ group, kind, ...values }), this.context.raises, this.name, {
        path: [],
        at: [],
      }),
      wantAt: [],
      haveAt: this.live === undefined ? undefined : [],
      owner: undefined,
      willRevert: willRevert(this.context.reverter, { verdict, ...noDetails, declared: true }),
      reason,
      ignoredBy: ignoringRule(this.context.rules, this.name, { path: [], at: [] }, undefined),
    };
  }

  /** About a field that Git declares: somebody else's, one that may not change, or a difference. */
  declaredField(
    difference: Difference,
    { autoscaled, lastApplied }: Evidence,
    owner: FieldOwner | undefined,
  ): Finding {
    const { path, want, have, immutable } = difference;
    const beside = isBeside(want, have, below(lastApplied, ...keysOf(path)));
    if (isOfOthers(this.name.kind, difference, owner, autoscaled)) {
      const reason = keysOf(path).at(-1) === 'replicas' ? 'autoscaled' : 'injected';
      return this.of(difference, 'ownedByOther', { owner, reason });
    }
    const anew =
      have !== undefined || difference.kind === 'absent'
        ? immutable || isImmutable(this.name.kind, path, { want, have }, this.live ?? {})
        : false;
    return this.of(difference, anew ? 'needsRecreate' : 'drift', { owner, beside });
  }

  of(difference: Difference, verdict: Verdict, details: Details): Finding {
    const { path, want, have, wantAt, haveAt } = difference;
    const { group, kind } = this.name;
    const { owner, removedFrom, shared = false, inClear = false, beside = false } = details;
    const field = { path, at: haveAt ?? wantAt };
    return {
      path,
      verdict,
      tier: raisedTier(
        tierOf({ group, kind, path, want, have }),
        this.context.raises,
        this.name,
        field,
      ),
      want,
      have,
      wantAt,
      haveAt,
      owner,
      willRevert: willRevert(this.context.reverter, {
        verdict,
        owner,
        removedFrom,
        shared,
        inClear,
        declared: want !== undefined,
        beside,
      }),
      reason: details.reason ?? difference.reason ?? (this.unknown ? 'unknownKind' : undefined),
      ignoredBy: ignoringRule(this.context.rules, this.name, field, owner),
    };
  }
}

const noDetails = {
  owner: undefined,
  removedFrom: undefined,
  shared: false,
  inClear: false,
  beside: false,
} as const;

/** Whether a mapping has all that Git says, and more that Git never said. */
function isBeside(
  want: JsonValue | undefined,
  have: JsonValue | undefined,
  applied: JsonValue | undefined,
): boolean {
  return (
    isMap(want) &&
    isMap(have) &&
    Object.entries(want).every(([key, value]) => sameJson(value, have[key])) &&
    Object.keys(have).every((key) => Object.hasOwn(want, key) || at(applied, key) === undefined)
  );
}

/** Fields that Git declares and another controller rightly sets. */
function isOfOthers(
  kind: string,
  { path, want }: Difference,
  owner: FieldOwner | undefined,
  autoscaled: boolean,
): boolean {
  if (isReplicas(kind, path)) {
    return owner === undefined
      ? autoscaled
      : roleOf(owner) === 'autoscaler' || (autoscaled && roleOf(owner) !== 'human');
  }
  if (isInjectedBundle(kind, path) && isPlaceholder(want)) return true;
  return (
    owner !== undefined &&
    /^(?:pilot-discovery|istiod)/.test(owner.manager) &&
    ['failurePolicy', 'caBundle'].includes(keysOf(path).at(-1) ?? '')
  );
}

function isReplicas(kind: string, path: FieldPath): boolean {
  const isScaled = ['Deployment', 'StatefulSet', 'ReplicaSet', 'Rollout'].includes(kind);
  return isScaled && keysOf(path).join('.') === 'spec.replicas';
}

/** What charts put in the place of a certificate: nothing, a line break, or an empty object. */
function isPlaceholder(want: JsonValue | undefined): boolean {
  return want === undefined || ['', 'Cg==', 'e30K', 'e30='].some((one) => sameJson(one, want));
}
