import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import { newWrittenPlaces, type WrittenPlaces } from '../delivery/writtenPlaces.ts';
import { joinPath, resolvedQuery } from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import type {
  Image,
  KeyValue,
  Kustomization,
  Label,
  Patch,
  Replica,
} from '../kustomize/kustomization.ts';
import { completeWritten, emptyWritten } from '../kustomize/readKustomization.ts';
import { parseRepoSpec } from '../kustomize/remote.ts';
import type { Target } from '../kustomize/target.ts';
import type { Reader } from '../query/database.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { matchesGoPath } from './applicationSet/wildcards.ts';
import { parseImageArgument } from './imageArgument.ts';
import type { ArgoKustomize, ArgoPatch } from './sourceOptions.ts';

/** With what a root is edited. */
export interface EditContext {
  readonly reader: Reader;
  /** Puts in what Argo CD knows about the application (`$ARGOCD_APP_NAME` and others). */
  readonly expand: (text: string) => string;
}

/** Whether the options change the kustomization file at all; else the root is built as it stands. */
export function editsKustomization(options: ArgoKustomize | undefined): boolean {
  if (options === undefined) return false;
  const { namePrefix, nameSuffix, namespace } = options;
  const { images, replicas, commonLabels, commonAnnotations, patches, components } = options;
  return (
    [namePrefix, nameSuffix, namespace].some((text) => text !== undefined && text.value !== '') ||
    [images, replicas, commonLabels, commonAnnotations, patches, components].some(
      (list) => list.length > 0,
    )
  );
}

/**
 * The root as Argo CD edits it before the build, by `kustomize edit` and, for patches, by itself. What it writes has its
 * place in the Application.
 * Source: Argo CD 3.2.0 util/kustomize/kustomize.go `Build`; kustomize v5.8.1 commands/edit.
 */
export function editKustomization(
  target: Target,
  options: ArgoKustomize,
  { reader, expand }: EditContext,
): Target {
  const places = newWrittenPlaces();
  const failures: Problem[] = [...target.failures];
  const fail = (found: Problem): void => void failures.push(found);
  const { kustomization } = target;
  const labels = editLabels(kustomization, options, { places, fail, expand });
  const annotations = options.commonAnnotationsEnvsubst
    ? options.commonAnnotations.map((entry) => ({ ...entry, value: expand(entry.value) }))
    : options.commonAnnotations;
  const edited: Kustomization = {
    ...kustomization,
    ...labels,
    namePrefix: places.optional(options.namePrefix) ?? kustomization.namePrefix,
    nameSuffix: places.optional(options.nameSuffix) ?? kustomization.nameSuffix,
    namespace: places.optional(options.namespace) ?? kustomization.namespace,
    images: setImages(kustomization.images, options, { places, fail, expand }),
    replicas: setReplicas(kustomization.replicas, options, { places, fail, expand }),
    commonAnnotations: addEntries(kustomization.commonAnnotations, annotations, {
      kind: 'annotation',
      force: options.forceCommonAnnotations,
      places,
      fail,
    }),
    patches: [...kustomization.patches, ...options.patches.map((one) => patchOf(one, places))],
    components: [
      ...kustomization.components,
      ...newComponents(kustomization, options, target.root, { reader, fail }).map(places.text),
    ],
  };
  const source = { ...target.source, elsewhere: places.elsewhere };
  return { ...target, source, kustomization: edited, failures };
}

/** A root whose file says nothing: no build takes it, but an edit does. */
export function emptyTarget(root: FileId, file: FileId): Target | undefined {
  const placeholder = { value: 'x', ordinal: -1 };
  const { kustomization } = completeWritten({ ...emptyWritten, namePrefix: placeholder });
  if (kustomization === undefined) return undefined;
  return {
    kind: 'target',
    root,
    source: { file, inside: [], root },
    kustomization: { ...kustomization, namePrefix: undefined },
    failures: [],
    notes: [],
  };
}

interface Editing {
  readonly places: WrittenPlaces;
  readonly fail: (found: Problem) => void;
  readonly expand: (text: string) => string;
}

/** Source: commands/edit/set/setimage.go `RunSetImage`: of equal names in the file the first stays, all are sorted. */
function setImages(
  before: readonly Image[],
  { images }: ArgoKustomize,
  { places, fail, expand }: Editing,
): readonly Image[] {
  if (images.length === 0) return before;
  const result = new Map<string, Image>();
  const old = new Map<string, Image>();
  for (const image of before) {
    const name = image.name?.value ?? '';
    if (!old.has(name)) old.set(name, image);
  }
  for (const [name, image] of old) result.set(name, image);
  for (const { value, at } of images) {
    const argument = parseImageArgument(expand(value));
    if (argument === undefined) {
      fail(problem('argocd.bad-image', { image: value }, at));
      continue;
    }
    const kept = old.get(argument.name);
    const part = (text: string, present: Image['newName']): Image['newName'] =>
      text === '*' ? present : places.optional({ value: text, at });
    result.set(argument.name, {
      ordinal: places.ordinal(at),
      name: places.optional({ value: argument.name, at }),
      newName: part(argument.newName, kept?.newName),
      tagSuffix: undefined,
      newTag: part(argument.newTag, kept?.newTag),
      digest: part(argument.digest, kept?.digest),
    });
  }
  return sortedValues(result);
}

/** Source: commands/edit/set/setreplicas.go `RunSetReplicas`; types.go `GetIntCount`. */
function setReplicas(
  before: readonly Replica[],
  { replicas }: ArgoKustomize,
  { places, fail }: Editing,
): readonly Replica[] {
  if (replicas.length === 0) return before;
  const result = new Map<string, Replica>();
  for (const { at, name, count } of replicas) {
    if (!/^[+-]?\d+$/.test(count.value) || name.includes('=')) {
      fail(problem('argocd.bad-replicas', { name, count: count.value }, count.at));
      continue;
    }
    result.set(name, {
      ordinal: places.ordinal(at),
      name: places.optional({ value: name, at }),
      count: {
        value: BigInt(count.value.replace('+', '')),
        ordinal: places.ordinal(count.at),
      },
    });
  }
  for (const replica of before) {
    const name = replica.name?.value ?? '';
    if (!result.has(name)) result.set(name, replica);
  }
  return sortedValues(result);
}

function sortedValues<T>(values: ReadonlyMap<string, T>): readonly T[] {
  return [...values].sort(([a], [b]) => compareBytes(a, b)).map(([, value]) => value);
}

/** Source: commands/edit/add/addmetadata.go `addLabels`, `writeToLabels`. */
function editLabels(
  { commonLabels, labels }: Kustomization,
  options: ArgoKustomize,
  { places, fail, expand }: Editing,
): Pick<Kustomization, 'commonLabels' | 'labels'> {
  const [first] = options.commonLabels;
  if (first === undefined) return { commonLabels, labels };
  const added = options.commonLabels.map((entry) => ({ ...entry, value: expand(entry.value) }));
  const adding = { kind: 'label', force: options.forceCommonLabels, places, fail } as const;
  if (!options.labelWithoutSelector) {
    if (options.labelIncludeTemplates)
      fail(problem('argocd.templates-with-selectors', {}, first.at));
    return { commonLabels: addEntries(commonLabels, added, adding), labels };
  }
  const index = labels.findIndex(
    ({ includeSelectors, includeTemplates }) =>
      !includeSelectors && includeTemplates === options.labelIncludeTemplates,
  );
  const present = labels[index];
  if (present !== undefined) {
    const pairs = addEntries(present.pairs, added, adding);
    return { commonLabels, labels: labels.with(index, { ...present, pairs }) };
  }
  const entry: Label = {
    ordinal: places.ordinal(first.at),
    pairs: addEntries([], added, adding),
    includeSelectors: false,
    includeTemplates: options.labelIncludeTemplates,
    fields: [],
  };
  return { commonLabels, labels: [...labels, entry] };
}

interface Adding {
  readonly kind: 'label' | 'annotation';
  readonly force: boolean;
  readonly places: WrittenPlaces;
  readonly fail: (found: Problem) => void;
}

/** What is there already is an error unless it is forced. Source: addmetadata.go `writeToMapEntry`; util.go `ConvertSliceToMap`. */
function addEntries(
  before: readonly KeyValue[],
  added: readonly PlacedEntry[],
  { kind, force, places, fail }: Adding,
): readonly KeyValue[] {
  const entries = new Map(before.map((entry) => [entry.key, entry]));
  for (const { key: written, value: text, at } of added) {
    // The command takes `key:value`, so that a colon in the key ends it.
    const [, key = '', value = ''] = /^([^:]*):(.*)$/s.exec(`${written}:${text}`) ?? [];
    if (key === '') {
      fail(problem(`argocd.bad-${kind}`, { key: written }, at));
    } else if (entries.has(key) && !force) {
      fail(problem(`argocd.${kind}-there`, { key }, at));
    } else {
      const unquoted = value.length >= 2 && /^".*"$/s.test(value) ? value.slice(1, -1) : value;
      entries.set(key, { key, value: unquoted, ordinal: places.ordinal(at) });
    }
  }
  return [...entries.values()].sort((a, b) => compareBytes(a.key, b.key));
}

function patchOf({ at, path, patch, target, options }: ArgoPatch, places: WrittenPlaces): Patch {
  const isOn = (name: string): boolean => options.some(({ key, value }) => key === name && value);
  return {
    ordinal: places.ordinal(at),
    path: places.optional(path),
    patch: places.optional(patch),
    target: target && { ...withoutPlace(target), ordinal: places.ordinal(target.at) },
    options:
      options.length === 0
        ? undefined
        : { allowNameChange: isOn('allowNameChange'), allowKindChange: isOn('allowKindChange') },
  };
}

function withoutPlace<T extends { readonly at: unknown }>({ at: _, ...rest }: T): Omit<T, 'at'> {
  return rest;
}

/** Source: commands/edit/add/addcomponent.go `RunAddComponent`; internal/util/util.go `GlobPatternsWithLoader`. */
function newComponents(
  { components }: Kustomization,
  options: ArgoKustomize,
  root: FileId,
  { reader, fail }: { readonly reader: Reader; readonly fail: (found: Problem) => void },
): readonly Placed<string>[] {
  const known = new Set(components.map(({ value }) => value));
  const result: Placed<string>[] = [];
  for (const { value, at } of options.components) {
    const exists = isThere(reader, root, value);
    if (!exists && options.ignoreMissingComponents) continue;
    const found = exists ? [value] : globbed(reader, root, value);
    if (found.length === 0 && parseRepoSpec(value) === undefined) {
      fail(problem('argocd.component-not-found', { path: value }, at));
      continue;
    }
    for (const component of found.length === 0 ? [value] : found) {
      if (known.has(component)) continue;
      known.add(component);
      result.push({ value: component, at });
    }
  }
  return result;
}

function isThere(reader: Reader, root: FileId, path: string): boolean {
  const joined = path.startsWith('/') ? undefined : joinPath(root, path);
  return joined !== undefined && reader.get(resolvedQuery, joined) !== undefined;
}

/** The paths that fit a pattern, part by part. Source: Go path/filepath `Glob`. */
function globbed(reader: Reader, root: FileId, pattern: string): readonly string[] {
  if (!/[*?[\\]/.test(pattern)) return [];
  let paths: readonly string[] = [''];
  for (const part of pattern.split('/')) {
    paths = paths.flatMap((path) => {
      const below = (name: string): string => (path === '' ? name : `${path}/${name}`);
      if (!/[*?[\\]/.test(part)) return isThere(reader, root, below(part)) ? [below(part)] : [];
      const folder = reader.get(resolvedQuery, joinPath(root, path) ?? root);
      const names = folder?.kind === 'directory' ? listFolder(reader, folder.path) : [];
      return names.filter((name) => matchesGoPath(part, name)).map(below);
    });
  }
  return paths;
}
