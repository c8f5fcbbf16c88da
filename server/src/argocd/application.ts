import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import {
  readDirectoryOptions,
  readHelmOptions,
  readKustomizeOptions,
  readPluginOptions,
  type ArgoDirectory,
  type ArgoHelm,
  type ArgoKustomize,
  type ArgoPlugin,
} from './sourceOptions.ts';

/**
 * An Application of Argo CD, as it stands in the repository; each value says where it was written.
 * Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/types.go `Application`.
 */
export interface ArgoApplication {
  readonly kind: 'Application';
  readonly resource: Resource;
  readonly name: string;
  readonly namespace: string;
  readonly at: SourcePointer;
  readonly labels: readonly PlacedEntry[];
  readonly annotations: readonly PlacedEntry[];
  /** Whether deleting the object deletes what it has deployed. */
  readonly cascades: boolean;
  /** `default` where none is named. Source: types.go `GetProject`. */
  readonly project: string;
  /** Where the project is named; the object where it is not. */
  readonly projectAt: SourcePointer;
  readonly destination: ArgoDestination;
  /** What is synced, as `GetSources` has it: the one source, all sources, or the hydrated branch. */
  readonly sources: readonly ArgoSource[];
  /** Whether the sources stand in `spec.sources`. Source: types.go `HasMultipleSources`. */
  readonly hasSeveralSources: boolean;
  readonly hydrator: ArgoHydrator | undefined;
  readonly automated: ArgoAutomation | undefined;
  readonly syncOptions: readonly Placed<string>[];
  readonly problems: readonly Problem[];
}

/** Where an Application is delivered to: one of name and server. */
export interface ArgoDestination {
  readonly at: SourcePointer;
  readonly name: Placed<string> | undefined;
  readonly server: Placed<string> | undefined;
  readonly namespace: Placed<string> | undefined;
}

/** How an Application is synced without anybody asking. `enabled` is false only where it is said so. */
export interface ArgoAutomation {
  readonly at: SourcePointer;
  readonly enabled: boolean;
  readonly prune: boolean;
  readonly selfHeal: boolean;
  readonly allowEmpty: boolean;
}

/** Where manifests are written as they are before hydration, and where they are synced from. */
export interface ArgoHydrator {
  readonly at: SourcePointer;
  readonly dry: ArgoSource;
  readonly syncBranch: Placed<string> | undefined;
  readonly syncPath: Placed<string> | undefined;
  /** The branch that hydrated manifests go to first, where they are not written to `syncBranch` at once. */
  readonly hydrateTo: Placed<string> | undefined;
}

/** One source. */
export interface ArgoSource {
  readonly at: SourcePointer;
  /** As it stands in the object, for what overrides it; `undefined` for the branch of a hydrator. */
  readonly node: ResourceNode | undefined;
  readonly repoUrl: Placed<string> | undefined;
  readonly path: Placed<string> | undefined;
  readonly targetRevision: Placed<string> | undefined;
  readonly chart: Placed<string> | undefined;
  readonly ref: Placed<string> | undefined;
  readonly name: Placed<string> | undefined;
  readonly kustomize: ArgoKustomize | undefined;
  readonly helm: ArgoHelm | undefined;
  readonly directory: ArgoDirectory | undefined;
  readonly plugin: ArgoPlugin | undefined;
  /** The branch that a hydrator writes, where the source is what it reads. */
  readonly hydratedTo?: string | undefined;
}

/** Whether an object is one of Argo CD's, in whichever version. */
export function isArgoKind({ id }: Resource, kind: string): boolean {
  return id.group === 'argoproj.io' && id.kind === kind;
}

/** Reads an object as an Application; `undefined` where it is none. */
export function readApplication(resource: Resource): ArgoApplication | undefined {
  if (!isArgoKind(resource, 'Application')) return undefined;
  const problems: Problem[] = [];
  const object = readObject(resource, (found) => void problems.push(found));
  const metadata = object.map('metadata');
  const spec = object.map('spec');
  const hydrator = readHydrator(spec?.map('sourceHydrator'));
  const several = (spec?.list('sources') ?? []).map(readSource);
  const only = spec?.map('source');
  const single = only === undefined ? [] : [readSource(only)];
  const policy = spec?.map('syncPolicy');
  const project = spec?.text('project')?.value ?? '';
  return {
    kind: 'Application',
    resource,
    name: resource.id.name,
    namespace: resource.id.namespace,
    at: object.at,
    labels: metadata?.textMap('labels') ?? [],
    annotations: metadata?.textMap('annotations') ?? [],
    cascades: (metadata?.texts('finalizers') ?? []).some(({ value }) => cascades.includes(value)),
    project: project === '' ? 'default' : project,
    projectAt: spec?.text('project')?.at ?? object.at,
    destination: readDestination(spec?.map('destination'), object.at),
    sources:
      hydrator !== undefined ? [syncSource(hydrator)] : several.length > 0 ? several : single,
    hasSeveralSources: hydrator === undefined && several.length > 0,
    hydrator,
    automated: readAutomation(policy?.map('automated')),
    syncOptions: policy?.texts('syncOptions') ?? [],
    problems,
  };
}

/** Source: types.go `CascadedDeletion`; application_defaults.go. */
const cascades: readonly string[] = ['', '/foreground', '/background'].map(
  (policy) => `resources-finalizer.argocd.argoproj.io${policy}`,
);

function readDestination(
  reader: ObjectReader | undefined,
  objectAt: SourcePointer,
): ArgoDestination {
  return {
    at: reader?.at ?? objectAt,
    name: given(reader?.text('name')),
    server: given(reader?.text('server')),
    namespace: given(reader?.text('namespace')),
  };
}

/** Go does not tell an empty text from none. */
function given(text: Placed<string> | undefined): Placed<string> | undefined {
  return text === undefined || text.value === '' ? undefined : text;
}

/** Reads a source of an Application. */
export function readSource(reader: ObjectReader): ArgoSource {
  const kustomize = reader.map('kustomize');
  const helm = reader.map('helm');
  const directory = reader.map('directory');
  const plugin = reader.map('plugin');
  return {
    at: reader.at,
    node: reader.node,
    repoUrl: given(reader.text('repoURL')),
    path: given(reader.text('path')),
    targetRevision: given(reader.text('targetRevision')),
    chart: given(reader.text('chart')),
    ref: given(reader.text('ref')),
    name: given(reader.text('name')),
    kustomize: kustomize && readKustomizeOptions(kustomize),
    helm: helm && readHelmOptions(helm),
    directory: directory && readDirectoryOptions(directory),
    plugin: plugin && readPluginOptions(plugin),
  };
}

function readHydrator(reader: ObjectReader | undefined): ArgoHydrator | undefined {
  if (reader === undefined) return undefined;
  const dry = reader.map('drySource') ?? reader;
  const sync = reader.map('syncSource');
  return {
    at: reader.at,
    dry: { ...readSource(dry), ref: undefined, chart: undefined },
    syncBranch: given(sync?.text('targetBranch')),
    syncPath: given(sync?.text('path')),
    hydrateTo: given(reader.map('hydrateTo')?.text('targetBranch')),
  };
}

/** Source: types.go `GetSyncSource`. */
function syncSource({ at, dry, syncBranch, syncPath }: ArgoHydrator): ArgoSource {
  return {
    ...noOptions,
    at,
    node: undefined,
    repoUrl: dry.repoUrl,
    path: syncPath,
    targetRevision: syncBranch,
  };
}

const noOptions = {
  chart: undefined,
  ref: undefined,
  name: undefined,
  kustomize: undefined,
  helm: undefined,
  directory: undefined,
  plugin: undefined,
} as const;

function readAutomation(reader: ObjectReader | undefined): ArgoAutomation | undefined {
  if (reader === undefined) return undefined;
  return {
    at: reader.at,
    enabled: reader.flag('enabled')?.value !== false,
    prune: reader.flag('prune')?.value === true,
    selfHeal: reader.flag('selfHeal')?.value === true,
    allowEmpty: reader.flag('allowEmpty')?.value === true,
  };
}
