import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  l10n,
  lm,
  type CancellationToken,
  type Disposable,
} from 'vscode';
import {
  toolMethod,
  toolNames,
  toolPrefix,
  type ToolAnswer,
  type ToolParams,
} from '../../../server/src/protocol/tool.ts';
import type { Server } from '../server.ts';

/** Offers language models what assistants can ask; each question goes to the server, which only reads. */
export function registerLanguageModelTools(server: Server): readonly Disposable[] {
  return toolNames.map((name) =>
    lm.registerTool<object>(`${toolPrefix}${name}`, {
      prepareInvocation: () => ({ invocationMessage: l10n.t('Asking Strata') }),
      invoke: ({ input }, token) => invoke(server, { name, input }, token),
    }),
  );
}

/** A refusal is told as an error, which the model reads as what to do otherwise. */
async function invoke(
  server: Server,
  params: ToolParams,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  const answer = await server.ask<ToolAnswer>(toolMethod, params, token);
  if (answer?.isRefusal !== false) throw new Error(answer?.text ?? '');
  return new LanguageModelToolResult([new LanguageModelTextPart(answer.text)]);
}
