import type { Application } from '../delivery/application.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { reachedApplications } from '../layers/fleet/reachedApplications.ts';
import { isProduction } from '../layers/register/environment.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { familiesOf } from '../layers/variants/families.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** One application on one cluster, without its places: what it takes to name it and to render it. */
export interface DeliveredApplication {
  /** Tells it from all others; what `Analysis.render` takes. */
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly kind: string;
  /** Who looks after it; `plain` where no controller does. */
  readonly controller: Application['controller'];
  /** `undefined` where the repository cannot tell. */
  readonly cluster: string | undefined;
  readonly environment: string | undefined;
  readonly isProduction: boolean;
  /** The name without that of the cluster: the same for what is one and the same on several clusters. */
  readonly family: string;
  /** The folder of its first source that is here; `undefined` where all its files are elsewhere. */
  readonly folder: FileId | undefined;
  /** The folders of all its sources that are here. */
  readonly folders: readonly FileId[];
  /** The file that its object stands in. */
  readonly declaredIn: FileId;
  /** Whether no other application has its cluster, namespace and name. */
  readonly isOnly: boolean;
}

/** What controllers deliver, sorted by cluster and name; clusters that nobody can tell come last. */
export function deliveredApplications(analysis: Analysis): Answer<readonly DeliveredApplication[]> {
  return analysis.ask(delivered);
}

/** The applications whose output may change with a file, told by the folders that they read, or which it declares. */
export function applicationsReading(
  analysis: Analysis,
  file: FileId,
): Answer<readonly DeliveredApplication[]> {
  return analysis.ask((reader) => {
    const reached = reachedApplications(reader, new Set([file]));
    const declared = new Set(
      reader
        .get(fleetQuery, '')
        .applications.flatMap(({ key, declaredAt }) => (declaredAt.file === file ? [key] : [])),
    );
    return delivered(reader).filter(({ key }) => reached.has(key) || declared.has(key));
  });
}

/** The keys of the applications whose output may change with each of some files, told as `applicationsReading` tells it. */
export function readersOfFiles(
  analysis: Analysis,
  files: readonly FileId[],
): Answer<ReadonlyMap<FileId, ReadonlySet<string>>> {
  return analysis.ask((reader) => {
    const { applications } = reader.get(fleetQuery, '');
    return new Map(
      [...new Set(files)].map((file) => {
        const declared = applications.filter(({ declaredAt }) => declaredAt.file === file);
        const reached = reachedApplications(reader, new Set([file]));
        return [file, new Set([...reached, ...declared.map(({ key }) => key)])];
      }),
    );
  });
}

/** What tells an application: where it is, what it is called, and its key where that is not enough. */
export interface ApplicationName {
  readonly cluster: string | undefined;
  readonly namespace: string;
  readonly name: string;
  readonly key: string | undefined;
}

/** The application of a name; `undefined` where nothing delivers it. */
export function applicationNamed(
  analysis: Analysis,
  { cluster, namespace, name, key }: ApplicationName,
): Answer<DeliveredApplication | undefined> {
  return analysis.ask((reader) =>
    delivered(reader).find(
      (one) =>
        one.name === name &&
        one.namespace === namespace &&
        one.cluster === cluster &&
        (key === undefined || one.key === key),
    ),
  );
}

function delivered(reader: Reader): readonly DeliveredApplication[] {
  return reader.get(deliveredRowsQuery, '');
}

/** Every render and every hover asks for it: it is made anew only where the fleet is another one. */
const deliveredRowsQuery: Query<'', readonly DeliveredApplication[]> = {
  name: 'deliveredRows',
  compute: (_key, reader) => rowsOf(reader),
};

function rowsOf(reader: Reader): readonly DeliveredApplication[] {
  const { applications } = reader.get(fleetQuery, '');
  const clusters = new Map(reader.get(clustersQuery, '').map((row) => [row.name, row]));
  const families = new Map(
    familiesOf(applications).flatMap(({ name, members }) =>
      members.map(({ application }) => [application.key, name] as const),
    ),
  );
  const seen = new Map<string, number>();
  for (const one of applications) seen.set(nameKey(one), (seen.get(nameKey(one)) ?? 0) + 1);
  return applications
    .map((application): DeliveredApplication => {
      const { key, name, namespace, kind, controller, destination, sources } = application;
      const folders = sources.flatMap(({ isHere, path, build }) =>
        isHere && path !== undefined && build !== 'files' ? [path] : [],
      );
      const environment = clusters.get(destination.cluster ?? '')?.environment;
      return {
        key,
        name,
        namespace,
        kind,
        controller,
        cluster: destination.cluster,
        environment,
        isProduction: environment !== undefined && isProduction(environment),
        family: families.get(key) ?? name,
        folder: folders[0],
        folders,
        declaredIn: application.declaredAt.file,
        isOnly: seen.get(nameKey(application)) === 1,
      };
    })
    .sort(byClusterAndName);
}

function nameKey({ destination, namespace, name }: Application): string {
  return JSON.stringify([destination.cluster, namespace, name]);
}

function byClusterAndName(a: DeliveredApplication, b: DeliveredApplication): number {
  return (
    compare(a.cluster ?? '\uffff', b.cluster ?? '\uffff') ||
    compare(a.name, b.name) ||
    compare(a.key, b.key)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
