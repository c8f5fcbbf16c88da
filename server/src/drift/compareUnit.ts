import { autoscaledNames } from './autoscaled.ts';
import { compareObject, wholeFinding, type DriftContext } from './compareObject.ts';
import { keysOf, type FieldPath } from './fieldPath.ts';
import { below, itemsOf, textOf, type JsonMap } from './json.ts';
import { objectName, type ObjectName } from './normalize.ts';
import { policyOf, staysInCluster } from './policies.ts';
import { withDryRun, type DryRunAnswer } from './dryRun.ts';
import type { Finding, FindingReason } from './verdict.ts';
import { isMark, trackedBy, type Tracking } from './tracking.ts';

/** What the cluster says of an object of Git. */
export type LiveAnswer =
  | { readonly kind: 'found'; readonly object: JsonMap }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable'; readonly reason: FindingReason };

/** One object of Git with what is live of it. */
export interface ObjectPair {
  readonly desired: JsonMap;
  readonly live: LiveAnswer;
  /** What the server says of a dry run; `undefined` where none was made. */
  readonly dryRun?: DryRunAnswer | undefined;
}

/** What a unit, such as an application, delivers, and what the cluster has of it. */
export interface DriftUnit {
  readonly pairs: readonly ObjectPair[];
  /** Live objects that are known as the unit's, or could be: what Git does not have of them is extra. */
  readonly others: readonly JsonMap[];
  /** Autoscalers of the cluster. */
  readonly autoscalers: readonly JsonMap[];
  /** How the deployer marks what it has deployed. */
  readonly tracking: Tracking;
}

/** What was found of one object. */
export interface ObjectDrift {
  readonly name: ObjectName;
  /** Its place among the pairs; `undefined` for what Git does not have. */
  readonly index: number | undefined;
  readonly findings: readonly Finding[];
  /** The live object that it took the place of, which is left under another name with a hash. */
  readonly renamedFrom: string | undefined;
}

/** Compares all objects of a unit; objects without a finding are left out. */
export function compareUnit(
  unit: DriftUnit,
  context: Omit<DriftContext, 'isAutoscaled'>,
): readonly ObjectDrift[] {
  const { pairs, others } = unit;
  const scaled = autoscaledNames([
    ...unit.autoscalers,
    ...pairs.map(({ desired }) => desired),
    ...others,
  ]);
  const full: DriftContext = { ...context, isAutoscaled: (name) => scaled.has(scaledKey(name)) };
  const { types, ...rest } = context;
  const memo: Memo = { types, key: JSON.stringify([rest, [...scaled].sort()]) };
  const declared = pairs.map((pair, index) => ({
    name: objectName(pair.desired),
    index,
    findings: findingsOfPair(pair, unit, full, memo),
    renamedFrom: undefined,
  }));
  const known = new Set(pairs.map(({ desired }) => looseKey(objectName(desired))));
  const extra = others
    .filter((object) => !known.has(looseKey(objectName(object))))
    .flatMap((object) => extraOf(object, unit, full));
  return pairRenamed([...declared, ...extra]).filter(({ findings }) => findings.length > 0);
}

/** What findings rest on beside the two objects. */
interface Memo {
  readonly types: DriftContext['types'];
  readonly key: string;
}

/** The last comparison of each object of Git: most of what is live stays as it is. */
const compared = new WeakMap<
  JsonMap,
  { readonly live: JsonMap | undefined; readonly memo: Memo; readonly found: readonly Finding[] }
>();

function compareAgain(
  desired: JsonMap,
  live: JsonMap | undefined,
  context: DriftContext,
  memo: Memo,
): readonly Finding[] {
  const last = compared.get(desired);
  const isSame = last?.live === live && last?.memo.types === memo.types;
  if (last !== undefined && isSame && last.memo.key === memo.key) return last.found;
  const found = compareObject(desired, live, context);
  compared.set(desired, { live, memo, found });
  return found;
}

function findingsOfPair(
  { desired, live, dryRun }: ObjectPair,
  { tracking }: DriftUnit,
  context: DriftContext,
  memo: Memo,
): readonly Finding[] {
  const object = live.kind === 'found' ? live.object : undefined;
  const policy = policyOf(desired, object);
  if (policy !== undefined) {
    return [wholeFinding(desired, object, context, { verdict: policy, reason: 'policy' })];
  }
  if (live.kind === 'unavailable') {
    const { reason } = live;
    return [wholeFinding(desired, undefined, context, { verdict: 'notComparable', reason })];
  }
  const read = compareAgain(desired, object, context, memo);
  const asked =
    dryRun === undefined ? read : withDryRun(read, { desired, live: object, dryRun }, context);
  const found = asked.filter(
    ({ path, want, have }) => want !== undefined || !isMark(tracking, lastKey(path), have),
  );
  if (object === undefined || trackedBy(tracking, object) !== 'other') return found;
  return [
    wholeFinding(desired, object, context, { verdict: 'foreign', reason: undefined }),
    ...found,
  ];
}

function lastKey(path: FieldPath): string {
  return keysOf(path).at(-1) ?? '';
}

/** What is live and not in Git: ours to prune, somebody's, or nobody's. */
function extraOf(
  object: JsonMap,
  { tracking }: DriftUnit,
  context: DriftContext,
): readonly ObjectDrift[] {
  const owner = trackedBy(tracking, object);
  // What another object brought about, such as a ReplicaSet, goes with it.
  const isOwned = itemsOf(below(object, 'metadata', 'ownerReferences')).length > 0;
  if (owner === 'other' || isOwned || isRuntimeKind(objectName(object))) return [];
  const verdict =
    owner === 'nobody' ? 'orphan' : staysInCluster(object) ? 'skipped' : 'pruneCandidate';
  const reason = verdict === 'skipped' ? 'policy' : undefined;
  const finding = wholeFinding(object, object, context, { verdict, reason });
  const ignored = isExtraneous(object) ? { ignoredBy: 'IgnoreExtraneous' } : {};
  return [
    {
      name: objectName(object),
      index: undefined,
      findings: [{ ...finding, ...ignored }],
      renamedFrom: undefined,
    },
  ];
}

/** What only runs, and is never kept in Git. Source: argo-cd util/settings, the default `resource.exclusions`. */
function isRuntimeKind({ kind }: ObjectName): boolean {
  return (
    ['Endpoints', 'EndpointSlice', 'Lease', 'Event', 'CertificateRequest'].includes(kind) ||
    kind.endsWith('Report')
  );
}

function isExtraneous(object: JsonMap): boolean {
  const options = textOf(
    below(object, 'metadata', 'annotations', 'argocd.argoproj.io/compare-options'),
  );
  return options.split(',').some((one) => one.trim() === 'IgnoreExtraneous');
}

/** Pairs what is missing with what is left of the same name before its hash. */
function pairRenamed(all: readonly ObjectDrift[]): readonly ObjectDrift[] {
  const left = all.filter(({ findings }) =>
    findings.some(({ verdict }) => verdict === 'pruneCandidate'),
  );
  return all.map((one) => {
    const stem = stemOf(one.name);
    const isMissing = one.findings.some(({ verdict }) => verdict === 'missing');
    const other =
      isMissing && stem !== undefined ? left.find(({ name }) => stemOf(name) === stem) : undefined;
    return other === undefined ? one : { ...one, renamedFrom: other.name.name };
  });
}

/** The name before the hash that kustomize puts at its end; `undefined` where there is none. */
function stemOf({ kind, namespace, name }: ObjectName): string | undefined {
  const [, stem] = /^(.+)-[a-z\d]{6,10}$/.exec(name) ?? [];
  return stem === undefined || !['ConfigMap', 'Secret'].includes(kind)
    ? undefined
    : `${kind} ${namespace} ${stem}`;
}

/** Versions of a kind are one object; a namespace that is not written may be any. */
function looseKey({ group, kind, namespace, name }: ObjectName): string {
  return `${group} ${kind} ${namespace} ${name}`;
}

function scaledKey({ group, kind, namespace, name }: ObjectName): string {
  return `${group} ${kind} ${namespace} ${name}`;
}
