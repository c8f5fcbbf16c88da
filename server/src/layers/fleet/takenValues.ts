import type { Query } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { fleetQuery } from './fleet.ts';
import { parentKey, type UnitKey } from './unitKeys.ts';
import { objectsAroundQuery } from './units.ts';
import { valuesBeside, valuesNames } from './valuesBeside.ts';

/** What an application takes from an object that another one delivers beside it. */
export interface TakenValue {
  readonly provider: UnitKey;
  /** `Kind/namespace/name`. */
  readonly object: string;
}

/** What applications of Flux take from objects that others deliver beside them, as far as that is known, by their keys. */
export const takenValuesQuery: Query<'', ReadonlyMap<UnitKey, readonly TakenValue[]>> = {
  name: 'takenValues',
  equals: (a, b) => deepEqual([...a], [...b]),
  compute: (_key, reader) =>
    new Map(
      reader.get(fleetQuery, '').applications.flatMap(({ key, controller, object }) => {
        if (controller !== 'flux' || object === undefined || valuesNames(object).length === 0)
          return [];
        const objects = reader.get(objectsAroundQuery, parentKey(key));
        const taken = valuesBeside(reader, key, object, objects).map(
          ({ provider, object: { id } }): TakenValue => ({
            provider,
            object: `${id.kind}/${id.namespace}/${id.name}`,
          }),
        );
        return taken.length === 0 ? [] : [[key, taken] as const];
      }),
    ),
};
