import type { Placed } from '../delivery/placed.ts';
import type { Reader } from '../query/database.ts';
import { joinPath, resolvedQuery } from '../kustomize/files.ts';
import type { Image, Located, Patch, Selector } from '../kustomize/kustomization.ts';
import {
  completeWritten,
  emptyWritten,
  type WrittenKustomization,
} from '../kustomize/readKustomization.ts';
import { pointerTo, type ResourceSource } from '../kustomize/resource.ts';
import type { Target } from '../kustomize/target.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { PostRenderer } from './helmRelease.ts';
import type { FluxImage, FluxKustomization, FluxPatch, FluxSelector } from './kustomization.ts';
import type { RootFile } from './rootFile.ts';
import { isLocalRelativePath } from './sourcePath.ts';

/** No file has so many nodes: ordinals from here on are of what the controller writes. */
const firstWrittenOrdinal = 2 ** 40;

/**
 * The root as the controller edits it before the build. What the Kustomization writes has its place in the Kustomization.
 * Source: fluxcd/pkg/kustomize v1.41.0 kustomize_generator.go `GenerateManifest`.
 */
export function editKustomization(
  object: FluxKustomization,
  found: RootFile,
  reader: Reader,
): Target | Problem {
  const { write, places } = newWrite();
  const failures: Problem[] = [...object.problems];
  const written = edit(startOf(found, object, write), object, write);
  const components = keptComponents(object, found, reader, failures).map(write.text);
  const complete = completeWritten({
    ...written,
    components: joined(written.components, components),
  });
  const source: ResourceSource = {
    file: found.file,
    inside: [],
    root: found.root,
    elsewhere: { from: firstWrittenOrdinal, places },
  };
  for (const { code, parameters, ordinal } of complete.problems)
    failures.push(problem(code, parameters, pointerTo(source, ordinal)));
  if (found.kind === 'unchanged') failures.push(...found.failures);
  const { kustomization } = complete;
  if (kustomization === undefined)
    return failures[0] ?? problem('kustomization.empty', {}, object.at);
  return { kind: 'target', root: found.root, source, kustomization, failures, notes: [] };
}

/**
 * The kustomization that a post-renderer makes around the objects of a release, which come in from outside; `undefined`
 * where it changes nothing.
 * Source: helm-controller v1.4.0 internal/postrender/kustomize.go `Run`.
 */
export function postRenderTarget(
  { patches, images }: PostRenderer,
  { file, root }: Pick<ResourceSource, 'file' | 'root'>,
): Target | undefined {
  const { write, places } = newWrite();
  const { kustomization, problems } = completeWritten({
    ...emptyWritten,
    patches: joined(
      undefined,
      patches.map((patch) => writePatch(patch, write)),
    ),
    images: mergeImages(undefined, images, write),
  });
  if (kustomization === undefined) return undefined;
  const elsewhere = { from: firstWrittenOrdinal, places };
  const source: ResourceSource = { file, inside: [], root, elsewhere };
  const failures = problems.map(({ code, parameters, ordinal }) =>
    problem(code, parameters, pointerTo(source, ordinal)),
  );
  return { kind: 'target', root, source, kustomization, failures, notes: [] };
}

function newWrite(): { readonly write: Write; readonly places: readonly SourcePointer[] } {
  const places: SourcePointer[] = [];
  const write: Write = {
    place: (at) => firstWrittenOrdinal + places.push(at) - 1,
    text: ({ value, at }) => ({ value, ordinal: write.place(at) }),
    optional: (placed) =>
      placed === undefined || placed.value === '' ? undefined : write.text(placed),
  };
  return { write, places };
}

function writePatch({ at, patch, target }: FluxPatch, write: Write): Patch {
  return {
    ...noPatch,
    ordinal: write.place(at),
    patch: write.optional(patch),
    target: target && selectorOf(target, write),
  };
}

/** Notes the places of what is written. */
interface Write {
  readonly place: (at: SourcePointer) => number;
  readonly text: (placed: Placed<string>) => Located<string>;
  /** As `omitempty` has it: an empty text is none. */
  readonly optional: (placed: Placed<string> | undefined) => Located<string> | undefined;
}

/** What is edited: the file, or one made of the folder's content. */
function startOf(found: RootFile, object: FluxKustomization, write: Write): WrittenKustomization {
  if (found.kind === 'created') {
    const at = object.path?.at ?? object.at;
    // An empty file would not build, so that a namespace for nobody stands in it.
    return found.resources.length === 0
      ? { ...emptyWritten, namespace: write.text({ value: '_placeholder', at }) }
      : { ...emptyWritten, resources: found.resources.map((value) => write.text({ value, at })) };
  }
  const { written } = found;
  return {
    ...written,
    kind: written.kind ?? { value: 'Kustomization', ordinal: -1 },
    apiVersion: written.apiVersion ?? {
      value: 'kustomize.config.k8s.io/v1beta1',
      ordinal: -1,
    },
    // A file without resources could be empty; whatever it says here itself is lost.
    buildMetadata:
      (written.resources ?? []).length === 0
        ? [{ value: 'originAnnotations', ordinal: -1 }]
        : written.buildMetadata,
  };
}

function edit(
  start: WrittenKustomization,
  { edit: spec }: FluxKustomization,
  write: Write,
): WrittenKustomization {
  const set = (
    placed: Placed<string> | undefined,
    before: Located<string> | undefined,
  ): Located<string> | undefined => (placed === undefined ? before : write.optional(placed));
  return {
    ...start,
    namespace: set(spec.targetNamespace, start.namespace),
    namePrefix: set(spec.namePrefix, start.namePrefix),
    nameSuffix: set(spec.nameSuffix, start.nameSuffix),
    patches: joined(
      start.patches,
      spec.patches.map((patch) => writePatch(patch, write)),
    ),
    patchesStrategicMerge: joined(
      start.patchesStrategicMerge,
      spec.patchesStrategicMerge.map((patch) => inlineText(patch, write)),
    ),
    patchesJson6902: joined(
      start.patchesJson6902,
      spec.patchesJson6902.map(({ at, operations, target }) => ({
        ...noPatch,
        ordinal: write.place(at),
        patch: operations && inlineText(operations, write),
        target: selectorOf(target, write),
      })),
    ),
    images: mergeImages(start.images, spec.images, write),
    buildMetadata:
      spec.buildMetadata.length > 0 ? spec.buildMetadata.map(write.text) : start.buildMetadata,
  };
}

const noPatch: Patch = {
  ordinal: -1,
  path: undefined,
  patch: undefined,
  target: undefined,
  options: undefined,
};

function joined<T>(
  before: readonly T[] | undefined,
  added: readonly T[],
): readonly T[] | undefined {
  return added.length === 0 ? before : [...(before ?? []), ...added];
}

function selectorOf({ at, ...selector }: FluxSelector, write: Write): Selector {
  return { ...selector, ordinal: write.place(at) };
}

/** A patch that is written as YAML and no text; what cannot be printed is left as an empty text, which is refused. */
function inlineText({ value, at }: Placed<ResourceNode>, write: Write): Located<string> {
  const printed = writeCanonical(value);
  return write.text({ value: 'text' in printed ? printed.text : '', at });
}

/** An empty list is none, as the file that is written has it. */
function mergeImages(
  before: readonly Image[] | undefined,
  added: readonly FluxImage[],
  write: Write,
): readonly Image[] | undefined {
  const images = added.reduce((found, image) => mergeImage(found, image, write), before ?? []);
  return images.length === 0 ? undefined : images;
}

/** An image with a name that is there already is merged into it; tag and digest go together. */
function mergeImage(images: readonly Image[], image: FluxImage, write: Write): readonly Image[] {
  const name = image.name?.value ?? '';
  const index = images.findIndex((other) => (other.name?.value ?? '') === name);
  const newName = write.optional(image.newName);
  const newTag = write.optional(image.newTag);
  const digest = write.optional(image.digest);
  const old = images[index];
  if (old === undefined) {
    const ordinal = write.place(image.at);
    const added = { ordinal, name: write.optional(image.name), newName, newTag, digest };
    return [...images, { ...added, tagSuffix: undefined }];
  }
  const version = newTag === undefined && digest === undefined ? {} : { newTag, digest };
  return images.with(index, { ...old, newName: newName ?? old.newName, ...version });
}

function keptComponents(
  object: FluxKustomization,
  found: RootFile,
  reader: Reader,
  failures: Problem[],
): readonly Placed<string>[] {
  return object.edit.components.filter(({ value, at }) => {
    if (!isLocalRelativePath(value)) {
      failures.push(problem('flux.component-not-relative', { path: value }, at));
      return false;
    }
    if (!object.edit.ignoreMissingComponents) return true;
    const path = joinPath(found.root, value);
    return path !== undefined && reader.get(resolvedQuery, path) !== undefined;
  });
}
