import type { Placed } from '../delivery/placed.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { ByteText } from './envsubst/byteText.ts';
import { fleetLookup } from './fleetLookup.ts';
import type { FleetObjects } from './fleetObjects.ts';
import {
  releaseNameOf,
  releaseNamespaceOf,
  type HelmRelease,
  type PostRenderer,
  type ValuesReference,
} from './helmRelease.ts';
import type { CommonMetadata } from './kustomization.ts';

/** What a release gives its chart: all that a rendering needs beside the chart itself. */
export interface ReleaseInputs {
  readonly releaseName: string;
  readonly namespace: string;
  /** What is merged over the values of the chart, the weakest first. */
  readonly layers: readonly ValuesLayer[];
  /** What happens to the rendered objects, in order. */
  readonly postRenderers: readonly PostRenderer[];
  /** Labels and annotations of every object, after the post-renderers. */
  readonly commonMetadata: CommonMetadata;
  /** Values that are not known. */
  readonly gaps: readonly RenderGap[];
}

/** One layer of values. */
export type ValuesLayer =
  /** Files of the chart's own source, in place of its `values.yaml`; each is merged over the one before. */
  | {
      readonly kind: 'chartFiles';
      readonly files: readonly Placed<string>[];
      readonly ignoresMissing: boolean;
    }
  /** A YAML text in a ConfigMap or Secret, in bytes. */
  | {
      readonly kind: 'text';
      /** The object and the key. */
      readonly name: string;
      readonly text: ByteText;
      readonly isSecret: boolean;
      readonly at: SourcePointer;
    }
  /**
   * One value of a ConfigMap or Secret, put at a path as `--set` puts it (`--set-string` where it stands between quotes);
   * a literal one is put there as it is. What `map` gives is merged in before it.
   */
  | {
      readonly kind: 'path';
      readonly name: string;
      readonly path: Placed<string>;
      readonly text: ByteText;
      readonly isLiteral: boolean;
      readonly isSecret: boolean;
      readonly at: SourcePointer;
    }
  /** `spec.values`. */
  | { readonly kind: 'map'; readonly value: ResourceNode; readonly at: SourcePointer };

/**
 * Gathers what a release gives its chart. A value that only the cluster tells is left out, with a gap.
 * Source: helm-controller v1.4.0 helmrelease_controller.go `reconcileRelease`; fluxcd/pkg chartutil/values.go
 * `ChartValuesFromReferences`, `ReplacePathValue`; source-controller v1.9.6 internal/helm/chart/builder.go
 * `mergeChartValues`.
 */
export function releaseInputs(release: HelmRelease, objects: FleetObjects): ReleaseInputs {
  const gaps: RenderGap[] = [];
  const referenced = release.valuesFrom.flatMap((reference) => {
    const found = referencedValue(reference, release.namespace, objects);
    if (found === undefined) return [];
    if (found.kind === 'gap') {
      gaps.push(found.gap);
      return [];
    }
    return [found.layer];
  });
  const files = release.chart?.valuesFiles ?? [];
  const { values } = release;
  return {
    releaseName: releaseNameOf(release),
    namespace: releaseNamespaceOf(release),
    layers: [
      ...(files.length === 0 ? [] : [chartFiles(release, files)]),
      ...referenced,
      ...(values === undefined ? [] : [{ kind: 'map', ...values } as const]),
    ],
    postRenderers: release.postRenderers,
    commonMetadata: release.commonMetadata,
    gaps,
  };
}

function chartFiles({ chart }: HelmRelease, files: readonly Placed<string>[]): ValuesLayer {
  const ignoresMissing = chart?.ignoreMissingValuesFiles?.value === true;
  return { kind: 'chartFiles', files, ignoresMissing };
}

function referencedValue(
  { at, kind, name, valuesKey, targetPath, literal, optional }: ValuesReference,
  namespace: string,
  objects: FleetObjects,
):
  | { readonly kind: 'gap'; readonly gap: RenderGap }
  | { readonly kind: 'layer'; readonly layer: ValuesLayer }
  | undefined {
  if (kind !== 'ConfigMap' && kind !== 'Secret') return undefined;
  const isOptional = optional?.value === true;
  const reference = { at, kind, name, optional: isOptional };
  const source = fleetLookup(objects)(kind, namespace, name, reference);
  const key = valuesKey?.value ?? 'values.yaml';
  const entry = source?.entries.findLast((candidate) => candidate.key === key);
  if (entry === undefined) {
    const detail = `${kind}/${namespace}/${name}#${key}`;
    const gap = source?.more ?? { kind: 'cluster', detail, at };
    return isOptional && source?.more === undefined ? undefined : { kind: 'gap', gap };
  }
  // What a chart gets counts as a whole, and not this value alone.
  if (entry.unknown !== undefined)
    return { kind: 'gap', gap: { ...entry.unknown, otherwise: undefined } };
  const { value: text, textAt: place = entry.at } = entry;
  const isSecret = kind === 'Secret';
  const common = { name: `${kind}/${namespace}/${name}#${key}`, text, isSecret, at: place };
  const isWhole = targetPath === undefined || targetPath.value === '';
  return {
    kind: 'layer',
    layer: isWhole
      ? { kind: 'text', ...common }
      : { kind: 'path', path: targetPath, isLiteral: literal?.value === true, ...common },
  };
}
