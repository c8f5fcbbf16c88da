import { newResourceId, isSelectedBy, type ResourceId } from '../../kubernetes/resourceId.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { isNilOrEmpty, valueText } from '../../yaml/nodes.ts';
import type { ResourceNode, ScalarNode } from '../../yaml/resourceNode.ts';
import { smartSplit } from '../fieldPath.ts';
import type { FieldOptions, Replacement } from '../kustomization.ts';
import { lookupPlace, nodeAt, type Place } from '../pathGetter.ts';
import {
  describeId,
  holdsSecret,
  pointerTo,
  type Resource,
  type ResourceSource,
} from '../resource.ts';
import type { StepContext } from '../step.ts';

/** The value that is copied: a node of a resource as it is at that moment, since a target can be the source itself. */
export interface Value {
  readonly kind: 'value';
  readonly node: () => ResourceNode;
  /** The chain of the value; of a part of a text only the last link. */
  readonly origin: FieldOrigin;
  /** To be told before what is no scalar is replaced: a source inside it stays as it was, and nothing changes it any more. */
  readonly beforeReplacing: (resource: number, place: Place) => void;
}

/** Finds what a replacement copies. Source: replacement.go `getReplacement`. */
export function findValue(
  resources: readonly Resource[],
  replacement: Replacement,
  source: ResourceSource,
  context: StepContext,
): Value | Problem {
  const { source: from, sourceValue } = replacement;
  if (from !== undefined && sourceValue !== undefined)
    return problem('kustomize.replacement-with-both');
  if (from === undefined) {
    const origin: FieldOrigin = {
      writtenAt: pointerTo(source, sourceValue?.ordinal ?? -1),
      by: { kind: 'replacement', root: context.root },
      previous: undefined,
    };
    const node: ScalarNode = {
      kind: 'scalar',
      value: sourceValue?.value ?? '',
      tag: '',
      style: 'plain',
      ordinal: -1,
      origin,
    };
    return fixedValue(node, origin);
  }
  const selector = newResourceId(
    { group: from.group, version: from.version, kind: from.kind, clusterScoped: false },
    from.name,
    from.namespace,
  );
  const indexes = [...resources.keys()].filter((index) =>
    allIds(resources[index]).some((id) => isSelectedBy(id, selector)),
  );
  const [index] = indexes;
  const name = describeId(selector);
  if (index === undefined)
    return problem('kustomize.replacement-source-not-found', { source: name });
  if (indexes.length > 1)
    return problem('kustomize.replacement-source-ambiguous', { source: name });
  const fieldPath = from.fieldPath?.value ?? '';
  const path = smartSplit(fieldPath === '' ? 'metadata.name' : fieldPath, '.');
  const resource = resources[index];
  const place = resource && lookupPlace(resource.node, path);
  if (place !== undefined && 'kind' in place) return place;
  const found = resource && place && nodeAt(resource.node, place);
  if (resource === undefined || place === undefined || found === undefined || isNilOrEmpty(found))
    return problem('kustomize.replacement-field-not-found', { path: fieldPath, source: name });
  const origin: FieldOrigin = {
    ...resource.originOf(found),
    ...(holdsSecret(resource, path, found) && { secret: true }),
  };
  if (from.options !== undefined && from.options.delimiter !== '') {
    const part = refine(found, from.options);
    return part.kind === 'problem' ? part : fixedValue(part, { ...origin, previous: undefined });
  }
  return { kind: 'value', ...liveNode(resources, index, place, found), origin };
}

/** What a resource is and was called; no id counts as cluster-scoped. Source: internal/utils/makeResIds.go. */
export function allIds(resource: Resource | undefined): readonly ResourceId[] {
  if (resource === undefined) return [];
  const { id } = resource;
  return [
    newResourceId({ ...id, clusterScoped: false }, id.name, id.namespace),
    ...resource.previousIds,
  ];
}

function fixedValue(node: ResourceNode, origin: FieldOrigin): Value {
  return { kind: 'value', node: () => node, origin, beforeReplacing: () => undefined };
}

/** One part of a text. Source: replacement.go `getRefinedValue`. */
function refine(node: ResourceNode, options: FieldOptions): ResourceNode | Problem {
  if (node.kind !== 'scalar') return problem('kustomize.delimiter-without-text');
  const parts = valueText(node).split(options.delimiter);
  const part = parts[options.index];
  if (part === undefined)
    return problem('kustomize.part-out-of-range', {
      index: String(options.index),
      value: String(parts.length),
    });
  return { ...node, value: part };
}

/** A node of a resource, as it is when it is asked for. */
function liveNode(
  resources: readonly Resource[],
  index: number,
  place: Place,
  found: ResourceNode,
): Pick<Value, 'node' | 'beforeReplacing'> {
  let detached: ResourceNode | undefined;
  const node = (): ResourceNode =>
    detached ?? nodeAt(resources[index]?.node ?? found, place) ?? found;
  const beforeReplacing = (target: number, above: Place): void => {
    const isAbove = above.length < place.length && above.every((step, n) => step === place[n]);
    if (target === index && isAbove) detached = node();
  };
  return { node, beforeReplacing };
}
