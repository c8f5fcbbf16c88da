import type { ObjectReader } from '../delivery/objectReader.ts';
import type { Placed } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { readSpec, type FluxObject, type FluxType } from './fluxObject.ts';
import type {
  CommonMetadata,
  FluxDependency,
  FluxImage,
  FluxPatch,
  KubeConfigReference,
} from './kustomization.ts';
import {
  readCommonMetadata,
  readImages,
  readKubeConfig,
  readPatches,
} from './readFluxKustomization.ts';
import { readReference, type ObjectReference } from './reference.ts';

/** A release of a chart. Source: helm-controller api v1.7.1 v2/helmrelease_types.go. */
export interface HelmRelease extends FluxObject {
  readonly kind: 'HelmRelease';
  /** A chart of a repository; `undefined` where `chartRef` names a source that holds one. */
  readonly chart: HelmChartTemplate | undefined;
  readonly chartRef: ObjectReference | undefined;
  readonly releaseName: Placed<string> | undefined;
  readonly targetNamespace: Placed<string> | undefined;
  readonly storageNamespace: Placed<string> | undefined;
  readonly values: Placed<ResourceNode> | undefined;
  /** Merged in order, below `values`. */
  readonly valuesFrom: readonly ValuesReference[];
  readonly postRenderers: readonly PostRenderer[];
  /** Whether post-renderers see hooks, as Helm 4 has it. Source: helmrelease_types.go `PostRenderStrategy`. */
  readonly postRendersHooks: boolean;
  /** Whether custom resource definitions of `crds/` are applied, at an installation or later. */
  readonly appliesDefinitions: boolean;
  /** Whether the tests of the chart are run. */
  readonly runsTests: boolean;
  /** Whether values are not held to the schema of the chart, at an installation and later. */
  readonly skipsSchema: boolean;
  readonly commonMetadata: CommonMetadata;
  readonly dependsOn: readonly FluxDependency[];
  readonly kubeConfig: KubeConfigReference | undefined;
  readonly serviceAccountName: Placed<string> | undefined;
  readonly suspend: Placed<boolean> | undefined;
}

/** A chart by name or by path in its source. */
export interface HelmChartTemplate {
  readonly at: SourcePointer;
  readonly chart: Placed<string> | undefined;
  readonly version: Placed<string> | undefined;
  readonly sourceRef: ObjectReference | undefined;
  readonly valuesFiles: readonly Placed<string>[];
  readonly ignoreMissingValuesFiles: Placed<boolean> | undefined;
}

/** Values of a ConfigMap or Secret in the namespace of the release. */
export interface ValuesReference {
  readonly at: SourcePointer;
  readonly kind: string;
  readonly name: string;
  /** `values.yaml` where it is not said. */
  readonly valuesKey: Placed<string> | undefined;
  readonly targetPath: Placed<string> | undefined;
  readonly literal: Placed<boolean> | undefined;
  readonly optional: Placed<boolean> | undefined;
}

/** What kustomize changes in the rendered chart. */
export interface PostRenderer {
  readonly patches: readonly FluxPatch[];
  readonly images: readonly FluxImage[];
}

/** The type of releases, in any version. */
export const helmReleaseType: FluxType = { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' };

/** Reads an object as a HelmRelease; `undefined` where it is none. */
export function readHelmRelease(resource: Resource): HelmRelease | undefined {
  const read = readSpec(resource, helmReleaseType);
  if (read === undefined) return undefined;
  const { object, spec } = read;
  const { namespace } = object;
  const chartRef = spec?.map('chartRef');
  const values = spec?.map('values');
  return {
    ...object,
    kind: 'HelmRelease',
    chart: readChart(spec?.map('chart')?.map('spec'), namespace),
    chartRef: chartRef && readReference(chartRef, '', namespace),
    releaseName: spec?.text('releaseName'),
    targetNamespace: spec?.text('targetNamespace'),
    storageNamespace: spec?.text('storageNamespace'),
    values: values && { value: values.node, at: values.at },
    valuesFrom: (spec?.list('valuesFrom') ?? []).map((entry) => ({
      at: entry.at,
      kind: entry.text('kind')?.value ?? '',
      name: entry.text('name')?.value ?? '',
      valuesKey: entry.text('valuesKey'),
      targetPath: entry.text('targetPath'),
      literal: entry.flag('literal'),
      optional: entry.flag('optional'),
    })),
    postRenderers: (spec?.list('postRenderers') ?? []).map((entry) => ({
      patches: readPatches(entry.map('kustomize')),
      images: readImages(entry.map('kustomize')),
    })),
    postRendersHooks: spec?.text('postRenderStrategy')?.value !== 'nohooks',
    appliesDefinitions: policyOf(spec, 'install', 'Create') || policyOf(spec, 'upgrade', 'Skip'),
    runsTests: spec?.map('test')?.flag('enable')?.value === true,
    skipsSchema: ['install', 'upgrade'].every(
      (action) => spec?.map(action)?.flag('disableSchemaValidation')?.value === true,
    ),
    commonMetadata: readCommonMetadata(spec),
    dependsOn: (spec?.list('dependsOn') ?? []).map((entry) => ({
      ...readReference(entry, 'HelmRelease', namespace),
      readyExpr: entry.text('readyExpr'),
    })),
    kubeConfig: readKubeConfig(spec),
    serviceAccountName: spec?.text('serviceAccountName'),
    suspend: spec?.flag('suspend'),
  };
}

/** Whether definitions are applied at an action. Source: helmrelease_types.go `CRDsPolicy`. */
function policyOf(
  spec: ObjectReader | undefined,
  action: 'install' | 'upgrade',
  usual: string,
): boolean {
  return (spec?.map(action)?.text('crds')?.value ?? usual) !== 'Skip';
}

/** Reads a chart as a release or a HelmChart asks for it. */
export function readChart(
  chart: ObjectReader | undefined,
  namespace: string,
): HelmChartTemplate | undefined {
  const sourceRef = chart?.map('sourceRef');
  return (
    chart && {
      at: chart.at,
      chart: chart.text('chart'),
      version: chart.text('version'),
      sourceRef: sourceRef && readReference(sourceRef, 'HelmRepository', namespace),
      valuesFiles: chart.texts('valuesFiles'),
      ignoreMissingValuesFiles: chart.flag('ignoreMissingValuesFiles'),
    }
  );
}

/** The name of the release in Helm. Source: helmrelease_types.go `GetReleaseName`. */
export function releaseNameOf({ name, releaseName, targetNamespace }: HelmRelease): string {
  if (releaseName !== undefined && releaseName.value !== '') return releaseName.value;
  const target = targetNamespace?.value ?? '';
  return target === '' ? name : `${target}-${name}`;
}

/** The namespace of the release. Source: helmrelease_types.go `GetReleaseNamespace`. */
export function releaseNamespaceOf({ namespace, targetNamespace }: HelmRelease): string {
  const target = targetNamespace?.value ?? '';
  return target === '' ? namespace : target;
}
