import { dictValue, type MapValue, type Value } from '../../template/value.ts';
import type { ValuesLayer } from '../layerValues.ts';
import { mergeMaps, readValues } from '../readValues.ts';
import { setLiteral, setValues } from '../setValues.ts';
import type { ChartInputs, NamedText } from './chartInputs.ts';

/** What a HelmRelease says about values, with what it names read. */
export interface FluxHelm {
  /** `spec.chart.spec.valuesFiles`: they make the chart's own values; `undefined` where there is no such list. */
  readonly valuesFiles: readonly NamedText[] | undefined;
  /** `spec.valuesFrom` in its order, without optional ones that are missing. */
  readonly valuesFrom: readonly FluxValuesFrom[];
  /** `spec.values`. */
  readonly values: MapValue | undefined;
}

/** One of `valuesFrom`; `text` is what stands under its `valuesKey`. */
export interface FluxValuesFrom extends NamedText {
  /** The place of a single value. */
  readonly targetPath?: string;
  /** Whether a single value is put there as it is. */
  readonly isLiteral?: boolean;
}

/**
 * The values of a chart that Flux deploys: `valuesFrom` in its order, then `values` on top. With `targetPath` a value is set
 * as `--set` does it, and as a text where it stands between quotes; where it lands in a map or a list that `values` alone
 * brings, it wins over `values`, since Flux then writes into these themselves.
 *
 * Source: Flux docs helmreleases.md “Values references”, “Values inline”; fluxcd/pkg chartutil/values.go
 * `ChartValuesFromReferences`, `ReplacePathValue`, transform.go `MergeMaps`; source-controller docs helmcharts.md “Values
 * files”.
 */
export function fluxValues({ valuesFiles, valuesFrom, values }: FluxHelm): ChartInputs {
  const [below, above]: [ValuesLayer[], ValuesLayer[]] = [[], []];
  let merged = dictValue();
  let inline = values ?? dictValue();
  for (const reference of valuesFrom) {
    const layer = layerOf(reference);
    if (layer.kind === 'file') {
      below.push(layer);
      merged = mergeMaps(merged, valuesOf(layer, dictValue()));
      continue;
    }
    const isInside = landsInside(reference.targetPath ?? '', merged, inline);
    (isInside ? above : below).push(layer);
    merged = valuesOf(layer, mergeMaps(merged, inline));
    if (isInside) inline = valuesOf(layer, inline);
  }
  const own: readonly ValuesLayer[] =
    values === undefined ? [] : [{ kind: 'values', name: 'values', values }];
  const layers = [...below, ...own, ...above];
  const ownValues = valuesFiles?.map(({ name, text }) => ({ kind: 'file', name, text }) as const);
  return ownValues === undefined || ownValues.length === 0
    ? { layers, ignored: [] }
    : { layers, ownValues, ignored: [] };
}

function layerOf({ name, text, targetPath = '', isLiteral = false }: FluxValuesFrom): ValuesLayer {
  if (targetPath === '') {
    return { kind: 'file', name, text };
  }
  if (isLiteral) {
    return { kind: 'literal', path: targetPath, text };
  }
  const isQuoted = /^'[^]*'$|^"[^]*"$|^['"]$/.test(text);
  return isQuoted
    ? { kind: 'setString', line: `${targetPath}=${text.replace(/^['"]+|['"]+$/g, '')}` }
    : { kind: 'set', line: `${targetPath}=${text}` };
}

/** Values with a layer on top; without it where it cannot be read, which is told when all are merged. */
function valuesOf(layer: ValuesLayer, below: MapValue): MapValue {
  switch (layer.kind) {
    case 'file': {
      const read = readValues(layer.text);
      return 'values' in read ? read.values : below;
    }
    case 'set':
    case 'setString': {
      const set = setValues(layer.line, below, layer.kind === 'set' ? 'typed' : 'string');
      return 'values' in set ? set.values : below;
    }
    case 'literal': {
      const set = setLiteral(layer.path, layer.text, below);
      return 'values' in set ? set.values : below;
    }
    case 'values':
    case 'json':
      return below;
  }
}

/**
 * Whether what is set at a path changes the inline values themselves. Merging makes new maps where both sides have one; any
 * other map, and every list, is handed on as it is.
 */
function landsInside(path: string, merged: MapValue, inline: MapValue): boolean {
  const steps = stepsOf(path);
  let [left, right]: [Value | undefined, Value | undefined] = [merged, inline];
  for (const step of steps.slice(0, -1)) {
    [left, right] = [itemOf(left, step), itemOf(right, step)];
    if (right?.kind === 'list') {
      const index = steps[steps.indexOf(step) + 1];
      return typeof index === 'number' && index < right.items.length;
    }
    if (right?.kind !== 'map') return false;
    if (left?.kind !== 'map') return true;
  }
  return false;
}

function itemOf(value: Value | undefined, step: string | number): Value | undefined {
  if (typeof step === 'number') return value?.kind === 'list' ? value.items[step] : undefined;
  return value?.kind === 'map' ? value.entries.get(step) : undefined;
}

/** Keys and indices of a path; a backslash takes a dot for a part of a key. */
function stepsOf(path: string): readonly (string | number)[] {
  const parts = path.match(/\[\d+\]|(?:\\.|[^.[\\])+/g) ?? [];
  return parts.map((part) =>
    part.startsWith('[') ? Number(part.slice(1, -1)) : part.replace(/\\(.)/g, '$1'),
  );
}
