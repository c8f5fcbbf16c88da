import { readApplication } from '../../argocd/application.ts';
import type { Application, ApplicationSource } from '../../delivery/application.ts';
import { environmentByName } from '../../layers/register/environment.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import type { Placed, PracticeFound } from './placed.ts';

/**
 * Applications that follow a branch of an environment (`practice.environment-branch`): what tells environments apart stands in
 * branches then, which nobody can compare by reading files, and a promotion is a merge of all that differs. Branches that a
 * hydrator writes are output, and meant to be one for each.
 */
export function environmentBranches(placed: readonly Placed[]): readonly PracticeFound[] {
  return placed.flatMap(({ application, cluster }) =>
    application.sources.filter(followsEnvironment).map(({ revision = '' }) => ({
      code: 'practice.environment-branch',
      application,
      at: placeOf(application, revision),
      cluster,
      parameters: { application: application.name, branch: shortName(revision) },
    })),
  );
}

function followsEnvironment({ revision, chart, hydratedTo }: ApplicationSource): boolean {
  if (revision === undefined || chart !== undefined || hydratedTo !== undefined) return false;
  return isEnvironmentBranch(revision);
}

/** Branches of work, of releases and tags may name an environment as well; they come and go, or stand still. */
const passing =
  /^(?:refs\/tags\/|(?:bug|bugfix|chore|dependabot|feat|feature|fix|hotfix|release|releases|renovate|revert|users?)[/-])|\d+\.\d+|^v\d|^[0-9a-f]{7,40}$|[*$]|\{\{/i;

/** Whether a revision is a branch that stands for an environment, by its name. */
export function isEnvironmentBranch(revision: string): boolean {
  return !passing.test(revision) && environmentByName(shortName(revision), []) !== undefined;
}

function shortName(revision: string): string {
  return revision.replace(/^refs\/heads\//, '');
}

/** Where an Application names the revision; its object where it is said elsewhere. */
function placeOf({ object, declaredAt }: Application, revision: string): SourcePointer {
  const sources = (object && readApplication(object)?.sources) ?? [];
  const named = sources.find(({ targetRevision }) => targetRevision?.value === revision);
  return named?.targetRevision?.at ?? declaredAt;
}
