import type { Schema, SchemaSet } from '../kubernetes/schema.ts';
import { elements, fieldSchema, patchStrategyAndKeys } from '../kubernetes/schema.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import {
  appendEntry,
  field,
  isEmptyMap,
  isMissingOrNull,
  isTaggedNull,
  newScalar,
  newSequence,
  rawText,
  valueText,
  withField,
  withoutField,
  writeScalarInPlace,
} from '../yaml/nodes.ts';
import { readsAsYaml11NonString } from '../yaml/resolveTag.ts';
import type { MapNode, ResourceNode, ScalarNode, SequenceNode } from '../yaml/resourceNode.ts';
import { mergeLists } from './mergeLists.ts';
import { wrongKind } from './pathGetter.ts';
import type { Walked } from './walked.ts';

/** What a merge needs to know beside the two trees. */
export interface MergeContext {
  readonly schemas: SchemaSet;
  /**
   * The origin of a node of the patch that comes to stand in the result; `replaced` is the node that it overrides.
   */
  readonly originOf: (node: ResourceNode, replaced: ResourceNode | undefined) => FieldOrigin;
  /** Told when a list without merge keys is replaced as a whole. */
  readonly onListReplaced: (patch: SequenceNode, replaced: SequenceNode) => void;
}

/** `undefined` stands for no node on that side. */
type Side = ResourceNode | undefined;

const removed: Walked = { kind: 'walked', node: undefined, inPlace: false, keepNull: false };

/**
 * Merges a strategic-merge patch into an object; `undefined` where the patch deletes it. New list elements come before
 * the old ones. An object that is to be replaced as a whole stays as it is: kustomize makes the new one and drops it.
 * Source: kyaml v0.21.1 yaml/merge2, yaml/walk; kustomize api v0.21.1 filters/patchstrategicmerge, resource.go `ApplyFilter`.
 */
export function strategicMerge(
  target: ResourceNode,
  patch: ResourceNode,
  context: MergeContext,
): ResourceNode | undefined | Problem {
  const result = walk(target, patch, undefined, context);
  if (result.kind === 'problem') return result;
  return result.node === undefined || result.inPlace ? result.node : target;
}

/** Merges two sides of one field. */
export function walk(
  unstyled: Side,
  patch: Side,
  known: Schema | undefined,
  context: MergeContext,
): Walked | Problem {
  const target = withStyleOf(unstyled, patch);
  const schema = known ?? schemaOf(target, context) ?? schemaOf(patch, context);
  const first = isMissingOrNull(target) ? (isMissingOrNull(patch) ? undefined : patch) : target;
  if (first === undefined) return walkMap(target, patch, schema, context);
  const wrong =
    (target && wrongKind(target, first.kind)) ?? (patch && wrongKind(patch, first.kind));
  if (wrong !== undefined) return patch === undefined ? wrong : placed(wrong, patch, context);
  switch (first.kind) {
    case 'map':
      return walkMap(target, patch, schema, context);
    case 'sequence':
      return schema !== undefined &&
        patchStrategyAndKeys(schema).strategy.split(',').includes('merge')
        ? walkAssociative(target, patch, schema, context)
        : walkPlainList(target, patch, context);
    case 'scalar':
      return patch === undefined ? walked(target, true) : walked(patch, false);
    case 'alias':
      return removed;
  }
}

/** An empty collection takes the style of what is merged into it. Source: merge2 `SetStyle`. */
function withStyleOf(target: Side, patch: Side): Side {
  if (target === undefined || target.kind === 'scalar' || target.kind === 'alias') return target;
  if (patch?.kind !== 'map' && patch?.kind !== 'sequence') return target;
  const { length } = target.kind === 'map' ? target.keys : target.items;
  return length > 0 || target.flow === patch.flow ? target : { ...target, flow: patch.flow };
}

function walked(node: Side, inPlace: boolean): Walked {
  return { kind: 'walked', node, inPlace, keepNull: false };
}

/** A problem at the node of the patch that it is about. */
function placed(found: Problem, patch: ResourceNode, context: MergeContext): Problem {
  return problemAt(found, (patch.origin ?? context.originOf(patch, undefined)).writtenAt);
}

/** The schema of an object that names its type itself. */
function schemaOf(node: Side, context: MergeContext): Schema | undefined {
  if (node?.kind !== 'map') return undefined;
  const kind = valueText(field(node, 'kind'));
  const apiVersion = valueText(field(node, 'apiVersion'));
  return kind === '' || apiVersion === '' ? undefined : context.schemas.forType(apiVersion, kind);
}

function walkMap(
  target: Side,
  patch: Side,
  schema: Schema | undefined,
  context: MergeContext,
): Walked | Problem {
  const visited = visitMap(target, patch, context);
  if (visited.kind === 'problem') return visited;
  const { patch: rest } = visited;
  let { result } = visited;
  if (result === undefined) return removed;
  if (result.kind !== 'map')
    return { kind: 'walked', node: result, inPlace: visited.inPlace, keepNull: visited.keepNull };
  for (const key of fieldNames(result, rest)) {
    const own: Side = field(result, key);
    const theirs = field(rest, key);
    // What the patch says nothing of stays, but for a null without a text: that is cleared.
    if (theirs === undefined && own?.kind === 'scalar' && unchanged(own)) {
      result = withField(result, key, quoted(own));
      continue;
    }
    const value = walk(own, theirs, schema && fieldSchema(schema, key), context);
    if (value.kind === 'problem') return value;
    result = setMerged(result, key, own, value, keyTagOf(rest, key), context);
  }
  return walked(result, visited.inPlace);
}

/** Whether walking a target's field without a patch gives the same text. */
function unchanged(node: ScalarNode): boolean {
  return node.tag !== '!!null' || node.value !== '';
}

/** kyaml sets a field that stays to itself, and what a step wrote without a tag is then a text. Source: `FieldSetter`. */
function quoted(node: ScalarNode): ScalarNode {
  return node.tag === '' && node.style === 'plain' && readsAsYaml11NonString(node.value)
    ? { ...node, style: 'double' }
    : node;
}

/** Kustomize walks the whole target, also where the patch says nothing: nulls go, lists lose their doubles. */
function fieldNames(target: MapNode, patch: Side): readonly string[] {
  if (patch?.kind !== 'map' || patch === target) return [...new Set(target.keys)].sort(byCodeUnits);
  return [...new Set([...target.keys, ...patch.keys])].sort(byCodeUnits);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The tag of a key as the patch writes it: a quoted number is a text. */
function keyTagOf(patch: Side, key: string): string | undefined {
  if (patch?.kind !== 'map') return undefined;
  return patch.keyTags === undefined ? '!!str' : patch.keyTags[patch.keys.indexOf(key)];
}

/** What `FieldSetter` does with a merged value. */
function setMerged(
  map: MapNode,
  key: string,
  own: Side,
  value: Walked,
  keyTag: string | undefined,
  context: MergeContext,
): MapNode {
  const { node } = value;
  if (node === undefined || (isTaggedNull(node) && !value.keepNull)) return withoutField(map, key);
  if (node === own || (value.inPlace && own !== undefined)) return withField(map, key, node);
  const adopted = inStyleOf(own, adopt(node, own, context));
  return own === undefined ? appendEntry(map, key, adopted, keyTag) : withField(map, key, adopted);
}

/** A collection that takes the place of a node keeps that node's style, unless it was empty. */
function inStyleOf(own: Side, node: ResourceNode): ResourceNode {
  if (own === undefined || node.kind === 'scalar' || node.kind === 'alias') return node;
  const isEmpty =
    own.kind === 'map' ? own.keys.length === 0 : own.kind === 'sequence' && own.items.length === 0;
  const flow = isEmpty ? node.flow : 'flow' in own && own.flow;
  return node.flow === flow ? node : { ...node, flow };
}

/** A node of the patch that takes a place in the target. */
export function adopt(node: ResourceNode, replaced: Side, context: MergeContext): ResourceNode {
  if (node.kind !== 'scalar') return adoptTree(node, replaced, context);
  const origin = node.origin ?? context.originOf(node, replaced);
  if (replaced === undefined) return { ...node, origin };
  return writeScalarInPlace(replaced, {
    value: node.value,
    tag: node.tag,
    origin,
    ordinal: node.ordinal,
  });
}

function adoptTree(node: ResourceNode, replaced: Side, context: MergeContext): ResourceNode {
  if (node.origin !== undefined) return node;
  const origin = context.originOf(node, replaced);
  switch (node.kind) {
    case 'map':
      return {
        ...node,
        values: node.values.map((value) => adoptTree(value, undefined, context)),
        origin,
      };
    case 'sequence':
      return {
        ...node,
        items: node.items.map((item) => adoptTree(item, undefined, context)),
        origin,
      };
    default:
      return { ...node, origin };
  }
}

interface Visited {
  readonly kind: 'visited';
  readonly result: ResourceNode | undefined;
  readonly patch: Side;
  readonly inPlace: boolean;
  readonly keepNull: boolean;
}

function visited(
  result: ResourceNode | undefined,
  patch: Side,
  inPlace: boolean,
  keepNull = false,
): Visited {
  return { kind: 'visited', result, patch, inPlace, keepNull };
}

/** Source: merge2 `VisitMap`. */
function visitMap(target: Side, patch: Side, context: MergeContext): Visited | Problem {
  if (isMissingOrNull(target)) {
    const directive = mapDirective(patch);
    const rest = directive.kind === 'problem' ? patch : directive.rest;
    if (directive.kind !== 'problem' && directive.strategy === 'delete')
      return visited(undefined, rest, false);
    if (patch === undefined && target !== undefined && rawText(target) !== '')
      return visited(target, rest, true, true);
    // What comes new is merged with itself: nested directives and nulls go, lists lose their doubles.
    const adopted = rest && adoptTree(rest, target, context);
    return visited(adopted, adopted, false);
  }
  if (patch !== undefined && isTaggedNull(patch)) return visited(undefined, patch, false);
  const directive = mapDirective(patch);
  if (directive.kind === 'problem')
    return patch === undefined ? directive : placed(directive, patch, context);
  switch (directive.strategy) {
    case 'delete':
      return visited(undefined, directive.rest, false);
    case 'replace': {
      // What is merged with itself only loses the directive.
      if (target === patch) return visited(directive.rest, directive.rest, true);
      const adopted = directive.rest && adoptTree(directive.rest, target, context);
      return visited(adopted, adopted, false);
    }
    case 'merge':
      return visited(target === patch ? directive.rest : target, directive.rest, true);
  }
}

interface Directive {
  readonly kind: 'directive';
  readonly strategy: 'merge' | 'replace' | 'delete';
  /** The patch without the directive. */
  readonly rest: Side;
}

/** Source: merge2 `determineSmpDirective` for mappings. */
function mapDirective(patch: Side): Directive | Problem {
  if (patch === undefined) return { kind: 'directive', strategy: 'merge', rest: patch };
  if (patch.kind === 'sequence') return listDirective(patch);
  if (patch.kind !== 'map') return problem('kustomize.no-patch-strategy', { kind: patch.kind });
  const value = field(patch, '$patch');
  if (value === undefined) return { kind: 'directive', strategy: 'merge', rest: patch };
  const strategy = parseStrategy(rawText(value));
  return typeof strategy === 'string'
    ? { kind: 'directive', strategy, rest: withoutField(patch, '$patch') }
    : strategy;
}

/** Source: merge2 `determineSequenceNodePatchStrategy`. */
function listDirective(patch: SequenceNode): Directive | Problem {
  const merge: Directive = { kind: 'directive', strategy: 'merge', rest: patch };
  const element = patch.items.find((item) => field(item, '$patch') !== undefined);
  if (element?.kind !== 'map' || element.keys.length > 1) return merge;
  const text = rawText(field(element, '$patch'));
  const strategy = parseStrategy(text);
  if (typeof strategy !== 'string') return strategy;
  const items = patch.items.filter(
    (item) =>
      !isEmptyMap(item) &&
      !(
        item.kind === 'map' &&
        rawText(field(item, '$patch')) === text &&
        field(item, '$patch') !== undefined
      ),
  );
  return { kind: 'directive', strategy, rest: { ...patch, items } };
}

function parseStrategy(text: string): 'merge' | 'replace' | 'delete' | Problem {
  return text === 'merge' || text === 'replace' || text === 'delete'
    ? text
    : problem('kustomize.unknown-patch-strategy', { strategy: text });
}

function walkPlainList(target: Side, patch: Side, context: MergeContext): Walked {
  if (patch === undefined) return walked(target, true);
  if (patch.kind === 'sequence' && target?.kind === 'sequence' && patch !== target)
    context.onListReplaced(patch, target);
  return walked(patch, false);
}

/** Source: kyaml walk/associative_sequence.go `walkAssociativeSequence`. */
function walkAssociative(
  target: Side,
  patch: Side,
  schema: Schema,
  context: MergeContext,
): Walked | Problem {
  let result: Side = target;
  let rest = patch;
  let inPlace = true;
  if (isMissingOrNull(target)) {
    result = patch && adoptTree(patch, target, context);
    inPlace = false;
  } else if (patch !== undefined && isTaggedNull(patch)) {
    return removed;
  } else if (patch?.kind === 'sequence') {
    const directive = listDirective(patch);
    if (directive.kind === 'problem') return placed(directive, patch, context);
    rest = directive.rest;
    if (directive.strategy === 'delete') return removed;
    if (target === patch) {
      // What is merged with itself only loses the directive.
      result = rest;
    } else if (directive.strategy === 'replace') {
      result = rest && adoptTree(rest, target, context);
      inPlace = false;
    }
  }
  if (result?.kind !== 'sequence') return removed;
  const { keys } = patchStrategyAndKeys(schema);
  const merged = mergeLists(
    result,
    rest?.kind === 'sequence' ? (inPlace ? rest : result) : undefined,
    keys,
    (own, theirs) => walk(own, theirs, elements(schema), context),
    (node) => adopt(node, undefined, context),
    (value) => newScalar(value, '', 'plain', undefined),
  );
  if (merged.kind === 'problem') return merged;
  return walked(
    merged.items === result.items && (inPlace || !result.flow)
      ? result
      : {
          ...newSequence(merged.items, result.origin),
          tag: result.tag,
          flow: inPlace && result.flow,
          ordinal: result.ordinal,
        },
    inPlace,
  );
}
