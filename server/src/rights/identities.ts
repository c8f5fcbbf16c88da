import { readApplication } from '../argocd/application.ts';
import { localName, localServer } from '../argocd/applicationSet/clusterGenerator.ts';
import type { Application } from '../delivery/application.ts';
import { readHelmRelease, releaseNamespaceOf } from '../flux/helmRelease.ts';
import { readFluxKustomization } from '../flux/readFluxKustomization.ts';
import { metadataEntry } from '../kustomize/metadata.ts';
import { parseGroupVersion } from '../kubernetes/gvk.ts';
import type { Resource } from '../kustomize/resource.ts';
import { withoutSlash } from '../layers/fleet/clustersOfFleet.ts';
import type { Delivery } from './needs.ts';
import type { Subject } from './readRoles.ts';

/** Who applies an application on its cluster. */
export interface Identity {
  /** The service account that it is applied by today. */
  readonly today: Subject;
  /** The service account that the least roles are for: another one where Flux impersonates none today. */
  readonly proposed: Subject;
}

/** The service account that an application is applied by; `undefined` where nobody here applies it. */
export function identityOf({
  object,
  controller,
  destination,
  namespace,
}: Application): Identity | undefined {
  if (object === undefined || controller === 'plain') return undefined;
  if (controller === 'argocd') {
    const { cluster, server } = destination;
    const isLocal =
      cluster === localName || (server !== undefined && withoutSlash(server) === localServer);
    // What `argocd cluster add` makes on other clusters.
    const account = isLocal
      ? serviceAccount('argocd-application-controller', namespace)
      : serviceAccount('argocd-manager', 'kube-system');
    return { today: account, proposed: account };
  }
  const release = readHelmRelease(object);
  const named = (release ?? readFluxKustomization(object))?.serviceAccountName?.value;
  if (named !== undefined && named !== '') {
    const account = serviceAccount(named, namespace);
    return { today: account, proposed: account };
  }
  const own = release === undefined ? 'kustomize-controller' : 'helm-controller';
  return {
    today: serviceAccount(own, 'flux-system'),
    proposed: serviceAccount('flux-reconciler', namespace),
  };
}

function serviceAccount(name: string, namespace: string): Subject {
  return { kind: 'ServiceAccount', name, namespace };
}

/** How a controller brings what an application renders to. */
export function deliveryOf(
  { object, destination, prunes, cascades }: Application,
  objects: readonly Resource[],
): Delivery {
  const { namespace } = destination;
  const plain = {
    objects,
    namespace,
    replaces: false,
    createsNamespace: false,
    releaseNamespace: undefined,
    waits: false,
    watched: [],
    listsEverywhere: false,
    reconcilesRoles: false,
  };
  const argo = object && readApplication(object);
  if (argo !== undefined) {
    const has = (option: string): boolean =>
      argo.syncOptions.some(({ value }) => value.replaceAll(' ', '') === option) ||
      objects.some((one) => annotated(one, 'sync-options').includes(option));
    // Argo CD takes hooks of Helm for its own, and deletes them before it makes them again.
    const isHook = (one: Resource): boolean =>
      annotated(one, 'hook').length > 0 || helmHookOf(one) !== '';
    return {
      ...plain,
      deletes: prunes || cascades || has('Force=true') || objects.some(isHook),
      replaces: has('Replace=true'),
      createsNamespace: argo.syncOptions.some(({ value }) => value === 'CreateNamespace=true'),
      listsEverywhere: true,
      reconcilesRoles: !has('ServerSideApply=true') && !has('Replace=true'),
    };
  }
  const release = object && readHelmRelease(object);
  if (release !== undefined) {
    const storage = release.storageNamespace?.value ?? '';
    return {
      ...plain,
      namespace: releaseNamespaceOf(release),
      deletes: true,
      releaseNamespace: storage === '' ? release.namespace : storage,
    };
  }
  const flux = object && readFluxKustomization(object);
  return {
    ...plain,
    deletes: prunes || cascades || flux?.force?.value === true,
    waits: flux?.wait?.value === true,
    // Source: Flux kustomize-controller, `spec.healthChecks`; of `spec.wait` all is applied as well.
    watched: (flux?.healthChecks ?? []).map(({ apiVersion, kind, namespace: own }) => ({
      group: parseGroupVersion(apiVersion).group,
      kind,
      namespace: own,
    })),
  };
}

function annotated({ node }: Resource, name: string): readonly string[] {
  const text = metadataEntry(node, 'annotations', `argocd.argoproj.io/${name}`) ?? '';
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Source: gitops-engine pkg/sync/hook/hook.go `Types`, helm/hook.go: definitions that a chart installs once are none. */
function helmHookOf({ node }: Resource): string {
  const hook = metadataEntry(node, 'annotations', 'helm.sh/hook') ?? '';
  return hook === 'crd-install' ? '' : hook;
}
