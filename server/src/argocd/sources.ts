import type { ApplicationSource, SourceBuild } from '../delivery/application.ts';
import { chartNamed, folderOfChart } from '../delivery/fetchedChart.ts';
import {
  entryInput,
  isInOrBelow,
  joinInRepository,
  joinPath,
  parentOf,
  resolvedQuery,
} from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import type { Query, Reader } from '../query/database.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import type { ArgoApplication, ArgoSource } from './application.ts';
import { overriddenSource } from './sourceOverrides.ts';

/** Whether an address is that of the tree's repository, and whether the tree stands for the revision. */
export interface SourcePlace {
  readonly isHere: boolean;
  readonly isFollowed: boolean;
}

/** Finds the folder of a tree beside the one at hand; `revision` is `undefined` for the default branch. */
export type TreeOf = (repository: string, revision: string | undefined) => FileId | undefined;

/** What a plugin is known to do like. */
export type PluginBuild = 'kustomize' | 'helm' | 'directory';

/** With what sources are found. */
export interface SourceContext {
  readonly reader: Reader;
  /** `revision` is as it is written, `undefined` for the default branch of the repository. */
  readonly isHere: (repository: string, revision: string | undefined) => SourcePlace;
  /** The folder of a tree beside the one at hand that holds a revision of a repository; `undefined` where none does. */
  readonly treeOf?: TreeOf;
  /** The namespace of Argo CD; without it, all Applications count as being in it. */
  readonly argocdNamespace?: string;
  /** `plugins:` of `.strata/config.yaml`. */
  readonly plugins?: ReadonlyMap<string, PluginBuild>;
  /** Ways to build that `argocd-cm` switches off: their sources are read as plain folders. */
  readonly disabled?: ReadonlySet<'kustomize' | 'helm'>;
}

/**
 * The sources of an Application, in order: where they are, and what is made of them. Those of an Application that is
 * hydrated are what it is hydrated from, unless the tree stands for the branch that is synced.
 */
export function sourcesOf(
  application: ArgoApplication,
  context: SourceContext,
): readonly ApplicationSource[] {
  return deliveredSources(application, context).map((source) =>
    deliveredSource(application, source, context),
  );
}

/** The sources of which manifests are made, as they are written. */
export function deliveredSources(
  { sources, hydrator }: ArgoApplication,
  { isHere }: Pick<SourceContext, 'isHere'>,
): readonly ArgoSource[] {
  if (hydrator === undefined) return sources;
  const { dry, syncBranch, hydrateTo } = hydrator;
  const synced = isHere(dry.repoUrl?.value ?? '', syncBranch?.value);
  if (synced.isHere && synced.isFollowed) return sources;
  return [{ ...dry, hydratedTo: (hydrateTo ?? syncBranch)?.value }];
}

function deliveredSource(
  application: ArgoApplication,
  source: ArgoSource,
  context: SourceContext,
): ApplicationSource {
  const repository = source.repoUrl?.value ?? '';
  const revision = revisionOf(source);
  const chart = source.chart?.value;
  const place =
    chart !== undefined || isArtifact(repository)
      ? { isHere: false, isFollowed: false }
      : context.isHere(repository, revision);
  const isElsewhere = !isArtifact(repository) && !place.isFollowed;
  const wants = chart === undefined ? undefined : chartNamed(repository, chart, revision ?? '');
  const tree =
    wants !== undefined
      ? folderOfChart(context.reader, wants)
      : isElsewhere
        ? context.treeOf?.(repository, revision)
        : undefined;
  const found = folderOf(source, context.reader, tree);
  const exists = (place.isHere || tree !== undefined) && found.kind === 'folder';
  return {
    repository,
    isHere: place.isHere,
    isFollowed: place.isFollowed,
    revision,
    path: chart === undefined ? withinTree(found.path, tree) : undefined,
    pathExists: exists,
    ...(tree !== undefined && { tree }),
    build: buildOf(application, source, exists ? found : undefined, context),
    chart,
    ...(wants !== undefined && { wants }),
    ref: source.ref?.value,
    ...(source.hydratedTo !== undefined && { hydratedTo: source.hydratedTo }),
  };
}

/**
 * The revision that is read: `undefined` stands for the default branch, which `HEAD` names, too.
 * Source: Argo CD 3.2.0 util/git/client.go `lsRemote`.
 */
export function revisionOf({ targetRevision }: ArgoSource): string | undefined {
  const revision = targetRevision?.value ?? '';
  return revision === '' || revision === 'HEAD' ? undefined : revision;
}

/** Source: pkg/apis/application/v1alpha1/types.go `IsOCI`. */
function isArtifact(repository: string): boolean {
  return repository.startsWith('oci://');
}

/** The folder of a source: its path in the repository, cleaned, and where it lies with links followed. */
export type SourceFolder =
  | { readonly kind: 'folder'; readonly path: FileId; readonly resolved: FileId }
  | {
      readonly kind: 'none';
      /** `undefined` where none is named, or one outside of the repository. */
      readonly path: FileId | undefined;
      readonly problem: Problem | undefined;
    };

/** A path of the tree that is read as one of its repository. */
function withinTree(path: FileId | undefined, tree: FileId | undefined): FileId | undefined {
  return tree === undefined ? path : path?.slice(tree.length + 1);
}

/**
 * Finds the folder of a source in the tree, or in one beside it; a chart that was fetched is all of its tree.
 * Source: Argo CD 3.2.0 util/app/path/path.go `Path`.
 */
export function folderOf(
  { path, chart }: Pick<ArgoSource, 'path' | 'chart'>,
  reader: Reader,
  tree: FileId = '',
): SourceFolder {
  if (chart !== undefined && tree !== '') return { kind: 'folder', path: tree, resolved: tree };
  if (path === undefined) return { kind: 'none', path: undefined, problem: undefined };
  const none = (code: string, clean: FileId | undefined): SourceFolder => ({
    kind: 'none',
    path: clean,
    problem: problem(code, { path: path.value }, path.at),
  });
  if (path.value.startsWith('/')) return none('argocd.absolute-path', undefined);
  const clean = joinInRepository(tree, path.value);
  if (clean === undefined) return none('argocd.path-outside', undefined);
  const resolved = reader.get(resolvedQuery, clean);
  if (resolved === undefined || !isInOrBelow(resolved.path, tree))
    return none('argocd.path-not-found', clean);
  if (resolved.kind === 'file') return none('argocd.path-is-a-file', clean);
  return { kind: 'folder', path: clean, resolved: resolved.path };
}

/**
 * What is made of a source. One kind of options in the object or in files that override it says it; else the files in the
 * folder do. What several kinds of options say is refused.
 * Source: Argo CD 3.2.0 reposerver/repository/repository.go `GenerateManifest`, `GetAppSourceType`;
 * types.go `ExplicitType`.
 */
function buildOf(
  application: ArgoApplication,
  source: ArgoSource,
  folder: Extract<SourceFolder, { kind: 'folder' }> | undefined,
  context: SourceContext,
): SourceBuild {
  if (source.chart !== undefined) return 'helm';
  if (source.path === undefined) return application.hasSeveralSources ? 'files' : 'unknown';
  const overridden =
    folder === undefined ? undefined : overriddenSource(application, source, folder.path, context);
  if (overridden?.kind === 'pending') return 'unknown';
  const explicit = explicitBuild(overridden?.source ?? source, context);
  if (explicit === 'several') return 'unknown';
  return explicit ?? (folder === undefined ? 'unknown' : discoveredBuild(folder.path, context));
}

/** What the options of a source say: one build, none, or several, which is refused. */
export function explicitBuild(
  { kustomize, helm, directory, plugin }: ArgoSource,
  { plugins, disabled }: Pick<SourceContext, 'plugins' | 'disabled'>,
): SourceBuild | 'several' | undefined {
  const builds: SourceBuild[] = [];
  if (kustomize !== undefined) builds.push('kustomize');
  if (helm !== undefined) builds.push('helm');
  if (directory !== undefined) builds.push('directory');
  if (plugin !== undefined) builds.push(plugins?.get(plugin.name?.value ?? '') ?? 'plugin');
  const [first, ...more] = builds;
  if (more.length > 0) return 'several';
  const isOff = (first === 'kustomize' || first === 'helm') && disabled?.has(first) === true;
  return isOff ? 'directory' : first;
}

/**
 * What the files of a folder say, of which the last one in the order of names counts: any file whose name ends in
 * `Chart.yaml`, or a kustomization file. Through a link as the last part of the path nothing is found. Plugins that say
 * themselves what they can read are not known here.
 * Source: Argo CD 3.2.0 util/app/discovery/discovery.go `Discover`, `AppType`; Go path/filepath `Walk`.
 */
export function discoveredBuild(
  path: FileId,
  { reader, disabled }: Pick<SourceContext, 'reader' | 'disabled'>,
): SourceBuild {
  const found = reader.get(discoveredQuery, path);
  return found.findLast((build) => disabled?.has(build) !== true) ?? 'directory';
}

/** What each of the files in a folder that say something says, in order. */
const discoveredQuery: Query<FileId, readonly ('helm' | 'kustomize')[]> = {
  name: 'argocdDiscovered',
  // Every edit in the folder of an application comes by here, and the whole fleet rests on it.
  settles: true,
  equals: deepEqual,
  compute: (path, reader) => {
    const folder = walkedFolder(path, reader);
    return (folder === undefined ? [] : listFolder(reader, folder)).flatMap((name) => {
      const found = name.endsWith('Chart.yaml')
        ? 'helm'
        : kustomizationFileNames.some((one) => one === name)
          ? 'kustomize'
          : undefined;
      if (found === undefined) return [];
      const entry = reader.read(entryInput, joinPath(folder ?? '', name) ?? name);
      return entry === undefined || entry.kind === 'directory' ? [] : [found];
    });
  },
};

/** The folder that Go walks at a path: none where its last part is a link. Source: Go path/filepath `Walk` (`Lstat`). */
export function walkedFolder(path: FileId, reader: Reader): FileId | undefined {
  const parent = reader.get(resolvedQuery, parentOf(path));
  if (path === '') return path;
  const own =
    parent === undefined
      ? path
      : (joinPath(parent.path, path.slice(path.lastIndexOf('/') + 1)) ?? path);
  const entry = reader.read(entryInput, own);
  return entry?.kind === 'directory' ? own : undefined;
}
