import type { Input, Reader } from '../query/database.ts';
import { problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { HelmChart, Located } from './kustomization.ts';
import type { LoadRestrictions } from './load.ts';
import { withAnnotations } from './metadata.ts';
import { pointerTo, type Resource, type ResourceSource } from './resource.ts';
import type { StepContext } from './step.ts';
import { helmGenerated } from './transformers/namespace.ts';

/** A chart that a kustomization, or a HelmChartInflationGenerator, asks for. */
export interface ChartNeed {
  readonly chart: HelmChart;
  /** The folder of charts, counted from the root; `charts` where none is named. */
  readonly home: string;
  /** The namespace of the release; `''` where nobody says one. */
  readonly namespace: string;
  readonly root: FileId;
  /** Where the entry stands. */
  readonly source: ResourceSource;
  readonly restrictions: LoadRestrictions;
}

/** What a chart renders to, or in what words Helm refuses it. */
export type Inflated =
  | { readonly kind: 'inflated'; readonly resources: readonly Resource[] }
  | { readonly kind: 'refused'; readonly message: string };

/** Renders a chart of the tree as Helm does; `undefined` where the chart is not there, so that only a network has it. */
export type InflateChart = (reader: Reader, need: ChartNeed) => Inflated | undefined;

/** Who renders charts; `undefined` where nobody does, so that every chart is a gap. */
export const inflateChartInput: Input<'', InflateChart | undefined> = {
  name: 'inflateChart',
  initial: undefined,
};

/** A chart as it is asked for; `namespace` is for one that names none. */
export interface AskedChart {
  readonly chart: HelmChart;
  readonly home: Located<string> | undefined;
  readonly namespace: string;
}

/**
 * The objects of a chart, which no namespace transformer touches. kustomize, without `--enable-helm`, fails in any case; what
 * is missing beside is a gap.
 * Source: kustomize api v0.21.1 internal/builtins/HelmChartInflationGenerator.go `Config`, `Generate`,
 * `markHelmGeneratedResources`; internal/target/kusttarget_configplugin.go.
 */
export function inflateChart(
  { chart, home, namespace }: AskedChart,
  { reader, restrictions }: { readonly reader: Reader; readonly restrictions: LoadRestrictions },
  { root, source, report }: Pick<StepContext, 'root' | 'source' | 'report'>,
): readonly Resource[] {
  const at = pointerTo(source, chart.ordinal);
  const name = chart.name?.value ?? '';
  const own = chart.namespace?.value ?? '';
  const inflate = reader.read(inflateChartInput, '');
  const made = inflate?.(reader, {
    chart,
    home: home === undefined || home.value === '' ? 'charts' : home.value,
    namespace: own === '' ? namespace : own,
    ...{ root, source, restrictions },
  });
  const gap = { kind: 'chart', detail: name, at } as const;
  switch (made?.kind) {
    case 'inflated':
      report.fail(problem('kustomize.chart-needs-helm', { chart: name }, at));
      return made.resources.map(marked);
    case 'refused': {
      const { message } = made;
      report.gap(gap, problem('kustomize.chart-refused', { chart: name, message }, at));
      return [];
    }
    case undefined:
      report.gap(gap, problem('kustomize.chart', { chart: name }, at));
      return [];
  }
}

function marked(resource: Resource): Resource {
  const node = withAnnotations(resource.node, [[helmGenerated, 'true']]);
  return node.kind === 'problem' ? resource : resource.with(node);
}
