import { resourceIdEquals } from '../../kubernetes/resourceId.ts';
import { problem, problemAt, type Problem } from '../../text/problem.ts';
import { appendEntry, field, newMap, rawText, valueText, withoutField } from '../../yaml/nodes.ts';
import type { MapNode, ResourceNode } from '../../yaml/resourceNode.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import {
  appendedScalar,
  metadataEntry,
  metadataMap,
  metadataOf,
  metadataText,
  updateMetadata,
  withName,
  withNamespace,
} from '../metadata.ts';
import { originAnnotation } from '../buildMetadata.ts';
import { buildAnnotations, describeId, Resource } from '../resource.ts';
import { appendAll, indexesByAnyId } from '../resourceList.ts';
import type { StepContext } from '../step.ts';
import { remembered } from '../stepMemo.ts';
import { configMapValue } from './keyValues.ts';

/**
 * Takes up what a generator made: as a new resource, or by its behavior merged into or put in place of one that is there.
 * Source: kustomize api v0.21.1 resmap/reswrangler.go `AbsorbAll`.
 */
export function absorb(
  resources: readonly Resource[],
  added: Resource,
  context: Pick<StepContext, 'report' | 'memo'>,
  at: Problem['at'],
): readonly Resource[] {
  const report = (found: Problem): void => {
    context.report.fail(problemAt(found, at));
  };
  const matches = indexesByAnyId(resources, (id) => resourceIdEquals(added.id, id));
  const behavior =
    metadataEntry(added.node, 'annotations', buildAnnotations.generatorBehavior) ?? 'unspecified';
  const id = describeId(added.id);
  const [index] = matches;
  const old = index === undefined ? undefined : resources[index];
  if (index === undefined || old === undefined) {
    if (behavior === 'merge' || behavior === 'replace') {
      report(problem('kustomize.generator-nothing-to-merge', { id, behavior }));
      return resources;
    }
    return appendAll(resources, [added], report);
  }
  if (matches.length > 1) {
    report(problem('kustomize.generator-ambiguous', { id }));
    return resources;
  }
  if (behavior !== 'merge' && behavior !== 'replace') {
    report(problem('kustomize.generator-exists', { id }));
    return resources;
  }
  const merged = remembered(context.memo, added, [], old, context.report, () => {
    const copied = copyMetadata(added, old, behavior);
    return behavior === 'merge' ? mergeData(copied, old) : copied;
  });
  const result = [...resources];
  result[index] = merged;
  const clash = result.some(
    (resource, position) => position !== index && resourceIdEquals(resource.id, merged.id),
  );
  if (clash) report(problem('kustomize.duplicate-resource', { id: describeId(merged.id) }));
  // A patch may have changed the kind of what is there; kustomize then finds no place for the merged one.
  else if (!resourceIdEquals(old.id, merged.id))
    report(
      problem('kustomize.generator-nothing-to-merge', { id: describeId(merged.id), behavior }),
    );
  return result;
}

/** Source: resource.go `CopyMergeMetaDataFieldsFrom`. */
function copyMetadata(added: Resource, old: Resource, behavior: 'merge' | 'replace'): Resource {
  const needsHash =
    metadataEntry(added.node, 'annotations', buildAnnotations.needsHashSuffix) !== undefined;
  let node = mergeTexts(added.node, added, old, 'labels', () => true);
  const oldAnnotations = metadataMap(old.node, 'annotations');
  const own = new Set<string>(Object.values(buildAnnotations));
  node = mergeTexts(
    node,
    added,
    old,
    'annotations',
    (key) => {
      if (key === buildAnnotations.needsHashSuffix && !needsHash) return false;
      return !own.has(key) || oldAnnotations.has(key);
    },
    behavior === 'merge' ? new Set([...own, originAnnotation]) : own,
  );
  const oldName = field(metadataOf(old.node), 'name');
  node = withName(node, metadataText(old.node, 'name'), oldName && old.originOf(oldName));
  const oldNamespace = field(metadataOf(old.node), 'namespace');
  node = withNamespace(
    node,
    metadataText(old.node, 'namespace'),
    oldNamespace && old.originOf(oldNamespace),
  );
  const copied = new Resource(node, added.source, old.varNames, added.hasShared);
  return copied.with(withOldOrigins(node, copied, old));
}

/**
 * What a generator makes goes by the name of what is there: type, name and namespace still stand where that has them. All
 * else overrides it.
 */
function withOldOrigins(node: ResourceNode, copied: Resource, old: Resource): ResourceNode {
  if (node.kind !== 'map') return node;
  const identity = (now: ResourceNode, before: ResourceNode | undefined): ResourceNode =>
    before !== undefined && rawText(now) === rawText(before)
      ? { ...now, origin: old.originOf(before) }
      : now;
  const values = node.values.map((value, index) => {
    const key = node.keys[index] ?? '';
    const before = field(old.node, key);
    if (key === 'apiVersion' || key === 'kind') return identity(value, before);
    if (key === 'metadata' && value.kind === 'map')
      return {
        ...value,
        values: value.values.map((inner, at) => {
          const name = value.keys[at] ?? '';
          return name === 'name' || name === 'namespace'
            ? identity(inner, field(before, name))
            : inner;
        }),
        ...(before && { origin: old.originOf(before) }),
      };
    return before === undefined
      ? value
      : { ...value, origin: { ...copied.originOf(value), previous: old.originOf(before) } };
  });
  return { ...node, values };
}

/** The entries of both, the added ones first; for the keys of `preferOld` the old ones. */
function mergeTexts(
  node: ResourceNode,
  added: Resource,
  old: Resource,
  name: 'labels' | 'annotations',
  keep: (key: string) => boolean,
  preferOld: ReadonlySet<string> = new Set(),
): ResourceNode {
  const texts = new Map([...metadataMap(old.node, name), ...metadataMap(node, name)]);
  const oldTexts = metadataMap(old.node, name);
  for (const key of preferOld) {
    const text = oldTexts.get(key);
    if (text !== undefined) texts.set(key, text);
  }
  for (const key of [...texts.keys()]) if (!keep(key)) texts.delete(key);
  const addedMap = field(metadataOf(node), name);
  const oldMap = field(metadataOf(old.node), name);
  return updateMetadata(node, undefined, (metadata) => {
    const rest = withoutField(metadata, name);
    if (texts.size === 0) return rest;
    const base = addedMap ?? oldMap;
    let map: MapNode = newMap(base && (addedMap === undefined ? old : added).originOf(base));
    for (const key of [...texts.keys()].sort(compareBytes)) {
      const fromAdded = field(addedMap, key);
      const fromOld = field(oldMap, key);
      const origin =
        fromAdded === undefined
          ? fromOld && old.originOf(fromOld)
          : { ...added.originOf(fromAdded), previous: fromOld && old.originOf(fromOld) };
      map = appendEntry(map, key, appendedScalar(texts.get(key) ?? '', '!!str', origin));
    }
    return appendEntry(rest, name, map);
  });
}

/** Source: resource.go `MergeDataMapFrom`, `MergeBinaryDataMapFrom`. */
function mergeData(merged: Resource, old: Resource): Resource {
  let { node } = merged;
  for (const name of ['data', 'binaryData'] as const) {
    const addedMap = field(merged.node, name);
    const oldMap = field(old.node, name);
    const texts = new Map([...textsOf(oldMap), ...textsOf(addedMap)]);
    if (node.kind !== 'map') return merged;
    node = withoutField(node, name);
    if (texts.size === 0) continue;
    const base = oldMap ?? addedMap;
    let map: MapNode = newMap(base && (oldMap === undefined ? merged : old).originOf(base));
    for (const key of [...texts.keys()].sort(compareBytes)) {
      const fromAdded = field(addedMap, key);
      const fromOld = field(oldMap, key);
      const origin =
        fromAdded === undefined
          ? fromOld && old.originOf(fromOld)
          : { ...merged.originOf(fromAdded), previous: fromOld && old.originOf(fromOld) };
      map = appendEntry(map, key, {
        ...configMapValue({ text: texts.get(key) ?? '' }).node,
        origin,
      });
    }
    node = appendEntry(node, name, map);
  }
  return merged.with(node);
}

function textsOf(map: ResourceNode | undefined): ReadonlyMap<string, string> {
  return new Map(
    map?.kind === 'map'
      ? map.keys.map((key, index) => [key, valueText(map.values[index])] as const)
      : [],
  );
}
