import type { Resource } from '../kustomize/resource.ts';
import { dangersOf, type DangerCode } from '../layers/compareDangers.ts';
import type { FieldDifference, NodePlace } from '../layers/compareNodes.ts';
import type { ComparedGap, RenderComparison, RenderStatus } from '../layers/compareRenders.ts';
import type { ResourceChange } from '../layers/compareResources.ts';
import type { ObjectDangerCode } from '../layers/fleet/objectDangers.ts';
import { staysByItself } from '../layers/stayingObjects.ts';
import { maskedField, type Masks } from '../secrets/redact.ts';
import type { Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { fieldText } from './fieldPath.ts';
import { withoutQuotedValues } from './locatedProblem.ts';
import { unprintable } from './renderedRoot.ts';
import { nameOf, resourceText, type ResourceName } from './resourceName.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** What became of a rendered thing, ready to leave: values of Secrets are masked. */
export interface Impact {
  readonly status: RenderStatus;
  readonly resources: readonly ResourceImpact[];
  readonly gaps: readonly ComparedGap[];
  readonly dangers: readonly DangerImpact[];
  /** Why it does not build now; what the gaps say already is not among it. */
  readonly failures: readonly FailureImpact[];
  /** Whether it was not there before. */
  readonly isNew: boolean;
}

/** Why something does not build, without values that could be secret: `text/messages.ts` has the words. */
export interface FailureImpact {
  readonly code: string;
  readonly parameters: Problem['parameters'];
  /** `undefined` where it has no place of its own. */
  readonly at: SidePointer | undefined;
}

/** One object that differs. */
export interface ResourceImpact {
  /** `Kind[.group]/[namespace/]name`. */
  readonly resource: string;
  readonly name: ResourceName;
  /** The name with its old hash, where only the hash is another one. */
  readonly previousName: string | undefined;
  readonly change: Exclude<ResourceChange['kind'], 'hidden'>;
  /** The object is in something that cannot be had; that it changed is told by a patch of it. */
  readonly hidden: boolean;
  readonly restarts: boolean;
  /** It is in Git no more, and stays on its cluster all the same. */
  readonly stays: boolean;
  /** Empty where the object is new, gone or only moved. */
  readonly fields: readonly FieldImpact[];
}

/** One field that differs; `before` is `undefined` where it is new, `after` where it is gone. */
export interface FieldImpact {
  /** A FIELD: of the new object, of the old one where it is gone. */
  readonly path: string;
  /** `order`: the items only moved, and the two values are their keys. */
  readonly kind: 'value' | 'order';
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly at: SidePointer;
}

/** A place in one of the two trees. */
export interface SidePointer {
  readonly side: 'before' | 'after';
  readonly pointer: SourcePointer;
}

/** A danger at the place that causes it. */
export interface DangerImpact {
  readonly code: DangerCode | ObjectDangerCode | 'impact.two-owners';
  readonly resource: string;
  /** The FIELD that cannot be changed in place. */
  readonly field: string | undefined;
  /** The application that owns the object, too; the service account that applies from now on, `''` for the controller's. */
  readonly other?: string | undefined;
  readonly at: SidePointer;
}

/** Tells a comparison; all that goes into one output shares the masks. */
export function describeComparison(
  { status, changes, gaps, failures, unprintable: bad, isNew }: RenderComparison,
  masks: Masks,
): Impact {
  const how = status === 'deleted' ? 'deleted' : 'pruned';
  const told = {
    status,
    isNew,
    failures: [...failures, ...bad.flatMap(problemOfPrinting)].map(describeFailure),
    resources: changes.map((change) => ({
      ...describeChange(change, masks),
      stays: change.kind === 'deleted' && staysByItself(change.before, how),
    })),
    gaps,
    dangers: dangersOf(changes).map(({ code, resource, path }) => {
      const isGone = changes.some((one) => one.kind === 'deleted' && one.before === resource);
      return {
        code,
        resource: resourceText(nameOf(resource)),
        field: path && fieldText(resource.node, path),
        at: pointerOf(resource, resource.node, isGone ? 'before' : 'after'),
      };
    }),
  };
  return withStaying(told, () => false);
}

/** What is told of objects, where some that are in Git no more stay on their cluster: nothing is lost with them. */
export function withStaying<Told extends Pick<Impact, 'resources' | 'dangers'>>(
  told: Told,
  stays: (one: ResourceImpact) => boolean,
): Told {
  const resources = told.resources.map((one) =>
    one.change === 'deleted' && stays(one) ? { ...one, stays: true } : one,
  );
  const staying = new Set(resources.flatMap((one) => (one.stays ? [one.resource] : [])));
  const dangers = told.dangers.filter(
    ({ code, resource }) =>
      !staying.has(resource) ||
      (!code.startsWith('impact.prunes-') && code !== 'impact.changes-rbac'),
  );
  return { ...told, resources, dangers };
}

function problemOfPrinting(resource: Resource): readonly Problem[] {
  const printed = writeCanonical(resource.node);
  return 'problem' in printed ? [unprintable(resource, printed.problem)] : [];
}

/** A failure of the new tree, without values that could be secret. */
export function describeFailure({ code, parameters, at }: Problem): FailureImpact {
  return {
    code,
    parameters: withoutQuotedValues(parameters),
    at: at && { side: 'after', pointer: at },
  };
}

function describeChange(change: ResourceChange, masks: Masks): Omit<ResourceImpact, 'stays'> {
  const { kind } = change;
  const resource =
    kind === 'deleted' ? change.before : kind === 'hidden' ? change.patch : change.after;
  const name = nameOf(resource);
  const hidden = kind === 'hidden';
  const common = {
    resource: resourceText(name),
    name,
    change: kind === 'hidden' ? ('changed' as const) : kind,
    hidden,
  };
  if (kind !== 'changed' && kind !== 'renamed') {
    return { ...common, previousName: undefined, restarts: false, fields: [] };
  }
  const { before, after, restarts } = change;
  const isRenamed = change.kind === 'renamed';
  const fields = isRenamed ? change.fields.filter((one) => !isName(one)) : change.fields;
  return {
    ...common,
    previousName: isRenamed ? before.id.name : undefined,
    restarts,
    fields: fields.map((one) => describeField(one, before, after, masks)),
  };
}

/** That the name of a renamed object differs is said already. */
function isName({ after }: FieldDifference): boolean {
  return after?.path.join('/') === 'metadata/name';
}

function describeField(
  difference: FieldDifference,
  before: Resource,
  after: Resource,
  masks: Masks,
): FieldImpact {
  const { kind } = difference;
  const [old, fresh] = [difference.before, difference.after];
  const values = {
    kind,
    before: old && valueAt(before, old, masks),
    after: fresh && valueAt(after, fresh, masks),
  };
  if (fresh !== undefined) {
    const at = pointerOf(after, fresh.node, 'after');
    return { path: fieldText(after.node, fresh.path), ...values, at };
  }
  const place = old ?? { path: [], node: before.node };
  const at = pointerOf(before, place.node, 'before');
  return { path: fieldText(before.node, place.path), ...values, at };
}

function valueAt(resource: Resource, place: NodePlace, masks: Masks): JsonValue {
  const decoded = decodeToJson(maskedField(resource.node, place, masks));
  return 'value' in decoded ? decoded.value : null;
}

function pointerOf(
  resource: Resource,
  node: Parameters<Resource['originOf']>[0],
  side: SidePointer['side'],
): SidePointer {
  return { side, pointer: resource.originOf(node).writtenAt };
}

/** The ranges of pointers in the tree of one side. */
export function locatePointers(
  analysis: Analysis,
  pointers: readonly SourcePointer[],
): Answer<ReadonlyMap<SourcePointer, SourceRange>> {
  return analysis.ask((reader) => {
    const known = new Map<string, SourceRange>();
    return new Map(
      pointers.map((pointer) => {
        const key = JSON.stringify(pointer);
        const range = known.get(key) ?? rangeOfPointer(reader, pointer);
        known.set(key, range);
        return [pointer, range];
      }),
    );
  });
}
