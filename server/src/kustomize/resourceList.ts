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
  const result = [...resources];
  const isThere = added.length <= few ? searching(result) : remembering(result);
  for (const resource of added) {
    if (isThere(resource.id)) {
      report(problem('kustomize.duplicate-resource', { id: describeId(resource.id) }), resource);
    } else {
      result.push(resource);
    }
  }
  return result;
}

/** Up to so many are looked for one by one: most lists grow by a file at a time, and keys of all would be made each time. */
const few = 4;

function searching(resources: readonly Resource[]): (id: ResourceId) => boolean {
  return (id) => resources.some((one) => resourceIdEquals(one.id, id));
}

/** Remembers what it is asked for. */
function remembering(resources: readonly Resource[]): (id: ResourceId) => boolean {
  const seen = new Set(resources.map(({ id }) => idKey(id)));
  return (id) => {
    const key = idKey(id);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  };
}

/** Kustomize ends in a panic where it looks for what a resource was called and its account of that is broken. */
export function historyProblem(resource: Resource): Problem | undefined {
  if (!resource.hasBrokenHistory) return undefined;
  const at = resource.originOf(resource.node).writtenAt;
  return problem('kustomize.bad-history', { id: describeId(resource.id) }, at);
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
  for (const resource of resources) {
    const broken = historyProblem(resource);
    if (broken !== undefined) return broken;
  }
  const found = indexesByAnyId(resources, (other) => resourceIdEquals(id, other));
  const [index] = found;
  if (index === undefined) return problem('kustomize.no-match-for-patch', { id: describeId(id) });
  if (found.length > 1) return problem('kustomize.many-matches-for-patch', { id: describeId(id) });
  return index;
}
