import { decidingValues, type LineOrigin, type TemplatePlace } from '../template/lineOrigins.ts';
import { keysOf, type ValuePath } from '../template/valuePath.ts';
import { isChance, type ChartTrace } from './chartTrace.ts';
import type { Manifest } from './manifests.ts';
import type { ValuePlace } from './readValues.ts';

/** Where one line of an object comes from. */
export interface ManifestLine {
  /** `undefined` for a blank line. */
  readonly place: TemplatePlace | undefined;
  /** From the inside out, the lines that included that template. */
  readonly through: readonly TemplatePlace[];
  /** Values of which something stands on the line. */
  readonly values: readonly UsedValue[];
  /** Values that decided that it stands there. */
  readonly conditions: readonly UsedValue[];
  /** Functions of chance whose result stands on the line: it must not be compared. */
  readonly chance: readonly string[];
}

/** A value of a chart by its keys, from the values of the chart at the top. */
export interface UsedValue {
  readonly keys: readonly string[];
  /** Where it was written last; `undefined` for one that is not written. */
  readonly place: ValuePlace | undefined;
}

/** The origin of each line of an object that was rendered with a trace. */
export function manifestOrigins(
  { source, text, start }: Manifest,
  files: ReadonlyMap<string, string>,
  traced: ChartTrace,
): readonly ManifestLine[] {
  const first = (files.get(source) ?? '').slice(0, start).split('\n').length - 1;
  const lines = traced.trace.linesOf(source);
  return text.split('\n').map((_, index) => describe(lines[first + index], traced));
}

const blank: ManifestLine = {
  place: undefined,
  through: [],
  values: [],
  conditions: [],
  chance: [],
};

function describe(line: LineOrigin | undefined, traced: ChartTrace): ManifestLine {
  if (line === undefined) {
    return blank;
  }
  const used = (paths: Iterable<ValuePath>): readonly UsedValue[] =>
    [...paths]
      .filter((path) => !isChance(path) && path.parent !== undefined)
      .map((path) => ({ keys: keysOf(path), place: traced.placeOf(path) }));
  const { place, through, values } = line;
  return {
    place,
    through,
    values: used(values),
    conditions: used(decidingValues(line)),
    chance: [...values].filter(isChance).map(({ key }) => key),
  };
}
