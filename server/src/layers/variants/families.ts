import type { Application } from '../../delivery/application.ts';
import { isInOrBelow } from '../../kustomize/files.ts';
import { compareBytes } from '../../util/compareBytes.ts';

/** Applications that are one and the same on several clusters. */
export interface Family {
  /** The name without that of the cluster; with the kind behind it where objects of two kinds have the name. */
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
 * of their clusters: an ApplicationSet, and an app of apps, writes them into the names of what it makes.
 */
export function familiesOf(applications: readonly Application[]): readonly Family[] {
  const found = new Map<string, { readonly kind: string; readonly own: FamilyMember[] }[]>();
  for (const application of applications) {
    const { kind } = application;
    const { cluster } = application.destination;
    if (cluster === undefined) continue;
    const name = familyName(application.name, cluster);
    const kinds = found.get(name) ?? [];
    found.set(name, kinds);
    const known = kinds.find((one) => one.kind === kind);
    if (known === undefined) kinds.push({ kind, own: [{ application, cluster }] });
    // Of two on one cluster, as in two namespaces, the first stands for both.
    else if (known.own.every((one) => one.cluster !== cluster))
      known.own.push({ application, cluster });
  }
  return [...found]
    .flatMap(([plainName, kinds]) =>
      kinds.map(({ kind, own }) => ({
        name: kinds.length > 1 ? `${plainName} (${kind})` : plainName,
        plainName,
        members: own.sort((a, b) => compareBytes(a.cluster, b.cluster)),
      })),
    )
    .sort((a, b) => compareBytes(a.name, b.name));
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
