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

/** An object that a chart makes. */
export interface ChartObject {
  /** As `# Source:` names it. */
  readonly source: string;
  readonly lines: readonly (ChartLine & { readonly text: string })[];
}

/** Where a line comes from; files of templates are counted from the folder of the chart. */
export interface ChartLine {
  readonly file: string | undefined;
  readonly line: number;
  readonly through: readonly string[];
  readonly values: readonly ChartKey[];
  readonly conditions: readonly ChartKey[];
  readonly chance: readonly string[];
}

/** A key of the values, with dots, and where it is written; `file` is absent where it is not. */
export interface ChartKey {
  readonly key: string;
  readonly file?: string;
  readonly line?: number;
}

/** A key that was given and that no template reads. */
export interface UnusedKey extends ChartKey {
  readonly nearest?: string;
}
