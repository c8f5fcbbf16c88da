import { contentIdOf } from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { rootsOfMadeFile } from '../../flux/rootFile.ts';
import { gvkOf, type GroupVersionKind } from '../../kubernetes/gvk.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { layerOfRootQuery, type Layer } from '../layers.ts';
import { contentMentions, filesMentioning } from '../mentions.ts';
import { directReadersQuery } from '../namedFiles.ts';
import { foldersBelow } from '../reach.ts';
import { readsOfFolder } from '../reachReads.ts';
import { pathsBelow } from '../treePaths.ts';

/** What delivers something to a cluster: objects of these types make applications. */
const declaringTypes: ReadonlySet<string> = new Set([
  'argoproj.io/Application',
  'argoproj.io/ApplicationSet',
  'kustomize.toolkit.fluxcd.io/Kustomization',
  'helm.toolkit.fluxcd.io/HelmRelease',
  'fluxcd.controlplane.io/FluxInstance',
  'fluxcd.controlplane.io/ResourceSet',
]);

/** Whether objects of a type make applications. */
export function isDeclaring({ group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>): boolean {
  return declaringTypes.has(`${group}/${kind}`);
}

const filesWithApplications = filesMentioning('applications');
const filesWithSources = filesMentioning('fluxSources');

/** The files that may hold objects that make applications, sorted. */
export const mentioningFilesQuery: Query<'', readonly FileId[]> = {
  name: 'mentioningFiles',
  equals: deepEqual,
  compute: (_key, reader) => filesWithApplications(reader),
};

/** The files that may hold sources of Flux, sorted. */
export const sourceFilesQuery: Query<'', readonly FileId[]> = {
  name: 'sourceFiles',
  equals: deepEqual,
  compute: (_key, reader) => filesWithSources(reader),
};

/** Whether a folder of a tree beside the one at hand, or what a root in or below it builds on, may hold such objects. */
export function folderMentions(reader: Reader, folder: FileId): boolean {
  const built = [folder, ...rootsOfMadeFile(reader, folder)]
    .flatMap((root) => foldersBelow(reader, root, 'none'))
    .flatMap((one) => readsOfFolder(reader, 'none', one).paths);
  return [...pathsBelow(reader, folder), ...built].some((path) => {
    const content = /\.(?:ya?ml|json)$/i.test(path) ? contentIdOf(reader, path) : undefined;
    return content !== undefined && contentMentions(reader, content, 'applications');
  });
}

/** The roots whose build reads a file that may hold such objects. */
export const mentioningRootsQuery: Query<'', ReadonlySet<FileId>> = {
  name: 'mentioningRoots',
  settles: true,
  equals: (a, b) => a.size === b.size && [...a].every((root) => b.has(root)),
  compute: (_key, reader) => {
    const files = reader.get(mentioningFilesQuery, '');
    if (files.length === 0) return new Set();
    const readers = reader.get(directReadersQuery, '');
    const layers = reader.get(layerOfRootQuery, '');
    const found = new Set<FileId>();
    const queue = files.flatMap((file) => readers.get(file) ?? []);
    for (const root of queue) {
      if (found.has(root)) continue;
      found.add(root);
      queue.push(...(layers.get(root)?.users ?? []));
    }
    return found;
  },
};

/** What is delivered without an application that delivers it: somebody applies it by hand, or nobody does. */
export interface Entry {
  readonly kind: 'root' | 'file';
  /** The folder of the root, or the file. */
  readonly place: FileId;
  /** Set for a file that stands in a root, or below one, that does not list it. */
  readonly unlistedBy?: FileId | undefined;
}

/** Roots that nobody builds on and files that no root reads, as far as they hold objects that make applications. */
export const possibleEntriesQuery: Query<'', readonly Entry[]> = {
  name: 'possibleEntries',
  settles: true,
  equals: deepEqual,
  compute: (_key, reader) => {
    if (reader.get(mentioningFilesQuery, '').length === 0) return [];
    const layers = reader.get(layerOfRootQuery, '');
    const roots = [...reader.get(mentioningRootsQuery, '')]
      .filter((root) => {
        const layer = layers.get(root);
        return layer !== undefined && layer.users.length === 0 && layer.role !== 'component';
      })
      .map((place): Entry => ({ kind: 'root', place }));
    const readers = reader.get(directReadersQuery, '');
    const files = reader
      .get(mentioningFilesQuery, '')
      .filter((file) => !readers.has(file) && holdsDeclaring(reader, file))
      .filter((file) => !isInChart(file, reader))
      .map((place): Entry => ({ kind: 'file', place, unlistedBy: rootAbove(place, layers) }));
    return [...roots, ...files].sort((a, b) =>
      a.place < b.place ? -1 : a.place > b.place ? 1 : 0,
    );
  },
};

/** Whether a file holds an object that makes applications, and not only a text about one, or a patch of one. */
function holdsDeclaring(reader: Reader, file: FileId): boolean {
  return reader.get(fileObjectsQuery, file).nodes.some((node) => {
    const apiVersion = rawText(field(node, 'apiVersion'));
    const type = gvkOf(apiVersion, rawText(field(node, 'kind')));
    return isDeclaring(type) && !isPatch(node, type);
  });
}

/**
 * What no object of a type does without; what has one of them may have been cut short, and counts as an object.
 * Source: `required` of the custom resource definitions of Argo CD 3.4, kustomize-controller 1.9 and helm-controller 1.6.
 */
const fieldsOfWhole: ReadonlyMap<string, readonly string[]> = new Map([
  ['argoproj.io/Application', ['destination', 'project', 'source', 'sources']],
  ['kustomize.toolkit.fluxcd.io/Kustomization', ['interval', 'path', 'prune', 'sourceRef']],
  ['helm.toolkit.fluxcd.io/HelmRelease', ['interval', 'chart', 'chartRef']],
]);

/** Whether an object says nothing but what a patch of it would: no server takes it as it is. */
function isPatch(node: ResourceNode, { group, kind }: GroupVersionKind): boolean {
  const spec = field(node, 'spec');
  const names = fieldsOfWhole.get(`${group}/${kind}`);
  return names?.every((name) => field(spec, name) === undefined) === true;
}

/** Whether a file is a template, a value or a definition of a chart. */
export function isInChart(file: FileId, reader: Reader): boolean {
  return foldersAbove(file).some(
    (folder) =>
      contentIdOf(reader, folder === '' ? 'Chart.yaml' : `${folder}/Chart.yaml`) !== undefined,
  );
}

/** The nearest root that a file stands in or below. */
export function rootAbove(file: FileId, layers: ReadonlyMap<FileId, Layer>): FileId | undefined {
  return foldersAbove(file).find((folder) => layers.has(folder));
}

/** The folders that a file stands in, the innermost first, the top of the tree last. */
function foldersAbove(file: FileId): readonly FileId[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).concat('');
}
