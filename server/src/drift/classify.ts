import type { JsonValue } from '../yaml/decode.ts';
import { childrenOf, saysNothing, type Difference, type Subject } from './difference.ts';
import { keysOf, type FieldPath, type FieldStep } from './fieldPath.ts';
import { at, isList, isMap, sameJson, type JsonMap } from './json.ts';
import { roleOf } from './managers.ts';
import { ownersOf, type FieldOwner, type Ownership } from './parseManagedFields.ts';
import type { FindingReason, Verdict } from './verdict.ts';

/** Whose a live-only field is. */
export interface Classified {
  readonly difference: Difference;
  readonly verdict: Extract<
    Verdict,
    'removed' | 'extraManual' | 'extraController' | 'ownedByOther'
  >;
  readonly owner: FieldOwner | undefined;
  /** How it is known to have been in Git once. */
  readonly removedFrom: 'ownership' | 'lastApplied' | undefined;
  /** Others own it, too, so that it stays when the deployer lets go of it. */
  readonly shared: boolean;
  /** It was applied as a text in clear of a Secret, which no later apply takes away. */
  readonly inClear: boolean;
  readonly reason: FindingReason | undefined;
}

/** What tells whose a field is. */
export interface Evidence {
  readonly subject: Subject;
  readonly ownership: Ownership;
  /** What client-side apply remembers of its last apply; `undefined` where there is nothing. */
  readonly lastApplied: JsonMap | undefined;
  /** Whether an autoscaler sets the number of replicas. */
  readonly autoscaled: boolean;
}

/**
 * Tells whose a live-only value is, part by part; parts of one struct that are one writer's are one finding. What is a
 * default says nothing.
 */
export function classify(evidence: Evidence, difference: Difference): readonly Classified[] {
  if (saysNothing(evidence.subject, difference)) return [];
  const children = childrenOf(difference);
  if (children === undefined) return [classifyPart(evidence, difference)];
  const inner = children.flatMap((child) => classify(evidence, child));
  const [first, ...more] = inner;
  if (first === undefined) return [];
  const isLikeEntries = difference.type.kind === 'map' && difference.type.others !== undefined;
  const isItems = difference.type.kind === 'list';
  const alike = more.every((other) => isAlike(first, other));
  // Entries of a map, such as labels, and items of a list stand for themselves.
  return alike && !isLikeEntries && !isItems ? [{ ...first, difference }] : inner;
}

function isAlike(a: Classified, b: Classified): boolean {
  return (
    a.verdict === b.verdict &&
    a.owner?.manager === b.owner?.manager &&
    a.owner?.subresource === b.owner?.subresource &&
    a.removedFrom === b.removedFrom &&
    a.reason === b.reason
  );
}

function classifyPart(evidence: Evidence, difference: Difference): Classified {
  const { path } = difference;
  const owners = ownersOfField(evidence, path);
  const base = {
    difference,
    removedFrom: undefined,
    shared: false,
    inClear: false,
    reason: undefined,
  } as const;
  if (isInjectedBundle(evidence.subject.kind, path)) {
    return { ...base, verdict: 'ownedByOther', owner: owners[0], reason: 'injected' };
  }
  const applied = owners.find((owner) => owner.operation === 'Apply' && roleOf(owner) === 'gitops');
  if (applied !== undefined) {
    const reason =
      evidence.autoscaled && keysOf(path).at(-1) === 'replicas'
        ? 'autoscaledAtThatNumber'
        : undefined;
    const removedFrom = 'ownership';
    const shared = owners.length > 1;
    const inClear = !ownersOf(evidence.ownership, path).includes(applied);
    return { ...base, verdict: 'removed', owner: applied, removedFrom, shared, inClear, reason };
  }
  if (evidence.lastApplied !== undefined && wasApplied(evidence.lastApplied, path)) {
    const inClear = follow(evidence.lastApplied, path) === undefined;
    return { ...base, verdict: 'removed', owner: owners[0], removedFrom: 'lastApplied', inClear };
  }
  const human = owners.find((owner) => roleOf(owner) === 'human');
  const other = owners.find((owner) => !['human', 'gitops'].includes(roleOf(owner)));
  if (other !== undefined) return { ...base, verdict: 'extraController', owner: other };
  if (human !== undefined) return { ...base, verdict: 'extraManual', owner: human };
  return { ...base, verdict: 'extraController', owner: owners[0] };
}

/** The owners of a field; a key of a Secret may have been applied as `stringData`. */
export function ownersOfField(
  { ownership, subject }: Evidence,
  path: FieldPath,
): readonly FieldOwner[] {
  const owners = ownersOf(ownership, path);
  const [first, ...rest] = path;
  if (subject.kind !== 'Secret' || first?.kind !== 'key' || first.key !== 'data') return owners;
  if (rest.length === 0) return owners;
  const clear = ownersOf(ownership, [{ kind: 'key', key: 'stringData' }, ...rest]);
  return [...owners, ...clear.filter((one) => !owners.includes(one))];
}

/** Certificates of webhooks, conversions and API services, which somebody puts in. Source: cert-manager cainjector. */
export function isInjectedBundle(kind: string, path: FieldPath): boolean {
  return keysOf(path).at(-1) === 'caBundle' && bundleKinds.has(kind);
}

const bundleKinds = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'CustomResourceDefinition',
  'APIService',
]);

/** Whether client-side apply remembers a field. */
export function wasApplied(lastApplied: JsonMap, path: FieldPath): boolean {
  if (follow(lastApplied, path) !== undefined) return true;
  const [first, ...rest] = path;
  return (
    lastApplied['kind'] === 'Secret' &&
    first?.kind === 'key' &&
    first.key === 'data' &&
    follow(lastApplied, [{ kind: 'key', key: 'stringData' }, ...rest]) !== undefined
  );
}

function follow(root: JsonValue, path: FieldPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, step) => (value === undefined ? undefined : child(value, step)),
    root,
  );
}

function child(value: JsonValue, step: FieldStep): JsonValue | undefined {
  switch (step.kind) {
    case 'key':
      return at(value, step.key);
    case 'index':
      return isList(value) ? value[step.index] : undefined;
    case 'value':
      return isList(value) ? value.find((one) => sameJson(one, step.value)) : undefined;
    case 'item':
      return isList(value)
        ? value.find(
            (one) =>
              isMap(one) &&
              Object.entries(step.key).every(
                // A default, such as a protocol, need not be written.
                ([key, own]) => one[key] === undefined || sameJson(one[key], own),
              ) &&
              Object.keys(step.key).some((key) => one[key] !== undefined),
          )
        : undefined;
  }
}
