import type { PeekValues, PeekValuesParams } from '../protocol/report.ts';
import { groupBy } from '../util/groupBy.ts';
import { effectiveValues, type EffectiveValue } from './effectiveValues.ts';
import { render } from './rendering.ts';
import type { Session } from './session.ts';

/** `strata/peekValues`: for each value that a place of a layer becomes, the line of a rendered document that shows it. */
export async function peekValues(
  session: Session,
  position: PeekValuesParams,
  signal: AbortSignal,
): Promise<PeekValues> {
  const found = await effectiveValues(session, position, signal);
  const groups = groupBy(found?.rows ?? [], ({ field }) => JSON.stringify(field.value));
  const places: PeekValues['places'][number][] = [];
  for (const [first] of groups.values()) {
    const line = first && (await lineOf(session, first, signal));
    if (first !== undefined && line !== undefined) places.push({ uri: first.uri, line });
  }
  return { places };
}

/** The line of the rendered document of an application where a field stands. */
async function lineOf(
  session: Session,
  { uri, field: { resource, field, chain } }: EffectiveValue,
  signal: AbortSignal,
): Promise<number | undefined> {
  const rendering = await render(session, uri, signal);
  const written = chain[0]?.range;
  const last = /(?<key>[^/]*)$/.exec(field)?.groups?.key;
  const line = rendering?.view.lines.findIndex(
    (one) =>
      one?.resource === resource &&
      one.writtenAt.file === written?.file &&
      one.writtenAt.start.line === written.start.line &&
      one.field.endsWith(`/${last?.replace(/\[.*/, '') ?? ''}`),
  );
  if (rendering === undefined || line === undefined || line < 0) return undefined;
  return line + rendering.document.header.length;
}
