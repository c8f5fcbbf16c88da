import { problem, problemAt, type Problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import type { Patch, Selector } from '../kustomization.ts';
import { idKey, pointerTo, type Resource } from '../resource.ts';
import { appendAll, indexById } from '../resourceList.ts';
import { select } from '../selector.ts';
import type { StepContext } from '../step.ts';
import { remembered } from '../stepMemo.ts';
import { applyJson } from './jsonOperations.ts';
import {
  loadPatch,
  loadStrategic,
  patchSource,
  readOperations,
  type PatchFiles,
  type StrategicMerges,
} from './loadPatch.ts';
import { copyForTarget, patchResource } from './patchResource.ts';
import { noTarget, withCandidate } from './patchTarget.ts';

/**
 * One entry of `patches:`.
 * Source: kustomize api v0.21.1 internal/builtins/PatchTransformer.go.
 */
export function applyPatch(
  resources: readonly Resource[],
  patch: Patch,
  files: PatchFiles,
  context: StepContext,
): readonly Resource[] {
  const at = pointerTo(context.source, patch.ordinal);
  const loaded = loadPatch(patch, files, context);
  if (loaded.kind === 'problem') {
    context.report.fail(problemAt(loaded, at));
    return resources;
  }
  switch (loaded.kind) {
    case 'nothing':
      return resources;
    case 'json':
      return applyJson(
        resources,
        loaded.operations,
        patch.target,
        loaded.source,
        at,
        true,
        context,
      );
    case 'strategic':
      return applyStrategic(resources, loaded.patches, patch, at, context);
  }
}

/** One entry of `patchesJson6902:`. Source: internal/builtins/PatchJson6902Transformer.go. */
export function applyJson6902(
  resources: readonly Resource[],
  patch: Patch,
  files: PatchFiles,
  context: StepContext,
): readonly Resource[] {
  const at = pointerTo(context.source, patch.ordinal);
  const fail = (found: Problem): readonly Resource[] => {
    context.report.fail(problemAt(found, at));
    return resources;
  };
  if (patch.target === undefined || patch.target.name === '')
    return fail(problem('kustomize.patch-without-target-name'));
  const from = patchSource(patch, files, context);
  if (from.kind === 'problem') return fail(from);
  const operations = readOperations(from, files.reader);
  if ('problem' in operations)
    return fail(problem('kustomize.bad-json-patch', { reason: operations.problem.code }));
  const list = operations.operations ?? [];
  if (list.length === 0) return fail(problem('kustomize.empty-patch'));
  return applyJson(resources, list, patch.target, from.source, at, false, context);
}

/** `patchesStrategicMerge:`. Source: internal/builtins/PatchStrategicMergeTransformer.go. */
export function applyStrategicMerges(
  resources: readonly Resource[],
  { paths, inline }: StrategicMerges,
  files: PatchFiles,
  context: StepContext,
): readonly Resource[] {
  let result = resources;
  let failed = false;
  let count = 0;
  const entries = inline === undefined || inline.value === '' ? paths : [...paths, inline];
  for (const entry of entries) {
    const at = pointerTo(context.source, entry.ordinal);
    const loaded = loadStrategic(entry, entry === inline, files, context);
    if (loaded.kind === 'problem') {
      failed = true;
      context.report.fail(problemAt(loaded, at));
      continue;
    }
    for (const patch of loaded.patches) {
      count++;
      result = applyByName(result, patch, at, context);
    }
  }
  const [first] = entries;
  if (count === 0 && !failed && first !== undefined)
    context.report.fail(
      problem('kustomize.empty-patch', {}, pointerTo(context.source, first.ordinal)),
    );
  return result;
}

function applyByName(
  resources: readonly Resource[],
  patch: Resource,
  at: SourcePointer,
  context: StepContext,
): readonly Resource[] {
  const index = indexById(resources, patch.originalId);
  if (typeof index !== 'number') {
    context.report.fail(withCandidate(index, patch, resources, at));
    return resources;
  }
  const target = resources[index];
  if (target === undefined) return resources;
  const patched = patchOnce(target, patch, 'copy', at, context);
  // Kustomize appends all resources anew here, so that a patch that renames into another one fails.
  const rest = resources.flatMap((resource, position) =>
    position === index ? (patched === undefined ? [] : [patched]) : [resource],
  );
  return appendAll([], rest, (found) => {
    context.report.fail(problemAt(found, at));
  });
}

function applyStrategic(
  resources: readonly Resource[],
  patches: readonly Resource[],
  entry: Patch,
  at: SourcePointer,
  context: StepContext,
): readonly Resource[] {
  if (entry.target !== undefined) {
    const [patch] = patches;
    if (patches.length > 1 || patch === undefined) {
      context.report.fail(problem('kustomize.many-patches-with-target', {}, at));
      return resources;
    }
    return applyToSelected(resources, patch, entry.target, at, context);
  }
  const result: (Resource | undefined)[] = [...resources];
  for (const patch of patches) {
    const present = result.filter((resource) => resource !== undefined);
    const found = indexById(present, patch.originalId);
    if (typeof found !== 'number') {
      context.report.fail(withCandidate(found, patch, present, at));
      continue;
    }
    const target = present[found];
    if (target === undefined) continue;
    result[result.indexOf(target)] = patchOnce(target, patch, 'original', at, context);
  }
  return result.filter((resource) => resource !== undefined);
}

/** Source: reswrangler.go `ApplySmPatch`. */
function applyToSelected(
  resources: readonly Resource[],
  patch: Resource,
  target: Selector,
  at: SourcePointer,
  context: StepContext,
): readonly Resource[] {
  const selected = select(resources, target);
  if (selected.kind === 'problem') {
    context.report.fail(problemAt(selected, at));
    return resources;
  }
  if (selected.indexes.length === 0) context.report.note(noTarget(target, resources, at));
  const ids = new Set(selected.indexes.map((index) => idKey(resources[index]?.id ?? patch.id)));
  const rest: Resource[] = [];
  for (const resource of resources) {
    const patched = ids.has(idKey(resource.id))
      ? patchOnce(resource, patch, 'copy', at, context)
      : resource;
    if (patched !== undefined) rest.push(patched);
  }
  return appendAll([], rest, (found) => {
    context.report.fail(problemAt(found, at));
  });
}

/** Patches one resource with a patch, or with the copy of it that a patch for many becomes. `undefined`: it is deleted. */
function patchOnce(
  target: Resource,
  patch: Resource,
  form: 'original' | 'copy',
  at: SourcePointer,
  context: StepContext,
): Resource | undefined {
  const inputs = [form, context.schemas];
  return remembered<undefined>(context.memo, patch.node, inputs, target, context.report, () =>
    patchResource(target, form === 'copy' ? copyForTarget(patch, target) : patch, at, context),
  );
}
