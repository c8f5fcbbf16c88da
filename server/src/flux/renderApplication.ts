import type { Reader } from '../query/database.ts';
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

/** With what an application is rendered. */
export interface FleetRenderOptions {
  /** The tree. */
  readonly reader: Reader;
  /** The objects of the cluster that the controller runs on, for variables and values. */
  readonly objects: FleetObjects;
  /** The controller's feature gate `StrictPostBuildSubstitutions`, off by default. */
  readonly strict?: boolean;
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
  return object.kind === 'HelmRelease'
    ? { kind: 'rendered', ...renderHelmRelease(object, { objects: options.objects, source }) }
    : renderFromSource(object, source, options);
}

function renderFromSource(
  object: FluxKustomization,
  { source, scope }: TracedSource,
  { reader, objects, strict = false, memo }: FleetRenderOptions,
): RenderedKustomization | PendingTarget {
  if (scope === undefined) {
    const at = object.sourceRef?.at ?? object.at;
    return {
      kind: 'rendered',
      root: '',
      kustomizationFile: undefined,
      resources: [],
      failures: [],
      notes: [],
      gaps: [{ kind: 'remote', detail: source.repository, at }],
    };
  }
  return renderFluxKustomization(object, {
    reader: artifactReader(reader, scope),
    lookup: fleetLookup(objects),
    strict,
    memo,
    folder: source.path,
  });
}
