import { problem, type Problem } from '../text/problem.ts';
import { resourceIdEquals, type ResourceId } from '../kubernetes/resourceId.ts';
import { describeId, idKey, type Resource } from './resource.ts';

/*
 * The resources of a build, in their order, no two with one id. kustomize's ResMap as plain lists.
 * Source: kustomize api v0.21.1 resmap/reswrangler.go.
 */

/** Appends resources; one whose id is there already is a problem and left out. Source: `AppendAll`. */
export function appendAll(
  resources: readonly Resource[],
  added: readonly Resource[],
  report: (problem: Problem, resource: Resource) => void,
): readonly Resource[] {
  if (added.length === 0) return resources;
  const seen = new Set(resources.map((resource) => idKey(resource.id)));
  const result = [...resources];
  for (const resource of added) {
    const key = idKey(resource.id);
    if (seen.has(key)) {
      report(problem('kustomize.duplicate-resource', { id: describeId(resource.id) }), resource);
      continue;
    }
    seen.add(key);
    result.push(resource);
  }
  return result;
}

/** The indexes of the resources that are, or were at an earlier step, what the predicate takes. */
export function indexesByAnyId(
  resources: readonly Resource[],
  matches: (id: ResourceId) => boolean,
): readonly number[] {
  const result: number[] = [];
  for (const [index, resource] of resources.entries()) {
    if (resource.previousIds.some(matches) || matches(resource.id)) result.push(index);
  }
  return result;
}

/** The one resource that has or had an id. Source: `GetById`. */
export function indexById(resources: readonly Resource[], id: ResourceId): number | Problem {
  const found = indexesByAnyId(resources, (other) => resourceIdEquals(id, other));
  const [index] = found;
  if (index === undefined) return problem('kustomize.no-match-for-patch', { id: describeId(id) });
  if (found.length > 1) return problem('kustomize.many-matches-for-patch', { id: describeId(id) });
  return index;
}
