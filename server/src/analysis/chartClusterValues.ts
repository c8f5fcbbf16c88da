import { plainValue } from '../helm/validateValues.ts';
import type { Reader } from '../query/database.ts';
import { secretIdentity } from '../secrets/secretIdentity.ts';
import { isToldUnder } from '../secrets/toldTexts.ts';
import type { Value } from '../template/value.ts';
import { samePointer } from '../text/sourcePointer.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { pathOf } from './applicationValues.ts';
import type { CitedField, ReadingApplication, ValueOnCluster } from './clusterValues.ts';
import type { HoverField, SourcePlace } from './hover.ts';
import { keptTextsQuery } from './keptTexts.ts';
import { valuesAt, type ValueHere } from './links/chartValuePlace.ts';
import { noText, type MaskAccount } from './renderedRoot.ts';
import { rangeOfPointer } from './sourceRange.ts';

/** What the value of a chart at a place is in the end on one cluster. */
export interface ChartValueOnCluster extends ValueOnCluster {
  /** Its keys with dots; `undefined` where the place is no single value of a chart of the application. */
  readonly name: string | undefined;
}

/** The value of a chart that a place sets, as templates see it in an application; no field where it sets none. */
export function chartValueOnCluster(
  analysis: Analysis,
  place: SourcePlace,
  on: ReadingApplication,
): Answer<ChartValueOnCluster> {
  return analysis.ask((reader) => {
    const fields = new Map<string, CitedField>();
    let name: string | undefined;
    for (const here of valuesAt(reader, place, `application ${on.key}`)) {
      const [value] = here.values;
      const [winner] = value?.links ?? [];
      if (here.isTable || value === undefined || winner === undefined) continue;
      const shown = itemOf(value.value, here.keys.slice(value.keys.length));
      const json = jsonOf(shown);
      const wins = samePointer(winner.at, here.setAt);
      name ??= pathOf(here);
      fields.set(JSON.stringify([json ?? null, winner.at]), {
        wins,
        objects: new Set(),
        value: shown?.kind === 'string' ? shown.value : JSON.stringify(json),
        explain: (asked, masks) => explained(asked, { here, on, wins }, masks),
      });
    }
    return { on, hasGaps: false, fields, name };
  });
}

function explained(
  reader: Reader,
  {
    here,
    on,
    wins,
  }: { readonly here: ValueHere; readonly on: ReadingApplication; readonly wins: boolean },
  masks: MaskAccount,
): HoverField {
  const { keys, values } = here;
  const [value] = values;
  const rest = keys.slice(value?.keys.length ?? 0);
  const kept = reader.get(keptTextsQuery, on.key);
  const isHidden = (json: JsonValue): boolean =>
    typeof json === 'string' &&
    (isToldUnder(keys, json) || kept.some((text) => json.includes(text)));
  const told = (one: Value | undefined, isSecret: boolean): JsonValue | undefined => {
    const json = jsonOf(itemOf(one, rest));
    if (json === undefined || !(isSecret || isHidden(json))) return json;
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    return masks.maskOf(secretIdentity(text, 'text'));
  };
  const chain = (value?.links ?? []).map((link, index) => ({
    range: rangeOfPointer(reader, link.at),
    step: 'values' as const,
    root: on.application,
    value: told(index === 0 ? value?.value : link.value, link.isSecret),
    ofSecret: link.isSecret,
  }));
  return {
    kind: 'explained',
    resource: '',
    field: pathOf(here),
    value: chain[0]?.value ?? null,
    yaml: noText(),
    chain,
    root: on.application,
    wins,
  };
}

/** A value, or an item of the list that it is. */
function itemOf(value: Value | undefined, steps: readonly string[]): Value | undefined {
  return steps.reduce<Value | undefined>((one, step) => {
    if (one?.kind === 'list') return one.items[Number(step)];
    return one?.kind === 'map' ? one.entries.get(step) : undefined;
  }, value);
}

/** A scalar as JSON; `undefined` for maps and lists. */
function jsonOf(value: Value | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  const plain = plainValue(value);
  switch (typeof plain) {
    case 'string':
    case 'number':
    case 'boolean':
      return plain;
    default:
      return plain === null ? null : undefined;
  }
}
