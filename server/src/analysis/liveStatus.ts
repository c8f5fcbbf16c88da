import { joinSmoke, smokeOfObjects, type SmokeSignal } from '../drift/status/smoke.ts';
import { argocdStatus } from '../drift/status/argocdStatus.ts';
import { conditionsOf } from '../drift/status/conditions.ts';
import { fluxStatus } from '../drift/status/fluxStatus.ts';
import { withGlobalWindows } from '../drift/status/globalProjects.ts';
import { lastLooks } from '../drift/status/silence.ts';
import { inventoryOf } from '../drift/status/inventory.ts';
import { lastAttempt, type Attempt } from '../drift/status/lastAttempt.ts';
import { statusParts as partsOf } from '../drift/status/statusParts.ts';
import { maySyncByHand } from '../drift/status/syncWindows.ts';
import type {
  HealthState as Health,
  StatusContext,
  SyncState as Sync,
  UnitStatus as Unit,
} from '../drift/status/unitStatus.ts';
import { below, textOf, type JsonMap } from '../drift/json.ts';
import type { NeededObject } from './driftTypes.ts';

/** Where a unit stands, as its controller says. */
export type LiveUnitStatus = Unit;

/** Whether a unit runs what Git says. */
export type SyncState = Sync;

/** How what was deployed is doing. */
export type HealthState = Health;

/** What was tried of what is deployed. */
export type LiveSmoke = SmokeSignal;

/** What was tried of a unit: what its controller says, and what its own objects say of analyses. */
export function liveSmoke(
  status: LiveUnitStatus | undefined,
  objects: readonly JsonMap[],
): LiveSmoke | undefined {
  return joinSmoke([status?.smoke, smokeOfObjects(objects)]);
}

/** The kinds whose objects say where units stand. */
export const controllerKinds = [
  { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' },
  { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' },
  { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' },
] as const;

/** The kinds of Flux that say which revision there is. */
export const sourceKinds = [
  { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository' },
  { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'OCIRepository' },
  { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmChart' },
  { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'Bucket' },
] as const;

/** The kind of Argo CD whose objects say when applications may be synced. */
export const projectKind = { apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject' } as const;

/** The kind of Argo CD whose objects make Applications. */
export const generatorKind = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
} as const;

/** An ApplicationSet that makes no Applications, or not those that it should, and what its controller says of it. */
export interface FailingGenerator {
  readonly namespace: string;
  readonly name: string;
  readonly reason: string;
  readonly message: string;
  readonly since: string | undefined;
}

/**
 * The ApplicationSets that fail, of some.
 *
 * Source: argo-cd 3.2 applicationset_types.go `ApplicationSetConditionErrorOccurred`.
 */
export function failingGenerators(sets: readonly JsonMap[]): readonly FailingGenerator[] {
  return sets.flatMap((set) => {
    const failed = conditionsOf(set).get('ErrorOccurred');
    if (failed?.status !== 'True') return [];
    const { reason, message, since } = failed;
    const [namespace, name] = [below(set, 'metadata', 'namespace'), below(set, 'metadata', 'name')];
    return [{ namespace: textOf(namespace), name: textOf(name), reason, message, since }];
  });
}

/** What a status is told with beside the objects of controllers. */
export interface StatusReading {
  /** The projects of the Argo CD whose Applications these are. */
  readonly projects?: readonly JsonMap[];
  /** The ConfigMap with the settings of the Argo CD of an Application; `undefined` where it is not known. */
  readonly argocd?: ((application: JsonMap) => JsonMap | undefined) | undefined;
  /** When an object was last seen, in ISO form; `undefined` for now. */
  readonly seenAt?: ((unit: JsonMap) => string | undefined) | undefined;
}

/** The status of each unit, in the order of the objects; `now` is the time by which ages are told, in ISO form. */
export function liveStatuses(
  units: readonly JsonMap[],
  sources: readonly JsonMap[],
  now: string,
  { projects = [], argocd, seenAt }: StatusReading = {},
): readonly LiveUnitStatus[] {
  const known = new Map(sources.map((one) => [sourceKey(one), one]));
  const context: StatusContext = {
    now,
    seenAt,
    argocd,
    lastLook: lastLooks(units.filter((unit) => unit['kind'] === 'Application')),
    // Which commits touch a unit is told by git, which is asked where the local clone has both.
    touches: () => undefined,
    source: (kind, namespace, name) => known.get(`${kind} ${namespace} ${name}`),
    project: (application) => projectOf(application, projects, argocd?.(application)),
  };
  return units.map((unit) =>
    unit['kind'] === 'Application' ? argocdStatus(unit, context) : fluxStatus(unit, context),
  );
}

/** What a status is told by, of a unit: of hundreds of clusters there are too many to keep more. */
export function statusParts(unit: JsonMap): JsonMap {
  return partsOf(unit);
}

/** How a controller last tried to bring a unit to what Git says. */
export type UnitAttempt = Attempt;

/** The last attempt of a unit that has ended; `undefined` where there was none yet. */
export function attemptOf(unit: JsonMap): UnitAttempt | undefined {
  return lastAttempt(unit);
}

/**
 * The project of an Application among those of its Argo CD, with the windows that its global projects add where its settings
 * are known; `undefined` where it is not known.
 */
export function projectOf(
  unit: JsonMap,
  projects: readonly JsonMap[],
  argocd?: JsonMap,
): JsonMap | undefined {
  const name = textOf(below(unit, 'spec', 'project')) || 'default';
  const found = namedProject(projects, textOf(below(unit, 'metadata', 'namespace')), name);
  return found && withGlobalWindows(found, projects, argocd);
}

/**
 * Whether the windows of its project let an Application be synced by hand at a time, in ISO form; `unknown` where the project
 * is not known.
 */
export function syncByHand(
  unit: JsonMap,
  projects: readonly JsonMap[],
  now: string,
  argocd?: JsonMap,
): 'open' | 'closed' | 'unknown' {
  const project = projectOf(unit, projects, argocd);
  if (project === undefined) return 'unknown';
  return maySyncByHand(unit, project, now) ? 'open' : 'closed';
}

/** A unit whose pending change may as well be drift: the commits that tell which, by their ids. */
export function openChange(
  status: LiveUnitStatus,
): { readonly from: string; readonly to: string } | undefined {
  const waits = status.sync === 'waiting' && status.window !== undefined;
  if (status.sync !== 'pendingChange' && !waits) return undefined;
  const [from, ...more] = status.deployed;
  const [to] = status.desired;
  const isOne = more.length === 0 && status.desired.length === 1;
  return isOne &&
    from?.kind === 'git' &&
    to?.kind === 'git' &&
    from.hash !== undefined &&
    to.hash !== undefined
    ? { from: from.hash, to: to.hash }
    : undefined;
}

/**
 * The status of a unit, once it is known whether what changed between two commits is part of it: else what Argo CD calls out
 * of sync is drift (argo-cd#7629). Flux applies the next revision in any case.
 */
export function settledStatus(status: LiveUnitStatus, touches: boolean): LiveUnitStatus {
  // What a controller that has stopped said is no more certain than before.
  const certain = status.silentSince === undefined;
  if (status.controller === 'flux' || touches) return { ...status, certain };
  return { ...status, sync: 'drifted', certain };
}

/** What a controller says it has deployed, with the version at which each object is read. */
export function inventoryOfController(controller: JsonMap): readonly NeededObject[] {
  return inventoryOf(controller).map(({ group, version, kind, namespace, name }) => ({
    apiVersion: group === '' ? version || 'v1' : `${group}/${version || 'v1'}`,
    kind,
    namespace,
    name,
  }));
}

/** Applications may live in other namespaces than the projects of their Argo CD. */
function namedProject(
  projects: readonly JsonMap[],
  namespace: string,
  name: string,
): JsonMap | undefined {
  const named = projects.filter((one) => textOf(below(one, 'metadata', 'name')) === name);
  const own = named.find((one) => textOf(below(one, 'metadata', 'namespace')) === namespace);
  return own ?? (named.length === 1 ? named[0] : undefined);
}

function sourceKey(object: JsonMap): string {
  const metadata = below(object, 'metadata');
  return `${textOf(object['kind'])} ${textOf(below(metadata, 'namespace'))} ${textOf(below(metadata, 'name'))}`;
}
