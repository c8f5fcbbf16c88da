import type { Application } from '../../delivery/application.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { staysByItself } from '../stayingObjects.ts';
import { fleetQuery } from './fleet.ts';
import { lineage, type UnitKey } from './unitKeys.ts';
import { unitObjectQuery } from './units.ts';

/** A unit on the way to an application, as far as it is there. */
export interface UnitOnTheWay {
  readonly object: Resource | undefined;
  /** Set where the unit is an application. */
  readonly application: Application | undefined;
}

/** The units on the way to a unit, from the entry on, the unit itself at the end; what is not there is without an object. */
export function unitsOnTheWay(reader: Reader, key: UnitKey): readonly UnitOnTheWay[] {
  const { applications } = reader.get(fleetQuery, '');
  const keys = lineage(key);
  const own = new Map(
    applications.flatMap((one) => (keys.includes(one.key) ? [[one.key, one] as const] : [])),
  );
  return keys.map((unit, index) => ({
    object: index === 0 ? undefined : reader.get(unitObjectQuery, unit),
    application: own.get(unit),
  }));
}

/** The units on the way in one tree, and what another one does not deliver. */
export interface OtherUnits {
  readonly units: readonly UnitOnTheWay[];
  readonly isLost: (key: UnitKey) => boolean;
}

/**
 * The same units in another tree, of which the last is not there; the applications before it may come out on another way, and
 * are known by their names. `isLost` tells by its key what that tree does not deliver.
 */
export function sameUnits(
  reader: Reader,
  key: UnitKey,
  { units, isLost }: OtherUnits,
): readonly UnitOnTheWay[] {
  const { applications } = reader.get(fleetQuery, '');
  return unitsOnTheWay(reader, key).map((unit, index) => {
    const old = units[index]?.application;
    const isLast = index === units.length - 1;
    if (isLast || unit.object !== undefined || old === undefined) return unit;
    const application = applications.find(
      ({ key: own, kind, namespace, name, certainty, destination: { cluster } }) =>
        certainty !== 'open' &&
        !isLost(own) &&
        kind === old.kind &&
        namespace === old.namespace &&
        name === old.name &&
        cluster === old.destination.cluster,
    );
    return { object: application?.object, application };
  });
}

/** What becomes on its cluster of an application that is in Git no more. */
export type Leaving =
  /** It goes away, and all that it has deployed with it. */
  | 'everything'
  /** It goes away, and what it has deployed stays. */
  | 'itself'
  /** It stays as it is, since nothing takes it away. */
  | 'nothing';

/**
 * What becomes of an application that is gone from Git, by the ways to it before and after. What somebody applied by hand is
 * taken to be deleted by hand as well.
 *
 * Source: Argo CD 3.2.0 applicationset_controller.go `Reconcile`, `deleteInCluster`; its Applications belong to an
 * ApplicationSet and go with it (`SetControllerReference`); controller/appcontroller.go `shouldBeDeleted`;
 * kustomize-controller v1.9.6 kustomization_controller.go `prune`, `finalizerShouldDeleteResources`.
 */
export function leavingOf(
  before: readonly UnitOnTheWay[],
  after: readonly UnitOnTheWay[],
): Leaving {
  let keeps: (object: Resource) => boolean = () => false;
  let leaving: Leaving = 'everything';
  for (const [index, { object, application }] of before.entries()) {
    if (object === undefined) continue;
    const now = after[index];
    const isKept = now?.object === undefined && keeps(object);
    const there = now?.object;
    leaving = isKept ? 'nothing' : application?.cascades === false ? 'itself' : 'everything';
    if (object.id.kind === 'ApplicationSet') {
      const isDeleting = there === undefined ? !isKept : deletesApplications(there);
      keeps = () => !isDeleting;
    } else if (application === undefined) {
      keeps = () => isKept;
    } else if (there !== undefined) {
      const prunes = now?.application?.prunes === true;
      keeps = (child) => !prunes || staysByItself(child, 'pruned');
    } else {
      const isGone = leaving === 'everything';
      keeps = (child) => !isGone || staysByItself(child, 'deleted');
    }
  }
  return leaving;
}

/** Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/applicationset_types.go `ApplicationsSyncPolicy.AllowDelete`. */
function deletesApplications({ node }: Resource): boolean {
  const policy = field(field(field(node, 'spec'), 'syncPolicy'), 'applicationsSync');
  return !['create-only', 'create-update'].includes(rawText(policy));
}
