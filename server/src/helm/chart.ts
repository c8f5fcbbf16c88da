import type { MapValue } from '../template/value.ts';
import type { ChartFile } from './chartFile.ts';
import type { ChartSchema } from './chartSchema.ts';
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
  readonly schema: ChartSchema | undefined;
  readonly templates: readonly ChartFile[];
  /** All files that are nothing else. */
  readonly files: readonly ChartFile[];
  readonly dependencies: readonly Chart[];
  /** Where its files stand, counted from the chart at the top: `''`, `charts/a`, `charts/b-1.0.0.tgz`. */
  readonly folder: string;
}

/** A library has templates for others and none of its own. Source: Helm v4.2.3 pkg/chart/common.go `IsLibraryChart`. */
export function isLibrary({ metadata }: Chart): boolean {
  return metadata.type.toLowerCase() === 'library';
}
