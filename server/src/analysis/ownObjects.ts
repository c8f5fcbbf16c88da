import type { Resource } from '../kustomize/resource.ts';
import { isDeclaring } from '../layers/fleet/declaring.ts';
import { handApplied, isLeanedOn } from '../layers/fleet/handApplied.ts';
import { objectDangers } from '../layers/fleet/objectDangers.ts';
import { parentKey, parseKey } from '../layers/fleet/unitKeys.ts';
import { applicationsByKey } from '../layers/fleet/fleet.ts';
import { compareNodes } from '../layers/compareNodes.ts';
import type { Render } from '../layers/compareRenders.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { groupBy } from '../util/groupBy.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { withStaying, type DangerImpact, type Impact, type ResourceImpact } from './impact.ts';
import type { ApplicationPair, ReachedFleet } from './impactApplications.ts';
import type { newRenderComparer } from './impactRoot.ts';
import { nameOf, resourceText } from './resourceName.ts';

/** What became of the object of an application itself. */
export interface OwnObjectImpact {
  /** Its fields that differ. */
  readonly resource: ResourceImpact;
  /** Whether a root or another application delivers it, whose output tells the same. */
  readonly isDelivered: boolean;
}

/** What differs in the object of an application that is there on both sides; `undefined` where nothing does. */
export function ownObject(
  { before, after }: ApplicationPair,
  { fleet }: Pick<ReachedFleet, 'fleet'>,
  compare: ReturnType<typeof newRenderComparer>,
): OwnObjectImpact | undefined {
  if (before?.object === undefined || after?.object === undefined) return undefined;
  const { resources } = compare(renderOf([before.object]), renderOf([after.object]));
  const resource = resources.find(({ change }) => change === 'changed');
  if (resource === undefined) return undefined;
  const parent = parentKey(after.key);
  const isDelivered = parseKey(parent).kind === 'root' || applicationsByKey(fleet).has(parent);
  return { resource, isDelivered };
}

/** The files that say the fields in which the two objects of an application differ, patches of roots among them. */
export function filesOfOwnFields({ before, after }: ApplicationPair): readonly FileId[] {
  if (before?.object === undefined || after?.object === undefined) return [];
  const [old, fresh] = [before.object, after.object];
  const files = compareNodes(old.node, fresh.node).flatMap((field) => [
    ...(field.before === undefined ? [] : filesOfNode(old, field.before.node)),
    ...(field.after === undefined ? [] : filesOfNode(fresh, field.after.node)),
  ]);
  return [...new Set(files)];
}

/** Who wrote a node and what is in it. */
function filesOfNode(object: Resource, node: ResourceNode): readonly FileId[] {
  const inside = node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
  const { file } = object.originOf(node).writtenAt;
  return [file, ...inside.flatMap((one) => filesOfNode(object, one))];
}

/** What it costs that the object of an application is another one. */
export function ownDangersOf({ before, after }: ApplicationPair): readonly DangerImpact[] {
  if (before?.object === undefined || after?.object === undefined) return [];
  const resource = resourceText(nameOf(after.object));
  return objectDangers(before.object, after.object).map(({ code, account, at }) => ({
    code,
    resource,
    field: undefined,
    other: account,
    at: { side: 'after', pointer: at },
  }));
}

/** What became of the objects of a file that somebody applies by hand. */
export interface HandAppliedImpact extends Pick<Impact, 'resources' | 'dangers'> {
  readonly file: FileId;
}

/** The objects that somebody applies by hand from files among some paths. */
export function handAppliedObjects(
  analysis: Analysis,
  changed: ReadonlySet<FileId>,
): Answer<readonly Resource[]> {
  return analysis.ask((reader) => handApplied(reader, changed));
}

/**
 * The objects that somebody applies by hand and that say something else now, by the file that they stand in now, or stood
 * in. That an application is new, gone or elsewhere is told with the applications, and that a root delivers another object
 * from now on, or no longer, with `others`: the names of what they are told to create or delete. What is gone stays on its
 * cluster: nobody deletes it there.
 */
export function handAppliedImpacts(
  before: readonly Resource[],
  after: readonly Resource[],
  compare: ReturnType<typeof newRenderComparer>,
  others: ReadonlySet<string>,
): readonly HandAppliedImpact[] {
  const files = new Set([...after, ...before].map(({ source }) => source.file));
  return [...files].sort().flatMap((file) => {
    const { old, fresh } = handAppliedOfFile(before, after, file);
    const told = compare(renderOf(old), renderOf(fresh));
    const names = new Set([...old, ...fresh].filter((one) => isToldByName(one, others)).map(keyOf));
    const { resources, dangers } = withStaying(told, () => true);
    const changed = resources.filter(
      ({ change, resource }) =>
        change === 'changed' ||
        ((change === 'created' || change === 'deleted') && names.has(resource)),
    );
    const shown = new Set(changed.map(({ resource }) => resource));
    const own = dangers.filter(({ resource }) => shown.has(resource));
    return changed.length === 0 ? [] : [{ file, resources: changed, dangers: own }];
  });
}

/**
 * The objects of one file that somebody applies by hand, and what they were: what stood in the same file, else what stood
 * in one that has no such object any more. What is gone belongs to the file that it stood in.
 */
export function handAppliedOfFile(
  before: readonly Resource[],
  after: readonly Resource[],
  file: FileId,
): Readonly<Record<'old' | 'fresh', readonly Resource[]>> {
  const placeOf = (one: Resource): string => `${one.source.file}\n${keyOf(one)}`;
  const [there, now] = [new Set(before.map(placeOf)), new Set(after.map(placeOf))];
  const left = groupBy(
    before.filter((one) => !now.has(placeOf(one))),
    keyOf,
  );
  const come = groupBy(
    after.filter((one) => !there.has(placeOf(one))),
    keyOf,
  );
  const fresh = after.filter(({ source }) => source.file === file);
  const old = before.filter((one) => {
    if (now.has(placeOf(one))) return one.source.file === file;
    const key = keyOf(one);
    const target = come.get(key)?.[left.get(key)?.indexOf(one) ?? -1];
    return (target ?? one).source.file === file;
  });
  return { old, fresh };
}

/** Whether it is told that an object is new or gone. */
function isToldByName(one: Resource, others: ReadonlySet<string>): boolean {
  return isLeanedOn(one) && !isDeclaring(one.id) && !others.has(keyOf(one));
}

function keyOf(resource: Resource): string {
  return resourceText(nameOf(resource));
}

/** The object of an application as something renders to it. */
export function objectOf(application: ApplicationPair['before']): Render | undefined {
  return application?.object && renderOf([application.object]);
}

/** Objects as something renders to them. */
export function renderOf(resources: readonly Resource[]): Render {
  return { resources, failures: [], gaps: [], closed: [], hidden: [] };
}
