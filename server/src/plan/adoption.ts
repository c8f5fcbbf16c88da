import type { Application } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { PlanNote } from './planTypes.ts';

/** What of a cluster is to become what Git says. */
export interface Adoption {
  readonly application: Application;
  readonly fields: readonly AdoptedField[];
  /** What already stands against it. */
  readonly refused: readonly PlanNote[];
  readonly dangers: readonly PlanNote[];
}

/** One field that Git gets from the cluster. */
export interface AdoptedField {
  readonly resource: Resource;
  /** `Kind[.group]/[namespace/]name`. */
  readonly label: string;
  /** A FIELD. */
  readonly field: string;
  readonly steps: readonly AdoptedStep[];
  /** What Git says; `undefined` where it says nothing. */
  readonly want: JsonValue | undefined;
  /** What is live; `undefined` where nothing is. */
  readonly have: JsonValue | undefined;
  /** Where Git says it, in UTF-16 offsets of the file; `undefined` where it says nothing. */
  readonly writtenAt: WrittenRange | undefined;
}

/** A half-open range of a file. */
export interface WrittenRange {
  readonly file: FileId;
  readonly start: number;
  readonly end: number;
}

/** One step from an object to a field: a key, an item that its keys tell, or one that only its place tells. */
export type AdoptedStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'item'; readonly key: Readonly<Record<string, JsonValue>> }
  | { readonly kind: 'place' };

/** A value as it is compared with what a plan brings about. */
export function adoptedText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  );
}
