import { groupBy } from '../util/groupBy.ts';
import { effectiveValues, type EffectiveValue, type LayerPosition } from './effectiveValues.ts';
import { code, placePiece, table, type Line, type Piece } from './reportText.ts';
import type { Session } from './session.ts';
import { escapeName, valueText } from './variantsReport.ts';

/** What a place of a layer becomes on each cluster, in one table. */
export async function valuesReport(
  session: Session,
  position: LayerPosition,
  signal: AbortSignal,
): Promise<readonly Line[]> {
  const words = session.words.reports;
  const found = await effectiveValues(session, position, signal);
  if (found === undefined || found.rows.length === 0) return [[words.nowhere]];
  const { tree, name = '', rows } = found;
  const { clusters, application, value, setAt, object } = words.columns;
  const groups = [...groupBy(rows, groupKey).values()];
  const count = new Set(rows.map(({ on }) => on.cluster ?? on.key)).size;
  return [
    [`# ${words.effective(escapeName(name), count)}`],
    [],
    ...table(
      [value, clusters, application, setAt, object],
      groups.flatMap((group) =>
        group.map(({ on, field, uri }, index): readonly Piece[] => {
          const [winner] = field.chain;
          return [
            index === 0 ? code(valueText(field.value)) : { text: '' },
            { text: escapeName(on.cluster ?? words.unknownCluster), target: uri },
            { text: escapeName(on.application) },
            winner === undefined ? { text: '' } : placePiece(tree, winner.range),
            code(`${field.resource} ${field.field}`),
          ];
        }),
      ),
    ),
  ];
}

/** Equal for rows with the same value. */
function groupKey({ field }: EffectiveValue): string {
  return JSON.stringify(field.value);
}
