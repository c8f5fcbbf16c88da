import { CancellationTokenSource, Disposable, EventEmitter, commands, workspace } from 'vscode';
import {
  impactMethod,
  impactPartMethod,
  impactRefreshMethod,
  type ImpactAnswer,
  type ImpactParams,
  type ImpactPart,
  type ImpactPartParams,
} from '../../../server/src/protocol/impact.ts';
import type { Server } from '../server.ts';

/** What there is to show. */
export type ImpactState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly answer: ImpactAnswer };

/** The sides that are compared unless somebody picks others. */
export const defaultSides: ImpactParams = {
  base: { kind: 'automatic' },
  head: { kind: 'workingTree' },
};

/** The impact of what the user is looking at: which sides are compared, and what came of it last. It follows the server. */
export class ImpactModel implements Disposable {
  private readonly server: Server;
  private readonly changed = new EventEmitter<void>();
  private readonly subscriptions: Disposable;
  private readonly parts = new Map<string, Promise<ImpactPart | undefined>>();
  private picked = defaultSides;
  private current: ImpactState = { kind: 'waiting' };
  private asking: CancellationTokenSource | undefined;

  /** There is something else to show. */
  readonly onDidChange = this.changed.event;

  constructor(server: Server) {
    this.server = server;
    this.subscriptions = Disposable.from(
      server.onStarted(() => {
        void commands.executeCommand('setContext', 'strata.isActive', true);
        this.ask();
      }),
      server.onImpactChanged(() => {
        this.ask();
      }),
      workspace.onDidGrantWorkspaceTrust(() => {
        this.ask();
      }),
      workspace.onDidChangeWorkspaceFolders(() => {
        this.ask();
      }),
    );
  }

  /** What there is to show now. */
  get state(): ImpactState {
    return this.current;
  }

  /** Which sides are compared. */
  get sides(): ImpactParams {
    return this.picked;
  }

  /** Compares other sides from now on, until the window is closed. */
  compare(sides: ImpactParams): void {
    this.picked = sides;
    this.show({ kind: 'loading' });
    this.ask();
  }

  /** Looks again what the names of commits mean, and compares anew. */
  async refresh(): Promise<void> {
    await this.server.tell(impactRefreshMethod);
    this.ask();
  }

  /** The objects of an application or a root; asked once for each state. */
  async part(tree: string, id: string): Promise<ImpactPart | undefined> {
    const name = `${tree}\n${id}`;
    const params: ImpactPartParams = { ...this.sides, tree, id };
    const known = this.parts.get(name) ?? this.server.ask<ImpactPart>(impactPartMethod, params);
    this.parts.set(name, known);
    return known;
  }

  dispose(): void {
    this.asking?.cancel();
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private ask(): void {
    if (this.current.kind === 'waiting') this.show({ kind: 'loading' });
    this.asking?.cancel();
    const source = new CancellationTokenSource();
    this.asking = source;
    void this.take(source).finally(() => {
      source.dispose();
    });
  }

  private async take({ token }: CancellationTokenSource): Promise<void> {
    try {
      const answer = await this.server.ask<ImpactAnswer>(impactMethod, this.sides, token);
      if (token.isCancellationRequested || answer === undefined) return;
      this.show({ kind: 'ready', answer });
    } catch {
      // Either somebody asked anew, or the server said in its output what is wrong; the last answer stays.
    }
  }

  private show(state: ImpactState): void {
    this.current = state;
    this.parts.clear();
    this.changed.fire();
  }
}
