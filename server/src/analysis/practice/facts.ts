import type { Query } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { groupBy } from '../../util/groupBy.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { unitOutputQuery } from '../../layers/fleet/units.ts';
import type { UnitKey } from '../../layers/fleet/unitKeys.ts';
import {
  credentialsOf,
  secretStoreOf,
  staticTokenOf,
  type Credential,
  type SecretStore,
  type StaticToken,
} from './credentials.ts';
import { mutableImages, type MutableImage } from './mutableTags.ts';
import { podSpecOf } from './podSpecs.ts';
import { taggedImages, type TaggedImage } from './provenImages.ts';
import { unprotected, type Unprotected } from './prunes.ts';
import { madeBy, neededObjects, type NeededObject } from './references.ts';

/** What best practice asks of an application, and no more: what it renders to can be forgotten again. */
export interface PracticeFacts {
  readonly images: readonly MutableImage[];
  /** Each image with a tag once, where it stands first. */
  readonly tagged: readonly TaggedImage[];
  readonly credentials: readonly Credential[];
  readonly stores: readonly SecretStore[];
  readonly tokens: readonly StaticToken[];
  readonly unprotected: readonly Unprotected[];
  readonly needs: readonly (NeededObject & { readonly namespace: string; readonly by: string })[];
  /** `Kind/namespace/name` of what it brings, or has made, with '' for the namespace of the application. */
  readonly makes: readonly string[];
  /** The namespaces of its workloads. */
  readonly namespaces: readonly string[];
  /** The first object of each kind of Kubernetes itself. */
  readonly kinds: readonly DeliveredKind[];
  /** Whether something of it is not known. */
  readonly isOpen: boolean;
  /** Whether it has objects of which an operator may make others. */
  readonly hasCustomObjects: boolean;
}

/** A kind that an application delivers, by its first object. */
export interface DeliveredKind {
  readonly group: string;
  readonly kind: string;
  readonly scope: 'cluster' | 'namespaced';
  /** `Kind/name`. */
  readonly object: string;
  readonly at: SourcePointer;
}

/** The facts of an application. */
export const practiceFactsQuery: Query<UnitKey, PracticeFacts> = {
  name: 'practiceFacts',
  equals: deepEqual,
  compute: (key, reader) => {
    const { resources, gaps, failures } = reader.get(unitOutputQuery, key);
    const workloads = resources.filter((one) => podSpecOf(one) !== undefined);
    return {
      images: workloads.flatMap(mutableImages),
      tagged: eachImageOnce(workloads.flatMap(taggedImages)),
      credentials: resources.flatMap(credentialsOf),
      stores: resources.flatMap((one) => secretStoreOf(one) ?? []),
      tokens: resources.flatMap((one) => staticTokenOf(one) ?? []),
      unprotected: resources.flatMap((one) => unprotected(one) ?? []),
      needs: workloads.flatMap((one) =>
        neededObjects(one).map((need) => ({
          ...need,
          namespace: one.id.namespace,
          by: `${one.id.kind}/${one.id.name}`,
        })),
      ),
      makes: [
        ...new Set(
          resources.flatMap((one) => [
            `${one.id.kind}/${one.id.namespace}/${one.id.name}`,
            ...madeBy(one).map((made) => made.replace('/', `/${one.id.namespace}/`)),
          ]),
        ),
      ],
      namespaces: [...new Set(workloads.map(({ id }) => id.namespace))],
      kinds: kindsOf(resources),
      isOpen: gaps.length > 0 || failures.length > 0,
      hasCustomObjects: resources.some(({ id }) => mayYieldObjects(id.group)),
    };
  },
};

function eachImageOnce(images: readonly TaggedImage[]): readonly TaggedImage[] {
  return [...groupBy(images, ({ image, digest }) => `${image}@${digest ?? ''}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function kindsOf(resources: readonly Resource[]): readonly DeliveredKind[] {
  const found = new Map<string, DeliveredKind>();
  for (const resource of resources) {
    const { group, kind, name, clusterScoped } = resource.id;
    if (!isBuiltIn(group) || found.has(`${group}/${kind}`)) continue;
    found.set(`${group}/${kind}`, {
      group,
      kind,
      scope: clusterScoped ? 'cluster' : 'namespaced',
      object: `${kind}/${name}`,
      at: resource.originOf(resource.node).writtenAt,
    });
  }
  return [...found.values()];
}

/** Groups of custom objects of which nobody makes ConfigMaps, claims or accounts for others to use. */
const inert =
  /(?:^|\.)(?:monitoring\.coreos\.com|route\.openshift\.io|user\.openshift\.io|argoproj\.io|cert-manager\.io|external-secrets\.io|bitnami\.com|istio\.io|kyverno\.io|keda\.sh|fluxcd\.io|cilium\.io|traefik\.io|gatekeeper\.sh)$/;

function mayYieldObjects(group: string): boolean {
  return !isBuiltIn(group) && !inert.test(group);
}

function isBuiltIn(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}
