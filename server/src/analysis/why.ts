import type { Application } from '../delivery/application.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { isInFolders, openFolders } from '../layers/fleet/openFolders.ts';
import { setsWaitingFor } from '../layers/fleet/waitingPaths.ts';
import { whyReads } from '../layers/fleet/whyReads.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { sameContent } from '../yaml/nodes.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import { readersOf } from './readersOf.ts';

/** An application that reads a file. */
export interface ReadingPath {
  readonly cluster: string | undefined;
  readonly application: string;
  readonly namespace: string;
  /** Roots, or folders, from that of the application on; the file at the end. */
  readonly through: readonly FileId[];
  /** Whether the file says what the application is, and nothing of what it delivers. */
  readonly declares: boolean;
  /** Whether the application is only there with the file. */
  readonly made: boolean;
  /** Whether only the clusters' own data would tell that it reads the file: a generator may make applications of its folder. */
  readonly open: boolean;
}

/** Which applications on which clusters read a file, and on which way; sorted by cluster and name. */
export function why(analysis: Analysis, file: FileId): Answer<readonly ReadingPath[]> {
  return analysis.ask((reader) =>
    whyReads(reader, file)
      .map(({ application, through, declares }) =>
        pathOf(application, { through, declares, made: false, open: false }),
      )
      .sort(byCluster),
  );
}

/** What is delivered, to be compared with another tree. */
export function applicationsNow(analysis: Analysis): Answer<readonly Application[]> {
  return analysis.ask((reader) => reader.get(fleetQuery, '').applications);
}

/**
 * The applications that are there, or that are what they are, for the sake of a file: `without` are those of the same tree
 * without it.
 */
export function madeBy(
  analysis: Analysis,
  { file, without }: { readonly file: FileId; readonly without: readonly Application[] },
): Answer<readonly ReadingPath[]> {
  return analysis.ask((reader) => {
    const old = new Map(without.map((one) => [one.key, one]));
    const ways = new Map(whyReads(reader, file).map((one) => [one.application.key, one]));
    return reader
      .get(fleetQuery, '')
      .applications.flatMap((one): readonly ReadingPath[] => {
        const before = old.get(one.key);
        const way = ways.get(one.key);
        if (way === undefined && before !== undefined && isSame(one, before)) return [];
        const through = way?.through ?? [one.declaredAt.file, file];
        const declares = way === undefined || way.declares;
        return [pathOf(one, { through, declares, made: before === undefined, open: false })];
      })
      .sort(byCluster);
  });
}

/** The ApplicationSets that read another revision of the repository, and take a file once that has it as it is here. */
export function waitingFor(analysis: Analysis, file: FileId): Answer<readonly ReadingPath[]> {
  return analysis.ask((reader) =>
    setsWaitingFor(reader, file).map(({ object }) => ({
      cluster: undefined,
      application: object.id.name,
      namespace: object.id.namespace,
      through: [object.originOf(object.node).writtenAt.file, file],
      declares: true,
      made: false,
      open: false,
    })),
  );
}

/**
 * The generators of which only the clusters' own data tells what they make, and that may make applications of a folder that
 * holds a file, or of a root that reads it; each once, however many overlays have it.
 */
export function mayRead(analysis: Analysis, file: FileId): Answer<readonly ReadingPath[]> {
  return chainAnswer(readersOf(analysis, file), (readers) => {
    // Who builds on nobody's behalf is nearest to the application.
    const roots = readers.map(({ layer }) => layer.root).toReversed();
    return analysis.ask((reader) => {
      const found = new Map<string, ReadingPath>();
      for (const { object } of reader.get(fleetQuery, '').openGenerators) {
        const folders = openFolders({ object });
        const root = roots.find((one) => isInFolders(one, folders));
        if (root === undefined && !isInFolders(file, folders)) continue;
        const { file: declaredAt } = object.originOf(object.node).writtenAt;
        const path = {
          cluster: undefined,
          application: object.id.name,
          namespace: object.id.namespace,
          through: [declaredAt, ...(root === undefined ? [] : [root]), file],
          declares: false,
          made: false,
          open: true,
        };
        found.set([...path.through, path.application, path.namespace].join('\n'), path);
      }
      return [...found.values()].sort(byCluster);
    });
  });
}

function isSame(a: Application, b: Application): boolean {
  return (
    a.destination.cluster === b.destination.cluster &&
    a.certainty === b.certainty &&
    (a.object === b.object ||
      (a.object !== undefined &&
        b.object !== undefined &&
        sameContent(a.object.node, b.object.node)))
  );
}

function pathOf(
  { destination, name, namespace }: Application,
  how: Pick<ReadingPath, 'through' | 'declares' | 'made' | 'open'>,
): ReadingPath {
  return { cluster: destination.cluster, application: name, namespace, ...how };
}

function byCluster(a: ReadingPath, b: ReadingPath): number {
  return sortKey(a) < sortKey(b) ? -1 : 1;
}

function sortKey({ cluster, application, namespace }: ReadingPath): string {
  return [cluster ?? '\uffff', application, namespace].join('\n');
}
