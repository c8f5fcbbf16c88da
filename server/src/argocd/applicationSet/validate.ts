import { quoteGo } from '../../template/goQuote.ts';
import { listClusters, localServer, type ClusterSecret } from './clusterGenerator.ts';
import { textAt, type JsonObject } from './json.ts';

/** What an application is checked against. */
export interface ValidationContext {
  readonly applicationSetName: string;
  readonly clusters: readonly ClusterSecret[];
  readonly argocdNamespace: string;
  readonly hasProject: (name: string) => boolean;
}

/**
 * What the controller finds wrong with applications, by `namespace/name`; names are held to nothing but being unique.
 * Source: Argo CD 3.2.0 applicationset/controllers/applicationset_controller.go `validateGeneratedApplications`;
 * util/argo/argo.go `GetDestinationCluster`.
 */
export function invalidApplications(
  applications: readonly JsonObject[],
  context: ValidationContext,
): ReadonlyMap<string, string> {
  const invalid = new Map<string, string>();
  const names = new Set<string>();
  for (const application of applications) {
    const name = textAt(application, 'metadata', 'name');
    const problem = names.has(name)
      ? `ApplicationSet ${context.applicationSetName} contains applications with duplicate name: ${name}`
      : applicationProblem(application, context);
    names.add(name);
    if (problem !== undefined) {
      const namespace = textAt(application, 'metadata', 'namespace');
      invalid.set(namespace === '' ? name : `${namespace}/${name}`, problem);
    }
  }
  return invalid;
}

function applicationProblem(
  application: JsonObject,
  context: ValidationContext,
): string | undefined {
  const project = textAt(application, 'spec', 'project');
  if (!context.hasProject(project)) {
    return `application references project ${project} which does not exist`;
  }
  const problem = destinationProblem(application, context);
  return problem === undefined ? undefined : `application destination spec is invalid: ${problem}`;
}

function destinationProblem(
  application: JsonObject,
  { clusters, argocdNamespace }: ValidationContext,
): string | undefined {
  const server = textAt(application, 'spec', 'destination', 'server');
  const name = textAt(application, 'spec', 'destination', 'name');
  const known = listClusters(clusters, argocdNamespace);
  if (name !== '' && server !== '') {
    return `application destination can't have both name and server defined: ${name} ${server}`;
  }
  if (server !== '') {
    return server === localServer || known.some((cluster) => cluster.server === server)
      ? undefined
      : `error getting cluster by server ${quoteGo(server)}: rpc error: code = NotFound desc = cluster ${quoteGo(server)} not found`;
  }
  if (name === '') {
    return 'Destination server missing from app spec';
  }
  const servers = known.filter((cluster) => cluster.name === name).map((cluster) => cluster.server);
  if (servers.length === 0) {
    return `there are no clusters with this name: ${name}`;
  }
  return servers.length > 1
    ? `there are ${servers.length} clusters with the same name: [${servers.join(' ')}]`
    : undefined;
}
