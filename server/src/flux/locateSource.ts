import { reason, type Certainty, type Reason } from '../delivery/reason.ts';
import { isInOrBelow, joinPath, resolvedQuery } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { locateGenerated } from './generatedArtifact.ts';
import type { SourceContext } from './fleetSources.ts';
import { instanceSource } from './fluxInstance.ts';
import { scopeOfFolder, type ArtifactScope } from './ignore.ts';
import type { ObjectReference } from './reference.ts';
import { folderOfPath } from './sourcePath.ts';
import { branchOf, gitRevision, ociRevision, type SourceRevision } from './sourceRevision.ts';
import {
  readFluxSource,
  type Bucket,
  type GitRepository,
  type HelmRepository,
  type OciRepository,
} from './sources.ts';

/** Where the files of a source are, and how that is known. */
export interface Located {
  /** The address; `''` where there is none. */
  readonly repository: string;
  /** As it is written; `undefined` where it is the default. */
  readonly revision: string | undefined;
  /** `undefined` where the files are not in the tree. */
  readonly place: SourcePlace | undefined;
  /** The branch that a hydrator writes and Flux reads, where the place is what it is written from. */
  readonly hydratedTo?: string;
  readonly certainty: Certainty;
  readonly why: Reason;
}

/** A path of a source as one of the tree. */
export interface SourcePlace {
  readonly path: FileId;
  readonly scope: ArtifactScope;
  readonly isFollowed: boolean;
  /** The folder of the tree beside the one at hand that is read; `undefined` for the tree at hand. */
  readonly tree?: FileId | undefined;
  /** Whether it is a path of another repository. */
  readonly isElsewhere?: boolean;
}

/** The folder of a place where it is read. */
export function folderOfPlace({ path, tree }: SourcePlace): FileId {
  return tree === undefined ? path : (joinPath(tree, path) ?? path);
}

/** Which source is asked for. */
export type SourceName = Pick<ObjectReference, 'kind' | 'namespace' | 'name'>;

/** The group of all sources. */
export const sourceGroup = 'source.toolkit.fluxcd.io';

/** So many artifacts may be made of each other; no generator of a repository comes near. */
const mostSteps = 8;

/** Finds the files at a path of a source. */
export function locate(
  name: SourceName,
  path: FileId,
  context: SourceContext,
  steps: number = mostSteps,
): Located {
  const { objects } = context;
  if (name.kind === 'ExternalArtifact')
    return locateGenerated(name, path, context, steps - 1) ?? missing(name, path, context);
  const resource = objects.find({ group: sourceGroup, kind: name.kind }, name.namespace, name.name);
  const source = resource && readFluxSource(resource);
  switch (source?.kind) {
    case 'GitRepository':
      return locateGit(source, path, context, steps);
    case 'OCIRepository':
      return locateOci(source, path, context);
    case 'Bucket':
      return locateBucket(source);
    case 'HelmRepository':
      return locateCharts(source);
    case 'ExternalArtifact':
    case undefined:
      return missing(name, path, context);
  }
}

/** A source that is nowhere: made by hand, or by somebody whom the repository does not show. */
function missing(name: SourceName, path: FileId, context: SourceContext): Located {
  const instance = instanceSource(name, context.objects);
  if (instance?.kind === 'GitRepository') return locateGit(instance, path, context, 0);
  if (instance?.kind === 'OCIRepository') return locateOci(instance, path, context);
  const parameters = { kind: name.kind, name: `${name.namespace}/${name.name}` };
  const isAssumed =
    name.kind === 'GitRepository' &&
    path !== '' &&
    context.reader.get(resolvedQuery, path)?.kind === 'directory';
  const scope = scopeOfFolder('', context.ignoreFiles);
  return {
    repository: '',
    revision: undefined,
    place: isAssumed ? { path, scope, isFollowed: true } : undefined,
    certainty: isAssumed ? 'inferred' : 'open',
    why: reason(isAssumed ? 'source.assumed' : 'source.missing', parameters),
  };
}

function locateGit(
  source: GitRepository,
  path: FileId,
  context: SourceContext,
  steps: number,
): Located {
  const included = source.include.findLast(({ repository, toPath }) =>
    isInOrBelow(path, folderOfPath(textOr(toPath, repository?.value ?? ''))),
  );
  if (included !== undefined && steps > 0) {
    const name = included.repository?.value ?? '';
    const top = folderOfPath(textOr(included.toPath, name));
    const inner = joinPath(folderOfPath(included.fromPath?.value), below(path, top)) ?? '';
    const { namespace } = source;
    return locate({ kind: 'GitRepository', namespace, name }, inner, context, steps - 1);
  }
  const revision = gitRevision(source.ref);
  const branch = branchOf(revision);
  const url = source.url?.value ?? '';
  const { isHere, isFollowed, isByFolders = false } = context.isHere(url, branch ?? revision.text);
  const written = source.ref?.name ?? source.ref?.branch;
  if (isHere && !isFollowed && branch !== undefined && written !== undefined) {
    const dry = context.dryOf?.(branch, path);
    if (dry !== undefined) {
      const none = undefined;
      const at = { ...written, value: dry.branch };
      const ref = { branch: at, tag: none, semver: none, name: none, commit: none };
      const rest = { ...context, dryOf: () => undefined };
      const found = locateGit({ ...source, ref }, dry.path, rest, steps);
      return { ...found, hydratedTo: branch, why: reason('source.hydrated', { branch }) };
    }
  }
  const isSuspended = source.suspend?.value === true;
  const isRange = revision.kind === 'semver';
  const isAsked = !isFollowed && !isSuspended;
  const tree = isAsked ? context.treeOf?.(url, branch ?? revision.text, isRange) : undefined;
  const scope: ArtifactScope = {
    ...(tree === undefined
      ? scopeOfFolder('', context.ignoreFiles)
      : scopeOfFolder(tree, context.ignoreFilesIn?.(tree) ?? [])),
    ignore: source.ignore?.value,
    sparse: source.sparseCheckout.map(({ value }) => value.replace(/^\.\//, '')),
  };
  const isLive = isFollowed && branch !== undefined && !isSuspended;
  return {
    repository: url,
    revision: textOf(revision),
    place:
      isHere || tree !== undefined
        ? { path, scope, isFollowed: isLive, tree, isElsewhere: !isHere }
        : undefined,
    certainty: isByFolders ? 'inferred' : 'known',
    why:
      tree === undefined
        ? whyGit(source, revision, { isHere, isFollowed: isLive, isSuspended, isByFolders })
        : isHere
          ? reason('source.read-at-revision', { revision: revision.text })
          : reason('source.read-elsewhere', { repository: url }),
  };
}

function whyGit(
  { name, namespace, url }: GitRepository,
  revision: SourceRevision,
  state: {
    readonly isHere: boolean;
    readonly isFollowed: boolean;
    readonly isSuspended: boolean;
    readonly isByFolders: boolean;
  },
): Reason {
  const object = `${namespace}/${name}`;
  if (!state.isHere) return reason('source.elsewhere', { repository: url?.value ?? '' });
  if (state.isSuspended) return reason('source.suspended', { name: object });
  if (state.isFollowed && state.isByFolders)
    return reason('repository.by-folders', { repository: url?.value ?? '' });
  return state.isFollowed
    ? reason('source.found', { kind: 'GitRepository', name: object })
    : reason('source.other-revision', { revision: revision.text });
}

/** An artifact is what the configuration says that it is made of. */
function locateOci(source: OciRepository, path: FileId, context: SourceContext): Located {
  const revision = ociRevision(source);
  const url = source.url?.value ?? '';
  const content = context.artifacts.get(url) ?? context.artifacts.get(url.replace(/^oci:\/\//, ''));
  const base = { repository: url, revision: textOf(revision) };
  if (content === undefined) {
    const why = reason('artifact.unknown', { address: url });
    return { ...base, place: undefined, certainty: 'open', why };
  }
  const isTag = revision.kind === 'tag' && (content.tag ?? revision.text) === revision.text;
  const isRange = revision.kind === 'semver' && content.tag === undefined;
  const isFollowed = (isTag || isRange) && source.suspend?.value !== true;
  const folder = folderOfPath(content.path);
  const scope = {
    ...scopeOfFolder(folder, context.ignoreFiles),
    ignore: source.ignore?.value,
  };
  return {
    ...base,
    place: { path: joinPath(folder, path) ?? folder, scope, isFollowed },
    certainty: isRange ? 'inferred' : 'known',
    why: reason('artifact.mapped', { address: url, path: folder === '' ? '.' : folder }),
  };
}

function locateBucket({ endpoint, bucketName }: Bucket): Located {
  const address = `${endpoint?.value ?? ''}/${bucketName?.value ?? ''}`;
  return elsewhere(address);
}

function locateCharts({ url }: HelmRepository): Located {
  return elsewhere(url?.value ?? '');
}

function elsewhere(address: string): Located {
  const why = reason('source.elsewhere', { repository: address });
  return { repository: address, revision: undefined, place: undefined, certainty: 'known', why };
}

function textOf({ text, isWritten }: SourceRevision): string | undefined {
  return isWritten ? text : undefined;
}

function textOr(placed: { readonly value: string } | undefined, otherwise: string): string {
  return placed === undefined || placed.value === '' ? otherwise : placed.value;
}

/** The rest of a path below one of its ancestors. */
function below(path: FileId, top: FileId): string {
  return top === '' ? path : path.slice(top.length + 1);
}
