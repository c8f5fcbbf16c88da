import type { Application } from '../delivery/application.ts';
import {
  leavingOf,
  sameUnits,
  unitsOnTheWay,
  type Leaving,
  type OtherUnits,
  type UnitOnTheWay,
} from '../layers/fleet/staying.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { withStaying, type ResourceImpact } from './impact.ts';
import type { ApplicationPair } from './impactApplications.ts';
import type { ApplicationImpact, RootImpact } from './treeImpact.ts';

/** What becomes on its cluster of an application that is gone: the way to it is asked on both sides. */
export function unitsBefore(
  analysis: Analysis,
  { key }: Application,
): Answer<readonly UnitOnTheWay[]> {
  return analysis.ask((reader) => unitsOnTheWay(reader, key));
}

/** The same way on the other side. */
export function unitsAfter(
  analysis: Analysis,
  { key }: Application,
  units: OtherUnits,
): Answer<readonly UnitOnTheWay[]> {
  return analysis.ask((reader) => sameUnits(reader, key, units));
}

/** What becomes of an application that is gone; `undefined` where no controller brought it. */
export function leavingOfApplication(
  { controller }: Application,
  before: readonly UnitOnTheWay[],
  after: readonly UnitOnTheWay[],
): Leaving | undefined {
  return controller === 'plain' ? undefined : leavingOf(before, after);
}

/** Whether all objects that an application has no more stay on its cluster. */
export function keepsAll(
  { after }: Pick<ApplicationPair, 'after'>,
  leaving: ApplicationImpact['leaving'],
): boolean {
  return after === undefined
    ? leaving === 'itself' || leaving === 'nothing'
    : !after.prunes && after.controller !== 'plain';
}

/** Which objects that an application has no more stay on its cluster. */
export function staysOf(
  { before, after }: ApplicationPair,
  leaving: ApplicationImpact['leaving'],
): (one: ResourceImpact) => boolean {
  if (keepsAll({ after }, leaving)) return () => true;
  if (after !== undefined) return () => false;
  // Source: Argo CD 3.2.0 controller/appcontroller.go `shouldBeDeleted`.
  return ({ name: { kind } }) =>
    before?.controller === 'argocd' && kind === 'CustomResourceDefinition';
}

/**
 * Roots without dangers that never come: what is gone from one stays, where every application that is made of it, or of what
 * builds on it, keeps all; `usersOf` gives the roots that name a root.
 */
export function withStayingRoots(
  roots: readonly RootImpact[],
  applications: readonly ApplicationImpact[],
  usersOf: ReadonlyMap<FileId, readonly FileId[]>,
): readonly RootImpact[] {
  const byFolder = groupBy(
    applications.flatMap((one) =>
      [one.row.path, one.previousPath].flatMap((path) =>
        path === undefined ? [] : [{ path, one }],
      ),
    ),
    ({ path }) => path,
  );
  return roots.map((impact) => {
    if (impact.resources.every(({ change }) => change !== 'deleted')) return impact;
    const above = new Set([impact.root]);
    for (const root of above) for (const user of usersOf.get(root) ?? []) above.add(user);
    // A folder without a kustomization file is delivered with the roots below it.
    const folders = new Set([...above].flatMap((root) => [root, ...foldersAbove(root)]));
    const own = [...folders].flatMap((folder) => byFolder.get(folder) ?? []);
    const keeps = own.length > 0 && own.every(({ one }) => one.keepsAll);
    return keeps ? withStaying(impact, () => true) : impact;
  });
}

function foldersAbove(path: FileId): readonly FileId[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
