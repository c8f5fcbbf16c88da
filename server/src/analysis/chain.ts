import type { Reader } from '../query/database.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import type { JsonValue } from '../yaml/decode.ts';
import { carriesSecret } from '../yaml/carriesSecret.ts';
import { decodeScalar } from '../yaml/decodeScalar.ts';
import type { FieldOrigin, StepKind } from '../yaml/fieldOrigin.ts';
import type { ScalarNode } from '../yaml/resourceNode.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** One link of a chain of origins: who wrote a field, where, and what it was then. */
export interface ChainLink {
  readonly range: SourceRange;
  readonly step: StepKind;
  /** The kustomization root that asked for the step; for a base file, the root that reads it. */
  readonly root: FileId;
  /** The field after this step; `undefined` for lists and maps. */
  readonly value: JsonValue | undefined;
  /** Whether the value, or a part of it, was copied from a Secret. */
  readonly ofSecret: boolean;
}

/** The chain of a field, the link that wins first; `value` is what the field is in the end. */
export function chainOf(
  reader: Reader,
  origin: FieldOrigin,
  value: JsonValue | undefined,
): readonly ChainLink[] {
  const origins: FieldOrigin[] = [];
  for (let one: FieldOrigin | undefined = origin; one !== undefined; one = one.previous) {
    origins.push(one);
  }
  const links = origins.map((one) => {
    const { writtenAt, by, gave } = one;
    const { kind, root = '' } = by;
    return {
      range: rangeOfPointer(reader, writtenAt),
      step: kind === 'chart' ? stepOfChart(writtenAt) : kind,
      root,
      value: gave && scalarValue(gave),
      ofSecret: carriesSecret(one),
    };
  });
  // A step that comes to a field on two ways writes it once, as far as anybody can see.
  const [winner, ...rest] = links.filter((link, index) => !deepEqual(links[index + 1], link));
  return winner === undefined ? [] : [{ ...winner, value }, ...rest];
}

/** Templates are no YAML: a place in one is a line. */
function stepOfChart({ kind }: SourcePointer): StepKind {
  return kind === 'line' || kind === 'file' ? 'template' : 'values';
}

/** A scalar as a value; its text where it is none. */
function scalarValue(node: ScalarNode): JsonValue {
  const decoded = decodeScalar(node);
  if (decoded.kind === 'problem') return node.value;
  return decoded.kind === 'null' ? null : decoded.value;
}
