import { localName, localServer } from '../../argocd/applicationSet/clusterGenerator.ts';
import { problemsOf, type ArgoProject, type KnownCluster } from '../../argocd/appProject.ts';
import { readApplication } from '../../argocd/application.ts';
import type { Application } from '../../delivery/application.ts';
import type { Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import { groupBy } from '../../util/groupBy.ts';
import { knownClustersQuery, withoutSlash, type KnownClusters } from './clustersOfFleet.ts';
import { fleetQuery } from './fleet.ts';
import { hasGlobalProjects } from './globalProjects.ts';
import { missingProjects } from './missingProjects.ts';
import { projectsQuery } from './projectFiles.ts';

/**
 * What projects forbid of the Applications of the fleet (`argocd.repository-not-permitted`,
 * `argocd.destination-not-permitted`, `argocd.namespace-not-permitted`, `argocd.missing-project`), and projects that forbid nothing
 * (`argocd.project-permits-all`).
 */
export function projectFindings(reader: Reader): readonly Problem[] {
  return [
    ...reader
      .get(projectsQuery, '')
      .filter(permitsAll)
      .map(({ name, at }) => problem('argocd.project-permits-all', { project: name }, at)),
    ...[...forbiddenApplications(reader).values()].flat(),
  ];
}

/**
 * What projects forbid of Applications, by their keys; Argo CD refuses to sync these. Sources and destinations that a global
 * project may permit are left out: what it permits adds to every project that it matches.
 *
 * Source: Argo CD 3.2.0 util/argo/argo.go `mergeVirtualProject`.
 */
export function forbiddenApplications(reader: Reader): ReadonlyMap<string, readonly Problem[]> {
  const projects = reader.get(projectsQuery, '');
  if (projects.length === 0) return new Map();
  const byName = groupBy(projects, ({ name }) => name);
  const clusters = reader.get(knownClustersQuery, '');
  const { applications } = reader.get(fleetQuery, '');
  const missing = missingProjects(reader);
  const mayAdd = hasGlobalProjects(reader);
  return new Map(
    applications.flatMap((one): readonly (readonly [string, readonly Problem[]])[] => {
      const lacking = missing.get(one.key);
      if (lacking !== undefined) return [[one.key, [lacking]]];
      const problems = forbidden(one, byName, clusters).filter(
        ({ code }) => !mayAdd || !addedByGlobal.has(code),
      );
      return problems.length > 0 ? [[one.key, problems]] : [];
    }),
  );
}

/** What global projects may permit. */
const addedByGlobal: ReadonlySet<string> = new Set([
  'argocd.repository-not-permitted',
  'argocd.destination-not-permitted',
]);

/** An Argo CD has its projects beside it; of several that may be meant, one that permits it is enough. */
function forbidden(
  { object, certainty, destination }: Application,
  projects: ReadonlyMap<string, readonly ArgoProject[]>,
  clusters: KnownClusters,
): readonly Problem[] {
  const application = object && readApplication(object);
  if (application === undefined || certainty === 'open') return [];
  const named = projects.get(application.project) ?? [];
  const own = named.filter(({ namespace }) => namespace === application.namespace);
  const found = (own.length > 0 ? own : named).map((project) =>
    problemsOf(application, project, {
      cluster: knownCluster(destination, application.destination.name?.value, clusters),
    }),
  );
  return found.every((one) => one.length > 0) ? (found[0] ?? []) : [];
}

/** The cluster that an Application names, with the half that the register adds. */
function knownCluster(
  { server }: Application['destination'],
  name: string | undefined,
  { secrets, nameByServer }: KnownClusters,
): KnownCluster {
  if (name === localName) return { name, server: localServer };
  if (name !== undefined) return { name, server: secrets.find((one) => one.name === name)?.server };
  if (server === undefined) return { name: undefined, server: undefined };
  const known = nameByServer[withoutSlash(server)];
  return { name: withoutSlash(server) === localServer ? (known ?? localName) : known, server };
}

function permitsAll({
  sourceRepos,
  destinations,
  clusterResourceWhitelist,
  clusterResourceBlacklist,
}: ArgoProject): boolean {
  return (
    sourceRepos.some(({ value }) => value === '*') &&
    !sourceRepos.some(({ value }) => value.startsWith('!')) &&
    destinations.some(
      ({ name, server, namespace }) => (name === '*' || server === '*') && namespace === '*',
    ) &&
    !destinations.some((one) =>
      [one.name, one.server, one.namespace].some((text) => text.startsWith('!')),
    ) &&
    clusterResourceWhitelist.some(({ group, kind }) => group === '*' && kind === '*') &&
    clusterResourceBlacklist.length === 0
  );
}
