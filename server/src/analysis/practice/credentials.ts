import { readClusterSecret } from '../../argocd/clusterSecret.ts';
import type { Resource } from '../../kustomize/resource.ts';
import { unitOutputQuery } from '../../layers/fleet/units.ts';
import type { ClusterRow } from '../../layers/register/clusterRow.ts';
import type { Reader } from '../../query/database.ts';
import { fingerprintOf } from '../../secrets/fingerprint.ts';
import { groupBy } from '../../util/groupBy.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { decodeBase64 } from '../../yaml/goBase64.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { Placed, PracticeFound } from './placed.ts';
import { itemsOf, nodeBelow } from './podSpecs.ts';

/** Something that gives a cluster a credential, and what tells the credential from others; no value stands in it. */
export interface Credential {
  /** `Kind/name`. */
  readonly object: string;
  /** `Kind.group/namespace/name`: where it stands is asked later, as it costs a second rendering of charts. */
  readonly id: string;
  /** A hash of what is delivered, or of what is read. */
  readonly identity: string;
  /** The store that it is read from, as `Kind/namespace/name`; `undefined` for what is delivered itself. */
  readonly store: string | undefined;
}

/** A store of secrets, and a hash of where it is. */
export interface SecretStore {
  /** `Kind/namespace/name`. */
  readonly name: string;
  readonly identity: string;
}

/** The credentials that an object gives to its cluster. */
export function credentialsOf(resource: Resource): readonly Credential[] {
  const { id, node } = resource;
  const object = `${id.kind}/${id.name}`;
  const key = keyOf(resource);
  const delivered = (data: readonly (ResourceNode | undefined)[]): readonly Credential[] => {
    const said = data.flatMap((one) => (one?.kind === 'map' && one.keys.length > 0 ? [one] : []));
    const identity = identityOf(said);
    return identity === undefined ? [] : [{ object, id: key, identity, store: undefined }];
  };
  switch (`${id.kind}.${id.group}`) {
    case 'Secret.':
      return isConfiguration(node)
        ? []
        : delivered([field(node, 'data'), field(node, 'stringData')]);
    case 'ServiceAccount.': {
      const annotations = nodeBelow(node, 'metadata', 'annotations');
      const identity = identityOf(cloudIdentities.flatMap((key) => field(annotations, key) ?? []));
      return identity === undefined ? [] : [{ object, id: key, identity, store: undefined }];
    }
    case 'SealedSecret.bitnami.com':
      return delivered([nodeBelow(node, 'spec', 'encryptedData')]);
    case 'ExternalSecret.external-secrets.io': {
      const spec = field(node, 'spec');
      const store = field(spec, 'secretStoreRef');
      const kind = rawText(field(store, 'kind')) || 'SecretStore';
      const name = rawText(field(store, 'name'));
      const namespace = kind === 'ClusterSecretStore' ? '' : id.namespace;
      const read = [
        ...itemsOf(field(spec, 'data')).map((one) => field(one, 'remoteRef')),
        ...itemsOf(field(spec, 'dataFrom')),
      ].flatMap((one) => one ?? []);
      const identity = name === '' ? undefined : identityOf(read);
      return identity === undefined
        ? []
        : [{ object, id: key, identity, store: `${kind}/${namespace}/${name}` }];
    }
    default:
      return [];
  }
}

/** What lends a ServiceAccount the rights of an account of a cloud. */
const cloudIdentities = [
  'azure.workload.identity/client-id',
  'eks.amazonaws.com/role-arn',
  'iam.gke.io/gcp-service-account',
];

/** What a Secret of Argo CD about a repository says beside credentials. Source: Argo CD docs, “Declarative Setup”. */
const repositoryFacts: ReadonlySet<string> = new Set([
  'enableLfs',
  'enableOCI',
  'forceHttpBasicAuth',
  'githubAppEnterpriseBaseUrl',
  'insecure',
  'insecureIgnoreHostKey',
  'insecureOCIForceHttp',
  'name',
  'noProxy',
  'project',
  'proxy',
  'type',
  'url',
  'username',
]);

/** Whether a Secret only says where a repository of Argo CD is. */
function isConfiguration(node: ResourceNode): boolean {
  const type = rawText(
    field(nodeBelow(node, 'metadata', 'labels'), 'argocd.argoproj.io/secret-type'),
  );
  const keys = ['data', 'stringData'].flatMap((name) => {
    const map = field(node, name);
    return map?.kind === 'map' ? map.keys : [];
  });
  return /^repo(?:sitory|-creds)/.test(type) && keys.every((key) => repositoryFacts.has(key));
}

/** A Secret with a token that never ends. */
export interface StaticToken {
  /** `Kind/name`. */
  readonly object: string;
  /** Whose token it is, as `Kind/name`, or the name of the cluster that it opens. */
  readonly account: string;
  readonly at: SourcePointer;
}

/**
 * The token that a Secret has made, or by which an Argo CD comes to a cluster, and that is good until somebody deletes it;
 * `undefined` for any other object.
 *
 * Source: kubernetes.io “Service Accounts”, “Manually create a long-lived API token for a ServiceAccount”;
 * Argo CD docs, “Declarative Setup”, “Clusters”.
 */
export function staticTokenOf(resource: Resource): StaticToken | undefined {
  const { id, node } = resource;
  if (id.kind !== 'Secret' || id.group !== '') return undefined;
  const cluster = tokenOfCluster(resource);
  if (cluster !== undefined) return cluster;
  if (rawText(field(node, 'type')) !== 'kubernetes.io/service-account-token') return undefined;
  const annotations = nodeBelow(node, 'metadata', 'annotations');
  const account = rawText(field(annotations, 'kubernetes.io/service-account.name'));
  const at = resource.originOf(node).writtenAt;
  return { object: `Secret/${id.name}`, account: `ServiceAccount/${account}`, at };
}

/** A token that stands in the Secret of a cluster, encrypted by nobody: whoever reads the repository has the cluster. */
function tokenOfCluster(resource: Resource): StaticToken | undefined {
  const known = readClusterSecret(resource);
  if (known === undefined) return undefined;
  const { node, id } = resource;
  const clear = rawText(nodeBelow(node, 'stringData', 'config'));
  const encoded = decodeBase64(rawText(nodeBelow(node, 'data', 'config'))) ?? '';
  if (![clear, encoded].some((text) => /"bearerToken"\s*:\s*"[^"<$]+"/.test(text)))
    return undefined;
  const at = resource.originOf(node).writtenAt;
  return { object: `Secret/${id.name}`, account: known.name?.value ?? known.secretName, at };
}

function keyOf({ id: { kind, group, namespace, name } }: Resource): string {
  return `${kind}.${group}/${namespace}/${name}`;
}

/** The store of secrets that an object is; `undefined` for any other. */
export function secretStoreOf({ id, node }: Resource): SecretStore | undefined {
  if (id.group !== 'external-secrets.io' || !/^(?:Cluster)?SecretStore$/.test(id.kind))
    return undefined;
  const provider = nodeBelow(node, 'spec', 'provider');
  const identity = provider && identityOf([provider]);
  const namespace = id.kind === 'ClusterSecretStore' ? '' : id.namespace;
  return identity === undefined
    ? undefined
    : { name: `${id.kind}/${namespace}/${id.name}`, identity };
}

/** What is filled in later may be another thing on each cluster. */
function identityOf(nodes: readonly ResourceNode[]): string | undefined {
  if (nodes.length === 0) return undefined;
  const texts = nodes.map((node) => writeCanonical(node));
  const said = texts.map((one) => ('text' in one ? one.text : '$')).join('\n');
  return /[$]|\{\{/.test(said) ? undefined : fingerprintOf('credential', '', said);
}

/**
 * One credential on clusters of several release domains (`practice.shared-credential`): a Secret with the same content, or
 * two ExternalSecrets that read the same entry of the same store. Who takes it from one has the others as well.
 */
export function sharedCredentials(
  reader: Reader,
  placed: readonly Placed[],
  clusters: readonly ClusterRow[],
): readonly PracticeFound[] {
  const domains = new Map(clusters.map(({ name, releaseDomain }) => [name, releaseDomain]));
  const known = placed.filter(({ cluster }) => domains.get(cluster) !== undefined);
  const stores = new Map(
    known.flatMap((one) =>
      one.facts.stores.map(({ name, identity }) => [storeKey(one, name), identity] as const),
    ),
  );
  const held = known.flatMap((one) =>
    one.facts.credentials.flatMap((credential) => {
      const { store, identity } = credential;
      const from = store === undefined ? '' : stores.get(storeKey(one, store));
      const domain = domains.get(one.cluster) ?? '';
      // A store that is not delivered from here may be another one on each cluster.
      return from === undefined ? [] : [{ one, credential, domain, key: `${from} ${identity}` }];
    }),
  );
  return [...groupBy(held, ({ key }) => key).values()].flatMap((group) => {
    const names = [...new Set(group.map(({ domain }) => domain))].sort();
    if (names.length < 2) return [];
    return group.flatMap(({ one: { application, cluster }, credential: { object, id } }) =>
      reader
        .get(unitOutputQuery, application.key)
        .resources.filter((resource) => keyOf(resource) === id)
        .map((resource) => ({
          code: 'practice.shared-credential',
          application,
          at: resource.originOf(resource.node).writtenAt,
          cluster,
          parameters: { object, domains: names.join(', ') },
        })),
    );
  });
}

/** What names no namespace lies in that of its application. */
function storeKey({ key, application }: Placed, store: string): string {
  const [kind = '', namespace = '', name = ''] = store.split('/');
  const isCluster = kind === 'ClusterSecretStore';
  const own = isCluster || namespace !== '' ? namespace : application.destination.namespace;
  return `${key} ${kind}/${own}/${name}`;
}
