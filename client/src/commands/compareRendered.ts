import { ProgressLocation, Uri, commands, l10n, window, type Disposable } from 'vscode';
import {
  familyOfMethod,
  type FamilyOf,
  type FamilyOfParams,
} from '../../../server/src/protocol/familyOf.ts';
import {
  renderedDocumentMethod,
  type RenderedDocument,
} from '../../../server/src/protocol/renderedDocument.ts';
import type { ApplicationOf } from '../../../server/src/protocol/rootsOf.ts';
import type { Server } from '../server.ts';
import { plainMessage } from '../views/plainMessage.ts';
import { clusterItems, renderedTarget, type CommandTarget } from './renderedTarget.ts';

/** The commands that compare what is rendered: with another cluster, with the last commit, with all clusters. */
export function registerCompareRendered(server: Server): readonly Disposable[] {
  return [
    commands.registerCommand('strata.compareWithCluster', (target?: CommandTarget) =>
      compareWithCluster(server, target),
    ),
    commands.registerCommand('strata.compareWithHead', (target?: CommandTarget) =>
      compareWithHead(server, target),
    ),
    commands.registerCommand('strata.compareAllClusters', (target?: CommandTarget) =>
      compareAllClusters(server, target),
    ),
  ];
}

async function compareWithCluster(server: Server, target: CommandTarget): Promise<void> {
  const title = l10n.t('Compare with cluster');
  const family = await familyOf(server, target, { title, compared: false });
  if (family === undefined) return;
  const { own, others } = family;
  const item = await window.showQuickPick(clusterItems(others), {
    title,
    placeHolder: l10n.t('{0} is on {1} other clusters', family.family, others.length),
    matchOnDescription: true,
  });
  const other = others.find(({ uri }) => uri === item?.uri);
  if (other === undefined) return;
  const names = `${clusterOf(own)} ↔ ${clusterOf(other)}`;
  await openDiff([Uri.parse(own.uri), Uri.parse(other.uri)], `${family.family}: ${names}`);
}

async function compareWithHead(server: Server, target: CommandTarget): Promise<void> {
  const title = l10n.t('Compare with HEAD');
  const uri = await renderedTarget(server, target, { title, kind: 'any' });
  if (uri === undefined) return;
  const now = uri.with({ query: uri.query.replace(/&?at=.*$/s, '') });
  const head = now.with({ query: [now.query, 'at=HEAD'].filter((part) => part !== '').join('&') });
  const document = await server.ask<RenderedDocument>(renderedDocumentMethod, {
    uri: head.toString(),
  });
  if (document === undefined || document.state === 'unknown revision') {
    void window.showInformationMessage(
      l10n.t(
        'There is no commit to compare with: this is no git repository, or it is not trusted.',
      ),
    );
    return;
  }
  const name = now.path.slice(now.path.lastIndexOf('/') + 1).replace(/\.strata\.yaml$/, '');
  await openDiff([head, now], l10n.t('{0} (HEAD ↔ working tree)', name));
}

async function compareAllClusters(server: Server, target: CommandTarget): Promise<void> {
  const title = l10n.t('Compare all clusters');
  const family = await familyOf(server, target, { title, compared: true });
  if (family === undefined) return;
  const { own, others } = family;
  const different = others.filter(({ isEqual }) => !isEqual);
  if (different.length === 0) {
    const told = l10n.t('{0} is the same on all {1} clusters.', family.family, others.length + 1);
    void window.showInformationMessage(plainMessage(told));
    return;
  }
  const before = Uri.parse(own.uri);
  const documents = different.map(({ uri }) => {
    const after = Uri.parse(uri);
    return [after, before, after] as const;
  });
  const equal = others.length - different.length;
  const note = equal === 0 ? '' : ` · ${l10n.t('{0} like it', equal)}`;
  const words = l10n.t('{0}: {1} ↔ {2} clusters', family.family, clusterOf(own), different.length);
  await commands.executeCommand('vscode.changes', `${words}${note}`, documents);
}

/** An application on all its clusters; the user is told where there is none, or only one. */
async function familyOf(
  server: Server,
  target: CommandTarget,
  { title, compared }: { readonly title: string; readonly compared: boolean },
): Promise<FamilyOf | undefined> {
  const uri = await renderedTarget(server, target, { title, kind: 'application' });
  if (uri === undefined) return undefined;
  const parameters: FamilyOfParams = { uri: uri.toString(), compared };
  const progress = { location: ProgressLocation.Window, title };
  const family = await window.withProgress(progress, () =>
    server.ask<FamilyOf>(familyOfMethod, parameters),
  );
  if (family === undefined) {
    void window.showInformationMessage(
      l10n.t('This is no application on a cluster: there is nothing to compare it with.'),
    );
    return undefined;
  }
  if (family.others.length === 0) {
    void window.showInformationMessage(
      plainMessage(l10n.t('{0} is on no other cluster.', family.family)),
    );
    return undefined;
  }
  return family;
}

function clusterOf({ cluster }: ApplicationOf): string {
  return cluster ?? '?';
}

async function openDiff([before, after]: readonly [Uri, Uri], title: string): Promise<void> {
  await commands.executeCommand('vscode.diff', before, after, title);
}
