import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { decodeBase64 } from '../yaml/goBase64.ts';
import type { ClusterSecret } from './applicationSet/clusterGenerator.ts';

/**
 * A cluster that Argo CD knows by a Secret, as far as the repository says it: of a Secret that is encrypted or comes from
 * outside, the labels and annotations that its object will have. What grants access is never read.
 */
export interface ArgoCluster {
  readonly resource: Resource;
  readonly at: SourcePointer;
  /** How the Secret comes into the cluster. */
  readonly from: 'Secret' | 'SealedSecret' | 'ExternalSecret';
  readonly secretName: string;
  readonly namespace: string;
  /** `undefined` where it is encrypted, or comes from outside. */
  readonly name: Placed<string> | undefined;
  readonly server: Placed<string> | undefined;
  readonly project: Placed<string> | undefined;
  readonly labels: readonly PlacedEntry[];
  readonly annotations: readonly PlacedEntry[];
}

const typeLabel = 'argocd.argoproj.io/secret-type';

/**
 * Reads an object as the Secret of a cluster, or as what a controller makes one of; `undefined` where it is none.
 * Source: Argo CD 3.2.0 common/common.go `LabelKeySecretType`, util/db/cluster.go `SecretToCluster`; sealed-secrets v0.32.0
 * pkg/apis/sealedsecrets/v1alpha1/types.go; external-secrets v1 apis/externalsecrets/v1/externalsecret_types.go.
 */
export function readClusterSecret(resource: Resource): ArgoCluster | undefined {
  const read = readSecret(
    resource,
    readObject(resource, () => undefined),
  );
  if (read === undefined) return undefined;
  const { from, name, metadata, data } = read;
  const labels = metadata?.textMap('labels') ?? [];
  if (!labels.some(({ key, value }) => key === typeLabel && value === 'cluster')) return undefined;
  const namespace = metadata?.text('namespace')?.value ?? resource.id.namespace;
  return {
    resource,
    at: resource.originOf(resource.node).writtenAt,
    from,
    secretName: name,
    namespace,
    name: data('name'),
    server: data('server'),
    project: data('project'),
    labels,
    annotations: metadata?.textMap('annotations') ?? [],
  };
}

interface ReadSecret {
  readonly from: ArgoCluster['from'];
  readonly name: string;
  /** What the Secret will have as its metadata. */
  readonly metadata: ObjectReader | undefined;
  /** A value that can be read. */
  readonly data: (key: 'name' | 'server' | 'project') => Placed<string> | undefined;
}

function readSecret(resource: Resource, object: ObjectReader): ReadSecret | undefined {
  const { group, kind, name } = resource.id;
  const own = object.map('metadata');
  switch (`${group}/${kind}`) {
    case '/Secret':
      return {
        from: 'Secret',
        name,
        metadata: own,
        data: (key) =>
          inClear(object.map('stringData')?.text(key)) ?? decoded(object.map('data')?.text(key)),
      };
    case 'bitnami.com/SealedSecret': {
      const template = object.map('spec')?.map('template');
      const metadata = template?.map('metadata');
      return {
        from: 'SealedSecret',
        name: metadata?.text('name')?.value ?? name,
        metadata: metadata ?? own,
        data: (key) => literal(template?.map('data')?.text(key)),
      };
    }
    case 'external-secrets.io/ExternalSecret': {
      const target = object.map('spec')?.map('target');
      const template = target?.map('template');
      return {
        from: 'ExternalSecret',
        name: target?.text('name')?.value ?? name,
        // Without metadata in the template the Secret has that of its ExternalSecret.
        metadata: template?.map('metadata') ?? own,
        data: (key) => literal(template?.map('data')?.text(key)),
      };
    }
    default:
      return undefined;
  }
}

function decoded(value: Placed<string> | undefined): Placed<string> | undefined {
  if (value === undefined || inClear(value) === undefined) return undefined;
  const text = decodeBase64(value.value);
  return text === undefined ? undefined : { value: text, at: value.at };
}

/** What SOPS has encrypted, or a plugin fills in, is no value. */
function inClear(value: Placed<string> | undefined): Placed<string> | undefined {
  return value === undefined || /^(ENC\[|<path:|<[^>]+>$)/.test(value.value) ? undefined : value;
}

/** A value of a template, which may be a template itself. */
function literal(value: Placed<string> | undefined): Placed<string> | undefined {
  return value?.value.includes('{{') === true ? undefined : inClear(value);
}

/**
 * The cluster as generators see it; `undefined` where its name or its address is not known.
 * Source: Argo CD 3.2.0 applicationset/generators/cluster.go.
 */
export function clusterOf(cluster: ArgoCluster): ClusterSecret | undefined {
  const { secretName, namespace, name, server, project } = cluster;
  if (name === undefined || server === undefined) return undefined;
  return {
    secretName,
    ...(namespace === '' ? {} : { namespace }),
    name: name.value,
    server: server.value,
    ...(project === undefined ? {} : { project: project.value }),
    labels: texts(cluster.labels),
    annotations: texts(cluster.annotations),
  };
}

function texts(entries: readonly PlacedEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}
