import { problem, problemAt } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { field, withOrigins } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { JsonPatchOperation } from '../decodeJsonPatch.ts';
import { applyPatchToResource, type ValueSource } from '../jsonPatch.ts';
import type { Selector } from '../kustomization.ts';
import { metadataMap, withMetadataMap } from '../metadata.ts';
import {
  describeId,
  holdsSecret,
  pointerTo,
  storePreviousId,
  type Resource,
  type ResourceSource,
} from '../resource.ts';
import { select } from '../selector.ts';
import type { StepContext } from '../step.ts';
import { isUnchanged } from './patchResource.ts';
import { noTarget, nothingChanged } from './patchTarget.ts';

export function applyJson(
  resources: readonly Resource[],
  operations: readonly JsonPatchOperation[],
  target: Selector | undefined,
  source: ResourceSource,
  at: SourcePointer,
  storeId: boolean,
  context: StepContext,
): readonly Resource[] {
  if (target === undefined) {
    context.report.fail(problem('kustomize.json-patch-without-target', {}, at));
    return resources;
  }
  const selected = select(resources, target);
  if (selected.kind === 'problem') {
    context.report.fail(problemAt(selected, at));
    return resources;
  }
  if (selected.indexes.length === 0) context.report.note(noTarget(target, resources, at));
  const result = [...resources];
  const unchanged: Resource[] = [];
  for (const index of selected.indexes) {
    const resource = result[index];
    if (resource === undefined) continue;
    const stored = storeId ? storePreviousId(resource) : resource;
    const patched = applyOperations(stored, operations, source, at, context);
    if (patched === undefined) continue;
    result[index] = patched;
    if (isUnchanged(resource, patched)) unchanged.push(resource);
  }
  const onlyTests = operations.every((operation) => operation.op === 'test');
  if (!onlyTests && unchanged.length > 0 && unchanged.length === selected.indexes.length)
    context.report.note(nothingChanged(unchanged, at));
  return result;
}

function applyOperations(
  resource: Resource,
  operations: readonly JsonPatchOperation[],
  source: ResourceSource,
  at: SourcePointer,
  context: StepContext,
): Resource | undefined {
  const attach = (
    node: ResourceNode,
    index: number,
    replaced: ResourceNode | undefined,
    from: ValueSource,
  ): ResourceNode => {
    const previous = replaced && resource.originOf(replaced);
    const by = { kind: 'patch', root: context.root } as const;
    return from === 'patch'
      ? withOrigins(node, (inner) => ({
          writtenAt: pointerTo(source, inner.ordinal),
          by,
          previous: inner === node ? previous : undefined,
        }))
      : withNewOrigins(node, (inner) => ({
          // What is copied is edited where it stands; the patch put it here.
          writtenAt: resource.originOf(inner).writtenAt,
          by,
          previous: inner === node ? previous : undefined,
          ...(holdsSecret(resource, pathOf(operations[index]), inner) && { secret: true }),
        }));
  };
  const patched = applyPatchToResource(resource.node, operations, attach);
  if ('problem' in patched) {
    const { code } = patched.problem;
    const wrong = operations[patched.operationIndex ?? operations.length - 1];
    const operation = wrong === undefined ? '' : `${wrong.op} ${wrong.path ?? ''}`.trim();
    const id = describeId(resource.id);
    const found = problem('kustomize.json-patch-fails', { reason: code, id, operation });
    context.report.fail(
      problemAt(found, wrong === undefined ? at : pointerTo(source, wrong.ordinal)),
    );
    return undefined;
  }
  const annotations = metadataMap(patched.node, 'annotations');
  for (const [key, value] of internalAnnotations(resource.node)) annotations.set(key, value);
  return resource.with(withMetadataMap(patched.node, 'annotations', annotations, undefined));
}

/** Where an operation copies or moves from. */
function pathOf(operation: JsonPatchOperation | undefined): readonly string[] {
  return operation?.from?.split('/').slice(1) ?? [];
}

/** A copy of a tree without aliases in which every node has an origin of its own. */
function withNewOrigins(
  node: ResourceNode,
  originOf: (node: ResourceNode) => FieldOrigin,
): ResourceNode {
  const origin = originOf(node);
  switch (node.kind) {
    case 'map':
      return {
        ...node,
        values: node.values.map((value) => withNewOrigins(value, originOf)),
        origin,
      };
    case 'sequence':
      return { ...node, items: node.items.map((item) => withNewOrigins(item, originOf)), origin };
    default:
      return { ...node, origin };
  }
}

/** Source: kyaml kio/kioutil `GetInternalAnnotations`. */
function internalAnnotations(node: ResourceNode): readonly (readonly [string, string])[] {
  const annotations = field(field(node, 'metadata'), 'annotations');
  if (annotations?.kind !== 'map') return [];
  const legacy = ['config.kubernetes.io/path', 'config.kubernetes.io/index', 'config.k8s.io/id'];
  return annotations.keys.flatMap((key, index) => {
    if (!key.startsWith('internal.config.kubernetes.io') && !legacy.includes(key)) return [];
    const value = annotations.values[index];
    return [[key, value?.kind === 'scalar' && value.tag !== '!!null' ? value.value : ''] as const];
  });
}
