import { strata } from '../commandLine.ts';

/** A row of `strata status --json`. */
export interface StatusRow {
  readonly cluster: string | null;
  readonly kind: string;
  readonly name: string;
  readonly sync: string;
  readonly certain: boolean;
  readonly health: string;
  readonly revision: {
    readonly desired: readonly string[];
    readonly attempted?: readonly string[];
    readonly deployed?: readonly string[];
  };
  readonly behind?: { readonly all: number; readonly touching?: number };
  readonly failure?: { readonly stage: string; readonly reason: string; readonly message: string };
  readonly suspendedBy?: string;
}

/** A row of `strata drift --json`. */
export interface DriftRow {
  readonly application: string;
  readonly resource: string;
  readonly path: string;
  readonly verdict: string;
  readonly counts: boolean;
  readonly owner?: string;
  readonly willRevert: boolean | 'unknown';
}

/** Asks Strata about a fleet: its files, and clusters by the contexts of a kubeconfig. */
export class Asker {
  private readonly folder: string;
  private readonly kubeconfig: string;

  constructor(folder: string, kubeconfig: string) {
    this.folder = folder;
    this.kubeconfig = kubeconfig;
  }

  /** Where all units stand that can be seen. */
  async status(): Promise<readonly StatusRow[]> {
    const { applications } = await this.ask(['status', '--kubeconfig', this.kubeconfig]);
    return applications as readonly StatusRow[];
  }

  /** Where one unit stands; `undefined` where nothing is seen of it. */
  async unit(name: string, kind?: string): Promise<StatusRow | undefined> {
    const rows = await this.status();
    return rows.find((row) => row.name === name && (kind === undefined || row.kind === kind));
  }

  /** How an application differs from Git. */
  async drift(cluster: string, application: string): Promise<readonly DriftRow[]> {
    const words = ['drift', cluster, application, '--kubeconfig', this.kubeconfig];
    const { findings } = await this.ask(words);
    return findings as readonly DriftRow[];
  }

  /** Why a cluster could not be compared; `undefined` where it could. */
  async driftFailure(cluster: string): Promise<string | undefined> {
    const { clusters } = await this.ask(['drift', cluster, '--kubeconfig', this.kubeconfig]);
    return (clusters as readonly { name: string; failure?: string }[]).find(
      ({ name }) => name === cluster,
    )?.failure;
  }

  /** Where a commit stands at each application that it changes: `name stand`. */
  async rollout(commit: string): Promise<readonly string[]> {
    const answer = await this.ask(['rollout', commit, '--kubeconfig', this.kubeconfig]);
    const { applications } = answer as {
      applications: readonly { name: string; stand: string }[];
    };
    return applications.map((one) => `${one.name} ${one.stand}`);
  }

  /** Any other question. */
  async ask(words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const run = await strata([...words, '--workspace', this.folder, '--json']);
    if (run.out === '') throw new Error(run.err);
    return JSON.parse(run.out) as Readonly<Record<string, unknown>>;
  }
}
