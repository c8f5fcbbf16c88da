import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import type { Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { FluxObject, FluxType } from './fluxObject.ts';
import type { ObjectReference } from './reference.ts';

/**
 * A Kustomization of Flux, as it stands in the repository: what is absent is `undefined` or empty, defaults are those of
 * who reads. Each value says where it was written.
 * Source: fluxcd/kustomize-controller api v1.9.6 v1/kustomization_types.go.
 */
export interface FluxKustomization extends FluxObject {
  readonly kind: 'Kustomization';
  readonly path: Placed<string> | undefined;
  readonly sourceRef: ObjectReference | undefined;
  readonly edit: KustomizationEdit;
  readonly commonMetadata: CommonMetadata;
  readonly postBuild: PostBuild;
  readonly dependsOn: readonly FluxDependency[];
  readonly suspend: Placed<boolean> | undefined;
  readonly prune: Placed<boolean> | undefined;
  readonly deletionPolicy: Placed<string> | undefined;
  readonly force: Placed<boolean> | undefined;
  readonly wait: Placed<boolean> | undefined;
  readonly interval: Placed<string> | undefined;
  readonly retryInterval: Placed<string> | undefined;
  readonly timeout: Placed<string> | undefined;
  readonly serviceAccountName: Placed<string> | undefined;
  readonly kubeConfig: KubeConfigReference | undefined;
  readonly decryption: Decryption | undefined;
  readonly healthChecks: readonly ObjectReference[];
  /** Which fields drift is not looked for in. */
  readonly ignore: readonly IgnoreRule[];
  /** What is wrong with fields that are read before the build. */
  readonly problems: readonly Problem[];
}

/** What the controller writes into the kustomization file before the build. */
export interface KustomizationEdit {
  /** An empty text clears the namespace of the file. */
  readonly targetNamespace: Placed<string> | undefined;
  readonly namePrefix: Placed<string> | undefined;
  readonly nameSuffix: Placed<string> | undefined;
  readonly patches: readonly FluxPatch[];
  /** Fields of older versions of the API, which the controller still takes. */
  readonly patchesStrategicMerge: readonly Placed<ResourceNode>[];
  readonly patchesJson6902: readonly FluxJsonPatch[];
  readonly images: readonly FluxImage[];
  readonly components: readonly Placed<string>[];
  readonly ignoreMissingComponents: boolean;
  readonly buildMetadata: readonly Placed<string>[];
}

/** One entry of `patches:`. Source: fluxcd/pkg/apis/kustomize v1.21.0 kustomize_types.go `Patch`. */
export interface FluxPatch {
  readonly at: SourcePointer;
  readonly patch: Placed<string> | undefined;
  readonly target: FluxSelector | undefined;
}

/** One entry of `patchesJson6902:`. Source: kustomize_types.go `JSON6902Patch`. */
export interface FluxJsonPatch {
  readonly at: SourcePointer;
  readonly operations: Placed<ResourceNode> | undefined;
  readonly target: FluxSelector;
}

/** Which objects a patch is for; `''` selects any. Source: kustomize_types.go `Selector`. */
export interface FluxSelector {
  readonly at: SourcePointer;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly annotationSelector: string;
  readonly labelSelector: string;
}

/** One entry of `images:`. Source: kustomize_types.go `Image`. */
export interface FluxImage {
  readonly at: SourcePointer;
  readonly name: Placed<string> | undefined;
  readonly newName: Placed<string> | undefined;
  readonly newTag: Placed<string> | undefined;
  readonly digest: Placed<string> | undefined;
}

/** Labels and annotations that every object gets after the build. */
export interface CommonMetadata {
  readonly labels: readonly PlacedEntry[];
  readonly annotations: readonly PlacedEntry[];
}

/** What is replaced in the text of each built object. */
export interface PostBuild {
  /** `undefined` where the object has no `postBuild`: then nothing is looked at. */
  readonly at: SourcePointer | undefined;
  readonly strategy: Placed<string> | undefined;
  readonly substitute: readonly PlacedEntry[];
  readonly substituteFrom: readonly SubstituteReference[];
  /** What is wrong with it; it only matters where there is an object to substitute in. */
  readonly problems: readonly Problem[];
}

/** A ConfigMap or Secret in the namespace of the Kustomization; another kind is not looked at. */
export interface SubstituteReference {
  readonly at: SourcePointer;
  readonly kind: string;
  readonly name: string;
  readonly optional: boolean;
}

/** Another Kustomization that must be ready first. */
export interface FluxDependency extends ObjectReference {
  readonly readyExpr: Placed<string> | undefined;
}

/** Another cluster than the controller's own. */
export interface KubeConfigReference {
  readonly at: SourcePointer;
  readonly secret: Placed<string> | undefined;
  readonly key: Placed<string> | undefined;
  readonly configMap: Placed<string> | undefined;
}

/** How Secrets are decrypted; never a key. */
export interface Decryption {
  readonly at: SourcePointer;
  readonly provider: Placed<string> | undefined;
  readonly secret: Placed<string> | undefined;
  readonly serviceAccountName: Placed<string> | undefined;
}

/** JSON pointers into objects. */
export interface IgnoreRule {
  readonly paths: readonly Placed<string>[];
  readonly target: FluxSelector | undefined;
}

/** The type of Flux's Kustomizations, in any version. */
export const fluxKustomizationType: FluxType = {
  group: 'kustomize.toolkit.fluxcd.io',
  kind: 'Kustomization',
};
