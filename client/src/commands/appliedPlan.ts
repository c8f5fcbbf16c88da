import { commands, type Memento } from 'vscode';
import type { PlanView } from '../../../server/src/protocol/plan.ts';

/** Under this key the last plan that was applied is remembered, also after the window is closed. */
const lastKey = 'strata.lastPlan';

/** The last plan that was applied; `undefined` where none was, or it was undone. */
export function lastApplied(state: Memento): PlanView | undefined {
  return state.get<PlanView>(lastKey);
}

/** Remembers the plan that was applied last, and tells the palette of it; `undefined` forgets it. */
export async function rememberApplied(state: Memento, plan: PlanView | undefined): Promise<void> {
  await state.update(lastKey, plan);
  await tellApplied(state);
}

/** Tells the conditions of commands whether a plan was applied. */
export async function tellApplied(state: Memento): Promise<void> {
  await commands.executeCommand('setContext', 'strata.applied', lastApplied(state) !== undefined);
}
