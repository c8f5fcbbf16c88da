import { workspace, type Disposable } from 'vscode';
import type { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import { readSettings } from './settings.ts';

/** Holds back the lens at the top of layer files where the user does not want it. */
export const lensMiddleware: NonNullable<LanguageClientOptions['middleware']> = {
  provideCodeLenses: (document, token, next) =>
    readSettings(document).codeLens ? next(document, token) : [],
};

/** Looks at the lenses again when the user wants them, or wants them no more. */
export function followLensSetting(client: LanguageClient): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration('strata.codeLens')) return;
    const feature = client.getFeature('textDocument/codeLens');
    for (const document of workspace.textDocuments) {
      feature.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
    }
  });
}
