import {
  CancellationTokenSource,
  ProgressLocation,
  QuickPickItemKind,
  TabInputText,
  ThemeIcon,
  Uri,
  ViewColumn,
  commands,
  l10n,
  window,
  workspace,
  type Disposable,
  type QuickPickItem,
} from 'vscode';
import type { RootOf, RootRole } from '../../../server/src/protocol/rootsOf.ts';
import type { Server } from '../server.ts';

/** The command “Strata: Open rendered to the side”: for the active editor, or for a file of the explorer. */
export function registerOpenRendered(server: Server): Disposable {
  return commands.registerCommand('strata.openRenderedToSide', (resource?: Uri) =>
    openRenderedToSide(server, resource ?? window.activeTextEditor?.document.uri),
  );
}

async function openRenderedToSide(server: Server, file: Uri | undefined): Promise<void> {
  if (file?.scheme !== 'file') {
    void window.showInformationMessage(l10n.t('Open a file that a kustomization reads first.'));
    return;
  }
  const roots = await rootsOf(server, file);
  const [nearest] = roots;
  if (nearest === undefined) {
    const path = workspace.asRelativePath(file);
    void window.showInformationMessage(l10n.t('No kustomization reads {0}.', path));
    return;
  }
  const root = isMeant(nearest, file) || roots.length === 1 ? nearest : await pick(roots);
  if (root !== undefined) await show(Uri.parse(root.uri));
}

async function rootsOf(server: Server, file: Uri): Promise<readonly RootOf[]> {
  const source = new CancellationTokenSource();
  // Shown only where it takes a while: the first question waits until the workspace is read.
  const progress = { location: ProgressLocation.Window, title: l10n.t('Reading kustomizations') };
  try {
    const answer = await window.withProgress(progress, () =>
      server.rootsOf({ uri: file.toString() }, source.token),
    );
    return answer.roots;
  } finally {
    source.dispose();
  }
}

/** Whoever asks from a kustomization file means its own root; but a component alone renders nothing. */
function isMeant({ distance, role }: RootOf, file: Uri): boolean {
  const isKustomization = /\/(kustomization\.ya?ml|Kustomization)$/.test(file.path);
  return isKustomization && distance === 0 && role !== 'component';
}

interface RootItem extends QuickPickItem {
  readonly root?: RootOf;
}

/** Asks which of many roots is meant: the nearest first, in groups of equal distance. */
async function pick(roots: readonly RootOf[]): Promise<RootOf | undefined> {
  const items = [...Map.groupBy(roots, ({ distance }) => distance)].flatMap(([distance, group]) => [
    { label: groupName(distance), kind: QuickPickItemKind.Separator },
    ...group.map(itemOf),
  ]);
  const item = await window.showQuickPick<RootItem>(items, {
    title: l10n.t('Open rendered to the side'),
    placeHolder: l10n.t('{0} kustomizations read this file', roots.length),
    matchOnDescription: true,
  });
  return item?.root;
}

function groupName(distance: number): string {
  switch (distance) {
    case 0:
      return l10n.t('reads it itself');
    case 1:
      return l10n.t('one layer above');
    default:
      return l10n.t('{0} layers above', distance);
  }
}

function itemOf(root: RootOf): RootItem {
  const name = root.path.slice(root.path.lastIndexOf('/') + 1);
  const folder = root.path.slice(0, -name.length - 1);
  return { label: name, description: folder, iconPath: new ThemeIcon(iconOf(root.role)), root };
}

function iconOf(role: RootRole): string {
  switch (role) {
    case 'component':
      return 'extensions';
    case 'base':
      return 'archive';
    case 'overlay':
    case 'standalone':
      return 'layers';
  }
}

/** Shows the document where it is open already, else beside the active editor, which keeps the focus. */
async function show(uri: Uri): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const group = window.tabGroups.all.find(({ tabs }) =>
    tabs.some(
      ({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString(),
    ),
  );
  const viewColumn = group?.viewColumn ?? ViewColumn.Beside;
  await window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
}
