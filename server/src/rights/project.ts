import type { ArgoProject } from '../argocd/appProject.ts';
import type { ArgoApplication } from '../argocd/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import type { Served } from './served.ts';

/** An Application of a project, and what it puts on its cluster. */
export interface ProjectDelivery {
  readonly application: ArgoApplication;
  readonly objects: readonly Resource[];
  readonly namespace: string;
}

/** What a project has to permit, and no more. */
export interface LeastProject {
  readonly sourceRepos: readonly string[];
  readonly destinations: readonly ProjectPlace[];
  readonly clusterResourceWhitelist: readonly ProjectKind[];
  readonly namespaceResourceWhitelist: readonly ProjectKind[];
}

/** A cluster, as Applications name it, with a namespace. */
export interface ProjectPlace {
  readonly name?: string;
  readonly server?: string;
  readonly namespace: string;
}

/** A kind with its group. */
export interface ProjectKind {
  readonly group: string;
  readonly kind: string;
}

/** The least project for Applications. Source: Argo CD util/argo/argo.go `ValidatePermissions`, app_project_types.go. */
export function leastProject(deliveries: readonly ProjectDelivery[], served: Served): LeastProject {
  const kinds = (namespaced: boolean): readonly ProjectKind[] =>
    distinct(
      deliveries.flatMap(({ objects }) =>
        objects
          .filter((one) => served(one.id).namespaced === namespaced)
          .map(({ id: { group, kind } }) => ({ group, kind })),
      ),
    );
  return {
    sourceRepos: distinct(
      deliveries.flatMap(({ application: { hydrator, sources } }) =>
        (hydrator === undefined ? sources : [hydrator.dry]).flatMap(
          ({ repoUrl }) => repoUrl?.value ?? [],
        ),
      ),
    ),
    destinations: distinct(
      deliveries.flatMap(({ application: { destination }, objects, namespace }) => {
        const cluster =
          destination.server === undefined
            ? { name: destination.name?.value ?? '' }
            : { server: destination.server.value };
        const places = objects
          .filter((one) => served(one.id).namespaced)
          .map(({ id }) => id.namespace || namespace);
        return [destination.namespace?.value ?? '', ...places]
          .filter((one) => one !== '')
          .map((one) => ({ ...cluster, namespace: one }));
      }),
    ),
    clusterResourceWhitelist: kinds(false),
    namespaceResourceWhitelist: kinds(true),
  };
}

/** A line of a project that permits more than is needed. */
export interface ProjectExcess {
  readonly field:
    'sourceRepos' | 'destinations' | 'clusterResourceWhitelist' | 'namespaceResourceWhitelist';
  readonly what: string;
  readonly at: SourcePointer;
}

/** Lines of a project with wildcards or with what no Application needs. */
export function projectExcess(project: ArgoProject, least: LeastProject): readonly ProjectExcess[] {
  const kindsOf = (
    field: 'clusterResourceWhitelist' | 'namespaceResourceWhitelist',
  ): readonly ProjectExcess[] =>
    (project[field] ?? [])
      .filter(
        ({ group, kind }) => !least[field].some((one) => one.group === group && one.kind === kind),
      )
      .map(({ group, kind, at }) => ({
        field,
        what: `${group === '' ? 'core' : group}/${kind}`,
        at,
      }));
  return [
    ...project.sourceRepos
      .filter(({ value }) => !value.startsWith('!') && !least.sourceRepos.includes(value))
      .map(({ value, at }) => ({ field: 'sourceRepos', what: value, at }) as const),
    ...project.destinations
      .filter(
        (one) =>
          !one.namespace.startsWith('!') &&
          !least.destinations.some((other) => isSamePlace(one, other)),
      )
      .map(({ name, server, namespace, at }) => ({
        field: 'destinations' as const,
        what: `${name || server} ${namespace}`,
        at,
      })),
    ...kindsOf('clusterResourceWhitelist'),
    // A project that lists none permits all kinds in namespaces.
    ...(project.namespaceResourceWhitelist === undefined
      ? [
          {
            field: 'namespaceResourceWhitelist',
            what: 'all kinds in namespaces',
            at: project.at,
          } as const,
        ]
      : kindsOf('namespaceResourceWhitelist')),
  ];
}

function isSamePlace(one: ArgoProject['destinations'][number], other: ProjectPlace): boolean {
  const isSameCluster =
    (other.server !== undefined && one.server === other.server) ||
    (other.name !== undefined && one.name === other.name);
  return isSameCluster && one.namespace === other.namespace;
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((one) => [JSON.stringify(one), one]))]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([, one]) => one);
}
