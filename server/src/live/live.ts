import process from 'node:process';
import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { ApiFailure } from './apiFailure.ts';
import { ArgoServer, type ArgoAddress } from './argoServer.ts';
import { ArgoWatch } from './argoWatch.ts';
import { ExecCredentials, type ExecConsent } from './execCredential.ts';
import { hubContext, matchContext, type KnownCluster } from './matchContext.ts';
import { KubeConnection } from './kubeConnection.ts';
import { readKubeconfig } from './kubeconfig.ts';
import { LiveCluster } from './liveCluster.ts';
import { LiveWatch } from './liveWatch.ts';
import type { KubeContext, Kubeconfig, KubeconfigFault } from './parseKubeconfig.ts';
import {
  sharedCredentials,
  type PlacedContext,
  type SharedCredential,
} from './sharedCredentials.ts';

/** What the user says about clusters: never anything of a workspace. */
export interface LiveOptions {
  /** Files of a kubeconfig; those of the user where it is `undefined`. */
  readonly kubeconfig: string | undefined;
  /** Contexts of clusters, by the name of the cluster, where neither name nor address tells. */
  readonly contexts: Readonly<Record<string, string>>;
  /** Whether a plugin of the kubeconfig may run. */
  readonly consent: ExecConsent;
  /** Argo CD servers that tell of Applications; each is asked only when a fleet is read. */
  readonly argocd?: readonly ArgoAddress[];
  /** Whether servers may be asked for dry runs. */
  readonly dryRuns?: boolean;
}

/**
 * The door to living clusters; it is a bundle of its own and loaded when a cluster is picked. Nothing is connected before
 * somebody asks something of one.
 */
export class Live {
  private readonly kubeconfig: Kubeconfig;
  private readonly options: LiveOptions;
  private readonly credentials: ExecCredentials;
  private readonly clusters = new Map<string, LiveCluster>();
  /** The Argo CD servers that the user names. */
  readonly argoServers: readonly ArgoServer[];

  constructor(options: LiveOptions) {
    this.options = options;
    this.kubeconfig = readKubeconfig(process.env, options.kubeconfig);
    this.credentials = new ExecCredentials(options.consent);
    this.argoServers = (options.argocd ?? []).map((one) => new ArgoServer(one));
  }

  /** The contexts that there are. */
  get contexts(): readonly KubeContext[] {
    return this.kubeconfig.contexts;
  }

  /** Why files of the kubeconfig say nothing. */
  get kubeconfigFaults(): readonly KubeconfigFault[] {
    return this.kubeconfig.faults;
  }

  /** The context of a cluster; `undefined` where none fits for certain. */
  contextOf(cluster: KnownCluster): KubeContext | undefined {
    return matchContext(this.kubeconfig, cluster, this.options.contexts);
  }

  /** The context of the cluster that Argo CD itself runs on, by its names in the register. */
  hubOf(clusters: readonly KnownCluster[]): KubeContext | undefined {
    return hubContext(this.kubeconfig, clusters, this.options.contexts);
  }

  /** The context of a name. */
  named(name: string): KubeContext | undefined {
    return this.kubeconfig.contexts.find((one) => one.name === name);
  }

  /** The cluster of a context: one connection for all that asks. */
  cluster(context: KubeContext): LiveCluster {
    const known = this.clusters.get(context.name);
    if (known !== undefined) return known;
    const connection = new KubeConnection(this.kubeconfig, context, this.credentials, {
      mayDryRun: this.options.dryRuns === true,
    });
    const cluster = new LiveCluster(connection);
    this.clusters.set(context.name, cluster);
    return cluster;
  }

  /** Whether a cluster is there: why it does not answer in time, `undefined` where it does. */
  probe(context: KubeContext, signal: AbortSignal): Promise<ApiFailure | undefined> {
    // A plugin may have to be run before anything can be asked.
    return this.cluster(context).probe(context.exec === undefined ? 10_000 : 40_000, signal);
  }

  /** The credentials that are the same in several release domains. */
  shared(placed: readonly PlacedContext[]): readonly SharedCredential[] {
    return sharedCredentials(this.kubeconfig, placed);
  }

  /**
   * Gives what ends the connections of a context once it was called for each time that the context is among these: several
   * clusters of the register may be reached by one.
   */
  releaser(contexts: readonly KubeContext[]): (context: KubeContext) => void {
    const users = new Map<string, number>();
    for (const { name } of contexts) users.set(name, (users.get(name) ?? 0) + 1);
    return ({ name }) => {
      const left = (users.get(name) ?? 0) - 1;
      users.set(name, left);
      if (left > 0) return;
      this.clusters.get(name)?.dispose();
      this.clusters.delete(name);
    };
  }

  /** The user asks again: plugins that have failed may run at once. */
  retry(): void {
    this.credentials.retry();
  }

  /** A watch of a cluster, not begun yet; `hub` is where Argo CD runs. */
  follow(context: KubeContext, hub: KubeContext | undefined, onChange: () => void): LiveWatch {
    return new LiveWatch({
      target: this.cluster(context),
      hub: hub && this.cluster(hub),
      onChange,
    });
  }

  /** A watch of a cluster by the Argo CD servers that the user names, not begun yet; `isHere` tells its units from others. */
  followByArgo(isHere: (status: LiveUnitStatus) => boolean, onChange: () => void): ArgoWatch {
    return new ArgoWatch({ servers: this.argoServers, isHere, onChange });
  }

  /** A connection of its own that may change a label for a drill; whoever asks for it ends it. */
  drillConnection(context: KubeContext): KubeConnection {
    return new KubeConnection(this.kubeconfig, context, this.credentials, { mayDrill: true });
  }

  /** A connection of its own that may write to one Application, once; whoever asks for it ends it. */
  writeConnection(context: KubeContext, path: string): KubeConnection {
    const may = { mayWriteTo: path };
    return new KubeConnection(this.kubeconfig, context, this.credentials, may);
  }

  /** Ends all connections. */
  dispose(): void {
    for (const cluster of this.clusters.values()) cluster.dispose();
    this.clusters.clear();
  }
}
