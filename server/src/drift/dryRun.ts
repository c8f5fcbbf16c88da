import { comparePrediction, wholeFinding, type DriftContext } from './compareObject.ts';
import type { FieldStep } from './fieldPath.ts';
import { sameJson, type JsonMap } from './json.ts';
import type { Finding } from './verdict.ts';

/** What a server says of a server-side apply that changes nothing. */
export type DryRunAnswer =
  | { readonly kind: 'predicted'; readonly object: JsonMap }
  | { readonly kind: 'refused'; readonly meaning: DryRunRefusal };

/**
 * What a refusal means. `unsupported`, `forbidden`, `duplicate` and `failed` say nothing of the object: what was read counts.
 * Source: recorded answers of kube-apiserver 1.37; see `parseRefusal`.
 */
export type DryRunRefusal =
  'immutable' | 'invalid' | 'admission' | 'unsupported' | 'forbidden' | 'duplicate' | 'failed';

/**
 * The findings of an object once a server was asked what an apply would do (engine S). What it would not change is no
 * difference; what it would change beside is one. Fields that were removed from Git, or added by somebody, stay as they were
 * read: a dry run does not see them all.
 */
export function withDryRun(
  read: readonly Finding[],
  asked: {
    readonly desired: JsonMap;
    readonly live: JsonMap | undefined;
    readonly dryRun: DryRunAnswer;
  },
  context: DriftContext,
): readonly Finding[] {
  const { desired, live, dryRun } = asked;
  if (dryRun.kind === 'refused') return withRefusal(read, asked, dryRun.meaning, context);
  if (live === undefined) return read;
  // Whatever differs between the prediction and what is live would be written, or taken away.
  const predicted = comparePrediction(desired, live, dryRun.object, context);
  const kept = read.filter(
    (one) => !isChange(one) || predicted.some((other) => touches(one, other)),
  );
  const more = predicted
    .filter((one) => !read.some((other) => touches(one, other)))
    .map((one): Finding => ({
      ...one,
      verdict: one.want === undefined ? 'removed' : one.verdict,
      wantAt: [],
      reason: one.reason ?? 'predicted',
    }));
  return [...kept, ...more];
}

function withRefusal(
  read: readonly Finding[],
  { desired, live }: { readonly desired: JsonMap; readonly live: JsonMap | undefined },
  meaning: DryRunRefusal,
  context: DriftContext,
): readonly Finding[] {
  switch (meaning) {
    case 'unsupported':
    case 'forbidden':
    case 'duplicate':
    case 'failed':
      return read;
    case 'immutable':
    case 'invalid': {
      const verdict = meaning === 'immutable' ? 'needsRecreate' : 'desiredInvalid';
      const isTold = ['needsRecreate', 'desiredInvalid'] as const;
      if (read.some((one) => isTold.some((told) => told === one.verdict))) return read;
      return [wholeFinding(desired, live, context, { verdict, reason: 'predicted' }), ...read];
    }
    case 'admission': {
      const reason = 'admission';
      return [wholeFinding(desired, live, context, { verdict: 'notComparable', reason }), ...read];
    }
  }
}

/** What an apply would act on: fields that Git declares. */
function isChange({ verdict, want, path }: Finding): boolean {
  return (
    ['drift', 'ownedByOther', 'needsRecreate'].includes(verdict) &&
    (want !== undefined || path.length === 0)
  );
}

/** Whether one field holds the other; items are told by all their keys, whichever of them are written. */
function touches(a: Finding, b: Finding): boolean {
  const shorter = Math.min(a.path.length, b.path.length);
  return a.path.slice(0, shorter).every((step, index) => isSameStep(step, b.path[index]));
}

function isSameStep(a: FieldStep, b: FieldStep | undefined): boolean {
  if (b === undefined || a.kind !== b.kind) return false;
  return a.kind === 'item' && b.kind === 'item'
    ? sameJson(a.key, b.key)
    : sameJson({ ...a }, { ...b });
}
