import type { PlacedEntry } from '../../delivery/placed.ts';
import type { Certainty, Reason } from '../../delivery/reason.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';

/** What is known of one cluster, from all places together. */
export interface ClusterRow {
  readonly name: string;
  /** Other names of it. */
  readonly aliases: readonly string[];
  readonly server: string | undefined;
  readonly environment: string | undefined;
  readonly region: string | undefined;
  readonly tenant: string | undefined;
  readonly owner: string | undefined;
  readonly approvers: readonly string[];
  readonly network: string | undefined;
  readonly releaseDomain: string | undefined;
  readonly wave: number | undefined;
  readonly kubernetesVersion: string | undefined;
  /** The versions of controllers, by `argocd` and `flux`. */
  readonly controllers: Readonly<Record<string, string>>;
  /** What it serves beside Kubernetes itself, as `group/version` or `group/version/Kind`. */
  readonly apiVersions: readonly string[];
  readonly purpose: string | undefined;
  /** The name of the cluster that it is a standby of. */
  readonly mirrors: string | undefined;
  /** The folder that Flux starts from there. */
  readonly flux: string | undefined;
  /** The project of Argo CD that it belongs to. */
  readonly project: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Where each field comes from that has a value; a label's name is `labels.KEY`, the cluster itself is `name`. */
  readonly facts: Readonly<Record<string, Fact>>;
}

/** Where a fact comes from: a place, a reason why it follows, or both. */
export interface Fact {
  readonly certainty: Certainty;
  readonly at: SourcePointer | undefined;
  readonly why: Reason | undefined;
}

/**
 * A cluster that the repository shows beside the register: a Secret of Argo CD, an element of a list, a folder of Flux, a
 * destination.
 */
export interface SeenCluster {
  readonly name: string;
  readonly server: string | undefined;
  readonly project: string | undefined;
  readonly flux: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** What else stands beside it: values of the element, variables of the folder. Facts can be inferred from them. */
  readonly texts: readonly PlacedEntry[];
  readonly at: SourcePointer;
  /** `known` for a Secret and a folder that Flux starts from, `inferred` where the cluster only seems to be meant. */
  readonly certainty: Certainty;
}

/** The facts and labels that selectors of `.strata/config.yaml` choose by; a fact wins over a label of the same name. */
export function selectableFacts(row: Omit<ClusterRow, 'facts'>): ReadonlyMap<string, string> {
  const { name, environment, region, tenant, owner, network, wave, purpose } = row;
  const facts = { name, environment, region, tenant, owner, network, purpose, wave };
  return new Map([
    ...Object.entries(row.labels),
    ...Object.entries(facts).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as const],
    ),
  ]);
}
