import { readApplication } from '../argocd/application.ts';
import { isReadAsFollowed, type Application } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { projectsQuery } from '../layers/fleet/projectFiles.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import type { Reader } from '../query/database.ts';
import { excessOf, grantsOf, missingOf, type ExcessKind } from '../rights/grants.ts';
import { deliveryOf, identityOf } from '../rights/identities.ts';
import { needsOf } from '../rights/needs.ts';
import {
  leastProject,
  projectExcess,
  type LeastProject,
  type ProjectExcess,
} from '../rights/project.ts';
import type { Subject } from '../rights/readRoles.ts';
import type { Right, ScopedRule } from '../rights/rule.ts';
import { servedResources } from '../rights/served.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';
import { suggestion } from './suggestion.ts';

/** The least rights for what is delivered to a cluster, by a project, or to the clusters or the namespace of a tenant. */
export interface Rights {
  readonly kind: 'cluster' | 'project' | 'tenant';
  readonly name: string;
  /** One for each service account on each cluster, sorted. */
  readonly identities: readonly IdentityRights[];
  /** The projects of the Applications, sorted. */
  readonly projects: readonly ProjectRights[];
}

/** What one service account needs on one cluster, against what the repository grants it. */
export interface IdentityRights {
  /** `undefined` where only a controller knows it. */
  readonly cluster: string | undefined;
  readonly controller: 'argocd' | 'flux';
  /** Whom the rules are for. */
  readonly account: Subject;
  /** Who applies today, where that is somebody else, as Flux impersonates nobody: its controllers. */
  readonly today: readonly Subject[];
  readonly applications: readonly string[];
  readonly rules: readonly ScopedRule[];
  /** Kinds whose resource is guessed, since nothing there defines them. */
  readonly unknownKinds: readonly string[];
  /** Applications that do not stand here as they are delivered: what is missing of them needs rights that are not told. */
  readonly incomplete: readonly { readonly application: string; readonly why: Incomplete }[];
  readonly repository: TodayRights;
}

/** Why an application is not told whole. */
export type Incomplete = 'elsewhere' | 'gaps' | 'fails';

/** What the repository grants today. */
export interface TodayRights {
  /** How many rules and roles it grants; 0 where whoever set the controller up did so elsewhere. */
  readonly grants: number;
  readonly excess: readonly {
    readonly kind: ExcessKind;
    readonly role: string;
    readonly binding: string;
    readonly what: string;
    readonly range: SourceRange;
  }[];
  /** Needed and not granted; `undefined` where a role that is not here may grant it. */
  readonly missing: readonly Right[] | undefined;
  /** Roles that bindings name and that are not here. */
  readonly elsewhere: readonly string[];
}

/** What a project has to permit, and what it permits beside. */
export interface ProjectRights {
  readonly name: string;
  readonly namespace: string;
  readonly least: LeastProject;
  /** Whether the project stands here. */
  readonly isHere: boolean;
  readonly excess: readonly (Omit<ProjectExcess, 'at'> & { readonly range: SourceRange })[];
}

/** The rights of a name; a refusal with the name that may be meant. */
export type RightsAnswer =
  | { readonly kind: 'rights'; readonly rights: Rights }
  | { readonly kind: 'unknown'; readonly near: string | undefined };

/** The least rights for a cluster, a project of Argo CD or a tenant, in this order. Renders all that is delivered there. */
export function rightsFor(analysis: Analysis, name: string): Answer<RightsAnswer> {
  return analysis.ask((reader) => {
    const { applications } = reader.get(fleetQuery, '');
    const chosen = choose(reader, applications, name);
    if (chosen === undefined) return { kind: 'unknown', near: nearest(reader, applications, name) };
    const units = chosen.applications.map((application) => ({
      application,
      objects: reader.get(unitOutputQuery, application.key).resources,
    }));
    return {
      kind: 'rights',
      rights: {
        kind: chosen.kind,
        name,
        identities: identities(reader, units, applications),
        projects: projects(reader, units, applications),
      },
    };
  });
}

interface Unit {
  readonly application: Application;
  readonly objects: readonly Resource[];
}

function choose(
  reader: Reader,
  all: readonly Application[],
  name: string,
): { readonly kind: Rights['kind']; readonly applications: readonly Application[] } | undefined {
  const onCluster = all.filter(({ destination }) => destination.cluster === name);
  const clusters = reader.get(clustersQuery, '');
  if (onCluster.length > 0 || clusters.some((one) => one.name === name))
    return { kind: 'cluster', applications: onCluster };
  const ofProject = all.filter((one) => projectOf(one) === name);
  if (ofProject.length > 0 || reader.get(projectsQuery, '').some((one) => one.name === name))
    return { kind: 'project', applications: ofProject };
  const own = new Set(clusters.filter(({ tenant }) => tenant === name).map((one) => one.name));
  const ofTenant = all.filter(
    ({ destination, controller, namespace }) =>
      own.has(destination.cluster ?? '') || (controller === 'flux' && namespace === name),
  );
  return ofTenant.length > 0 ? { kind: 'tenant', applications: ofTenant } : undefined;
}

function nearest(reader: Reader, all: readonly Application[], name: string): string | undefined {
  const clusters = reader.get(clustersQuery, '');
  return suggestion(name, [
    ...clusters.map((one) => one.name),
    ...all.flatMap((one) => projectOf(one) ?? []),
    ...clusters.flatMap(({ tenant }) => tenant ?? []),
  ]);
}

function projectOf({ object, controller }: Application): string | undefined {
  return controller === 'argocd' && object !== undefined
    ? readApplication(object)?.project
    : undefined;
}

function identities(
  reader: Reader,
  units: readonly Unit[],
  all: readonly Application[],
): readonly IdentityRights[] {
  const named = units.flatMap((unit) => {
    const identity = identityOf(unit.application);
    return identity === undefined ? [] : [{ ...unit, identity }];
  });
  const groups = groupBy(named, ({ application: { destination, controller }, identity }) =>
    JSON.stringify([
      destination.cluster ?? '\uffff',
      controller,
      identity.proposed.namespace,
      identity.proposed.name,
    ]),
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]): readonly IdentityRights[] => {
      const [first] = own;
      if (first === undefined || first.application.controller === 'plain') return [];
      const { cluster } = first.application.destination;
      const { proposed } = first.identity;
      const accounts = [
        ...new Map(own.map(({ identity: { today } }) => [today.name, today])).values(),
      ];
      const there = all
        .filter(({ destination }) => destination.cluster === cluster && cluster !== undefined)
        .flatMap(({ key, destination }) =>
          reader
            .get(unitOutputQuery, key)
            .resources.map((object) => ({ object, namespace: destination.namespace || 'default' })),
        );
      const served = servedResources(there.map(({ object }) => object));
      const deliveries = own.map(({ application, objects }) => deliveryOf(application, objects));
      const { rules, unknownKinds } = needsOf(deliveries, served);
      const grants = grantsOf(there, accounts);
      return [
        {
          cluster,
          controller: first.application.controller,
          account: proposed,
          today: accounts.filter(({ name }) => name !== proposed.name),
          applications: own.map(({ application }) => application.name).sort(),
          rules,
          unknownKinds,
          incomplete: own.flatMap(({ application }) => {
            const why = incompleteness(reader, application);
            return why === undefined ? [] : [{ application: application.name, why }];
          }),
          repository: {
            grants: grants.rules.length + grants.elsewhere.length,
            excess: excessOf(grants, rules).map(({ at, ...one }) => ({
              ...one,
              range: rangeOfPointer(reader, at),
            })),
            missing: missingOf(grants, rules),
            elsewhere: [...new Set(grants.elsewhere.map(({ role }) => role))].sort(),
          },
        },
      ];
    });
}

function incompleteness(reader: Reader, { key, sources }: Application): Incomplete | undefined {
  const { gaps, failures } = reader.get(unitOutputQuery, key);
  if (sources.some((source) => source.chart === undefined && !isReadAsFollowed(source)))
    return 'elsewhere';
  return gaps.length > 0 ? 'gaps' : failures.length > 0 ? 'fails' : undefined;
}

/** A project is for all its Applications, wherever they go: what one cluster does not need, another may. */
function projects(
  reader: Reader,
  units: readonly Unit[],
  all: readonly Application[],
): readonly ProjectRights[] {
  const known = reader.get(projectsQuery, '');
  const names = new Set(units.map(({ application }) => projectOf(application)));
  const own = all.flatMap((application) => {
    const read = application.object && readApplication(application.object);
    if (read === undefined || !names.has(read.project)) return [];
    const objects = reader.get(unitOutputQuery, application.key).resources;
    const namespace = application.destination.namespace || 'default';
    return [{ application: read, objects, namespace }];
  });
  const served = servedResources(own.flatMap(({ objects }) => objects));
  return [...groupBy(own, ({ application }) => application.project)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, deliveries]) => {
      const least = leastProject(deliveries, served);
      const project = known.find((one) => one.name === name);
      return {
        name,
        namespace: project?.namespace ?? deliveries[0]?.application.namespace ?? '',
        least,
        isHere: project !== undefined,
        excess: (project === undefined ? [] : projectExcess(project, least)).map(
          ({ at, ...one }) => ({
            ...one,
            range: rangeOfPointer(reader, at),
          }),
        ),
      };
    });
}
