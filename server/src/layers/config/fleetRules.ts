import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed } from '../../delivery/placed.ts';
import { problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { namesIn, readCapturePattern, type CapturePattern } from './capturePattern.ts';
import {
  checkKeys,
  checkRepeats,
  choice,
  keyPlace,
  numbers,
  requiredText,
  type Reporter,
} from './checkedMap.ts';
import { readClusterSelector, type ClusterSelector } from './clusterSelector.ts';

/** What counts as deployed where there is no controller: each path that fits is an application on a cluster. */
export interface DeploymentRule {
  readonly path: Placed<CapturePattern>;
  /** Templates with the names that `path` keeps, as `{application}`. */
  readonly application: Placed<string>;
  readonly cluster: Placed<string>;
}

/** Files with values of a chart that only their names tie to a cluster or an environment. */
export interface ValuesRule {
  /** The folder of the chart, or a pattern of folders. */
  readonly chart: Placed<CapturePattern>;
  /** In the order in which helm takes them; the last one wins. Counted from the chart, or from the top after a `/`. */
  readonly files: readonly Placed<CapturePattern>[];
  /** Templates with the names that `files` keep; by default `{cluster}` and `{environment}`. */
  readonly cluster: Placed<string> | undefined;
  readonly environment: Placed<string> | undefined;
  /** The name of the application and of its release; by default that of the folder of the chart. */
  readonly application: Placed<string> | undefined;
  /** The namespace of the release. */
  readonly namespace: Placed<string> | undefined;
}

/** One stage of the order for promotions: clusters that are in one of its environments or waves, or named. */
export interface Stage {
  readonly name: Placed<string>;
  readonly environments: readonly Placed<string>[];
  readonly clusters: readonly Placed<string>[];
  readonly waves: readonly Placed<number>[];
  readonly approvers: readonly Placed<string>[];
}

/** A release domain by its selector. */
export interface ReleaseDomainRule {
  readonly name: string;
  readonly selector: ClusterSelector;
}

/** Where the content of an artifact comes from. */
export interface ArtifactRule {
  /** The address, as `oci://registry/name`. */
  readonly address: string;
  /** The folder of the repository. */
  readonly path: Placed<string>;
  readonly tag: Placed<string> | undefined;
  readonly at: SourcePointer;
}

/** What a plugin of Argo CD stands for. */
export interface PluginRule {
  readonly name: string;
  readonly build: Placed<PluginBuild>;
}

/** What a plugin of Argo CD can stand for. */
export type PluginBuild = (typeof pluginBuilds)[number];

/** What a plugin of Argo CD can stand for. */
export const pluginBuilds = ['kustomize', 'helm', 'directory'] as const;

/** A branch that a hydrator writes, and the one that it reads. */
export interface HydratorRule {
  readonly dry: BranchPath;
  readonly hydrated: BranchPath;
}

/** A folder of a branch; patterns with `{name}` where many are meant. */
export interface BranchPath {
  readonly branch: Placed<string>;
  readonly path: Placed<string> | undefined;
}

/** The keys of one rule of each list or map. */
export const fleetKeys = {
  deployments: ['path', 'application', 'cluster'],
  values: ['chart', 'files', 'cluster', 'environment', 'application', 'namespace'],
  ladder: ['name', 'environments', 'clusters', 'waves', 'approvers'],
  artifacts: ['path', 'tag'],
  hydrator: ['dry', 'hydrated'],
  branch: ['branch', 'path'],
} as const;

/** Reads a rule for deployments; `undefined` where it lacks a field. */
export function readDeployment(map: ObjectReader, report: Reporter): readonly DeploymentRule[] {
  checkKeys(map, fleetKeys.deployments, report);
  const path = pattern(requiredText(map, 'path', report), report);
  const application = requiredText(map, 'application', report);
  const cluster = requiredText(map, 'cluster', report);
  if (path === undefined || application === undefined || cluster === undefined) return [];
  for (const template of [application, cluster]) checkNames(template, path.value.names, report);
  return [{ path, application, cluster }];
}

/** Reads a rule for values files. */
export function readValuesRule(map: ObjectReader, report: Reporter): readonly ValuesRule[] {
  checkKeys(map, fleetKeys.values, report);
  const chart = pattern(requiredText(map, 'chart', report), report);
  const files = map.texts('files').flatMap((one) => pattern(one, report) ?? []);
  if (map.field('files') === undefined) requiredText(map, 'files', report);
  const templates = {
    cluster: map.text('cluster'),
    environment: map.text('environment'),
    application: map.text('application'),
    namespace: map.text('namespace'),
  };
  const names = [chart, ...files].flatMap((one) => one?.value.names ?? []);
  for (const [key, template] of Object.entries(templates)) {
    const isPlace = key === 'cluster' || key === 'environment';
    const known = isPlace ? names : [...names, 'cluster', 'environment'];
    if (template !== undefined) checkNames(template, known, report);
  }
  const { cluster, environment } = templates;
  const tiesToPlace =
    cluster !== undefined ||
    environment !== undefined ||
    names.some((name) => name === 'cluster' || name === 'environment');
  // A slip such as `{clustre}`: no release could ever come of the rule.
  const at = (files.find(({ value }) => value.names.length > 0) ?? files[0] ?? chart)?.at;
  if (!tiesToPlace && at !== undefined)
    report(problem('config.unknown-capture', { name: 'cluster' }, at));
  return chart === undefined ? [] : [{ chart, files, ...templates }];
}

/** Reads a stage of the ladder. */
export function readStage(map: ObjectReader, report: Reporter): readonly Stage[] {
  checkKeys(map, fleetKeys.ladder, report);
  const name = requiredText(map, 'name', report);
  const stage = {
    environments: map.texts('environments'),
    clusters: map.texts('clusters'),
    waves: numbers(map, 'waves', report),
    approvers: map.texts('approvers'),
  };
  return name === undefined ? [] : [{ name, ...stage }];
}

/** Reads the release domains, in the order of the file. */
export function readReleaseDomains(
  map: ObjectReader | undefined,
  report: Reporter,
): readonly ReleaseDomainRule[] {
  return keysOf(map, report).flatMap((name) => {
    const selector = map && readClusterSelector(map, name, report);
    return selector === undefined ? [] : [{ name, selector }];
  });
}

/** Reads where artifacts come from. */
export function readArtifacts(
  map: ObjectReader | undefined,
  report: Reporter,
): readonly ArtifactRule[] {
  return keysOf(map, report).flatMap((address) => {
    const rule = map?.map(address);
    if (map?.node.kind !== 'map' || rule === undefined) return [];
    checkKeys(rule, fleetKeys.artifacts, report);
    const path = requiredText(rule, 'path', report);
    const at = keyPlace(map, rule.node);
    return path === undefined ? [] : [{ address, path, tag: rule.text('tag'), at }];
  });
}

/** Reads what plugins stand for. */
export function readPlugins(
  map: ObjectReader | undefined,
  report: Reporter,
): readonly PluginRule[] {
  return keysOf(map, report).flatMap((name) => {
    const build = map && choice(map, name, pluginBuilds, report);
    return build === undefined ? [] : [{ name, build }];
  });
}

/** Reads a pair of branches. */
export function readHydrator(map: ObjectReader, report: Reporter): readonly HydratorRule[] {
  checkKeys(map, fleetKeys.hydrator, report);
  const [dry, hydrated] = ['dry', 'hydrated'].map((name) => readBranch(map, name, report));
  return dry === undefined || hydrated === undefined ? [] : [{ dry, hydrated }];
}

function readBranch(map: ObjectReader, name: string, report: Reporter): BranchPath | undefined {
  const branchPath = map.map(name);
  if (branchPath === undefined) {
    if (map.field(name) === undefined) requiredText(map, name, report);
    return undefined;
  }
  checkKeys(branchPath, fleetKeys.branch, report);
  const branch = requiredText(branchPath, 'branch', report);
  return branch && { branch, path: branchPath.text('path') };
}

/** The keys of a map, each once, in the order of the file. */
export function keysOf(map: ObjectReader | undefined, report: Reporter): readonly string[] {
  checkRepeats(map, report);
  return map?.node.kind === 'map' ? [...new Set(map.node.keys)] : [];
}

function pattern(
  text: Placed<string> | undefined,
  report: Reporter,
): Placed<CapturePattern> | undefined {
  if (text === undefined) return undefined;
  const value = readCapturePattern(text.value);
  if (value === undefined) report(problem('config.bad-pattern', { pattern: text.value }, text.at));
  return value && { value, at: text.at };
}

function checkNames(
  { value, at }: Placed<string>,
  known: readonly string[],
  report: Reporter,
): void {
  for (const name of namesIn(value)) {
    if (!known.includes(name)) report(problem('config.unknown-capture', { name }, at));
  }
}
