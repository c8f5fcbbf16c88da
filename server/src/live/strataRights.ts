import type { NeededObject } from '../analysis/driftTypes.ts';
import {
  controllerKinds,
  generatorKind,
  projectKind,
  sourceKinds,
} from '../analysis/liveStatus.ts';
import type { Gatherer } from './gather.ts';

/** A rule of RBAC. */
export interface RightsRule {
  readonly group: string;
  readonly resources: readonly string[];
  /** The only objects that it is about; `undefined` for all. */
  readonly names?: readonly string[];
  readonly verbs: readonly string[];
}

/** The least that Strata needs on a cluster. */
export interface StrataRights {
  /** Sorted by group. */
  readonly rules: readonly RightsRule[];
  /** Kinds of Git that the server does not serve, as `Kind (apiVersion)`. */
  readonly notServed: readonly string[];
}

const reads = ['get', 'list', 'watch'];

/**
 * The least rights by which Strata reads what some objects of Git are compared with, and what controllers say: never Secrets,
 * and never all of something. With `dryRun` what asking the server for a dry run takes, too. Throws `ApiError` where the
 * cluster gives no answer.
 */
export async function strataRights(
  gatherer: Pick<Gatherer, 'typeOf'>,
  objects: readonly Pick<NeededObject, 'apiVersion' | 'kind'>[],
  { dryRun }: { readonly dryRun: boolean },
  signal: AbortSignal,
): Promise<StrataRights> {
  const groups = new Map<string, Map<string, readonly string[]>>();
  const notServed = new Set<string>();
  const add = (group: string, resource: string, verbs: readonly string[]): void => {
    const resources = groups.get(group) ?? new Map<string, readonly string[]>();
    groups.set(
      group,
      resources.set(resource, [...new Set([...(resources.get(resource) ?? []), ...verbs])]),
    );
  };
  const typed = new Map(
    objects.map(({ apiVersion, kind }) => [`${apiVersion} ${kind}`, { apiVersion, kind }]),
  );
  for (const { apiVersion, kind } of typed.values()) {
    if (apiVersion === 'v1' && kind === 'Secret') continue;
    const type = await gatherer.typeOf(apiVersion, kind, signal);
    if (type === undefined) notServed.add(`${kind} (${apiVersion})`);
    else add(groupOf(apiVersion), type.name, dryRun ? [...reads, 'patch', 'create'] : reads);
  }
  // A number of replicas is nobody's drift where an autoscaler sets it.
  const isScaled = [...typed.values()].some(({ kind }) =>
    ['Deployment', 'StatefulSet', 'ReplicaSet'].includes(kind),
  );
  if (isScaled) add('autoscaling', 'horizontalpodautoscalers', ['list']);
  for (const { apiVersion, kind } of [
    ...controllerKinds,
    projectKind,
    generatorKind,
    ...sourceKinds,
  ]) {
    const type = await gatherer.typeOf(apiVersion, kind, signal);
    if (type !== undefined) add(groupOf(apiVersion), type.name, reads);
  }
  // What happened to an application stands in the panel of the fleet.
  if (groups.size > 0) add('', 'events', ['list']);
  // What Argo CD ignores is nobody's drift either, and that stands in its settings.
  const isArgo = groups.get('argoproj.io')?.has('applications') === true;
  const settings =
    isArgo && groups.get('')?.has('configmaps') !== true
      ? [{ group: '', resources: ['configmaps'], names: ['argocd-cm'], verbs: ['get'] }]
      : [];
  const rules = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, resources]): readonly RightsRule[] => {
      const byVerbs = Map.groupBy([...resources], ([, verbs]) => verbs.join(' '));
      return [...byVerbs.values()].map((same) => ({
        group,
        resources: same.map(([resource]) => resource).sort(),
        verbs: same[0]?.[1] ?? [],
      }));
    });
  return { rules: [...settings, ...rules], notServed: [...notServed].sort() };
}

function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
}
