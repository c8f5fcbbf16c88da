import { groupBy } from '../util/groupBy.ts';
import { effectiveValues, type EffectiveValue, type LayerPosition } from './effectiveValues.ts';
import { dotted } from './markdown.ts';
import { columns, placePiece, plain, type Line, type Piece } from './reportText.ts';
import type { Session } from './session.ts';
import { valueText } from './variantsReport.ts';

/** What a place of a layer becomes on each cluster, in one table. */
export async function valuesReport(
  session: Session,
  position: LayerPosition,
  signal: AbortSignal,
): Promise<readonly Line[]> {
  const words = session.words.reports;
  const found = await effectiveValues(session, position, signal);
  if (found === undefined || found.rows.length === 0) return [[`strata · ${words.nowhere}`]];
  const { tree, name = '', rows } = found;
  const count = new Set(rows.map(({ on }) => on.cluster ?? on.key)).size;
  const objects = groupBy(rows, ({ field }) => `${field.resource} ${field.field}`);
  return [
    [dotted(['strata', plain(name).text, words.effective(count)])],
    ...[...objects].flatMap(([object, own]) => [
      [],
      [plain(object)],
      ...columns(
        [...groupBy(own, groupKey).values()].flatMap((group) =>
          group.map(({ on, field, uri }, index): readonly Piece[] => {
            const [winner] = field.chain;
            return [
              index === 0 ? plain(valueText(field.value)) : { text: '' },
              { ...plain(on.cluster ?? words.unknownCluster), target: uri },
              plain(on.environment ?? ''),
              winner === undefined ? { text: '' } : placePiece(tree, winner.range),
            ];
          }),
        ),
        { indent: 2 },
      ),
    ]),
  ];
}

/** Equal for rows with the same value. */
function groupKey({ field }: EffectiveValue): string {
  return JSON.stringify(field.value);
}
