import type { Resource } from '../kustomize/resource.ts';
import { handApplied } from '../layers/fleet/handApplied.ts';
import { objectDangers } from '../layers/fleet/objectDangers.ts';
import { parentKey, parseKey } from '../layers/fleet/unitKeys.ts';
import { applicationsByKey } from '../layers/fleet/fleet.ts';
import type { Render } from '../layers/compareRenders.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { DangerImpact, Impact, ResourceImpact } from './impact.ts';
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
 * The objects that somebody applies by hand and that say something else now, by the file that they stand in now. That an
 * application is new, gone or elsewhere is told with the applications.
 */
export function handAppliedImpacts(
  before: readonly Resource[],
  after: readonly Resource[],
  compare: ReturnType<typeof newRenderComparer>,
): readonly HandAppliedImpact[] {
  const old = groupBy(before, keyOf);
  return [...groupBy(after, ({ source }) => source.file)].flatMap(([file, fresh]) => {
    const same = fresh.flatMap((one) => old.get(keyOf(one))?.slice(0, 1) ?? []);
    const { resources, dangers } = compare(renderOf(same), renderOf(fresh));
    const changed = resources.filter(({ change }) => change === 'changed');
    const names = new Set(changed.map(({ resource }) => resource));
    const own = dangers.filter(({ resource }) => names.has(resource));
    return changed.length === 0 ? [] : [{ file, resources: changed, dangers: own }];
  });
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
