import type { RenderedApplication } from '../delivery/application.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { FleetObjects } from './fleetObjects.ts';
import type { TracedSource } from './fleetSources.ts';
import { instanceOfRelease } from './fluxInstance.ts';
import type { HelmRelease } from './helmRelease.ts';
import { releaseInputs, type ReleaseInputs } from './releaseInputs.ts';

/** What a release renders to, and what its chart was given. */
export interface RenderedRelease extends RenderedApplication {
  readonly inputs: ReleaseInputs;
}

/** With what a release is rendered. */
export interface ReleaseContext {
  readonly objects: FleetObjects;
  readonly source: TracedSource;
}

/**
 * Renders a HelmRelease: the chart with its values, then what post-renderers and `commonMetadata` change. So far the chart
 * is a gap; what it would be given is known, and of the chart that starts Flux its one object is.
 * Source: helm-controller v1.4.0 helmrelease_controller.go `reconcileRelease`, internal/postrender/build.go
 * `BuildPostRenderers`.
 */
export function renderHelmRelease(
  release: HelmRelease,
  { objects, source: { source } }: ReleaseContext,
): RenderedRelease {
  const inputs = releaseInputs(release, objects);
  const chart: RenderGap = { kind: 'chart', detail: chartDetail(source), at: release.at };
  const instance = instanceOfRelease(release.resource);
  const resources = instance === undefined ? [] : [instance];
  return { inputs, resources, failures: [], notes: [], gaps: [chart, ...inputs.gaps] };
}

/** The chart as people name it: its address, name and version. */
function chartDetail({ repository, chart, revision, path }: TracedSource['source']): string {
  if (path !== undefined) return path;
  const name = chart === undefined ? repository : `${repository} ${chart}`;
  return revision === undefined ? name.trim() : `${name} ${revision}`.trim();
}
