import { parse } from 'yaml';
import type { JsonMap } from '../../server/src/drift/json.ts';

/** An object of an API server: only what the rig looks at has a type. */
export interface KubeObject extends JsonMap {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonMap & { readonly name: string; readonly namespace?: string };
}

/** An object whose status is written. */
export interface Workload {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly generation?: number;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
  };
  readonly spec: { readonly replicas?: number };
}

/** What Argo CD says of an Application, in its own words; empty where it says nothing. */
export interface ApplicationState {
  readonly sync: string;
  readonly health: string;
}

/** A cluster as a kubeconfig has it. */
export interface ConfiguredCluster extends JsonMap {
  readonly 'certificate-authority': string;
}

/** Reads an object from YAML or JSON. */
export function parseKubeObject(text: string): KubeObject {
  return parse(text) as KubeObject;
}

/** Reads any document of JSON. */
export function parseDocument(text: string): JsonMap {
  return JSON.parse(text) as JsonMap;
}

/** The objects of a list. */
export function parseWorkloads(list: JsonMap | undefined): readonly Workload[] {
  return (list?.['items'] ?? []) as unknown as readonly Workload[];
}

/** What an Application says of itself. */
export function parseApplicationState(application: JsonMap | undefined): ApplicationState {
  const status = (application?.['status'] ?? {}) as {
    readonly sync?: { readonly status: string };
    readonly health?: { readonly status: string };
  };
  return { sync: status.sync?.status ?? '', health: status.health?.status ?? '' };
}

/** The one cluster of a kubeconfig. */
export function parseCluster(kubeconfig: string): ConfiguredCluster {
  const { clusters } = JSON.parse(kubeconfig) as {
    readonly clusters: readonly [{ readonly cluster: ConfiguredCluster }];
  };
  return clusters[0].cluster;
}
