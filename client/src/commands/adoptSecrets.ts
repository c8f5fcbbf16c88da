import { ProgressLocation, commands, l10n, window, workspace, type Disposable } from 'vscode';
import {
  adoptSecretsMethod,
  type AdoptSecrets,
  type AdoptSecretsParams,
} from '../../../server/src/protocol/secrets.ts';
import type { Server } from '../server.ts';

/** The command “Strata: Adopt findings of secrets as baseline”: what is there is not told again, what is new is. */
export function registerAdoptSecrets(server: Server): Disposable {
  return commands.registerCommand('strata.adoptSecrets', () => adoptSecrets(server));
}

async function adoptSecrets(server: Server): Promise<void> {
  const uri = window.activeTextEditor?.document.uri;
  const isOfFolder = uri !== undefined && workspace.getWorkspaceFolder(uri) !== undefined;
  const parameters: AdoptSecretsParams = isOfFolder ? { uri: uri.toString() } : {};
  const answer = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t('Looking for secrets'),
      cancellable: true,
    },
    async (_progress, token) => {
      try {
        return await server.ask<AdoptSecrets>(adoptSecretsMethod, parameters, token);
      } catch (error) {
        if (token.isCancellationRequested) return undefined;
        throw error;
      }
    },
  );
  if (answer === undefined) return;
  if (answer.kind === 'refused') await window.showErrorMessage(answer.reason);
  else
    await window.showInformationMessage(
      l10n.t('{0} findings stand in .strata/baseline.json and are not told again.', answer.count),
    );
}
