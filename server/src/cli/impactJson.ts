import type { FieldImpact, ResourceImpact } from '../analysis/impact.ts';
import type { RootImpact, TreeImpact } from '../workspace/impact.ts';
import { dangerText } from './impactWords.ts';
import { toJson } from './json.ts';

/** The document that `strata impact --json` prints; see docs/schemas/impact.schema.json. */
export function impactJson(impact: TreeImpact): string {
  const { base, head, roots } = impact;
  return toJson({ base, head, roots: roots.map((root) => rootJson(root, impact)) });
}

function rootJson({ root, status, resources, gaps, dangers }: RootImpact, impact: TreeImpact) {
  return {
    root,
    status,
    resources: resources.map((one) => resourceJson(one, impact)),
    gaps,
    dangers: dangers.map((danger) => ({
      code: danger.code,
      message: dangerText(danger),
      resource: danger.resource,
      field: danger.field,
      origin: originJson(danger, impact),
    })),
  };
}

function resourceJson(one: ResourceImpact, impact: TreeImpact) {
  const { resource, name, previousName, change, restarts, fields, hidden } = one;
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
    fields: hasFields ? fields.map((field) => fieldJson(field, impact)) : undefined,
  };
}

function fieldJson(field: FieldImpact, impact: TreeImpact) {
  const { path, kind, before, after } = field;
  const moved = kind === 'order' ? true : undefined;
  return { path, moved, before, after, origin: originJson(field, impact) };
}

function originJson({ at }: Pick<FieldImpact, 'at'>, { rangeOf }: TreeImpact) {
  const range = rangeOf(at);
  return range && { file: range.file, line: range.start.line + 1 };
}
