import { dictValue, type MapValue } from '../../template/value.ts';
import type { ValuesLayer } from '../layerValues.ts';
import { readPlacedValues, readValues, type ValuePlaces } from '../readValues.ts';
import type { ChartInputs, NamedText } from './chartInputs.ts';

/** What an entry of `helmCharts`, or a HelmChartInflationGenerator, says about values, with its files read. */
export interface KustomizeHelm {
  /** `valuesFile`; the values.yaml of the chart where there is none. */
  readonly valuesFile: NamedText;
  readonly additionalValuesFiles: readonly NamedText[];
  readonly valuesInline: MapValue | undefined;
  /** `override`, unless it says another. */
  readonly valuesMerge?: 'override' | 'merge' | 'replace';
}

/**
 * The values of a chart that kustomize inflates: the values file with the inline values merged in, then additional files on
 * top, also over what stands inline. `places` takes where the values of the file stand.
 *
 * Source: kustomize api v0.21.1 internal/builtins/HelmChartInflationGenerator.go `createNewMergedValuesFile`,
 * `replaceValuesInline`; types/helmchartargs.go `AsHelmArgs`; kyaml v0.21.1 yaml/merge2.
 */
export function kustomizeValues(
  helm: KustomizeHelm,
  places?: ValuePlaces,
): ChartInputs | { readonly problem: string } {
  const { valuesFile, valuesInline, valuesMerge = 'override' } = helm;
  const file: ValuesLayer = { kind: 'file', ...valuesFile };
  const additional = helm.additionalValuesFiles.map(
    ({ name, text }) => ({ kind: 'file', name, text }) as const,
  );
  if (valuesInline === undefined || valuesInline.entries.size === 0) {
    return { layers: [file, ...additional], ignored: [] };
  }
  if (valuesMerge === 'replace') {
    const inline: ValuesLayer = { kind: 'values', name: 'valuesInline', values: valuesInline };
    return { layers: [inline, ...additional], ignored: [{ layer: file, reason: 'replaced' }] };
  }
  const read =
    places === undefined
      ? readValues(valuesFile.text)
      : readPlacedValues(valuesFile.name, valuesFile.text, { places });
  if ('problem' in read) {
    return { problem: `could not parse values file into rnode: ${read.problem}` };
  }
  const merged =
    valuesMerge === 'override'
      ? mergedOver(read.values, valuesInline)
      : mergedOver(valuesInline, read.values);
  const layer: ValuesLayer = {
    kind: 'values',
    name: `${valuesFile.name} with valuesInline`,
    values: merged,
  };
  return { layers: [layer, ...additional], ignored: [] };
}

/** What is on top wins; null takes a key away; lists are replaced. Source: kyaml v0.21.1 yaml/merge2/merge2.go. */
function mergedOver(below: MapValue, top: MapValue): MapValue {
  const result = dictValue(below.entries);
  for (const [key, value] of top.entries) {
    const present = result.entries.get(key);
    if (value.kind === 'nil') {
      result.entries.delete(key);
    } else if (value.kind === 'map') {
      result.entries.set(key, mergedOver(present?.kind === 'map' ? present : dictValue(), value));
    } else {
      result.entries.set(key, value);
    }
  }
  return result;
}
