import { readApplication } from '../../argocd/application.ts';
import type { Application, ApplicationSource } from '../../delivery/application.ts';
import { readyChartQuery } from '../../delivery/chartInTree.ts';
import type { Chart } from '../../helm/chart.ts';
import { fileText } from '../../helm/chartFile.ts';
import { isInOrBelow } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { readsOfFolder } from '../reachReads.ts';
import { conventionRelease } from './conventions.ts';
import { applicationsByKey, fleetQuery } from './fleet.ts';
import { perhapsHere } from './perhapsHere.ts';
import {
  componentsOf,
  isNamedBy,
  reachedApplications,
  valuesPaths,
} from './reachedApplications.ts';

/** An application that reads a file, and the way from its folder to the file. */
export interface ReadingWay {
  readonly application: Application;
  /** Roots, or folders, from that of the application on; the file at the end. */
  readonly through: readonly FileId[];
  /** Whether the file says what the application is, and nothing of what it delivers. */
  readonly declares: boolean;
}

/** Every application that reads a file, as far as folders tell, each by the shortest way. */
export function whyReads(reader: Reader, file: FileId): readonly ReadingWay[] {
  const fleet = reader.get(fleetQuery, '');
  const { applications } = fleet;
  const reached = reachedApplications(reader, new Set([file]));
  const byKey = applicationsByKey(fleet);
  let isTaken: boolean | undefined;
  /** Whether any application takes the file as one of its values files. */
  const isValuesFile = (): boolean =>
    (isTaken ??= applications.some((one) => takesValues(reader, one, file)));
  return applications.flatMap((application): readonly ReadingWay[] => {
    const own = reached.has(application.key)
      ? wayTo(reader, application, { file, isValuesFile })
      : undefined;
    if (own !== undefined) return [{ application, through: own, declares: false }];
    if (application.declaredAt.file === file) {
      return [{ application, through: [application.declaredIn, file], declares: true }];
    }
    // What fills a parent may fill its children, too.
    const parent = reached.has(application.key) ? byKey.get(application.parent ?? '') : undefined;
    const way = parent && wayTo(reader, parent, { file, isValuesFile });
    return way === undefined ? [] : [{ application, through: way, declares: false }];
  });
}

/** The shortest way from the folders of an application to a file. */
function wayTo(
  reader: Reader,
  found: Application,
  { file, isValuesFile }: { readonly file: FileId; readonly isValuesFile: () => boolean },
): readonly FileId[] | undefined {
  const application = { ...found, ...perhapsHere(reader, found) };
  const { sources, object } = application;
  const argo = object && readApplication(object);
  const starts = sources.flatMap(({ isHere, path }) =>
    isHere && path !== undefined ? [path] : [],
  );
  const before = new Map<FileId, FileId | undefined>(starts.map((path) => [path, undefined]));
  // What the object adds is read for the sake of its root.
  for (const folder of componentsOf({ object, sources }, argo))
    if (!before.has(folder)) before.set(folder, folderBuiltBy('kustomize', sources));
  for (const folder of before.keys()) {
    const { paths, folders } = readsOfFolder(reader, 'none', folder);
    if (paths.includes(file)) return [...wayBack(before, folder), file];
    for (const next of folders) if (!before.has(next)) before.set(next, folder);
  }
  const isTaken = takesValues(reader, application, file);
  const chart = folderBuiltBy('helm', sources);
  const below = starts.find((path) => isInOrBelow(file, path));
  if (below !== undefined) {
    const isOfOthers =
      below === chart &&
      !isTaken &&
      // What a release of Flux takes stands in other objects, too.
      application.controller !== 'flux' &&
      !isOwnOfChart(file, chart) &&
      !reader.get(readsFilesQuery, chart) &&
      isValuesFile();
    return isOfOthers ? undefined : [below, file];
  }
  return !isTaken ? undefined : chart === undefined ? [file] : [chart, file];
}

/** Whether an application names a file as one of its values files. */
function takesValues(reader: Reader, { key, object, sources }: Application, file: FileId): boolean {
  const argo = object && readApplication(object);
  const values =
    argo === undefined
      ? (conventionRelease(reader, key)?.files.flat() ?? [])
      : valuesPaths(argo, sources);
  return values.some((named) => isNamedBy(named, file));
}

/** Whether Helm reads a file of a chart itself, whoever names it besides. */
function isOwnOfChart(file: FileId, chart: FileId): boolean {
  const path = chart === '' ? file : file.slice(chart.length + 1);
  return /^(?:Chart\.|values\.|requirements\.|(?:charts|crds|templates)\/)/.test(path);
}

/** Whether a chart may show any file of its folder: by `.Files`, also in a text that `tpl` takes. */
const readsFilesQuery: Query<FileId, boolean> = {
  name: 'chartReadsFiles',
  compute: (folder, reader) => {
    const { loaded } = reader.get(readyChartQuery, folder);
    const reads = ({ templates, dependencies }: Chart): boolean =>
      templates.some((file) => /\bFiles\b|\btpl\b/.test(fileText(file))) ||
      dependencies.some(reads);
    return 'problem' in loaded || reads(loaded.chart);
  },
};

function folderBuiltBy(
  build: ApplicationSource['build'],
  sources: readonly ApplicationSource[],
): FileId | undefined {
  return sources.find((one) => one.isHere && one.build === build)?.path;
}

function wayBack(before: ReadonlyMap<FileId, FileId | undefined>, end: FileId): readonly FileId[] {
  const way: FileId[] = [];
  for (let at: FileId | undefined = end; at !== undefined; at = before.get(at)) way.unshift(at);
  return way;
}
