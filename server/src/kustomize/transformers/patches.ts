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
import { noteDirectives } from './directives.ts';
import { copyForTarget, isUnchanged, patchResource } from './patchResource.ts';
import { noTarget, nothingChanged, withCandidate } from './patchTarget.ts';

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
      for (const one of loaded.patches) noteDirectives(one, context);
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
      noteDirectives(patch, context);
      result = applyByName(result, patch, placeOf(patch, loaded.patches, at), context);
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
  if (patched.unchanged) context.report.note(nothingChanged([target], at));
  // Kustomize appends all resources anew here, so that a patch that renames into another one fails.
  const rest = resources.flatMap((resource, position) =>
    position === index ? (patched.result ?? []) : resource,
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
    const place = placeOf(patch, patches, at);
    const present = result.filter((resource) => resource !== undefined);
    const found = indexById(present, patch.originalId);
    if (typeof found !== 'number') {
      context.report.fail(withCandidate(found, patch, present, place));
      continue;
    }
    const target = present[found];
    if (target === undefined) continue;
    const patched = patchOnce(target, patch, 'original', place, context);
    if (patched.unchanged) context.report.note(nothingChanged([target], place));
    result[result.indexOf(target)] = patched.result;
  }
  return result.filter((resource) => resource !== undefined);
}

/** The entry of a patch; of an entry with many patches the patch itself. */
function placeOf(patch: Resource, all: readonly Resource[], entry: SourcePointer): SourcePointer {
  return all.length > 1 ? pointerTo(patch.source, patch.node.ordinal) : entry;
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
  const unchanged: Resource[] = [];
  for (const resource of resources) {
    if (!ids.has(idKey(resource.id))) {
      rest.push(resource);
      continue;
    }
    const patched = patchOnce(resource, patch, 'copy', at, context);
    if (patched.result !== undefined) rest.push(patched.result);
    if (patched.unchanged) unchanged.push(resource);
  }
  // A patch for many that changes some of them does something.
  if (unchanged.length > 0 && unchanged.length === ids.size)
    context.report.note(nothingChanged(unchanged, at));
  return appendAll([], rest, (found) => {
    context.report.fail(problemAt(found, at));
  });
}

interface Patched {
  /** `undefined`: the patch deletes the resource. */
  readonly result: Resource | undefined;
  /** The patch fits and leaves everything as it was. */
  readonly unchanged: boolean;
}

/** Patches one resource with a patch, or with the copy of it that a patch for many becomes. */
function patchOnce(
  target: Resource,
  patch: Resource,
  form: 'original' | 'copy',
  at: SourcePointer,
  context: StepContext,
): Patched {
  const inputs = [form, context.schemas];
  const failures: Problem[] = [];
  const fail = (found: Problem): void => {
    failures.push(found);
    context.report.fail(found);
  };
  const own: StepContext = { ...context, report: { ...context.report, fail } };
  const result = remembered<undefined>(context.memo, patch.node, inputs, target, own.report, () =>
    patchResource(target, form === 'copy' ? copyForTarget(patch, target) : patch, at, own),
  );
  return { result, unchanged: failures.length === 0 && isUnchanged(target, result) };
}
