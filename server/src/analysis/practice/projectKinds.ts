import { readApplication } from '../../argocd/application.ts';
import { isKindPermitted } from '../../argocd/appProject.ts';
import type { Application } from '../../delivery/application.ts';
import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { hasGlobalProjects } from '../../layers/fleet/globalProjects.ts';
import { projectsQuery } from '../../layers/fleet/projectFiles.ts';
import type { Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import { groupBy } from '../../util/groupBy.ts';
import { practiceFactsQuery } from './facts.ts';

interface ToldOf {
  readonly application: Application;
  readonly problem: Problem;
}

/**
 * Objects that the project of their Application does not let it deliver (`argocd.kind-not-permitted`), the first of each kind.
 * Where a global project may permit more, and of custom objects, whose scope only a cluster knows, nothing is told.
 */
export function forbiddenKinds(reader: Reader): readonly Problem[] {
  return forbiddenKindsOf(reader).map(({ problem: found }) => found);
}

/** The same with the application that each is told of. */
export function forbiddenKindsOf(reader: Reader): readonly ToldOf[] {
  const projects = groupBy(reader.get(projectsQuery, ''), ({ name }) => name);
  if (projects.size === 0 || hasGlobalProjects(reader)) return [];
  return reader.get(fleetQuery, '').applications.flatMap((one): readonly ToldOf[] => {
    const { key, name, object, certainty } = one;
    const application = object && readApplication(object);
    if (application === undefined || certainty === 'open') return [];
    const named = projects.get(application.project) ?? [];
    const own = named.filter(({ namespace }) => namespace === application.namespace);
    const meant = own.length > 0 ? own : named;
    if (meant.length === 0) return [];
    return reader
      .get(practiceFactsQuery, key)
      .kinds.flatMap(({ object: told, scope, at, ...id }) => {
        if (meant.some((each) => isKindPermitted(each, id, scope))) return [];
        const { project } = application;
        const found = problem(
          'argocd.kind-not-permitted',
          { project, application: name, object: told },
          at,
        );
        return [{ application: one, problem: found }];
      });
  });
}
