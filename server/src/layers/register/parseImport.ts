import { failed, ok, type Result } from '../../util/result.ts';
import type { ObservedKind } from './observedApplication.ts';

/** What an export of a controller tells, as far as Strata keeps it: never a credential. */
export interface ImportedFacts {
  /** The command that made the export. */
  readonly by: string;
  readonly clusters: readonly ImportedCluster[];
  readonly applications: readonly ImportedApplication[];
  /** Labels and annotations whose values are secrets: they are kept nowhere. */
  readonly dropped: readonly { readonly cluster: string; readonly key: string }[];
}

/** Whether a value under a key is a secret. */
export type IsSecret = (key: string, value: string) => boolean;

/** A cluster as Argo CD lists it. */
export interface ImportedCluster {
  readonly name: string;
  readonly server: string | undefined;
  readonly kubernetesVersion: string | undefined;
  /** Without what Kubernetes itself serves. */
  readonly apiVersions: readonly string[];
  readonly project: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** An application as its controller has it. */
export interface ImportedApplication {
  readonly kind: ObservedKind;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly generatedBy: string | undefined;
  readonly cluster: string | undefined;
  readonly server: string | undefined;
  readonly destinationNamespace: string | undefined;
  readonly sources: readonly ImportedSource[];
}

/** Where an application takes its files from. */
export interface ImportedSource {
  readonly repository: string | undefined;
  readonly revision: string | undefined;
  readonly path: string | undefined;
  readonly chart: string | undefined;
  readonly ref: string | undefined;
}

/**
 * Reads an export: `argocd cluster list -o json`, `kubectl get applications -A -o json`, or Kustomizations and HelmReleases
 * of Flux by `kubectl get`. Only the fields that are named here are kept, and no field that is made for credentials is one of
 * them; labels and annotations whose value `isSecret` are dropped and told. A refusal says why in one sentence.
 *
 * Source: Argo CD 3.2.0 cmd/argocd/commands/cluster.go `NewClusterListCommand`, pkg/apis/application/v1alpha1/types.go
 * `Cluster`, `ClusterInfo`, `ApplicationSpec`; Flux kustomize-controller 1.7 and helm-controller 1.4 API.
 */
export function parseImport(text: string, isSecret: IsSecret): Result<ImportedFacts, string> {
  const value = parseJson(text);
  if (value === undefined) return failed('it is no JSON; export it with -o json');
  const items = Array.isArray(value) ? value : itemsOf(value);
  if (items === undefined) return failed('it is no list, as exports with -o json are');
  const records = listOf(items);
  const kinds = new Set(records.map(({ kind }) => textOf(kind)));
  if (kinds.size === 0 || (kinds.size === 1 && kinds.has(undefined)))
    return clusterList(records, isSecret);
  const applications = records.flatMap(argoApplication);
  const delivered = records.flatMap(fluxObject);
  if (applications.length + delivered.length === 0 && !kinds.has('Application')) {
    return failed(`it holds ${[...kinds].join(', ')}, and no application of Argo CD or Flux`);
  }
  const isFlux = !kinds.has('Application');
  return ok({
    by: isFlux ? fluxCommand(kinds) : 'kubectl get applications -A',
    clusters: namedDestinations(records),
    applications: [...applications, ...delivered],
    dropped: [],
  });
}

/** Whether an export comes from the cluster that it is about, and does not say which one that is. */
export function needsCluster({ applications }: ImportedFacts): boolean {
  return applications.some(({ kind }) => kind !== 'Application');
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Labels and annotations that repeat the object with its credentials, or tell nothing: every Secret of a cluster has the
 * second one. All other keys are names that people chose, `env` and `data` among them.
 */
const ownKeys: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'argocd.argoproj.io/secret-type',
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  const items = recordOf(value)?.items;
  return Array.isArray(items) ? items : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(recordOf(value) ?? {}).flatMap(([key, one]) =>
    typeof one === 'string' && !ownKeys.has(key) ? [[key, one] as const] : [],
  );
  return Object.fromEntries(entries);
}

function listOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return [];
  return value.map(recordOf).filter((one) => one !== undefined);
}

function clusterList(
  records: readonly Fields[],
  isSecret: IsSecret,
): Result<ImportedFacts, string> {
  const dropped: { cluster: string; key: string }[] = [];
  const clusters = records.flatMap((one): readonly ImportedCluster[] => {
    const server = textOf(one.server);
    const name = textOf(one.name) ?? server;
    if (name === undefined || server === undefined) return [];
    const info = recordOf(one.info);
    const kept = (field: 'labels' | 'annotations'): Readonly<Record<string, string>> => {
      const entries = Object.entries(textsOf(one[field])).filter(([key, value]) => {
        const isDropped = isSecret(key, value);
        if (isDropped) dropped.push({ cluster: name, key: `${field}.${key}` });
        return !isDropped;
      });
      return Object.fromEntries(entries);
    };
    return [
      {
        name,
        server: withoutUser(server),
        kubernetesVersion: textOf(info?.serverVersion) ?? textOf(one.serverVersion),
        apiVersions: servedBeside(info?.apiVersions),
        project: textOf(one.project),
        labels: kept('labels'),
        annotations: kept('annotations'),
      },
    ];
  });
  return clusters.length === 0 && records.length > 0
    ? failed('its items are no clusters of Argo CD, which have a server')
    : ok({ by: 'argocd cluster list', clusters, applications: [], dropped });
}

/** The groups of Kubernetes itself: no chart and no policy asks whether they are there. */
const ownGroups =
  /^(?:v1|(?:apps|autoscaling|batch|extensions|policy)\/|(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|networking|node|rbac\.authorization|resource|scheduling|storage|storagemigration|(?:flowcontrol|internal)\.apiserver)\.k8s\.io\/)/;

function servedBeside(apiVersions: unknown): readonly string[] {
  if (!Array.isArray(apiVersions)) return [];
  const served = apiVersions.flatMap((one: unknown) => textOf(one) ?? []);
  return [...new Set(served)].filter((one) => !ownGroups.test(one)).sort();
}

/** Applications that an ApplicationSet owns: they tell what the repository leaves open. */
function argoApplication(object: Fields): readonly ImportedApplication[] {
  if (object.kind !== 'Application') return [];
  const metadata = recordOf(object.metadata);
  const owner = listOf(metadata?.ownerReferences).find(({ kind }) => kind === 'ApplicationSet');
  const name = textOf(metadata?.name);
  if (owner === undefined || name === undefined) return [];
  const spec = recordOf(object.spec);
  const destination = recordOf(spec?.destination);
  const single = recordOf(spec?.source);
  const sources = listOf(spec?.sources);
  return [
    {
      kind: 'Application',
      name,
      namespace: textOf(metadata?.namespace),
      generatedBy: textOf(owner.name),
      cluster: textOf(destination?.name),
      server: textOf(destination?.server),
      destinationNamespace: textOf(destination?.namespace),
      sources: (sources.length > 0 || single === undefined ? sources : [single]).map((source) => ({
        repository: withoutUser(textOf(source.repoURL)),
        revision: textOf(source.targetRevision),
        path: textOf(source.path),
        chart: textOf(source.chart),
        ref: textOf(source.ref),
      })),
    },
  ];
}

/** Clusters that applications are delivered to by name. */
function namedDestinations(records: readonly Fields[]): readonly ImportedCluster[] {
  const names = records.flatMap(({ kind, spec }) => {
    const destination = recordOf(recordOf(spec)?.destination);
    return kind === 'Application' ? (textOf(destination?.name) ?? []) : [];
  });
  return [...new Set(names)].sort().map((name) => ({
    name,
    server: undefined,
    kubernetesVersion: undefined,
    apiVersions: [],
    project: undefined,
    labels: {},
    annotations: {},
  }));
}

function fluxCommand(kinds: ReadonlySet<string | undefined>): string {
  const names = [
    ...(kinds.has('Kustomization') ? ['kustomizations'] : []),
    ...(kinds.has('HelmRelease') ? ['helmreleases'] : []),
  ];
  return `kubectl get ${names.join(',')} -A`;
}

function fluxObject(object: Fields): readonly ImportedApplication[] {
  const { kind } = object;
  const group = textOf(object.apiVersion)?.split('/')[0];
  const metadata = recordOf(object.metadata);
  const name = textOf(metadata?.name);
  const spec = recordOf(object.spec);
  const isKustomization = kind === 'Kustomization' && group === 'kustomize.toolkit.fluxcd.io';
  const isRelease = kind === 'HelmRelease' && group === 'helm.toolkit.fluxcd.io';
  if (name === undefined || spec === undefined || !(isKustomization || isRelease)) return [];
  const labels = textsOf(metadata?.labels);
  return [
    {
      kind: isKustomization ? 'Kustomization' : 'HelmRelease',
      name,
      namespace: textOf(metadata?.namespace),
      generatedBy: labels['kustomize.toolkit.fluxcd.io/name'],
      cluster: undefined,
      server: undefined,
      destinationNamespace: textOf(spec.targetNamespace),
      sources: [isKustomization ? kustomizationSource(spec) : releaseSource(spec)],
    },
  ];
}

function kustomizationSource(spec: Fields): ImportedSource {
  const path = textOf(spec.path)?.replace(/^(\.?\/)+/, '');
  return {
    repository: referenceOf(spec.sourceRef),
    revision: undefined,
    path,
    chart: undefined,
    ref: undefined,
  };
}

function releaseSource(spec: Fields): ImportedSource {
  const chart = recordOf(recordOf(spec.chart)?.spec);
  return {
    repository: referenceOf(chart?.sourceRef ?? spec.chartRef),
    revision: textOf(chart?.version),
    path: undefined,
    chart: textOf(chart?.chart),
    ref: undefined,
  };
}

/** A source of Flux as `Kind/name`. */
function referenceOf(value: unknown): string | undefined {
  const reference = recordOf(value);
  const [kind, name] = [textOf(reference?.kind), textOf(reference?.name)];
  return kind === undefined || name === undefined ? undefined : `${kind}/${name}`;
}

/** An address without a user and a password. */
function withoutUser<T extends string | undefined>(address: T): T | string {
  return address === undefined
    ? address
    : address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}
