import { EventEmitter, commands, type Disposable } from 'vscode';
import {
  planPromotionMethod,
  promotableMethod,
  type PlanAnswer,
  type PlanChoice,
  type PlanPromotionParams,
  type PlanView,
  type Promotable,
} from '../../../server/src/protocol/plan.ts';
import {
  planRollbackMethod,
  type PlanRollbackParams,
} from '../../../server/src/protocol/history.ts';
import type { Server } from '../server.ts';

/** The versions and settings that a plan can be made of, and how it is made of some of them. */
export interface PlanChooser {
  readonly choices: readonly PlanChoice[];
  /** The words of those that it is made of now. */
  readonly chosen: ReadonlySet<string>;
  readonly choose: (words: readonly string[]) => Promise<void>;
}

/** The plan that is open, if one is. */
export class PlanModel implements Disposable {
  private readonly server: Server;
  private readonly changed = new EventEmitter<void>();
  private current: PlanView | undefined;
  private chooser: PlanChooser | undefined;

  /** Another plan is open than before, or none. */
  readonly onDidChange = this.changed.event;

  constructor(server: Server) {
    this.server = server;
  }

  get plan(): PlanView | undefined {
    return this.current;
  }

  /** What the plan that is open can be made of instead. */
  get choice(): PlanChooser | undefined {
    return this.chooser;
  }

  /** The applications and their stages. */
  async promotable(): Promise<Promotable> {
    return (await this.server.ask<Promotable>(promotableMethod, {})) ?? { applications: [] };
  }

  /** Asks for a plan; it is not opened yet. */
  async ask(params: PlanPromotionParams): Promise<PlanAnswer | undefined> {
    return this.server.ask<PlanAnswer>(planPromotionMethod, params);
  }

  /** Asks for a plan of a rollback; it is not opened yet. */
  async askRollback(params: PlanRollbackParams): Promise<PlanAnswer | undefined> {
    return this.server.ask<PlanAnswer>(planRollbackMethod, params);
  }

  /** Opens a plan in the place of the one before; `undefined` closes it. */
  async open(plan: PlanView | undefined, choice?: PlanChooser): Promise<void> {
    this.current = plan;
    this.chooser = choice;
    await commands.executeCommand('setContext', 'strata.plan', stateOf(plan));
    await commands.executeCommand('setContext', 'strata.planChoice', choice !== undefined);
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}

/** What `strata.plan` is in the conditions of menus: a plan that may be applied, one that is refused, or none. */
function stateOf(plan: PlanView | undefined): 'open' | 'refused' | undefined {
  if (plan === undefined) return undefined;
  return plan.refused.length > 0 ? 'refused' : 'open';
}
