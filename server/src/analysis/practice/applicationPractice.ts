import type { Application } from '../../delivery/application.ts';
import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { sharedOwners } from '../../layers/fleet/fleetFindings.ts';
import { unnotified } from '../../layers/fleet/notified.ts';
import { forbiddenApplications } from '../../layers/fleet/projects.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { Problem } from '../../text/problem.ts';
import { groupBy } from '../../util/groupBy.ts';
import { practiceFound } from './clusterPractice.ts';
import type { PracticeFound } from './placed.ts';
import { forbiddenKindsOf } from './projectKinds.ts';

/** Something about an application as a whole, at the line that makes it so. */
export type ToldOfApplication = Omit<PracticeFound, 'cluster'>;

/**
 * What is told of each application as a whole, by its key: what projects of Argo CD refuse, who else owns its objects, whether
 * anybody is told when it fails, and what the field would do otherwise.
 */
export const practiceByApplicationQuery: Query<
  '',
  ReadonlyMap<string, readonly ToldOfApplication[]>
> = {
  name: 'practiceByApplication',
  compute: (_key, reader) =>
    groupBy(
      [
        ...refused(reader),
        ...forbiddenKindsOf(reader).flatMap(told),
        ...sharedOwners(reader).flatMap(told),
        ...unnotified(reader).flatMap(told),
        ...practiceFound(reader),
      ],
      ({ application }) => application.key,
    ),
};

function refused(reader: Reader): readonly ToldOfApplication[] {
  const forbidden = forbiddenApplications(reader);
  return reader
    .get(fleetQuery, '')
    .applications.flatMap((application) =>
      (forbidden.get(application.key) ?? []).flatMap((problem) => told({ application, problem })),
    );
}

function told({
  application,
  problem: { code, parameters, at },
}: {
  readonly application: Application;
  readonly problem: Problem;
}): readonly ToldOfApplication[] {
  return [{ code, parameters, application, at: at ?? application.declaredAt }];
}
