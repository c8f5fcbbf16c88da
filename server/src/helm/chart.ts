import type { MapValue } from '../template/value.ts';
import type { ChartFile } from './chartFile.ts';
import type { ChartSchema } from './chartSchema.ts';
import type { HelmRules } from './helmVersion.ts';
import type { ChartMetadata } from './metadata.ts';

/**
 * A chart with those in its `charts/` folder.
 * Source: Helm v4.2.3 pkg/chart/v2/chart.go.
 */
export interface Chart {
  /** Its name as others call it: an alias where it is wanted under one. */
  readonly name: string;
  readonly metadata: ChartMetadata;
  readonly values: MapValue;
  /** What Helm 3 takes for its values; `undefined` where that is the same. */
  readonly firstValues?: MapValue | undefined;
  readonly schema: ChartSchema | undefined;
  readonly templates: readonly ChartFile[];
  /** All files that are nothing else. */
  readonly files: readonly ChartFile[];
  readonly dependencies: readonly Chart[];
  /** What its templates are called by, such as `web/charts/a`, where that is not told by the charts above it. */
  readonly path?: string;
  /** Where its files stand, counted from the chart at the top: `''`, `charts/a`, `charts/b-1.0.0.tgz`. */
  readonly folder: string;
}

/** A library has templates for others and none of its own. Source: Helm v4.2.3 pkg/chart/common.go `IsLibraryChart`. */
export function isLibrary({ metadata }: Chart): boolean {
  return metadata.type.toLowerCase() === 'library';
}

/** A chart as a version of Helm reads it: Helm 3 takes only the first document of values. */
export function chartAsRead(chart: Chart, rules: HelmRules): Chart {
  if (rules !== 3 || !differs(chart)) return chart;
  return {
    ...chart,
    values: chart.firstValues ?? chart.values,
    dependencies: chart.dependencies.map((one) => chartAsRead(one, rules)),
  };
}

function differs({ firstValues, dependencies }: Chart): boolean {
  return firstValues !== undefined || dependencies.some(differs);
}
