import type { ImageUpdate } from '../argocd/imageUpdater.ts';
import type { Application, ApplicationSource } from '../delivery/application.ts';
import { repositoryInput } from '../delivery/repository.ts';
import type { Certainty, Reason } from '../delivery/reason.ts';
import { fleetQuery, type OpenGenerator } from '../layers/fleet/fleet.ts';
import { familyName } from '../layers/variants/families.ts';
import { imageUpdatesFor } from '../layers/fleet/imageUpdates.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** One application on one cluster, as plain data. */
export interface ApplicationRow {
  /** Tells it from all other rows. */
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly controller: Application['controller'];
  readonly kind: string;
  /** `undefined` where the repository cannot tell. */
  readonly cluster: string | undefined;
  readonly server: string | undefined;
  /** The folder of its first source that is here, or else of its first. */
  readonly path: FileId | undefined;
  readonly pathExists: boolean;
  readonly chart: string | undefined;
  readonly sources: readonly ApplicationSource[];
  /** The revision that it follows, where the tree does not stand for it. */
  readonly followsRevision: string | undefined;
  /** The branch that a hydrator writes and that it is delivered from. */
  readonly hydratedTo?: string | undefined;
  readonly declaredIn: FileId;
  readonly declaredAt: SourceRange;
  /** The images that a program changes by itself. */
  readonly imageUpdates: readonly ImageUpdateRow[];
  readonly suspended: boolean;
  /** Whether deleting the object deletes what it has deployed. */
  readonly cascades: boolean;
  readonly certainty: Certainty;
  /** Several where an open generator lacks more than one thing. */
  readonly why: readonly Reason[];
}

/** An image that a program changes by itself, and where it writes the new version. */
export interface ImageUpdateRow {
  readonly image: string;
  readonly constraint: string | undefined;
  readonly strategy: string | undefined;
  /** `cluster`: into the object there, which the repository does not show. */
  readonly writes: 'cluster' | 'file';
  readonly file: FileId | undefined;
  readonly branch: string | undefined;
}

/** Every application on every cluster, sorted by cluster and name; what an open generator may add comes last. */
export function applicationRows(analysis: Analysis): Answer<readonly ApplicationRow[]> {
  return analysis.ask((reader) => {
    const { applications, openGenerators } = reader.get(fleetQuery, '');
    return [
      ...applications.map((application) => rowOf(application, reader)),
      ...openGenerators.map((generator) => openRow(generator, reader)),
    ].sort(byClusterAndName);
  });
}

/** The row of an open generator. */
export function rowOfGenerator(
  analysis: Analysis,
  generator: OpenGenerator,
): Answer<ApplicationRow> {
  return analysis.ask((reader) => openRow(generator, reader));
}

/**
 * The rows that a name means on a cluster, or on any: those that are called so (`name`, `namespace/name` or
 * `Kind/namespace/name`), else those that are but for the name of their cluster. Where there is none on that cluster, those
 * that are elsewhere; where nothing is called so, those that are made of the folder.
 */
export function rowsNamed(
  rows: readonly ApplicationRow[],
  word: string,
  cluster: string | undefined,
): readonly ApplicationRow[] {
  const own = rows.filter((row) => isCalled(row, word));
  const family = rows.filter(
    (row) => row.cluster !== undefined && familyName(row.name, row.cluster) === word,
  );
  const isMadeOf = ({ path }: ApplicationRow): boolean => path === word;
  const isThere = (row: ApplicationRow): boolean =>
    cluster === undefined || row.cluster === cluster;
  return (
    [own.filter(isThere), family.filter(isThere), own, family, rows.filter(isMadeOf)].find(
      (some) => some.length > 0,
    ) ?? []
  );
}

function isCalled(row: ApplicationRow, word: string): boolean {
  const { name, kind } = row;
  return name === word || fullName(row) === word || `${kind}/${fullName(row)}` === word;
}

/** `namespace/name`, or the name alone where there is no namespace. */
export function fullName({ namespace, name }: ApplicationRow): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The row of one application. */
export function rowOfApplication(
  analysis: Analysis,
  application: Application,
): Answer<ApplicationRow> {
  return analysis.ask((reader) => rowOf(application, reader));
}

function rowOf(application: Application, reader: Reader): ApplicationRow {
  const { key, name, namespace, controller, kind, destination, sources, declaredIn } = application;
  const { declaredAt, suspended, cascades, certainty, why } = application;
  const source =
    sources.find(({ isHere, path, build }) => isHere && path !== undefined && build !== 'files') ??
    sources.find(({ build }) => build !== 'files') ??
    sources[0];
  const other = sources.find(({ isHere, isFollowed }) => isHere && !isFollowed);
  return {
    key,
    name,
    namespace,
    controller,
    kind,
    cluster: destination.cluster,
    server: destination.server,
    path: source?.path,
    pathExists: source?.pathExists === true,
    chart: sources.find(({ chart }) => chart !== undefined)?.chart,
    sources,
    followsRevision:
      other && (other.revision ?? reader.read(repositoryInput, '').defaultBranch ?? 'HEAD'),
    hydratedTo: sources.find(({ hydratedTo }) => hydratedTo !== undefined)?.hydratedTo,
    declaredIn,
    declaredAt: rangeOfPointer(reader, declaredAt),
    imageUpdates: imageUpdatesFor(reader, application).map(updateRow),
    suspended,
    cascades,
    certainty,
    why: [why],
  };
}

function updateRow({ image, constraint, strategy, target }: ImageUpdate): ImageUpdateRow {
  return target.kind === 'application'
    ? { image, constraint, strategy, writes: 'cluster', file: undefined, branch: undefined }
    : { image, constraint, strategy, writes: 'file', file: target.file, branch: target.branch };
}

function openRow(
  { key, object, declaredIn, reasons }: OpenGenerator,
  reader: Reader,
): ApplicationRow {
  const { name, namespace, kind } = object.id;
  return {
    key,
    name,
    namespace,
    controller: kind === 'ResourceSet' ? 'flux' : 'argocd',
    kind,
    cluster: undefined,
    server: undefined,
    path: undefined,
    pathExists: false,
    chart: undefined,
    sources: [],
    followsRevision: undefined,
    declaredIn,
    declaredAt: rangeOfPointer(reader, object.originOf(object.node).writtenAt),
    imageUpdates: [],
    suspended: false,
    cascades: false,
    certainty: 'open',
    why: reasons,
  };
}

function byClusterAndName(a: ApplicationRow, b: ApplicationRow): number {
  return (
    compare(a.cluster ?? '\uffff', b.cluster ?? '\uffff') ||
    compare(a.name, b.name) ||
    compare(a.namespace, b.namespace) ||
    compare(a.key, b.key)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
