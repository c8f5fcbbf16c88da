import { reason, type Reason } from '../../delivery/reason.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import type { Fact, SeenCluster } from './clusterRow.ts';
import { environmentByName } from './environment.ts';

/** A fact that is inferred where nobody wrote it down. */
export type InferredField = keyof typeof inferredFrom;

/** The labels, without what stands before their `/`, that tell a fact. */
const inferredFrom = {
  environment: ['environment', 'env', 'stage'],
  region: ['region', 'location'],
  tenant: ['tenant', 'customer'],
  wave: ['wave', 'ring', 'rollout-wave'],
} as const;

/** What facts of a cluster are inferred from. */
export interface InferenceBase {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly seen: readonly SeenCluster[];
  /** The environments that the fleet has words for. */
  readonly vocabulary: readonly string[];
  /** Where what is known comes from. */
  readonly facts: Readonly<Record<string, Fact>>;
}

/** A value that follows from labels, else from texts beside the cluster, an environment also from the name. */
export function inferFact(
  field: InferredField,
  { name, labels, seen, vocabulary, facts }: InferenceBase,
): { readonly value: string; readonly fact: Fact } | undefined {
  for (const word of inferredFrom[field]) {
    for (const [label, value] of Object.entries(labels)) {
      if (!isNamed(label, word) || !fits(field, value)) continue;
      const at = facts[`labels.${label}`]?.at;
      return { value, fact: inferred(at, reason('cluster.by-label', { label })) };
    }
    for (const { texts } of seen) {
      for (const { key, value, at } of texts) {
        if (!isNamed(key, word) || !fits(field, value)) continue;
        return { value, fact: inferred(at, reason('cluster.by-text', { key })) };
      }
    }
  }
  const value = field === 'environment' ? environmentByName(name, vocabulary) : undefined;
  return value === undefined
    ? undefined
    : { value, fact: inferred(facts.name?.at, reason('cluster.by-name')) };
}

function inferred(at: SourcePointer | undefined, why: Reason): Fact {
  return { certainty: 'inferred', at, why };
}

/** `example.com/env`, `values.env` and `ENV` are all called `env`. */
function isNamed(key: string, word: string): boolean {
  const last = key.slice(Math.max(key.lastIndexOf('/'), key.lastIndexOf('.')) + 1);
  return last.toLowerCase() === word;
}

/** A wave is a number; no fact is empty. */
function fits(field: InferredField, value: string): boolean {
  return field === 'wave' ? asNumber(value) !== undefined : value !== '';
}

/** A whole number that is not below zero; `undefined` for any other text. */
export function asNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
