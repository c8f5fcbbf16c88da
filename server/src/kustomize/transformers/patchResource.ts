import { problem, problemAt } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { field, isNilOrEmpty, rawText, withField, withoutField } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import {
  metadataMap,
  metadataText,
  updateMetadata,
  withMetadataMap,
  withName,
  withNamespace,
  withType,
} from '../metadata.ts';
import {
  buildAnnotations,
  describeId,
  pointerTo,
  storePreviousId,
  type Resource,
} from '../resource.ts';
import { printsAlike } from '../printsAlike.ts';
import { settleShared } from '../sharedScalars.ts';
import type { StepContext } from '../step.ts';
import { strategicMerge } from '../strategicMerge.ts';

/**
 * The patch as it is applied to one of many targets: labels and annotations as texts, the target's `apiVersion`.
 * Source: reswrangler.go `ApplySmPatch`, resource.go `CopyMergeMetaDataFieldsFrom`.
 */
export function copyForTarget(patch: Resource, target: Resource): Resource {
  const { node } = patch;
  let copy: ResourceNode = withMetadataMap(node, 'labels', metadataMap(node, 'labels'), undefined);
  copy = withMetadataMap(copy, 'annotations', metadataMap(copy, 'annotations'), undefined);
  copy = withName(copy, metadataText(node, 'name'), undefined);
  copy = withNamespace(copy, metadataText(node, 'namespace'), undefined);
  const { group, version } = target.id;
  copy = withType(copy, 'apiVersion', group === '' ? version : `${group}/${version}`, undefined);
  return patch.with(copy);
}

/** Source: resource.go `ApplySmPatch`. `undefined`: the patch deletes the resource. */
export function patchResource(
  target: Resource,
  patch: Resource,
  at: SourcePointer,
  context: StepContext,
): Resource | undefined {
  const nameChange = patch.isEnabled(buildAnnotations.allowNameChange);
  const kindChange = patch.isEnabled(buildAnnotations.allowKindChange);
  const start = nameChange || kindChange ? storePreviousId(target) : target;
  const originOf = (node: ResourceNode, replaced: ResourceNode | undefined): FieldOrigin => ({
    writtenAt: pointerTo(patch.source, node.ordinal),
    by: { kind: 'patch', root: context.root },
    previous: replaced === undefined ? undefined : start.originOf(replaced),
  });
  const merged = strategicMerge(start.node, patch.node, {
    schemas: context.schemas,
    originOf,
    onListReplaced: (list, replaced) => {
      if (!replaced.items.some((item) => item.kind === 'map')) return;
      context.report.note(
        problem(
          'kustomize.list-replaced',
          { id: describeId(target.id) },
          pointerTo(patch.source, list.ordinal),
        ),
      );
    },
  });
  if (merged?.kind === 'problem') {
    context.report.fail(problemAt(merged, at));
    return target;
  }
  if (merged === undefined || isNilOrEmpty(merged)) return undefined;
  let node = merged;
  if (!kindChange) node = withType(node, 'kind', rawText(field(start.node, 'kind')), undefined);
  if (!nameChange) node = withName(node, metadataText(start.node, 'name'), undefined);
  node = withNamespace(node, metadataText(start.node, 'namespace'), undefined);
  return settleShared(start.with(keepIdentityOrigins(node, start)));
}

/** Whether a patch leaves a resource as it was, but for kustomize's own account of it. */
export function isUnchanged(before: Resource, after: Resource | undefined): boolean {
  if (before === after) return true;
  return after !== undefined && printsAlike(withoutAccount(before), withoutAccount(after));
}

function withoutAccount({ node }: Resource): ResourceNode {
  const annotations = field(field(node, 'metadata'), 'annotations');
  if (annotations?.kind !== 'map') return node;
  const own = Object.values(buildAnnotations).filter((name) => annotations.keys.includes(name));
  const rest = own.reduce(withoutField, annotations);
  return updateMetadata(node, undefined, (metadata) =>
    rest.keys.length > 0
      ? withField(metadata, 'annotations', rest)
      : withoutField(metadata, 'annotations'),
  );
}

/** Type, name and namespace select the target: where a patch repeats them they still stand in the base. */
function keepIdentityOrigins(node: ResourceNode, target: Resource): ResourceNode {
  const keep = (
    now: ResourceNode | undefined,
    before: ResourceNode | undefined,
  ): ResourceNode | undefined => {
    if (now?.kind !== 'scalar' || before?.kind !== 'scalar' || now.value !== before.value)
      return now;
    return { ...now, origin: before.origin, ordinal: before.ordinal };
  };
  if (node.kind !== 'map') return node;
  const values = node.values.map((value, index) => {
    const key = node.keys[index] ?? '';
    const before = field(target.node, key);
    if (key === 'apiVersion' || key === 'kind') return keep(value, before) ?? value;
    if (key !== 'metadata' || value.kind !== 'map') return value;
    return {
      ...value,
      values: value.values.map((inner, at) => {
        const name = value.keys[at] ?? '';
        return name === 'name' || name === 'namespace'
          ? (keep(inner, field(before, name)) ?? inner)
          : inner;
      }),
    };
  });
  return { ...node, values };
}
