import { ProgressLocation, Uri, l10n, window } from 'vscode';
import { clustersMethod, type ClustersAnswer } from '../../../server/src/protocol/clusters.ts';
import { renderedScheme } from '../../../server/src/protocol/renderedDocument.ts';
import type { ApplicationOf } from '../../../server/src/protocol/rootsOf.ts';
import type { Server } from '../server.ts';
import {
  clusterItems,
  rootsOf,
  uriOfItem,
  type CommandTarget,
  type TargetItem,
} from './renderedTarget.ts';

/**
 * The application on a cluster that a command is about, as the address of its rendered document of now: that of the item or
 * the editor, one that reads the active file, or any. `undefined` where there is none, or the user gave up.
 */
export async function applicationTarget(
  server: Server,
  target: CommandTarget,
  title: string,
): Promise<Uri | undefined> {
  if (target !== undefined && !(target instanceof Uri)) return uriOfItem(target);
  const uri = target ?? window.activeTextEditor?.document.uri;
  if (uri?.scheme === renderedScheme && !/^\/[^/]*\/root\//.test(uri.path))
    return uri.with({ query: uri.query.replace(/&?at=.*$/s, '') });
  const reading = uri?.scheme === 'file' ? (await rootsOf(server, uri)).applications : [];
  const [only, ...others] = reading;
  if (only !== undefined && others.length === 0) return Uri.parse(only.uri);
  const known = (only === undefined ? await allApplications(server) : reading).filter(
    ({ cluster }) => cluster !== undefined,
  );
  if (known.length === 0) {
    void window.showInformationMessage(l10n.t('No application of a known cluster is here.'));
    return undefined;
  }
  const item = await window.showQuickPick<TargetItem>(clusterItems(known), {
    title,
    placeHolder: l10n.t('The application, by its cluster'),
    matchOnDescription: true,
  });
  return item?.uri === undefined ? undefined : Uri.parse(item.uri);
}

async function allApplications(server: Server): Promise<readonly ApplicationOf[]> {
  const progress = { location: ProgressLocation.Window, title: l10n.t('Reading clusters') };
  const answer = await window.withProgress(progress, () =>
    server.ask<ClustersAnswer>(clustersMethod, {}),
  );
  return answer?.applications ?? [];
}
