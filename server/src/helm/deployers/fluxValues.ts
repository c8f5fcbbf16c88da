import type { MapValue } from '../../template/value.ts';
import type { ValuesLayer } from '../layerValues.ts';
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
}

/**
 * The values of a chart that Flux deploys: `valuesFrom` in its order, then `values` on top. With `targetPath` a value is set
 * as `--set` does it, and as a text where it stands between quotes.
 *
 * Source: Flux docs helmreleases.md “Values references”, “Values inline”; fluxcd/pkg chartutil/values.go
 * `ChartValuesFromReferences`, `ReplacePathValue`; source-controller docs helmcharts.md “Values files”.
 */
export function fluxValues({ valuesFiles, valuesFrom, values }: FluxHelm): ChartInputs {
  const layers: ValuesLayer[] = valuesFrom.map((reference) => layerOf(reference));
  if (values !== undefined) {
    layers.push({ kind: 'values', name: 'values', values });
  }
  const ownValues = valuesFiles?.map(({ name, text }) => ({ kind: 'file', name, text }) as const);
  return ownValues === undefined || ownValues.length === 0
    ? { layers, ignored: [] }
    : { layers, ownValues, ignored: [] };
}

function layerOf({ name, text, targetPath }: FluxValuesFrom): ValuesLayer {
  if (targetPath === undefined || targetPath === '') {
    return { kind: 'file', name, text };
  }
  const quoted = /^(['"])([\s\S]*)\1$/.exec(text);
  return quoted === null
    ? { kind: 'set', line: `${targetPath}=${text}` }
    : { kind: 'setString', line: `${targetPath}=${quoted[2] ?? ''}` };
}
