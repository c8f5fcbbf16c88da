import { vi } from 'vitest';
import {
  fleetApplicationMethod,
  fleetMethod,
  type FleetAnswer,
  type FleetApplication,
  type FleetWay,
} from '../../src/protocol/liveFleet.ts';
import { startLanguageServer, type LanguageServer } from '../languageServer.ts';
import type { StatusRow } from './answers.ts';

const settings = { contexts: {}, allowed: [] };

/** What the panel “Fleet” of an editor asks, about a fleet and the clusters of a kubeconfig. */
export class Panel {
  private readonly server: LanguageServer;

  private constructor(server: LanguageServer) {
    this.server = server;
  }

  /** Opens the folder of a fleet. */
  static async open(folder: string, kubeconfig: string): Promise<Panel> {
    vi.stubEnv('KUBECONFIG', kubeconfig);
    return new Panel(await startLanguageServer(folder, { trusted: true }));
  }

  /** Reads all clusters anew, and gives the way of what should run of a unit. */
  async way({
    cluster,
    kind,
    name,
    namespace,
  }: Pick<StatusRow, 'cluster' | 'kind' | 'name'> & {
    readonly namespace: string;
  }): Promise<FleetWay> {
    const { connection } = this.server;
    let answer: FleetAnswer;
    let ask = 'read';
    do {
      answer = await connection.sendRequest<FleetAnswer>(fleetMethod, { settings, ask });
      ask = 'know';
    } while (answer.kind === 'fleet' && answer.reading !== undefined);
    if (answer.kind !== 'fleet') throw new Error(answer.kind);
    const tree = answer.clusters[0]?.tree;
    const cell = { tree, cluster, kind, name, namespace };
    const found = await connection.sendRequest<FleetApplication | null>(fleetApplicationMethod, {
      settings,
      ...cell,
      ask: 'status',
    });
    if (found === null) throw new Error(`nothing is told of ${name}`);
    return found.way;
  }

  async close(): Promise<void> {
    await this.server.stop();
    vi.unstubAllEnvs();
  }
}

/** The steps of a way in the order in which they have to be, as milliseconds since 1970. */
export function stepsOf(way: FleetWay): readonly number[] {
  const { committedAt, fetchedAt, startedAt, appliedAt, healthyAt } = way;
  return [committedAt, fetchedAt, startedAt, appliedAt, healthyAt].flatMap((one) =>
    one === undefined ? [] : [Date.parse(one)],
  );
}
