import type { JsonValue } from '../yaml/decode.ts';
import { isNumber } from './json.ts';

/** One step from an object to a field of it. */
export type FieldStep =
  | { readonly kind: 'key'; readonly key: string }
  /** An item that its keys tell; `shown` are those that it says itself. */
  | {
      readonly kind: 'item';
      readonly key: Readonly<Record<string, JsonValue>>;
      readonly shown: readonly string[];
    }
  /** An item of a set. */
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'index'; readonly index: number };

/** The way from an object to a field. */
export type FieldPath = readonly FieldStep[];

/** A step to an entry of a mapping. */
export function keyStep(key: string): FieldStep {
  return { kind: 'key', key };
}

/** A FIELD, as `/spec/template/spec/containers[name=app]/image`; `/` for the object itself. */
export function pathText(path: FieldPath): string {
  return path.length === 0 ? '/' : path.map(stepText).join('');
}

/** The keys of a path, without the items between them. */
export function keysOf(path: FieldPath): readonly string[] {
  return path.flatMap((step) => (step.kind === 'key' ? [step.key] : []));
}

function stepText(step: FieldStep): string {
  switch (step.kind) {
    case 'key':
      return `/${step.key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    case 'item':
      return step.shown.map((name) => `[${name}=${scalarText(step.key[name])}]`).join('');
    case 'value':
      return `[=${scalarText(step.value)}]`;
    case 'index':
      return `/${step.index}`;
  }
}

function scalarText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return isNumber(value) || typeof value === 'boolean' ? String(value) : '';
}
