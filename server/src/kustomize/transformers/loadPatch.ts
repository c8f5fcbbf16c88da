import type { Query, Reader } from '../../query/database.ts';
import { problem, problemAt, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { decodeJsonPatch, type JsonPatchOperation } from '../decodeJsonPatch.ts';
import { contentQuery } from '../files.ts';
import type { Located, Patch, PatchOptions } from '../kustomization.ts';
import { findFile, type FoundFile, type LoadRestrictions } from '../load.ts';
import { metadataMap, withMetadataMap } from '../metadata.ts';
import { readResourceFile, readResourceText } from '../objects.ts';
import {
  buildAnnotations,
  enabled,
  pointerTo,
  type Resource,
  type ResourceSource,
} from '../resource.ts';
import type { StepContext } from '../step.ts';
import { rememberedText } from '../stepMemo.ts';

/** Where patch files are read. */
export interface PatchFiles {
  readonly reader: Reader;
  readonly restrictions: LoadRestrictions;
}

/** A patch that is read: strategic-merge objects, or JSON 6902 operations. */
export type LoadedPatch =
  | { readonly kind: 'strategic'; readonly patches: readonly Resource[] }
  | {
      readonly kind: 'json';
      readonly operations: readonly JsonPatchOperation[];
      readonly source: ResourceSource;
    }
  | { readonly kind: 'nothing' };

/** Where a patch stands: in the kustomization, or in a file of its own. */
export type PatchSource =
  | { readonly kind: 'text'; readonly text: string; readonly source: ResourceSource }
  | { readonly kind: 'file'; readonly file: FoundFile; readonly source: ResourceSource };

/** The text of a patch; a text in the kustomization is taken as `readInline` reads it. */
export function patchSource(
  patch: Patch,
  { reader, restrictions }: PatchFiles,
  context: StepContext,
  readInline: (text: string) => string = (text) => text,
): PatchSource | Problem {
  const inline = readInline(patch.patch?.value ?? '');
  const path = patch.path?.value ?? '';
  if (inline === '' && path === '') return problem('kustomize.patch-without-content');
  if (inline !== '' && path !== '') return problem('kustomize.patch-with-both');
  if (inline !== '') {
    return {
      kind: 'text',
      text: inline,
      source: {
        ...context.source,
        inside: [...context.source.inside, patch.patch?.ordinal ?? -1],
        root: context.root,
      },
    };
  }
  const loaded = findFile(reader, context.root, path, restrictions);
  const at = pointerTo(context.source, patch.path?.ordinal ?? patch.ordinal);
  if (loaded.kind === 'problem') return problemAt(loaded, at);
  if (loaded.kind === 'remote')
    return problem('kustomize.remote-file', { address: loaded.address }, at);
  return {
    kind: 'file',
    file: loaded,
    source: { file: loaded.file, inside: [], root: context.root },
  };
}

export function loadPatch(
  patch: Patch,
  files: PatchFiles,
  context: StepContext,
): LoadedPatch | Problem {
  const from = patchSource(patch, files, context, (text) => text.trim());
  if (from.kind === 'problem') return from;
  const strategic =
    from.kind === 'text'
      ? rememberedText(context.memo, patch, () => readResourceText(from.text, from.source))
      : readResourceFile(files.reader, from.file, context.root);
  const json = readOperations(from, files.reader);
  const strategicOk = strategic.problems.length === 0;
  const operations = 'problem' in json ? [] : (json.operations ?? []);
  if (strategicOk && strategic.resources.length > 0 && operations.length > 0)
    return problem('kustomize.ambiguous-patch');
  if (!strategicOk && 'problem' in json) {
    const { code } = json.problem;
    const unreadable = problem('kustomize.bad-json-patch', { reason: code });
    // What begins as a list is meant as a JSON patch.
    const isList = code === 'noJson' || code === 'operationIsNoMap';
    return isList ? unreadable : (strategic.problems[0] ?? unreadable);
  }
  if (!strategicOk) return { kind: 'json', operations, source: from.source };
  if (strategic.resources.length === 0) return { kind: 'nothing' };
  return {
    kind: 'strategic',
    patches: strategic.resources.map((resource) => withOptions(resource, patch.options)),
  };
}

type DecodedOperations = ReturnType<typeof decodeJsonPatch>;

/** The JSON 6902 operations of a file at a path without links; an edit that only moves text gives an equal value. */
const operationsQuery: Query<FileId, DecodedOperations> = {
  name: 'fileOperations',
  equals: deepEqual,
  compute: (file, reader) => {
    const content = reader.get(contentQuery, file);
    return content?.kind === 'text'
      ? decodeJsonPatch(content.text)
      : { problem: { code: 'noYaml' } };
  },
};

export function readOperations(from: PatchSource, reader: Reader): DecodedOperations {
  return from.kind === 'text'
    ? decodeJsonPatch(from.text)
    : reader.get(operationsQuery, from.file.file);
}

/** The patches of `patchesStrategicMerge:`: files or texts, and for a plugin one more text. */
export interface StrategicMerges {
  readonly paths: readonly Located<string>[];
  readonly inline: Located<string> | undefined;
}

export function loadStrategic(
  entry: Located<string>,
  onlyInline: boolean,
  { reader, restrictions }: PatchFiles,
  context: StepContext,
): { readonly kind: 'loaded'; readonly patches: readonly Resource[] } | Problem {
  const inline = rememberedText(context.memo, entry, () =>
    readResourceText(entry.value, {
      ...context.source,
      inside: [...context.source.inside, entry.ordinal],
      root: context.root,
    }),
  );
  if (inline.problems.length === 0) {
    return { kind: 'loaded', patches: inline.resources };
  }
  if (onlyInline) return inline.problems[0] ?? problem('kustomize.empty-patch');
  const loaded = findFile(reader, context.root, entry.value, restrictions);
  if (loaded.kind === 'remote')
    return problem('kustomize.remote-file', { address: loaded.address });
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
