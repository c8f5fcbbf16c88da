import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { Reader } from '../query/database.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import {
  chartValueFactsQuery,
  type ChartValueFacts,
  type ValueVerdict,
} from './chartValueFacts.ts';

/**
 * What values of charts do wrong or do for nothing, at the place of each value and once: `values.invalid`, `values.unread` (with
 * `-but`), `values.switched-off` and `values.default`. What a chart refuses counts wherever it is deployed; that a value does
 * nothing counts where all charts that take values of its file say so.
 */
export function chartValueFindings(reader: Reader): readonly Problem[] {
  const facts = reader
    .get(fleetQuery, '')
    .applications.flatMap(({ key }) => reader.get(chartValueFactsQuery, key))
    .filter(({ files }) => files.length > 0);
  const takers = new Map<FileId, number>();
  for (const { files } of facts) {
    for (const file of files) takers.set(file, (takers.get(file) ?? 0) + 1);
  }
  const counted = facts.flatMap(idleOf);
  const counts = new Map<string, number>();
  for (const one of counted) counts.set(one, (counts.get(one) ?? 0) + 1);
  const told = new Set<string>();
  return facts.flatMap(({ verdicts }) =>
    verdicts.flatMap((one): readonly Problem[] => {
      const key = keyOf(one);
      const isSure = one.verdict.kind === 'invalid' || counts.get(key) === takers.get(one.at.file);
      if (!isSure || told.has(key)) return [];
      told.add(key);
      return [problemOf(one)];
    }),
  );
}

/** What does nothing in a chart, each once. */
function idleOf({ verdicts }: ChartValueFacts): readonly string[] {
  return [...new Set(verdicts.filter(({ verdict }) => verdict.kind !== 'invalid').map(keyOf))];
}

function keyOf({ at, verdict }: ValueVerdict): string {
  const message = verdict.kind === 'invalid' ? verdict.message : '';
  return `${verdict.kind} ${message} ${placeText(at)}`;
}

function placeText(at: SourcePointer): string {
  return JSON.stringify(at);
}

function problemOf({ at, key, chart, verdict }: ValueVerdict): Problem {
  switch (verdict.kind) {
    case 'invalid':
      return problem('values.invalid', { key, chart, message: verdict.message }, at);
    case 'switchedOff':
      return problem('values.switched-off', { key, subchart: verdict.subchart }, at);
    case 'default':
      return problem('values.default', { key, chart }, at);
    case 'unread':
      return verdict.nearest === undefined
        ? problem('values.unread', { key, chart }, at)
        : problem('values.unread-but', { key, chart, candidate: verdict.nearest }, at);
  }
}
