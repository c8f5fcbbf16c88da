import { ProgressLocation, commands, l10n, window, workspace, type Disposable } from 'vscode';
import {
  adoptFindingsMethod,
  type AdoptFindings,
  type AdoptFindingsParams,
} from '../../../server/src/protocol/findings.ts';
import type { Server } from '../server.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** The command “Strata: Adopt findings as baseline”: what is there is not told again, what is new is. */
export function registerAdoptFindings(server: Server): Disposable {
  return commands.registerCommand('strata.adoptFindings', () => adoptFindings(server));
}

async function adoptFindings(server: Server): Promise<void> {
  const uri = window.activeTextEditor?.document.uri;
  const isOfFolder = uri !== undefined && workspace.getWorkspaceFolder(uri) !== undefined;
  const parameters: AdoptFindingsParams = isOfFolder ? { uri: uri.toString() } : {};
  const answer = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t('Looking for findings'),
      cancellable: true,
    },
    async (_progress, token) => {
      try {
        return await server.ask<AdoptFindings>(adoptFindingsMethod, parameters, token);
      } catch (error) {
        if (token.isCancellationRequested) return undefined;
        throw error;
      }
    },
  );
  if (answer === undefined) return;
  if (answer.kind === 'refused') await window.showErrorMessage(plainMessage(answer.reason));
  else
    await window.showInformationMessage(
      l10n.t('{0} findings stand in .strata/baseline.json and are not told again.', answer.count),
    );
}
