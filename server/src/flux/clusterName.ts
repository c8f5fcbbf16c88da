import { readObject } from '../delivery/objectReader.ts';
import { reason, type Certainty, type Reason } from '../delivery/reason.ts';
import { isInOrBelow } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { FleetObjects } from './fleetObjects.ts';
import type { HelmRelease } from './helmRelease.ts';
import type { FluxKustomization } from './kustomization.ts';
import { folderOfPath } from './sourcePath.ts';

/** A cluster by its name, and how that is known; `undefined` where the repository does not tell. */
export interface NamedCluster {
  readonly cluster: string | undefined;
  readonly certainty: Certainty;
  readonly why: Reason;
}

/** A cluster of the register with the folder that Flux reads for it. */
export interface ClusterFolder {
  readonly name: string;
  readonly path: FileId;
}

/**
 * The cluster whose Flux reads an entry (a root, or a file that is applied by hand): what the register says; else a
 * variable of the top Kustomization that has the name of a cluster; else the folder of the entry, or the one that the top
 * Kustomization reads, by what `flux bootstrap` and the examples of Flux use.
 * Source: fluxcd.io/flux/guides/repository-structure, fluxcd.io/flux/installation/bootstrap.
 */
export function clusterOfEntry(
  entry: FileId,
  {
    top,
    register = [],
  }: {
    /** The Kustomization that the entry begins with. */
    readonly top?: FluxKustomization | undefined;
    readonly register?: readonly ClusterFolder[];
  },
): NamedCluster {
  const registered = register
    .filter(({ path }) => path !== '' && isInOrBelow(entry, path))
    .reduce<ClusterFolder | undefined>(
      (best, next) => (best === undefined || next.path.length > best.path.length ? next : best),
      undefined,
    );
  if (registered !== undefined) {
    const { name, path } = registered;
    return { cluster: name, certainty: 'known', why: reason('cluster.by-register', { path }) };
  }
  // What is delivered elsewhere reads the folder of the cluster there, and is filled with its facts.
  const own = top?.kubeConfig === undefined ? top : undefined;
  const read = own && folderOfPath(own.path?.value);
  // Flux reads the folder that it was started from, which tells more than what stands in it.
  const folders = read !== undefined && isInOrBelow(entry, read) ? [read, entry] : [entry, read];
  return (
    (own && byVariable(own)) ??
    firstOf(folders, (folder) => (folder === undefined ? undefined : byFolder(folder))) ?? {
      cluster: undefined,
      certainty: 'open',
      why: reason('cluster.unknown', { place: entry === '' ? '.' : entry }),
    }
  );
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The cluster that an object is delivered to: that of its controller, unless it names another by a kubeconfig. A Secret of
 * Cluster API is named after its cluster; a ConfigMap for a cloud's own login may name the cluster. A hub may have a
 * namespace for each cluster, with a Secret `cluster-kubeconfig` in each.
 * Source: fluxcd/pkg/apis/meta v1 `KubeConfigReference`; kustomize-controller v1.9.6 docs/spec/v1/kustomizations.md
 * “Remote clusters / Cluster-API”; fluxcd/flux2-hub-spoke-example README “Cluster bootstrap”.
 */
export function clusterOfObject(
  object: FluxKustomization | HelmRelease,
  own: NamedCluster,
  objects: FleetObjects,
): NamedCluster {
  const { kubeConfig, namespace } = object;
  if (kubeConfig === undefined) return own.cluster === undefined ? (byPath(object) ?? own) : own;
  const secret = kubeConfig.secret?.value ?? '';
  const configMap = kubeConfig.configMap?.value ?? '';
  const name = configMap === '' ? secret : configMap;
  const cluster =
    (configMap === '' ? undefined : clusterInConfigMap(objects, namespace, configMap)) ??
    withoutKubeconfig(name);
  const kind = configMap === '' ? 'Secret' : 'ConfigMap';
  if (cluster === 'cluster') {
    const told = byNamespace(namespace, { kind, name: `${namespace}/${name}` });
    const named = told ?? (object.kind === 'Kustomization' ? byVariable(object) : undefined);
    if (named !== undefined) return named;
  }
  return cluster === undefined || cluster === 'cluster'
    ? {
        cluster: undefined,
        certainty: 'open',
        why: reason('cluster.kubeconfig-unknown', { kind, name: `${namespace}/${name}` }),
      }
    : {
        cluster,
        certainty: 'inferred',
        why: reason('cluster.by-kubeconfig', { kind, name: `${namespace}/${name}` }),
      };
}

/** The cluster of a namespace that stands for one. */
function byNamespace(
  namespace: string,
  secret: { readonly kind: string; readonly name: string },
): NamedCluster | undefined {
  return ['', 'default', 'flux-system'].includes(namespace)
    ? undefined
    : {
        cluster: namespace,
        certainty: 'inferred',
        why: reason('cluster.by-kubeconfig-namespace', secret),
      };
}

/** Where nothing else tells: the Kustomization that Flux is started with reads a folder of its cluster. */
function byPath(object: FluxKustomization | HelmRelease): NamedCluster | undefined {
  if (object.kind === 'HelmRelease' || object.name !== object.namespace) return undefined;
  return byFolder(folderOfPath(object.path?.value));
}

/** `cluster` of such a ConfigMap is the cluster's path or number in its cloud, which ends with the name. */
function clusterInConfigMap(
  objects: FleetObjects,
  namespace: string,
  name: string,
): string | undefined {
  const resource = objects.find({ group: '', kind: 'ConfigMap' }, namespace, name);
  const data = resource && readObject(resource, () => undefined).map('data');
  return data
    ?.text('cluster')
    ?.value.split('/')
    .findLast((part) => part !== '');
}

function withoutKubeconfig(name: string): string | undefined {
  const rest = name
    .replace(/[-.](?:kubeconfig|kube-config)$/, '')
    .replace(/^(?:kubeconfig|kube-config)[-.]/, '');
  return rest === '' || /^kube-?config$/.test(rest) ? undefined : rest;
}

/** The names of variables that fleets give the name of a cluster, without regard to case and underscores. */
const clusterVariables = ['clustername', 'cluster', 'clusterid', 'kubernetescluster'];

function byVariable({ postBuild }: FluxKustomization): NamedCluster | undefined {
  for (const wanted of clusterVariables) {
    const found = postBuild.substitute.find(
      ({ key, value }) => key.replace(/[_-]/g, '').toLowerCase() === wanted && value !== '',
    );
    if (found === undefined || found.value.includes('$')) continue;
    const why = reason('cluster.by-variable', { variable: found.key });
    const environment = isNumber(found.value) ? environmentOf(postBuild) : undefined;
    const cluster = environment === undefined ? found.value : `${environment}-${found.value}`;
    return { cluster, certainty: 'inferred', why };
  }
  return undefined;
}

/** The variables that fleets give an environment, as `clusterVariables`. */
const environmentVariables = ['environment', 'env', 'clusterenvironment', 'clusterenv', 'stage'];

function environmentOf({ substitute }: FluxKustomization['postBuild']): string | undefined {
  return substitute.find(
    ({ key, value }) =>
      environmentVariables.includes(key.replace(/[_-]/g, '').toLowerCase()) &&
      value !== '' &&
      !value.includes('$'),
  )?.value;
}

/** A number counts the clusters of an environment, and names none of them alone. */
function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

const environmentWord =
  /^(?:prod|production|staging|stage|stg|dev|development|test|testing|qa|uat|preprod|nonprod|sandbox)$/i;

/** Folders of a cluster that are not part of its name. */
const innerFolders =
  /^(?:flux|flux-.*|gotk.*|config|cluster|bootstrap|manifests|kustomizations?|apps?|infrastructure|infra|repositories|namespaces|vars|core|base|sync)$/i;

function byFolder(entry: FileId): NamedCluster | undefined {
  const parts = folderParts(entry);
  const clusters = parts.lastIndexOf('clusters');
  if (clusters >= 0) {
    const rest = parts.slice(clusters + 1);
    const end = rest.findIndex((part) => innerFolders.test(part));
    const own = end < 0 ? rest : rest.slice(0, end);
    return inferred(nameOfParts(own.length === 0 ? rest.slice(0, 1) : own), entry);
  }
  const flux = parts.lastIndexOf('flux');
  const before = parts[flux - 1];
  // The layout of many homes: `kubernetes/flux/cluster`, and `kubernetes/NAME/flux` before it.
  if (flux > 0 && before !== undefined) {
    const isNamed = flux > 1 && !innerFolders.test(before);
    return inferred(isNamed ? before : 'cluster', entry);
  }
  const system = parts.lastIndexOf('flux-system');
  const above = parts[system - 1];
  return system > 0 && above !== undefined && !innerFolders.test(above)
    ? inferred(above, entry)
    : undefined;
}

/** The innermost folder, with the one above it where it only names an environment or counts. */
function nameOfParts(parts: readonly string[]): string | undefined {
  const last = parts.at(-1);
  const above = parts.at(-2);
  return last !== undefined && above !== undefined && (isNumber(last) || environmentWord.test(last))
    ? `${above}-${last}`
    : last;
}

function inferred(cluster: string | undefined, entry: FileId): NamedCluster | undefined {
  return cluster === undefined || cluster === ''
    ? undefined
    : {
        cluster,
        certainty: 'inferred',
        why: /\.ya?ml$/.test(entry)
          ? reason('cluster.by-file', { place: entry })
          : reason('cluster.by-folder', { place: entry }),
      };
}

/** The folders of a root or of a file. */
function folderParts(entry: FileId): readonly string[] {
  const parts = entry.split('/').filter((part) => part !== '');
  return /\.(?:ya?ml|json)$/i.test(entry) ? parts.slice(0, -1) : parts;
}
