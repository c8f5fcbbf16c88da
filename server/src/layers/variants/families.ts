import type { Application } from '../../delivery/application.ts';
import { isInOrBelow } from '../../kustomize/files.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { groupBy } from '../../util/groupBy.ts';

/** Applications that are one and the same on several clusters. */
export interface Family {
  /** The name without that of the cluster; behind it what tells apart those that share it: their kinds, their folders. */
  readonly name: string;
  /** The name alone. */
  readonly plainName: string;
  /** One for each cluster, sorted by cluster. */
  readonly members: readonly FamilyMember[];
}

/** An application on a cluster that the tree knows. */
export interface FamilyMember {
  readonly application: Application;
  readonly cluster: string;
}

/**
 * The families of a fleet, sorted by name. Applications are of one family where their names are the same but for the names
 * of their clusters: an ApplicationSet, and an app of apps, writes them into the names of what it makes. Where several of
 * one name stand on a cluster, each folder that they are made of is a family of its own; those of one folder are one.
 */
export function familiesOf(applications: readonly Application[]): readonly Family[] {
  const found = new Map<string, Map<string, FamilyMember[]>>();
  for (const application of applications) {
    const { kind } = application;
    const { cluster } = application.destination;
    if (cluster === undefined) continue;
    const name = familyName(application.name, cluster);
    const kinds = found.get(name) ?? new Map<string, FamilyMember[]>();
    found.set(name, kinds);
    const own = kinds.get(kind) ?? [];
    kinds.set(kind, own);
    own.push({ application, cluster });
  }
  return [...found]
    .flatMap(([plainName, kinds]) =>
      [...kinds].flatMap(([kind, all]) =>
        byFolder(all).map(([folder, members]) => {
          const marks = [...(kinds.size > 1 ? [kind] : []), ...(folder === '' ? [] : [folder])];
          return {
            name: marks.length > 0 ? `${plainName} (${marks.join(', ')})` : plainName,
            plainName,
            members: members.toSorted((a, b) => compareBytes(a.cluster, b.cluster)),
          };
        }),
      ),
    )
    .sort((a, b) => compareBytes(a.name, b.name));
}

/** Applications of one name and kind, one for each cluster: by their folders as far as a cluster has several, else by `''`. */
function byFolder(all: readonly FamilyMember[]): readonly (readonly [string, FamilyMember[]])[] {
  const folders = groupBy(all, ({ cluster }) => cluster);
  const shared = new Set<string>();
  for (const own of folders.values()) {
    const several = new Set(own.map(folderOf));
    if (several.size > 1) for (const folder of several) shared.add(folder);
  }
  const groups = groupBy(all, (one) => (shared.has(folderOf(one)) ? folderOf(one) : ''));
  return [...groups].map(([folder, own]) => [
    folder,
    [...groupBy(own, ({ cluster }) => cluster).values()].flatMap(([first]) => first ?? []),
  ]);
}

/** What an application is made of, the same on all clusters; without a folder, as a chart has none, where it is declared. */
function folderOf({ application, cluster }: FamilyMember): string {
  const { sources, declaredAt, namespace } = application;
  const paths = sources.flatMap(({ path }) => path ?? []);
  const file = namespace === '' ? declaredAt.file : `${declaredAt.file} in ${namespace}`;
  const text = paths.length > 0 ? paths.join(' + ') : file;
  return text
    .split('/')
    .map((part) => (part === cluster ? '*' : part))
    .join('/');
}

/** The name of an application without that of its cluster: `checkout-prod-eu-1` on `prod-eu-1` is `checkout`. */
export function familyName(name: string, cluster: string): string {
  if (name === cluster) return name;
  for (const separator of ['-', '.', '_']) {
    if (name.endsWith(separator + cluster)) return name.slice(0, -cluster.length - 1);
    if (name.startsWith(cluster + separator)) return name.slice(cluster.length + 1);
  }
  return name;
}

/** The families that a word means: the name of one, of an application, or the folder that holds the layers of some. */
export function familiesNamed(families: readonly Family[], word: string): readonly Family[] {
  const own = families.filter(({ name, plainName }) => name === word || plainName === word);
  if (own.length > 0) return own;
  const byMember = families.filter(({ members }) =>
    members.some(({ application }) => application.name === word),
  );
  if (byMember.length > 0) return byMember;
  const folder = word.replace(/^\.\//, '').replace(/\/+$/, '');
  return families.filter(({ members }) =>
    members.some(({ application }) =>
      application.sources.some(
        ({ isHere, path }) => isHere && path !== undefined && isInOrBelow(path, folder),
      ),
    ),
  );
}
