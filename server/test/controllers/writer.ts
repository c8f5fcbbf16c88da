import { vi } from 'vitest';
import { eventually } from '../../../scripts/controllers/processes.ts';
import {
  liveMethod,
  liveSelectMethod,
  type ArgoSignIn,
  type LiveSettings,
  type LiveView,
} from '../../src/protocol/live.ts';
import {
  argoWriteMethod,
  argoWritePlanMethod,
  type ArgoWritePlanAnswer,
  type ArgoWritePlanParams,
  type ArgoWritten,
} from '../../src/protocol/liveWrite.ts';
import { startLanguageServer, type LanguageServer } from '../languageServer.ts';

/** By whom an editor writes: by the cluster that Argo CD runs on, or by a server of Argo CD alone. */
export type WriterRoute = 'cluster' | ArgoSignIn;

/** An editor that follows one cluster, and whose user lets it write to Applications. */
export class Writer {
  private readonly server: LanguageServer;
  private readonly settings: LiveSettings;
  private readonly isSeenByCluster: boolean;

  private constructor(server: LanguageServer, settings: LiveSettings, isSeenByCluster: boolean) {
    this.server = server;
    this.settings = settings;
    this.isSeenByCluster = isSeenByCluster;
  }

  /** Opens the folder of a fleet and selects a cluster of a kubeconfig. */
  static async open(
    fleet: { readonly folder: string; readonly kubeconfig: string; readonly cluster: string },
    route: WriterRoute,
  ): Promise<Writer> {
    vi.stubEnv('KUBECONFIG', fleet.kubeconfig);
    const server = await startLanguageServer(fleet.folder, { trusted: true });
    const settings: LiveSettings =
      route === 'cluster'
        ? { contexts: {}, allowed: [] }
        : { contexts: { 'in-cluster': 'no such context' }, allowed: [], argocd: [route] };
    await server.connection.sendRequest(liveSelectMethod, { cluster: fleet.cluster, settings });
    return new Writer(server, settings, route === 'cluster');
  }

  /** What would be written to an application, by its name. */
  async plan(name: string, action: ArgoWritePlanParams['action']): Promise<ArgoWritePlanAnswer> {
    const id = await this.idOf(name);
    const { settings } = this;
    const ask: ArgoWritePlanParams = { settings, mayWrite: true, action, ids: [id] };
    return this.server.connection.sendRequest(argoWritePlanMethod, ask);
  }

  /** Plans, confirms, and gives what came of it with the user that the plan named. */
  async write(
    name: string,
    action: ArgoWritePlanParams['action'],
  ): Promise<{ readonly outcome: string | undefined; readonly user: string | undefined }> {
    const answer = await this.plan(name, action);
    if (answer.kind !== 'plan') throw new Error(JSON.stringify(answer));
    const { id, user } = answer.plan;
    const confirmed = { id, settings: this.settings, mayWrite: true };
    const written = await this.server.connection.sendRequest<ArgoWritten | null>(
      argoWriteMethod,
      confirmed,
    );
    return { outcome: written?.results[0]?.outcome, user };
  }

  async close(): Promise<void> {
    await this.server.stop();
    vi.unstubAllEnvs();
  }

  private idOf(name: string): Promise<string> {
    return eventually(`the editor sees ${name}`, async () => {
      const view = await this.server.connection.sendRequest<LiveView | null>(liveMethod, {});
      const found = view?.applications.find((one) => one.name === name);
      const isSeen = !this.isSeenByCluster || found?.status !== undefined;
      return isSeen ? found?.id : undefined;
    });
  }
}
