import { plain } from '../plan/versionText.ts';
import type { PlanDraft, PlannedChange } from '../plan/planTypes.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { FieldImpact, Impact, ResourceImpact } from './impact.ts';
import { explains, isAdopted, isDerived, mentions } from './planExplains.ts';
import { positionAt, type SourceRange } from './sourceRange.ts';
import type { TreeImpact } from './treeImpact.ts';

/** One field that a plan changes, on one cluster, or in one root that no known application delivers. */
export interface PlanEffect {
  readonly cluster: string | undefined;
  /** The application, or the folder of the root. */
  readonly application: string;
  readonly root: FileId | undefined;
  readonly resource: string;
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** Of a whole object, whose path is `/`: whether it comes or goes; `undefined` for a field. */
  readonly change?: 'created' | 'deleted' | undefined;
  /** Whether the plan means it. */
  readonly intended: boolean;
}

/** Something rendered that a plan reaches. */
export interface Reached {
  readonly cluster: string | undefined;
  readonly name: string;
  readonly root: FileId | undefined;
  readonly key: string | undefined;
  readonly isTarget: boolean;
  readonly objectChanged: boolean;
  readonly impact: Pick<Impact, 'resources' | 'gaps' | 'dangers' | 'failures'> & {
    readonly status: string;
  };
}

interface Arrivals {
  readonly arrived: Set<PlannedChange>;
  readonly rangeOf: TreeImpact['rangeOf'];
}

/** The fields and objects that a plan changes in something rendered; the changes that arrive are put into `arrived`. */
export function effectsOf(
  draft: PlanDraft,
  reached: Reached,
  { arrived, rangeOf }: Arrivals,
): readonly PlanEffect[] {
  const { changes } = draft;
  const { cluster, name, root, isTarget, objectChanged, impact } = reached;
  const common = { cluster, application: name, root };
  const renames = impact.resources.flatMap(({ previousName, name: now }) =>
    previousName === undefined ? [] : [[previousName, now.name] as const],
  );
  const effects: PlanEffect[] = [];
  const isWhole = isWholeMeant(draft, reached);
  const explain: Explain = ({ before, after, path, at }, resource) => {
    const adopted = changes.filter((one) => isAdopted(one, resource, path));
    for (const one of adopted) arrived.add(one);
    if (adopted.length > 0) return true;
    const single = changes.filter((one) => explains([one], renames, before, after));
    const isTogether = single.length === 0 && explains(changes, renames, before, after);
    const by = isTogether ? changes.filter((one) => mentions(one, after)) : single;
    for (const one of writtenBy(by, rangeOf(at), draft)) arrived.add(one);
    return isTogether || single.length > 0 || isDerived(path) || isWhole;
  };
  for (const resource of impact.resources)
    effects.push(...ofResource(resource, explain, { ...common, isTarget, isWhole }));
  effects.push(
    ...ofGaps(impact.gaps, changes, arrived).map((one) => ({
      ...common,
      ...one,
      intended: isTarget,
    })),
  );
  if (objectChanged && effects.length === 0) {
    for (const one of changes) {
      arrived.add(one);
      effects.push({
        ...common,
        resource: 'the object itself',
        path: one.field,
        before: plain(one.before),
        after: plain(one.after),
        intended: isTarget,
      });
    }
  }
  return effects;
}

/** What cannot be rendered here and is asked for in another version now: the old and the new side of it in one. */
function ofGaps(
  gaps: Impact['gaps'],
  changes: readonly PlannedChange[],
  arrived: Set<PlannedChange>,
): readonly Pick<PlanEffect, 'resource' | 'path' | 'before' | 'after'>[] {
  const found = new Map<string, Pick<PlanEffect, 'resource' | 'path' | 'before' | 'after'>>();
  for (const { kind, detail, changed } of gaps) {
    if (!changed) continue;
    const old = changes.find(({ before }) => before !== '' && detail.includes(plain(before)));
    const fresh = changes.filter(({ after }) => detail.includes(plain(after)));
    for (const one of fresh) arrived.add(one);
    const [by = old] = fresh;
    const version = fresh.length > 0 ? by?.after : by?.before;
    const path = version === undefined ? detail : detail.replaceAll(plain(version), '{}');
    const values =
      by === undefined
        ? { before: undefined, after: undefined }
        : { before: plain(by.before), after: plain(by.after) };
    found.set(`${kind} ${path}`, { resource: kind, path, ...values });
  }
  return [...found.values()];
}

/** Whether changes explain the difference of a field of an object. */
type Explain = (field: FieldImpact, resource: string) => boolean;

/** Of the changes that would explain a value, those that stand where it was written, as far as any does. */
function writtenBy(
  changes: readonly PlannedChange[],
  range: SourceRange | undefined,
  { texts }: PlanDraft,
): readonly PlannedChange[] {
  const inFile = changes.filter(({ at }) => at.file === range?.file);
  const line = range?.start.line;
  const onLine = inFile.filter(
    ({ at }) => positionAt(texts.get(at.file)?.before ?? '', at.offset).line === line,
  );
  return onLine.length > 0 ? onLine : inFile.length > 0 ? inFile : changes;
}

function ofResource(
  { resource, change, fields, previousName, name }: ResourceImpact,
  explain: Explain,
  {
    isTarget,
    isWhole,
    ...common
  }: Pick<PlanEffect, 'cluster' | 'application' | 'root'> & {
    readonly isTarget: boolean;
    /** Whether it is made of a folder that is copied: then objects may come and go. */
    readonly isWhole: boolean;
  },
): readonly PlanEffect[] {
  if (change === 'created' || change === 'deleted') {
    return [
      {
        ...{ ...common, resource, path: '/', before: undefined, after: undefined, change },
        intended: isWhole && isTarget,
      },
    ];
  }
  if (change === 'reordered') return [];
  const renamed: readonly PlanEffect[] =
    previousName === undefined
      ? []
      : [
          {
            ...common,
            resource,
            path: '/metadata/name',
            before: previousName,
            after: name.name,
            intended: isTarget,
          },
        ];
  return [
    ...renamed,
    ...fields.map((one) => ({
      ...common,
      resource,
      path: one.path,
      before: one.before,
      after: one.after,
      intended: explain(one, resource) && isTarget,
    })),
  ];
}

/** Whether something is made of a folder that is copied as a whole: whatever changes in it is meant. */
export function isWholeMeant({ copiedReach }: PlanDraft, { key, root }: Reached): boolean {
  if (copiedReach === undefined) return false;
  return key === undefined
    ? root !== undefined && copiedReach.roots.has(root)
    : copiedReach.applications.has(key);
}
