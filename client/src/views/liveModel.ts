import { Disposable, EventEmitter, commands, workspace, type Memento } from 'vscode';
import {
  adoptDriftMethod,
  liveChangesMethod,
  liveClustersMethod,
  liveMethod,
  liveSelectMethod,
  syncCommandMethod,
  type AdoptDriftParams,
  type BusinessQuery,
  type LiveChanges,
  type LiveClusters,
  type LiveSelected,
  type LiveSettings,
  type LiveView,
  type SyncCommand,
  type SyncCommandParams,
} from '../../../server/src/protocol/live.ts';
import type { PlanAnswer } from '../../../server/src/protocol/plan.ts';
import type { Server } from '../server.ts';
import type { ArgoSignIns } from './argoSignIns.ts';

/** Where the plugins are remembered that the user lets run: on this machine, and never in a workspace. */
const allowedKey = 'strata.live.allowedPlugins';

/**
 * The selected cluster as the server sees it. Nothing is asked of a cluster before the user selects one, and a window that is
 * opened again has selected none.
 */
export class LiveModel implements Disposable {
  private readonly server: Server;
  private readonly memento: Memento;
  private readonly signIns: ArgoSignIns;
  private readonly changed = new EventEmitter<void>();
  private readonly subscriptions: Disposable;
  private selected: { readonly tree: string; readonly cluster: string } | undefined;
  private asking = false;
  private isStale = false;
  private current: LiveView | undefined;

  /** The cluster is seen otherwise than before, or another one is. */
  readonly onDidChange = this.changed.event;

  constructor(server: Server, memento: Memento, signIns: ArgoSignIns) {
    this.server = server;
    this.memento = memento;
    this.signIns = signIns;
    const ask = (): void => {
      this.askAgain();
    };
    this.subscriptions = Disposable.from(
      server.onLiveChanged(ask),
      server.onTreesChanged(ask),
      server.onStarted(() => {
        // A server that was started again follows nothing yet.
        if (this.selected !== undefined) void this.select(this.selected);
      }),
    );
  }

  /** What is seen; `undefined` where no cluster is selected, or nothing of it was told yet. */
  get view(): LiveView | undefined {
    return this.current;
  }

  /** The name of the selected cluster. */
  get cluster(): string | undefined {
    return this.selected?.cluster;
  }

  /** The clusters that can be selected. */
  async choices(): Promise<LiveClusters | undefined> {
    await this.ready();
    return this.server.ask<LiveClusters>(liveClustersMethod, this.settings());
  }

  /** Follows a cluster from now on. */
  async select(cluster: {
    readonly tree: string;
    readonly cluster: string;
  }): Promise<LiveSelected> {
    const { tree, cluster: name } = cluster;
    const answer = await this.server.ask<LiveSelected>(liveSelectMethod, {
      tree,
      cluster: name,
      settings: this.settings(),
    });
    if (answer?.kind === 'followed') {
      this.selected = cluster;
      this.current = undefined;
      await this.refresh();
    }
    return answer ?? { kind: 'refused', why: 'unknownCluster' };
  }

  /** Follows the selected cluster anew: whoever had to sign in has done so. */
  async retry(): Promise<void> {
    if (this.selected !== undefined) await this.select(this.selected);
  }

  /** Asks anew what is seen, such as where lines are now; nothing where no cluster is selected. */
  askAgain(): void {
    if (this.selected !== undefined) void this.refresh();
  }

  /** The latest commits that change the selected cluster, with where they stand; `undefined` where there are no commits. */
  async changes(): Promise<LiveChanges | undefined> {
    return this.server.ask<LiveChanges>(liveChangesMethod, {});
  }

  /** A plan after which Git says what is live in some rows; `undefined` where no cluster is selected any more. */
  async adopt(params: AdoptDriftParams): Promise<PlanAnswer | undefined> {
    return this.server.ask<PlanAnswer>(adoptDriftMethod, params);
  }

  /** The command that makes the controller of an application apply what Git says. */
  async syncCommand(params: SyncCommandParams): Promise<SyncCommand | undefined> {
    return this.server.ask<SyncCommand>(syncCommandMethod, params);
  }

  /** Follows nothing any more. */
  async disconnect(): Promise<void> {
    this.selected = undefined;
    this.current = undefined;
    await this.server.ask(liveSelectMethod, { settings: this.settings() });
    await this.tell();
  }

  /** Remembers that a plugin of the kubeconfig may run. */
  async allow(fingerprint: string): Promise<void> {
    const allowed = new Set([...this.allowed(), fingerprint]);
    await this.memento.update(allowedKey, [...allowed]);
  }

  /** Whether a plugin may run. */
  isAllowed(fingerprint: string): boolean {
    return this.allowed().includes(fingerprint);
  }

  /** Settles once everything is read that the user says about clusters. */
  async ready(): Promise<void> {
    await this.signIns.ready();
  }

  /** What the user says about clusters, outside of any workspace. */
  settings(): LiveSettings {
    // Settings of the machine: a workspace cannot set them.
    const configuration = workspace.getConfiguration('strata');
    const contexts = configuration.get<Record<string, string>>('clusters.contexts', {});
    const prometheus = configuration.get<Record<string, string>>('live.prometheus', {});
    const business = configuration.get<Record<string, BusinessQuery>>('live.business', {});
    const argocd = this.signIns.all;
    return { contexts, allowed: this.allowed(), argocd, metrics: { prometheus, business } };
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private allowed(): readonly string[] {
    return this.memento.get<readonly string[]>(allowedKey, []);
  }

  /** Asks once at a time; what changes meanwhile is asked for afterwards. */
  private async refresh(): Promise<void> {
    this.isStale = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        const view = await this.server.ask<LiveView>(liveMethod, {});
        if (this.selected?.cluster === view?.cluster) this.current = view;
        await this.tell();
      }
    } finally {
      this.asking = false;
    }
  }

  private async tell(): Promise<void> {
    const state = this.selected === undefined ? 'none' : 'followed';
    await commands.executeCommand('setContext', 'strata.live', state);
    const isUnseen = this.current?.state === 'stale';
    await commands.executeCommand('setContext', 'strata.live.unseen', isUnseen);
    this.changed.fire();
  }
}
