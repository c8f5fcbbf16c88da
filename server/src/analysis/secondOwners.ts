import type { Application } from '../delivery/application.ts';
import { ownedName, ownedObjectsQuery, secondOwners } from '../layers/fleet/ownedObjects.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { DangerImpact } from './impact.ts';
import { nameOf, resourceText } from './resourceName.ts';

/** An application, and the objects that are new on its cluster, by their names there. */
export interface Newcomers {
  readonly application: Application;
  readonly objects: readonly string[];
}

/** The objects that an application puts on its cluster, by their names there. */
export function ownedObjects(
  analysis: Analysis,
  application: Application,
): Answer<readonly string[]> {
  return analysis.ask((reader) => reader.get(ownedObjectsQuery, application.key));
}

/** The danger that an object that is new with an application has another owner there, by the keys of applications. */
export function secondOwnerDangers(
  analysis: Analysis,
  newcomers: readonly Newcomers[],
): Answer<ReadonlyMap<string, readonly DangerImpact[]>> {
  return analysis.ask((reader) => {
    const found = new Map<string, DangerImpact[]>();
    for (const { application, object, other } of secondOwners(reader, newcomers)) {
      const resource = reader
        .get(unitOutputQuery, application.key)
        .resources.find(({ id }) => ownedName(id) === object);
      if (resource === undefined) continue;
      const danger: DangerImpact = {
        code: 'impact.two-owners',
        resource: resourceText(nameOf(resource)),
        field: undefined,
        other: other.name,
        at: { side: 'after', pointer: resource.originOf(resource.node).writtenAt },
      };
      const known = found.get(application.key);
      if (known === undefined) found.set(application.key, [danger]);
      else known.push(danger);
    }
    return found;
  });
}
