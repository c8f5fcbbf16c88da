import {
  TabInputText,
  ViewColumn,
  commands,
  l10n,
  window,
  workspace,
  type Disposable,
  type Uri,
} from 'vscode';
import type { Server } from '../server.ts';
import { renderedTarget, type CommandTarget } from './renderedTarget.ts';

/**
 * The commands “Strata: Open rendered to the side”, for the active editor, a file of the explorer or an item of a view, and
 * the one that a click on such an item runs.
 */
export function registerOpenRendered(server: Server): readonly Disposable[] {
  const find = (target: CommandTarget): Promise<Uri | undefined> =>
    renderedTarget(server, target, { title: l10n.t('Open rendered to the side'), kind: 'any' });
  return [
    commands.registerCommand('strata.openRenderedToSide', async (target?: CommandTarget) => {
      const uri = await find(target);
      if (uri !== undefined) await showBeside(uri);
    }),
    commands.registerCommand('strata.openRendered', async (target?: CommandTarget) => {
      const uri = await find(target);
      if (uri !== undefined) await window.showTextDocument(uri, { preview: true });
    }),
  ];
}

/** Shows the document where it is open already, else beside the active editor, which keeps the focus. */
async function showBeside(uri: Uri): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const group = window.tabGroups.all.find(({ tabs }) =>
    tabs.some(
      ({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString(),
    ),
  );
  const viewColumn = group?.viewColumn ?? ViewColumn.Beside;
  await window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
}
