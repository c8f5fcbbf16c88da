import type { ChartInputs } from '../helm/deployers/chartInputs.ts';
import type { PlacedRelease } from './chartObjects.ts';
import type { LayerSource } from './chartOrigins.ts';

/** What a deployer tells Helm of a cluster. */
export interface ClusterFacts {
  readonly kubernetesVersion: string | undefined;
  /** What it serves beside Kubernetes itself; empty where that is not known. */
  readonly apiVersions: readonly string[];
  /** The versions of controllers there, by `argocd` and `flux`. */
  readonly controllers?: Readonly<Record<string, string>>;
}

/** A chart as an application delivers it, in the tree or elsewhere. */
export interface DeliveredChart {
  /** Its folder, or its address with its name. */
  readonly name: string;
  /** `undefined` where it is not in the tree, or something of its values is not. */
  readonly placed: PlacedRelease | undefined;
  /** What it is given beyond its own values, as far as that is known. */
  readonly inputs: ChartInputs;
  /** Where its layers of values stand, by their names. */
  readonly sources: ReadonlyMap<string, LayerSource>;
  /** What is not known of its values: files, or objects with their keys. */
  readonly missing: readonly string[];
}
