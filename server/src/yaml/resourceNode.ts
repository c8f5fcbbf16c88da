import type { FieldOrigin } from './fieldOrigin.ts';

/** How a scalar was written; `plain` also for scalars that Strata made. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/**
 * A scalar as go-yaml v3 holds it in a `yaml.Node`: the text after unescaping and folding, and its short tag.
 *
 * `tag` is `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!timestamp`, `!!binary`, `!!merge`, a custom tag, or `''`
 * for a scalar made without a tag, which is resolved by its text when it is printed.
 */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string;
  readonly tag: string;
  readonly style: ScalarStyle;
  readonly ordinal: number;
  readonly origin: FieldOrigin | undefined;
  readonly shared?: SharedScalar | undefined;
  /**
   * Entries that a step wrote into a null: kyaml appends them to the node without making a mapping of it. They print only
   * where something takes the node for a mapping, as kustomize does with labels and annotations.
   */
  readonly hidden?: MapNode | undefined;
}

/**
 * kustomize puts one and the same node under several fields when a label or annotation transformer adds a key to them;
 * a later write in place at one of these fields writes them all. Scalars of one `group` in one resource stand for that
 * node; the higher `stamp` is the later write (see kustomize/sharedScalars.ts).
 */
export interface SharedScalar {
  readonly group: object;
  readonly stamp: number;
}

/**
 * A mapping: `keys[i]` belongs to `values[i]`. Duplicate keys are kept as they were written; the first one is found.
 *
 * `keyTags` is present only where a key is not a plain string (`!!int`, `!!bool`, `!!merge`, `!!map` for a complex key);
 * printing such a mapping fails, as it does in kustomize. The ordinal of a key is that of its value minus one, unless the
 * key is complex.
 */
export interface MapNode {
  readonly kind: 'map';
  readonly keys: readonly string[];
  readonly values: readonly ResourceNode[];
  readonly keyTags: readonly string[] | undefined;
  readonly tag: string;
  /** Written as `{…}`. What stands inside is written in flow, too, whatever it says itself (see `decodeScalar`). */
  readonly flow: boolean;
  readonly ordinal: number;
  readonly origin: FieldOrigin | undefined;
}

/** A sequence. `tag` is `!!seq`, a custom tag, or `''` for a node made without one. */
export interface SequenceNode {
  readonly kind: 'sequence';
  readonly items: readonly ResourceNode[];
  readonly tag: string;
  /** Written as `[…]`, as `MapNode.flow`. */
  readonly flow: boolean;
  readonly ordinal: number;
  readonly origin: FieldOrigin | undefined;
}

/** `*name`, before aliases are expanded (`expandAliases`); `target` is the anchored node. Never found in a resource. */
export interface AliasNode {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: ResourceNode;
  readonly ordinal: number;
  readonly origin: FieldOrigin | undefined;
}

/**
 * One immutable node of a resource. `ordinal` is its place in the file that it was read from, counted in reading order
 * over all documents of the file with every key, value, item and alias counting one; −1 where Strata made the node.
 * `origin` is `undefined` for a node that stands as its own resource's file has it (the file is known from the
 * resource); any other node says where it comes from.
 */
export type ResourceNode = ScalarNode | MapNode | SequenceNode | AliasNode;
