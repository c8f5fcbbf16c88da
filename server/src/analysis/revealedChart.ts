import { defaultCapabilities, readKubeVersion } from '../helm/capabilities.ts';
import { layerValues } from '../helm/layerValues.ts';
import { loadChartFolder } from '../helm/loadChart.ts';
import { printChart, renderChart } from '../helm/renderChart.ts';
import type { ParsedTemplates } from '../helm/renderTemplates.ts';
import type { ChartRequest } from './chartRequest.ts';

/** What many charts in one process share. */
export interface ChartCache {
  readonly parsed: ParsedTemplates;
}

/** A cache with nothing in it. */
export function newChartCache(): ChartCache {
  return { parsed: new Map() };
}

/** What `helm template` prints, or why it prints nothing, in its words. */
export type ChartText =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Functions that gave stand-ins, since their results differ from run to run. */
      readonly chance: readonly string[];
    }
  | { readonly kind: 'failure'; readonly message: string; readonly isOurs: boolean };

/** Renders a chart as Helm 4.2.3 does. The values of Secrets are in clear, so lint lets few files import this one. */
export function revealedChart(request: ChartRequest, cache: ChartCache): ChartText {
  const { kubeVersion, release, namespace } = request;
  const version = kubeVersion === undefined ? undefined : readKubeVersion(kubeVersion);
  if (kubeVersion !== undefined && version === undefined) {
    return failed(
      `invalid kube version '${kubeVersion}': could not parse "${kubeVersion}" as version`,
    );
  }
  const layered = layerValues(request.layers);
  if ('problem' in layered) {
    return failed(layered.problem);
  }
  const loaded = loadChartFolder(request.folder);
  if ('problem' in loaded) {
    return failed(loaded.problem);
  }
  const rendered = renderChart(loaded.chart, layered.values, {
    name: release,
    namespace,
    capabilities: defaultCapabilities(version, request.apiVersions),
    parsed: cache.parsed,
  });
  if (rendered.kind === 'failure') {
    return { ...failed(rendered.message), isOurs: rendered.cause !== 'error' };
  }
  return {
    kind: 'text',
    text: printChart(rendered, request),
    chance: [...new Set(rendered.chance.map((use) => use.function))].sort(),
  };
}

function failed(message: string): Extract<ChartText, { kind: 'failure' }> {
  return { kind: 'failure', message, isOurs: false };
}
