import { readApplication } from '../../argocd/application.ts';
import type { Application, ApplicationSource } from '../../delivery/application.ts';
import { contentIdOf, parentOf } from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { layersQuery } from '../layers.ts';
import { directReadersQuery } from '../namedFiles.ts';
import { foldersBelow } from '../reach.ts';
import { isKustomizationFile, rootSetQuery, rootsInput } from '../roots.ts';
import type { Entry } from './declaring.ts';
import { fleetQuery } from './fleet.ts';
import { isInFolders, openFolders } from './openFolders.ts';
import { perhapsHere } from './perhapsHere.ts';
import { componentsOf, valuesPaths } from './reachedApplications.ts';
import { waitingPaths } from './waitingPaths.ts';

/** What of a tree is delivered. */
interface Delivered {
  /** Roots that are delivered, or that something builds on that is. */
  readonly roots: ReadonlySet<FileId>;
  /** Folders of which all files are delivered, or may be. */
  readonly folders: readonly FileId[];
  /** Folders of which the files in them are delivered, and not those further below. */
  readonly flat: ReadonlySet<FileId>;
  /** Files that are applied by hand, and values of charts. */
  readonly files: ReadonlySet<FileId>;
}

/** `undefined` where nothing here is delivered, or where all of the tree may be. */
const deliveredQuery: Query<'', Delivered | undefined> = {
  name: 'delivered',
  compute: (_key, reader) => {
    const { applications, openGenerators, waitingGenerators, entries } = reader.get(fleetQuery, '');
    if (applications.length === 0) return undefined;
    const open = openGenerators.flatMap(openFolders);
    if (open.includes('')) return undefined;
    const parts = applications.map((application) => partsOf(reader, application));
    const folders = [
      ...open,
      ...waitingGenerators.flatMap(({ key }) => waitingPaths(reader, key)),
      ...startedFolders(applications, entries),
      ...parts.flatMap((part) => part.folders),
    ];
    const starts = [
      ...entries.flatMap(({ kind, place }) => (kind === 'root' ? [place] : [])),
      ...parts.flatMap((part) => part.roots),
      ...reader.read(rootsInput, '').filter((root) => isInFolders(root, folders)),
    ];
    return {
      roots: new Set(starts.flatMap((root) => foldersBelow(reader, root, 'none'))),
      folders,
      flat: new Set(parts.flatMap((part) => part.flat)),
      files: new Set([
        ...entries.flatMap(({ kind, place }) => (kind === 'file' ? [place] : [])),
        ...parts.flatMap((part) => part.values),
      ]),
    };
  },
};

/** Flux is started with a folder, of which it takes all; files that it finds there are what the fleet begins with. */
function startedFolders(
  applications: readonly Application[],
  entries: readonly Entry[],
): readonly FileId[] {
  const files = new Set(entries.flatMap(({ kind, place }) => (kind === 'file' ? [place] : [])));
  return applications.flatMap(({ controller, parent, certainty, declaredIn }) =>
    controller === 'flux' && parent === undefined && certainty !== 'open' && files.has(declaredIn)
      ? [parentOf(declaredIn)]
      : [],
  );
}

interface Parts {
  readonly roots: readonly FileId[];
  readonly folders: readonly FileId[];
  readonly flat: readonly FileId[];
  readonly values: readonly FileId[];
}

function partsOf(reader: Reader, found: Application): Parts {
  const application = { ...found, ...perhapsHere(reader, found) };
  const { sources, object } = application;
  const argo = object && readApplication(object);
  const here = sources.flatMap((source, index) =>
    source.isHere && source.path !== undefined ? [{ source, path: source.path, index }] : [],
  );
  const isFlat = ({ build }: ApplicationSource, index: number): boolean =>
    argo !== undefined && build === 'directory' && argo.sources[index]?.directory?.recurse !== true;
  return {
    roots: [
      ...here.map(({ path }) => path),
      ...componentsOf(application, argo).filter((folder) => isRoot(reader, folder)),
    ],
    folders: here.flatMap(({ source, path, index }) =>
      isFlat(source, index) || (source.build === 'kustomize' && isRoot(reader, path)) ? [] : [path],
    ),
    flat: here.flatMap(({ source, path, index }) => (isFlat(source, index) ? [path] : [])),
    values: argo === undefined ? [] : valuesPaths(argo, sources),
  };
}

function isRoot(reader: Reader, folder: FileId): boolean {
  return reader.get(rootSetQuery, '').has(folder);
}

/**
 * The roots that nothing delivers, without those that only build others of them, sorted. None where they are many more than
 * those that are delivered: then the applications of the tree are declared elsewhere.
 */
export const undeliveredRootsQuery: Query<'', readonly FileId[]> = {
  name: 'undeliveredRoots',
  equals: deepEqual,
  compute: (_key, reader) => reader.get(lostQuery, '') ?? [],
};

/** `undefined` where nothing can be told of what nothing delivers. */
const lostQuery: Query<'', readonly FileId[] | undefined> = {
  name: 'lostRoots',
  equals: deepEqual,
  compute: (_key, reader) => {
    const delivered = reader.get(deliveredQuery, '');
    if (delivered === undefined) return undefined;
    const lost = (root: FileId): boolean => !delivered.roots.has(root);
    const layers = reader.get(layersQuery, '');
    const found = layers.filter(({ root, users }) => lost(root) && !users.some(lost));
    const known = layers.filter(({ root, users }) => !lost(root) && users.length === 0);
    return found.length > mostLost * known.length ? undefined : found.map(({ root }) => root);
  },
};

/** How many roots without an application there may be for each with one. */
const mostLost = 2;

/** Whether a file holds objects and nothing delivers it: no root lists it, and no application takes all of its folder. */
export function isUndeliveredFile(reader: Reader, file: FileId): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(file) || isKustomizationFile(file)) return false;
  const delivered = reader.get(deliveredQuery, '');
  return (
    delivered !== undefined &&
    reader.get(lostQuery, '') !== undefined &&
    !delivered.files.has(file) &&
    !delivered.flat.has(parentOf(file)) &&
    !isInFolders(file, delivered.folders) &&
    !reader.get(directReadersQuery, '').has(file) &&
    !isOfTool(file) &&
    holdsObject(reader, file)
  );
}

/** Files of folders with a dot in front are read by tools; `.strata/` is one of them. */
function isOfTool(file: FileId): boolean {
  return file.split('/').some((part) => part.startsWith('.') && part !== '.');
}

/** What has the form of an object and is read by other programs than a cluster: catalogs, local clusters, kustomize. */
const ofOtherTools = /^(?:backstage\.io|kind\.x-k8s\.io|k3d\.io|kustomize\.config\.k8s\.io)\//;

function holdsObject(reader: Reader, file: FileId): boolean {
  return (
    contentIdOf(reader, file) !== undefined &&
    reader
      .get(fileObjectsQuery, file)
      .nodes.some(
        (node) =>
          rawText(field(node, 'apiVersion')) !== '' &&
          !ofOtherTools.test(rawText(field(node, 'apiVersion'))) &&
          rawText(field(node, 'kind')) !== '' &&
          rawText(field(field(node, 'metadata'), 'name')) !== '',
      )
  );
}

/** An application that is made of a folder that is not there. */
export interface MissingFolder {
  readonly application: Application;
  readonly path: FileId;
}

/** A path that only a cluster fills in, or that somebody still has to. */
function isOpenPath(path: FileId): boolean {
  return openPath.test(path);
}

const openPath =
  /\{\{|\$\w|\$\{|<.*>|<<|%\w+%|__\w+__|\b(?:replace|change|patch|set|fill)[-_ ]?(?:me|this|it|in)\b|\bplaceholder\b|\b(?:todo|tbd|fixme)\b/i;

/** The applications that are made of folders of the tree that are not there. */
export function missingFolders(reader: Reader): readonly MissingFolder[] {
  return reader.get(missingFoldersQuery, '');
}

const missingFoldersQuery: Query<'', readonly MissingFolder[]> = {
  name: 'missingFolders',
  compute: (_key, reader) =>
    reader.get(fleetQuery, '').applications.flatMap((application) => {
      if (application.certainty === 'open') return [];
      const missing = application.sources.find(
        ({ isHere, isFollowed, path, pathExists }) =>
          isHere && isFollowed && path !== undefined && !pathExists && !isOpenPath(path),
      );
      return missing?.path === undefined ? [] : [{ application, path: missing.path }];
    }),
};
