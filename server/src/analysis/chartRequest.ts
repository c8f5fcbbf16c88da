import type { ValuesLayer } from '../helm/layerValues.ts';
import type { ChartFolder } from '../helm/loadChart.ts';

/** A chart to render, with what `helm template` can be told. */
export interface ChartRequest {
  readonly folder: ChartFolder;
  readonly release: string;
  readonly namespace: string;
  /** Values files and lines of `--set`, the last one on top. */
  readonly layers: readonly ValuesLayer[];
  readonly kubeVersion: string | undefined;
  readonly apiVersions: readonly string[];
  readonly includesDefinitions: boolean;
  readonly includesHooks: boolean;
}
