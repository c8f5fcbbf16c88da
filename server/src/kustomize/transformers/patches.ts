import type { Query, Reader } from '../../query/database.ts';
import { problem, problemAt, type Problem } from '../../text/problem.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { field, isNilOrEmpty, rawText, sameContent, withOrigins } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { decodeJsonPatch, type JsonPatchOperation } from '../decodeJsonPatch.ts';
import { applyPatchToResource } from '../jsonPatch.ts';
import { contentQuery } from '../files.ts';
import type { Located, Patch, PatchOptions, Selector } from '../kustomization.ts';
import { findFile, type FoundFile, type LoadRestrictions } from '../load.ts';
import { metadataMap, metadataText, withMetadataMap, withName, withNamespace, withType } from '../metadata.ts';
import { nearest } from '../nearest.ts';
import { readResourceFile, readResourceText } from '../objects.ts';
import { buildAnnotations, describeId, enabled, idKey, pointerTo, Resource, storePreviousId, type ResourceSource } from '../resource.ts';
import { appendAll, indexById } from '../resourceList.ts';
import { select } from '../selector.ts';
import { settleShared } from '../sharedScalars.ts';
import type { StepContext } from '../step.ts';
import { strategicMerge } from '../strategicMerge.ts';

/** Where patch files are read. */
export interface PatchFiles {
  readonly reader: Reader;
  readonly restrictions: LoadRestrictions;
}

/** A patch that is read: strategic-merge objects, or JSON 6902 operations. */
type LoadedPatch =
  | { readonly kind: 'strategic'; readonly patches: readonly Resource[] }
  | { readonly kind: 'json'; readonly operations: readonly JsonPatchOperation[]; readonly source: ResourceSource }
  | { readonly kind: 'nothing' };

type DecodedOperations = ReturnType<typeof decodeJsonPatch>;

/** The JSON 6902 operations of a file at a path without links; an edit that only moves text gives an equal value. */
const operationsQuery: Query<FileId, DecodedOperations> = {
  name: 'fileOperations',
  equals: deepEqual,
  compute: (file, reader) => {
    const content = reader.get(contentQuery, file);
    return content?.kind === 'text' ? decodeJsonPatch(content.text) : { problem: { code: 'noYaml' } };
  },
};

/**
 * One entry of `patches:`.
 * Source: kustomize api v0.21.1 internal/builtins/PatchTransformer.go.
 */
export function applyPatch(resources: readonly Resource[], patch: Patch, files: PatchFiles, context: StepContext): readonly Resource[] {
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
      return applyJson(resources, loaded.operations, patch.target, loaded.source, at, true, context);
    case 'strategic':
      return applyStrategic(resources, loaded.patches, patch, at, context);
  }
}

/** One entry of `patchesJson6902:`. Source: internal/builtins/PatchJson6902Transformer.go. */
export function applyJson6902(resources: readonly Resource[], patch: Patch, files: PatchFiles, context: StepContext): readonly Resource[] {
  const at = pointerTo(context.source, patch.ordinal);
  const fail = (found: Problem): readonly Resource[] => {
    context.report.fail(problemAt(found, at));
    return resources;
  };
  if (patch.target === undefined || patch.target.name === '') return fail(problem('kustomize.patch-without-target-name'));
  const from = patchSource(patch, files, context);
  if (from.kind === 'problem') return fail(from);
  const operations = readOperations(from, files.reader);
  if ('problem' in operations) return fail(problem('kustomize.bad-json-patch', { reason: operations.problem.code }));
  const list = operations.operations ?? [];
  if (list.length === 0) return fail(problem('kustomize.empty-patch'));
  return applyJson(resources, list, patch.target, from.source, at, false, context);
}

/** The patches of `patchesStrategicMerge:`: files or texts, and for a plugin one more text. */
export interface StrategicMerges {
  readonly paths: readonly Located<string>[];
  readonly inline: Located<string> | undefined;
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
  if (count === 0 && !failed && first !== undefined) context.report.fail(problem('kustomize.empty-patch', {}, pointerTo(context.source, first.ordinal)));
  return result;
}

function applyByName(resources: readonly Resource[], patch: Resource, at: SourcePointer, context: StepContext): readonly Resource[] {
  const index = indexById(resources, patch.originalId);
  if (typeof index !== 'number') {
    context.report.fail(withCandidate(index, patch, resources, at));
    return resources;
  }
  const target = resources[index];
  if (target === undefined) return resources;
  const patched = patchResource(target, copyForTarget(patch, target), at, context);
  // Kustomize appends all resources anew here, so that a patch that renames into another one fails.
  const rest = resources.flatMap((resource, position) => (position === index ? (patched === undefined ? [] : [patched]) : [resource]));
  return appendAll([], rest, (found) => {
    context.report.fail(problemAt(found, at));
  });
}

/** Where a patch stands: in the kustomization, or in a file of its own. */
type PatchSource =
  | { readonly kind: 'text'; readonly text: string; readonly source: ResourceSource }
  | { readonly kind: 'file'; readonly file: FoundFile; readonly source: ResourceSource };

function patchSource(patch: Patch, { reader, restrictions }: PatchFiles, context: StepContext): PatchSource | Problem {
  const inline = patch.patch?.value.trim() ?? '';
  const path = patch.path?.value ?? '';
  if (inline === '' && path === '') return problem('kustomize.patch-without-content');
  if (inline !== '' && path !== '') return problem('kustomize.patch-with-both');
  if (inline !== '') {
    return { kind: 'text', text: inline, source: { ...context.source, inside: [...context.source.inside, patch.patch?.ordinal ?? -1], root: context.root } };
  }
  const loaded = findFile(reader, context.root, path, restrictions);
  const at = pointerTo(context.source, patch.path?.ordinal ?? patch.ordinal);
  if (loaded.kind === 'problem') return problemAt(loaded, at);
  if (loaded.kind === 'remote') return problem('kustomize.remote-file', { address: loaded.address }, at);
  return { kind: 'file', file: loaded, source: { file: loaded.file, inside: [], root: context.root } };
}

function loadPatch(patch: Patch, files: PatchFiles, context: StepContext): LoadedPatch | Problem {
  const from = patchSource(patch, files, context);
  if (from.kind === 'problem') return from;
  const strategic = from.kind === 'text' ? readResourceText(from.text, from.source) : readResourceFile(files.reader, from.file, context.root);
  const json = readOperations(from, files.reader);
  const strategicOk = strategic.problems.length === 0;
  const operations = 'problem' in json ? [] : (json.operations ?? []);
  if (strategicOk && strategic.resources.length > 0 && operations.length > 0) return problem('kustomize.ambiguous-patch');
  if (!strategicOk && 'problem' in json) {
    return strategic.problems[0] ?? problem('kustomize.bad-json-patch', { reason: json.problem.code });
  }
  if (!strategicOk) return { kind: 'json', operations, source: from.source };
  if (strategic.resources.length === 0) return { kind: 'nothing' };
  return { kind: 'strategic', patches: strategic.resources.map((resource) => withOptions(resource, patch.options)) };
}

function readOperations(from: PatchSource, reader: Reader): DecodedOperations {
  return from.kind === 'text' ? decodeJsonPatch(from.text) : reader.get(operationsQuery, from.file.file);
}

function loadStrategic(
  entry: Located<string>,
  onlyInline: boolean,
  { reader, restrictions }: PatchFiles,
  context: StepContext,
): { readonly kind: 'loaded'; readonly patches: readonly Resource[] } | Problem {
  const inline = readResourceText(entry.value, { ...context.source, inside: [...context.source.inside, entry.ordinal], root: context.root });
  if (inline.problems.length === 0) {
    return { kind: 'loaded', patches: inline.resources };
  }
  if (onlyInline) return inline.problems[0] ?? problem('kustomize.empty-patch');
  const loaded = findFile(reader, context.root, entry.value, restrictions);
  if (loaded.kind === 'remote') return problem('kustomize.remote-file', { address: loaded.address });
  if (loaded.kind === 'problem') {
    return entry.value.includes('\n') ? (inline.problems[0] ?? loaded) : loaded;
  }
  const read = readResourceFile(reader, loaded, context.root);
  return read.problems[0] ?? { kind: 'loaded', patches: read.resources };
}

/** Source: resource.go `AllowNameChange`, `AllowKindChange`. */
function withOptions(patch: Resource, options: PatchOptions | undefined): Resource {
  if (options === undefined || (!options.allowNameChange && !options.allowKindChange)) return patch;
  const annotations = metadataMap(patch.node, 'annotations');
  if (options.allowNameChange) annotations.set(buildAnnotations.allowNameChange, enabled);
  if (options.allowKindChange) annotations.set(buildAnnotations.allowKindChange, enabled);
  return patch.with(withMetadataMap(patch.node, 'annotations', annotations, undefined));
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
    result[result.indexOf(target)] = patchResource(target, patch, at, context);
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
  if (!Array.isArray(selected)) {
    context.report.fail(problemAt(selected as Problem, at));
    return resources;
  }
  if (selected.length === 0) context.report.note(noTarget(target, resources, at));
  const ids = new Set(selected.map((index: number) => idKey(resources[index]?.id ?? patch.id)));
  const rest: Resource[] = [];
  for (const resource of resources) {
    const patched = ids.has(idKey(resource.id)) ? patchResource(resource, copyForTarget(patch, resource), at, context) : resource;
    if (patched !== undefined) rest.push(patched);
  }
  return appendAll([], rest, (found) => {
    context.report.fail(problemAt(found, at));
  });
}

/**
 * The patch as it is applied to one of many targets: labels and annotations as texts, the target's `apiVersion`.
 * Source: reswrangler.go `ApplySmPatch`, resource.go `CopyMergeMetaDataFieldsFrom`.
 */
function copyForTarget(patch: Resource, target: Resource): Resource {
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
function patchResource(target: Resource, patch: Resource, at: SourcePointer, context: StepContext): Resource | undefined {
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
      context.report.note(problem('kustomize.list-replaced', { id: describeId(target.id) }, pointerTo(patch.source, list.ordinal)));
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
  node = keepIdentityOrigins(node, start);
  if (sameContent(start.node, node)) context.report.note(problem('kustomize.patch-changes-nothing', { id: describeId(target.id) }, at));
  return settleShared(start.with(node));
}

/** Type, name and namespace select the target: where a patch repeats them they still stand in the base. */
function keepIdentityOrigins(node: ResourceNode, target: Resource): ResourceNode {
  const keep = (now: ResourceNode | undefined, before: ResourceNode | undefined): ResourceNode | undefined => {
    if (now?.kind !== 'scalar' || before?.kind !== 'scalar' || now.value !== before.value) return now;
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
        return name === 'name' || name === 'namespace' ? (keep(inner, field(before, name)) ?? inner) : inner;
      }),
    };
  });
  return { ...node, values };
}

function applyJson(
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
  if (!Array.isArray(selected)) {
    context.report.fail(problemAt(selected as Problem, at));
    return resources;
  }
  if (selected.length === 0) context.report.note(noTarget(target, resources, at));
  const result = [...resources];
  for (const index of selected as readonly number[]) {
    const resource = result[index];
    if (resource === undefined) continue;
    const stored = storeId ? storePreviousId(resource) : resource;
    const patched = applyOperations(stored, operations, source, at, context);
    if (patched !== undefined) result[index] = patched;
  }
  return result;
}

function applyOperations(
  resource: Resource,
  operations: readonly JsonPatchOperation[],
  source: ResourceSource,
  at: SourcePointer,
  context: StepContext,
): Resource | undefined {
  const attach = (node: ResourceNode, _operation: number, replaced: ResourceNode | undefined): ResourceNode =>
    withOrigins(node, (inner) => ({
      writtenAt: pointerTo(source, inner.ordinal),
      by: { kind: 'patch', root: context.root },
      previous: inner === node && replaced !== undefined ? resource.originOf(replaced) : undefined,
    }));
  const patched = applyPatchToResource(resource.node, operations, attach);
  if ('problem' in patched) {
    context.report.fail(problem('kustomize.json-patch-fails', { reason: patched.problem.code, id: describeId(resource.id) }, at));
    return undefined;
  }
  const annotations = metadataMap(patched.node, 'annotations');
  for (const [key, value] of internalAnnotations(resource.node)) annotations.set(key, value);
  return resource.with(withMetadataMap(patched.node, 'annotations', annotations, undefined));
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

function noTarget(target: Selector, resources: readonly Resource[], at: SourcePointer): Problem {
  const candidate = nearest(target.name, resources.filter((resource) => target.kind === '' || resource.id.kind === target.kind).map((resource) => resource.id.name));
  const name = [target.kind, target.name].filter((part) => part !== '').join('/');
  return candidate === undefined
    ? problem('kustomize.patch-matches-nothing', { target: name }, at)
    : problem('kustomize.patch-matches-nothing-but', { target: name, candidate }, at);
}

function withCandidate(found: Problem, patch: Resource, resources: readonly Resource[], at: SourcePointer): Problem {
  const candidate = nearest(patch.id.name, resources.filter((resource) => resource.id.kind === patch.id.kind).map((resource) => resource.id.name));
  const target = `${patch.id.kind}/${patch.id.name}`;
  if (found.code !== 'kustomize.no-match-for-patch' || candidate === undefined) return problemAt(found, at);
  return problem('kustomize.no-match-for-patch-but', { id: describeId(patch.id), target, candidate }, at);
}
