import type { DangerImpact, FieldImpact, Impact, ResourceImpact } from './impact.ts';
import { englishMessage } from '../text/messages.ts';
import type { TreeImpact } from './treeImpact.ts';
import { dangerText } from './impactWords.ts';

/** What became of what is rendered. */
export interface RenderRow {
  readonly status: Impact['status'];
  readonly resources: readonly ResourceRow[];
  readonly gaps: Impact['gaps'];
  readonly dangers: readonly DangerRow[];
  /** Why it does not build now; what the gaps say already is not among it. */
  readonly failures?: readonly FailureRow[] | undefined;
  /** Set where it does not build and was not there before. */
  readonly new?: true | undefined;
}

/** Why something does not build. */
export interface FailureRow {
  readonly code: string;
  readonly message: string;
  readonly origin?: OriginRow | undefined;
}

/** An object that differs. */
export interface ResourceRow {
  readonly resource: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly previousName?: string | undefined;
  readonly change: ResourceImpact['change'];
  readonly restarts: boolean;
  readonly hidden?: true | undefined;
  readonly stays?: true | undefined;
  readonly fields?: readonly FieldRow[] | undefined;
}

/** A field that differs. */
export interface FieldRow {
  readonly path: string;
  readonly moved?: true | undefined;
  readonly before?: FieldImpact['before'];
  readonly after?: FieldImpact['after'];
  readonly origin?: OriginRow | undefined;
}

/** A line of a file, counted from 1. */
export interface OriginRow {
  readonly file: string;
  readonly line: number;
}

/** A danger of a change. */
export interface DangerRow {
  readonly code: string;
  readonly message: string;
  readonly resource: string;
  readonly field?: string | undefined;
  readonly origin?: OriginRow | undefined;
}

/** What became of what is rendered, as JSON has it. */
export function renderRow(
  { status, resources, gaps, dangers, failures, isNew }: Impact,
  impact: Pick<TreeImpact, 'rangeOf'>,
): RenderRow {
  const told = failures.map(({ code, parameters, at }) => ({
    code,
    message: englishMessage({ code, parameters }),
    origin: at && originOf({ at }, impact),
  }));
  return {
    status,
    resources: resources.map((one) => resourceRow(one, impact)),
    gaps,
    dangers: dangers.map((danger) => dangerRow(danger, impact)),
    failures: told.length > 0 ? told : undefined,
    new: isNew && status === 'fails' ? true : undefined,
  };
}

/** A danger, as JSON has it. */
export function dangerRow(danger: DangerImpact, impact: Pick<TreeImpact, 'rangeOf'>): DangerRow {
  return {
    code: danger.code,
    message: dangerText(danger),
    resource: danger.resource,
    field: danger.field,
    origin: originOf(danger, impact),
  };
}

/** An object that differs, as JSON has it. */
export function resourceRow(one: ResourceImpact, impact: Pick<TreeImpact, 'rangeOf'>): ResourceRow {
  const { resource, name, previousName, change, restarts, fields, hidden, stays } = one;
  const hasFields = change === 'changed' || change === 'renamed';
  return {
    resource,
    group: name.group,
    version: name.version,
    kind: name.kind,
    namespace: name.namespace === '' ? undefined : name.namespace,
    name: name.name,
    previousName,
    change,
    restarts,
    hidden: hidden ? true : undefined,
    stays: stays ? true : undefined,
    fields: hasFields ? fields.map((field) => fieldRow(field, impact)) : undefined,
  };
}

function fieldRow(field: FieldImpact, impact: Pick<TreeImpact, 'rangeOf'>): FieldRow {
  const { path, kind, before, after } = field;
  const moved = kind === 'order' ? true : undefined;
  return { path, moved, before, after, origin: originOf(field, impact) };
}

function originOf(
  { at }: Pick<FieldImpact, 'at'>,
  { rangeOf }: Pick<TreeImpact, 'rangeOf'>,
): OriginRow | undefined {
  const range = rangeOf(at);
  return range && { file: range.file, line: range.start.line + 1 };
}
