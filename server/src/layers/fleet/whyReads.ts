import { readApplication } from '../../argocd/application.ts';
import type { Application, ApplicationSource } from '../../delivery/application.ts';
import { isInOrBelow } from '../../kustomize/files.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { readsOfFolder } from '../reachReads.ts';
import { conventionRelease } from './conventions.ts';
import { fleetQuery } from './fleet.ts';
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
  const { applications } = reader.get(fleetQuery, '');
  const reached = reachedApplications(reader, new Set([file]));
  const byKey = new Map(applications.map((one) => [one.key, one]));
  return applications.flatMap((application): readonly ReadingWay[] => {
    const own = reached.has(application.key) ? wayTo(reader, application, file) : undefined;
    if (own !== undefined) return [{ application, through: own, declares: false }];
    if (application.declaredAt.file === file) {
      return [{ application, through: [application.declaredIn, file], declares: true }];
    }
    // What fills a parent may fill its children, too.
    const parent = reached.has(application.key) ? byKey.get(application.parent ?? '') : undefined;
    const way = parent && wayTo(reader, parent, file);
    return way === undefined ? [] : [{ application, through: way, declares: false }];
  });
}

/** The shortest way from the folders of an application to a file. */
function wayTo(
  reader: Reader,
  application: Application,
  file: FileId,
): readonly FileId[] | undefined {
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
  const below = starts.find((path) => isInOrBelow(file, path));
  if (below !== undefined) return [below, file];
  const values =
    argo === undefined
      ? (conventionRelease(reader, application.key)?.files.flat() ?? [])
      : valuesPaths(argo, sources);
  if (!values.some((named) => isNamedBy(named, file))) return undefined;
  const chart = folderBuiltBy('helm', sources);
  return chart === undefined ? [file] : [chart, file];
}

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
