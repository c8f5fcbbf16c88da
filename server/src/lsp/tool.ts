import { callTool, tools } from '../assistants/tools.ts';
import type { ToolAnswer, ToolParams } from '../protocol/tool.ts';
import { LiveImpact } from '../workspace/liveImpact.ts';
import type { Session } from './session.ts';

/** `strata/tool`: what a language model in the editor asks, of what its editors show. */
export async function tool(
  { trees }: Session,
  { name, input }: ToolParams,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  await trees.ready();
  const asked = tools.find((one) => one.name === name);
  if (asked === undefined) return refusal(`There is no tool ${name}.`);
  const [{ workspace } = {}, ...others] = new Map(
    trees.all.map((tree) => [tree.workspace.top, tree]),
  ).values();
  if (workspace === undefined) return refusal('No folder is open.');
  if (others.length > 0)
    return refusal('Several repositories are open; this can be asked where there is one.');
  const live = new LiveImpact(workspace, {});
  try {
    const today = new Date().toISOString().slice(0, 10);
    const about = { workspace, live, trusted: trees.trusted, today };
    const answer = await callTool(asked, input, about, signal);
    return answer.kind === 'ok'
      ? { text: answer.value, isRefusal: false }
      : refusal(answer.failure);
  } finally {
    live.dispose();
  }
}

function refusal(text: string): ToolAnswer {
  return { text, isRefusal: true };
}
