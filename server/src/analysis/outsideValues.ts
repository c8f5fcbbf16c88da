import type { Application } from '../delivery/application.ts';
import { applicationsByKey } from '../layers/fleet/fleet.ts';
import { lineage } from '../layers/fleet/unitKeys.ts';
import { valuesNames, type ValuesName } from '../layers/fleet/valuesBeside.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ComparedGap } from '../layers/compareRenders.ts';
import type { ApplicationPair, ReachedFleet } from './impactApplications.ts';
import type { ResourceImpact } from './impact.ts';
import type { ApplicationImpact, RootImpact } from './treeImpact.ts';

/** An object of values that a change changes, with the application that delivers it. */
interface ChangedValues extends ValuesName {
  /** `undefined` where nothing is known to deliver it. */
  readonly provider: Provider | undefined;
}

/** An application that the change reaches, and what becomes of its objects. */
export interface Provider {
  readonly key: string;
  readonly cluster: string | undefined;
  readonly path: FileId | undefined;
  readonly resources: readonly ResourceImpact[];
}

/** An application that takes values from objects that another one delivers beside it, and that change. */
export interface OutsidePair {
  readonly pair: ApplicationPair;
  /** What is not known, as its render would tell it. */
  readonly gaps: readonly ComparedGap[];
}

/**
 * The applications of Flux whose values come from ConfigMaps and Secrets that are changed, that none of their own parents
 * yields and that are not put in either: what these hold on the cluster is what another application delivers there.
 * Source: kustomize-controller api/v1 `PostBuild.SubstituteFrom`; helm-controller api/v2 `HelmRelease.ValuesFrom`.
 */
export function outsidePairs(
  providers: readonly Provider[],
  roots: readonly RootImpact[],
  { before, after }: Readonly<Record<'before' | 'after', Pick<ReachedFleet, 'fleet' | 'taken'>>>,
): readonly OutsidePair[] {
  const changed = changedValues(providers, roots);
  if (changed.length === 0) return [];
  const names = new Set(changed.map(({ kind, name }) => `${kind}/${name}`));
  const then = applicationsByKey(before.fleet);
  const now = applicationsByKey(after.fleet);
  return after.fleet.applications.flatMap((one): readonly OutsidePair[] => {
    const old = then.get(one.key);
    if (one.controller !== 'flux' || old === undefined) return [];
    const isPutIn = ({ kind, namespace, name }: ValuesName): boolean =>
      [before, after].every(({ taken }) =>
        taken.get(one.key)?.some(({ object }) => object === `${kind}/${namespace}/${name}`),
      );
    const wanted = valuesOf(one).filter(
      (value) => names.has(`${value.kind}/${value.name}`) && !isPutIn(value),
    );
    const parents = new Set(lineage(one.key));
    // The object lives where the controller runs, which may be another cluster than the one that it delivers to.
    const home = [one.destination.cluster, now.get(one.parent ?? '')?.destination.cluster];
    const outside = wanted.filter((value) =>
      changed.some(
        (other) =>
          isSameValues(value, other) &&
          (other.provider === undefined ||
            (home.includes(other.provider.cluster) && !parents.has(other.provider.key))),
      ),
    );
    const gaps = outside.map(({ kind, namespace, name }): ComparedGap => ({
      kind: 'cluster',
      detail: `${kind}/${namespace}/${name}`,
      changed: true,
    }));
    const pair = { before: old, after: one, objectChanged: false };
    return gaps.length > 0 ? [{ pair, gaps }] : [];
  });
}

/** Whether any application takes values from objects that may be delivered beside it. */
export function takesValues({ fleet }: Pick<ReachedFleet, 'fleet'>): boolean {
  return fleet.applications.some((one) => one.controller === 'flux' && valuesOf(one).length > 0);
}

/** What became of an application whose values change beside it: that of them which shows is told, and else it is unknown. */
export function withOutsideValues(
  impact: ApplicationImpact,
  gaps: readonly ComparedGap[],
): ApplicationImpact {
  const known = new Set(gaps.map(({ detail }) => detail));
  const others = impact.gaps.filter(({ kind, detail }) => kind !== 'cluster' || !known.has(detail));
  const isQuiet = impact.status === 'touched';
  return {
    ...impact,
    gaps: [...others, ...gaps],
    ...(isQuiet && { status: 'unknown', outputStatus: 'unknown' }),
  };
}

function changedValues(
  providers: readonly Provider[],
  roots: readonly RootImpact[],
): readonly ChangedValues[] {
  const delivered = new Set(providers.map(({ path }) => path));
  return [
    ...providers.flatMap((one) => valuesAmong(one.resources, one)),
    ...roots.flatMap(({ root, resources }) =>
      delivered.has(root) ? [] : valuesAmong(resources, undefined),
    ),
  ];
}

function valuesAmong(
  resources: readonly ResourceImpact[],
  provider: ChangedValues['provider'],
): readonly ChangedValues[] {
  return resources.flatMap(({ name: { group, kind, namespace, name }, previousName, change }) =>
    group === '' && (kind === 'ConfigMap' || kind === 'Secret') && change !== 'reordered'
      ? [name, ...(previousName === undefined ? [] : [previousName])].map((one) => ({
          kind,
          namespace,
          name: one,
          provider,
        }))
      : [],
  );
}

function valuesOf({ object }: Application): readonly ValuesName[] {
  return object === undefined ? [] : valuesNames(object);
}

function isSameValues(a: ValuesName, b: ValuesName): boolean {
  const inOne = a.namespace === b.namespace || a.namespace === '' || b.namespace === '';
  return inOne && a.kind === b.kind && a.name === b.name;
}
