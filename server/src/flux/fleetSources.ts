import { readFolder, type ApplicationSource } from '../delivery/application.ts';
import { reason, type Certainty, type Reason } from '../delivery/reason.ts';
import { resolvedQuery } from '../kustomize/files.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { chartSource, type ChartLocation } from './chartSource.ts';
import type { FleetObjects } from './fleetObjects.ts';
import type { HelmRelease } from './helmRelease.ts';
import { artifactReader, leftOutBy, type ArtifactScope } from './ignore.ts';
import type { FluxKustomization } from './kustomization.ts';
import { locate, type Located, type SourcePlace } from './locateSource.ts';
import { folderOfPath } from './sourcePath.ts';
import { unknownIn } from './variables.ts';

/** What is known beside an object when its source is looked for. */
export interface SourceContext {
  readonly reader: Reader;
  /** The objects of the cluster that the controller runs on. */
  readonly objects: FleetObjects;
  /** Whether an address is that of the tree, whether only its folders tell so, and whether the tree stands for a branch of it. */
  readonly isHere: (
    url: string,
    revision: string,
  ) => {
    readonly isHere: boolean;
    readonly isFollowed: boolean;
    readonly isByFolders?: boolean;
  };
  /** Where a hydrator reads what it writes to a folder of a branch of the tree's own repository. */
  readonly dryOf?: (
    branch: string,
    folder: FileId,
  ) => { readonly branch: string; readonly path: FileId } | undefined;
  /** The folder of a tree beside the one at hand that holds a revision of a repository; `undefined` where none does. */
  readonly treeOf?: (url: string, revision: string, isRange?: boolean) => FileId | undefined;
  /** `artifacts` of `.strata/config.yaml`: the address of an OCI artifact (`oci://…`) to what it is made of. */
  readonly artifacts: ReadonlyMap<string, ArtifactContent>;
  /** Every `.sourceignore` of the tree. */
  readonly ignoreFiles: readonly FileId[];
  /** Those of a tree beside the one at hand, by its folder. */
  readonly ignoreFilesIn?: (tree: FileId) => readonly FileId[];
}

/** What an OCI artifact is made of. */
export interface ArtifactContent {
  readonly path: FileId;
  /** The tag that stands for the tree; `undefined` for every tag. */
  readonly tag: string | undefined;
}

/** A source, what of the tree is in it, and how that is known. */
export interface TracedSource {
  readonly source: ApplicationSource;
  /** What a build of it sees; `undefined` where the files are not here. */
  readonly scope: ArtifactScope | undefined;
  readonly certainty: Certainty;
  readonly why: Reason;
}

/**
 * The source of a Kustomization or HelmRelease. What does not stand here has no path, and the reason says what does not.
 * Source: kustomize-controller v1.9.6 kustomization_controller.go `getSource`, `reconcile`; helm-controller v1.4.0
 * helmrelease_controller.go `getSource`.
 */
export function sourceOf(
  object: FluxKustomization | HelmRelease,
  context: SourceContext,
): TracedSource {
  if (object.kind === 'HelmRelease') return traced(chartSource(object, context), context, 'helm');
  const { sourceRef } = object;
  const path = folderOfPath(object.path?.value);
  const found: Located =
    sourceRef === undefined
      ? {
          repository: '',
          revision: undefined,
          place: undefined,
          certainty: 'open',
          why: reason('source.none'),
        }
      : locate(sourceRef, path, context);
  return traced({ ...found, chart: undefined }, context, 'kustomize');
}

function traced(
  found: ChartLocation,
  { reader }: SourceContext,
  build: 'kustomize' | 'helm',
): TracedSource {
  const { repository, revision, place, chart, wants, hydratedTo, certainty, why } = found;
  const isHere = place !== undefined && place.isElsewhere !== true;
  const at = { isHere, path: place?.path, tree: place?.tree, chart };
  const read = readFolder(at);
  const entry =
    place && read !== undefined
      ? artifactReader(reader, place.scope).get(resolvedQuery, read)
      : undefined;
  const isArchive = build === 'helm' && entry?.kind === 'file' && entry.path.endsWith('.tgz');
  const pathExists = entry?.kind === 'directory' || isArchive;
  const isLeftOut =
    !pathExists &&
    read !== undefined &&
    place !== undefined &&
    reader.get(resolvedQuery, read)?.kind === 'directory';
  const by = isLeftOut ? leftOutBy(reader, place.scope, read) : undefined;
  const missing =
    by === undefined ? undefined : reason('source.left-out', { path: read ?? '', by });
  return {
    source: {
      repository,
      isHere,
      revision,
      isFollowed: place?.isFollowed === true,
      path: chart === undefined ? place?.path : undefined,
      pathExists,
      build,
      chart,
      ...(wants !== undefined && { wants }),
      ref: undefined,
      ...(hydratedTo !== undefined && { hydratedTo }),
      ...(place?.tree !== undefined && { tree: place.tree }),
    },
    scope: place?.scope,
    ...whatIsWrong({ place, pathExists, missing }, { certainty, why }),
  };
}

/** What is to be said first: that the path depends on what is not known, or that it leads nowhere. */
function whatIsWrong(
  {
    place,
    pathExists,
    missing,
  }: {
    readonly place: SourcePlace | undefined;
    readonly pathExists: boolean;
    /** Why the folder is not there, where that is more than that it is not. */
    readonly missing: Reason | undefined;
  },
  found: Pick<TracedSource, 'certainty' | 'why'>,
): Pick<TracedSource, 'certainty' | 'why'> {
  if (place === undefined) return found;
  const { path, isFollowed, tree } = place;
  const [variable] = unknownIn(path);
  if (variable !== undefined)
    return { certainty: 'open', why: reason('source.unknown-variable', { variable, path }) };
  return pathExists || !(isFollowed || tree !== undefined)
    ? found
    : { certainty: found.certainty, why: missing ?? reason('source.no-folder', { path }) };
}
