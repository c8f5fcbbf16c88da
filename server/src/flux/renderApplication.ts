import type { ClusterFacts } from '../delivery/deliveredChart.ts';
import type { Reader } from '../query/database.ts';
import { isReadAsFollowed, readFolder } from '../delivery/application.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { StepMemo } from '../kustomize/stepMemo.ts';
import type { PendingTarget } from '../kustomize/target.ts';
import { fleetLookup } from './fleetLookup.ts';
import type { FleetObjects } from './fleetObjects.ts';
import type { TracedSource } from './fleetSources.ts';
import type { TracedApplication } from './fluxApplication.ts';
import { artifactReader } from './ignore.ts';
import type { FluxKustomization } from './kustomization.ts';
import { renderFluxKustomization, type RenderedKustomization } from './render.ts';
import { renderHelmRelease, type RenderedRelease } from './renderRelease.ts';
import { unknownIn } from './variables.ts';

/** With what an application is rendered. */
export interface FleetRenderOptions {
  /** The tree. */
  readonly reader: Reader;
  /** The objects of the cluster that the controller runs on, for variables and values. */
  readonly objects: FleetObjects;
  /** The controller's feature gate `StrictPostBuildSubstitutions`, off by default. */
  readonly strict?: boolean;
  /** What is known of the cluster that a release is delivered to. */
  readonly cluster?: ClusterFacts | undefined;
  /** The version of Helm that helm-controller ships, where somebody tells. */
  readonly helmVersion?: string | undefined;
  readonly memo?: StepMemo | undefined;
}

/**
 * Renders an application of Flux from what its source holds of the tree. A source that is somewhere else is a gap, and so
 * is what only the cluster tells; `pending` where a content is not loaded yet, which the reader has been told.
 */
export function renderFluxApplication(
  { object, source }: Pick<TracedApplication, 'object' | 'source'>,
  options: FleetRenderOptions,
): RenderedKustomization | (RenderedRelease & { readonly kind: 'rendered' }) | PendingTarget {
  if (object.kind !== 'HelmRelease') return renderFromSource(object, source, options);
  const { reader, objects, memo, cluster, helmVersion } = options;
  const context = { reader, objects, source, memo, cluster, helmVersion };
  return { kind: 'rendered', ...renderHelmRelease(object, context) };
}

function renderFromSource(
  object: FluxKustomization,
  { source, scope }: TracedSource,
  { reader, objects, strict = false, memo }: FleetRenderOptions,
): RenderedKustomization | PendingTarget {
  const gap = gapOf(object, source);
  if (scope === undefined || gap !== undefined) {
    const { repository } = source;
    const remote: RenderGap = { kind: 'remote', detail: repository, at: placeOf(object) };
    return {
      kind: 'rendered',
      root: '',
      kustomizationFile: undefined,
      resources: [],
      failures: [],
      notes: [],
      gaps: [gap ?? remote],
    };
  }
  return renderFluxKustomization(object, {
    reader: artifactReader(reader, scope),
    lookup: fleetLookup(objects),
    strict,
    memo,
    folder: readFolder(source),
  });
}

/** Why the tree does not tell what a path holds: a part of it is not known, or it is one of another revision. */
function gapOf(object: FluxKustomization, source: TracedSource['source']): RenderGap | undefined {
  const { path, pathExists, repository, revision } = source;
  const [variable] = unknownIn(path ?? '');
  const at = placeOf(object);
  if (variable !== undefined) return { kind: 'cluster', detail: variable, at };
  if (path === undefined || pathExists || isReadAsFollowed(source)) return undefined;
  const detail = revision === undefined ? repository : `${repository}@${revision}`;
  return { kind: 'remote', detail, at };
}

function placeOf({ path, sourceRef, at }: FluxKustomization): RenderGap['at'] {
  return path?.at ?? sourceRef?.at ?? at;
}
