import {
  boolValue,
  dictValue,
  intValue,
  stringValue,
  type MapValue,
  type Value,
} from '../template/value.ts';
import { capabilitiesValue, type Capabilities } from './capabilities.ts';
import { type Chart } from './chart.ts';
import { trimSpace } from '../template/functions/trim.ts';
import { baseName, fileText, type ChartFile } from './chartFile.ts';
import type { ChartTrace } from './chartTrace.ts';
import { coalesceValues } from './coalesce.ts';
import { missingDependencies, processDependencies } from './dependencies.ts';
import { isCompatible } from './dependencyConditions.ts';
import { schemaRulesOf, type HelmRules } from './helmVersion.ts';
import type { ChanceUse } from './functions/chanceFunctions.ts';
import { sortManifests, type Manifest } from './manifests.ts';
import { renderTemplates, type ChartFailure, type ParsedTemplates } from './renderTemplates.ts';

import { schemaMessage, validateValues, type SchemaFindings } from './validateValues.ts';

/** A release that is rendered without a cluster. */
export interface ReleaseOptions {
  readonly name: string;
  readonly namespace: string;
  /** Whether `.Release.IsUpgrade` is true instead of `.Release.IsInstall`. */
  readonly isUpgrade?: boolean;
  readonly capabilities: Capabilities;
  readonly parsed: ParsedTemplates;
  readonly trace?: ChartTrace | undefined;
  readonly skipsSchema?: boolean;
  /** Those of the newest Helm where nothing is said. */
  readonly rules?: HelmRules;
}

/** What a chart makes, or why it makes nothing. */
export type RenderedChart =
  | {
      readonly kind: 'rendered';
      /** The chart as its values leave it. */
      readonly chart: Chart;
      readonly values: MapValue;
      /** What each template made, by the name that `# Source:` shows. */
      readonly files: ReadonlyMap<string, string>;
      /** The files of the templates, counted from the chart's folder, by the names that Helm gives them. */
      readonly sources: ReadonlyMap<string, string>;
      readonly manifests: readonly Manifest[];
      readonly hooks: readonly Manifest[];
      readonly definitions: readonly CustomDefinition[];
      /** Charts whose schema could not be used. */
      readonly unchecked: readonly string[];
      /** Where results differ from run to run: what is there must not be compared. */
      readonly chance: readonly ChanceUse[];
    }
  | ChartFailure;

/** A file of a `crds/` folder. */
export interface CustomDefinition {
  /** As `# Source:` names it. */
  readonly source: string;
  /** Counted from the folder of the chart at the top. */
  readonly path: string;
  readonly file: ChartFile;
}

/**
 * Renders a chart as `helm template` does, with the given values on top of its own.
 * Source: Helm v4.2.3 pkg/cmd/install.go `runInstall`, pkg/action/install.go `RunWithContext`, pkg/action/action.go
 * `renderResources`.
 */
export function renderChart(
  loaded: Chart,
  given: MapValue,
  release: ReleaseOptions,
): RenderedChart {
  const { metadata } = loaded;
  if (metadata.type !== '' && metadata.type !== 'application') {
    return failed(`${metadata.type} charts are not installable`);
  }
  const missing = missingDependencies(loaded);
  if (missing.length > 0) {
    return failed(
      `an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: ${missing.join(', ')}`,
    );
  }
  if (!isReleaseName(release.name)) {
    return failed(`release name check failed: release name "${release.name}" is invalid`);
  }
  const processed = processDependencies(loaded, given, release.rules);
  if ('problem' in processed) {
    return failed(`chart dependencies processing failed: ${processed.problem}`);
  }
  const { chart } = processed;
  const coalesced = coalesceValues(chart, given, 'coalesce', release.rules);
  if ('problem' in coalesced) {
    return failed(coalesced.problem);
  }
  const values = release.trace?.prepare(coalesced.values) ?? coalesced.values;
  const schemas =
    release.skipsSchema === true
      ? noFindings
      : validateValues(chart, values, schemaRulesOf(release.capabilities.helmVersion));
  if (schemas.findings.length > 0) {
    return failed(schemaMessage(schemas.findings));
  }
  const { kubeVersion } = release.capabilities;
  const wanted = chart.metadata.kubeVersion;
  if (wanted !== '' && !isCompatible(wanted, kubeVersion.normalized)) {
    return failed(
      `chart requires kubeVersion: ${wanted} which is incompatible with Kubernetes ${kubeVersion.version}`,
    );
  }
  const top = topValue(values, release);
  const rendered = renderTemplates(chart, top, { ...release, trace: release.trace?.trace });
  if (rendered.kind === 'failure') {
    return rendered;
  }
  const files = new Map([...rendered.files].filter(([name]) => !name.endsWith('NOTES.txt')));
  const sorted = sortManifests(files, release.rules);
  if ('problem' in sorted) {
    return { ...failed(sorted.problem), template: sorted.source };
  }
  return {
    kind: 'rendered',
    chart,
    values,
    files,
    sources: rendered.sources,
    manifests: sorted.manifests,
    hooks: sorted.hooks,
    definitions: definitionsOf(chart, chart.name),
    unchecked: schemas.unchecked,
    chance: rendered.chance,
  };
}

const noFindings: SchemaFindings = { findings: [], unchecked: [] };

function failed(message: string): ChartFailure {
  return { kind: 'failure', cause: 'error', message };
}

/** Source: Helm v4.2.3 pkg/chart/v2/util/validate_name.go `ValidateReleaseName`. */
function isReleaseName(name: string): boolean {
  return (
    name.length <= 53 &&
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)
  );
}

/** Source: Helm v4.2.3 pkg/chart/common/util/values.go `ToRenderValues`. */
function topValue(values: MapValue, release: ReleaseOptions): MapValue {
  const isUpgrade = release.isUpgrade === true;
  const about: readonly (readonly [string, Value])[] = [
    ['Name', stringValue(release.name)],
    ['Namespace', stringValue(release.namespace)],
    ['IsUpgrade', boolValue(isUpgrade)],
    ['IsInstall', boolValue(!isUpgrade)],
    ['Revision', intValue(1)],
    ['Service', stringValue('Helm')],
  ];
  return dictValue([
    ['Capabilities', capabilitiesValue(release.capabilities)],
    ['Release', dictValue(about)],
    ['Values', values],
  ]);
}

/** Source: Helm v4.2.3 pkg/chart/v2/chart.go `CRDObjects`. */
function definitionsOf(chart: Chart, path: string): readonly CustomDefinition[] {
  const own = chart.files
    .filter(({ name }) => name.startsWith('crds/') && /\.(?:ya?ml|json)$/i.test(baseName(name)))
    .map((file) => ({
      source: `${path}/${file.name}`,
      path: chart.folder === '' ? file.name : `${chart.folder}/${file.name}`,
      file,
    }));
  const below = chart.dependencies.flatMap((child) =>
    definitionsOf(child, child.path ?? `${path}/charts/${child.name}`),
  );
  return [...own, ...below];
}

/** What `helm template` prints. Source: Helm v4.2.3 pkg/cmd/template.go. */
export function printChart(
  { manifests, hooks, definitions }: Extract<RenderedChart, { kind: 'rendered' }>,
  options: { readonly includesDefinitions: boolean; readonly includesHooks: boolean },
): string {
  const parts: string[] = [];
  if (options.includesDefinitions) {
    for (const { source, file } of definitions) {
      parts.push(`---\n# Source: ${source}\n${fileText(file)}\n`);
    }
  }
  for (const { source, text } of manifests) {
    parts.push(`---\n# Source: ${source}\n${text}\n`);
  }
  const whole = `${trimSpace(parts.join(''))}\n`;
  return options.includesHooks
    ? whole + hooks.map(({ source, text }) => `---\n# Source: ${source}\n${text}\n`).join('')
    : whole;
}
