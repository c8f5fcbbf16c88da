import {
  CancellationTokenSource,
  ProgressLocation,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  l10n,
  window,
  workspace,
  type QuickPickItem,
} from 'vscode';
import { renderedScheme } from '../../../server/src/protocol/renderedDocument.ts';
import {
  rootsOfMethod,
  type ApplicationOf,
  type RootOf,
  type RootRole,
  type RootsOf,
} from '../../../server/src/protocol/rootsOf.ts';
import type { Server } from '../server.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** Something of a view that stands for a rendered document: itself, or by the application or the layer that it shows. */
export interface RenderedItem {
  readonly rendered?: Uri;
  readonly application?: { readonly uri: string };
  readonly layer?: { readonly uri?: string };
}

/** What a command is called on: nothing for the active editor, a file of the explorer, an item of a view. */
export type CommandTarget = Uri | RenderedItem | undefined;

/** What a command needs: any rendered document, or one of an application on a cluster. */
export interface TargetOptions {
  readonly title: string;
  readonly kind: 'any' | 'application';
}

/**
 * The address of the rendered document that a command is about. A file that several applications read, or roots, is asked
 * about; where nothing reads it, the user is told so. `undefined` where there is none, or the user gave up.
 */
export async function renderedTarget(
  server: Server,
  target: CommandTarget,
  options: TargetOptions,
): Promise<Uri | undefined> {
  if (target !== undefined && !(target instanceof Uri)) return uriOfItem(target);
  const uri = target ?? window.activeTextEditor?.document.uri;
  if (uri?.scheme === renderedScheme) return uri;
  if (uri?.scheme !== 'file') {
    void window.showInformationMessage(l10n.t('Open a file that a kustomization reads first.'));
    return undefined;
  }
  const { roots, applications } = await rootsOf(server, uri);
  const shown = options.kind === 'any' ? roots : [];
  const [application, ...others] = applications;
  if (application !== undefined && others.length === 0) return Uri.parse(application.uri);
  if (application === undefined) {
    const [nearest] = shown;
    if (nearest === undefined) {
      const path = workspace.asRelativePath(uri);
      void window.showInformationMessage(
        plainMessage(l10n.t('No application and no kustomization reads {0}.', path)),
      );
      return undefined;
    }
    if (isMeant(nearest, uri) || shown.length === 1) return Uri.parse(nearest.uri);
  }
  return pick(applications, shown, options.title);
}

/** The rendered document that an item of a view stands for. */
export function uriOfItem({ rendered, application, layer }: RenderedItem): Uri | undefined {
  const uri = application?.uri ?? layer?.uri;
  return rendered ?? (uri === undefined ? undefined : Uri.parse(uri));
}

/** What reads a file. */
export async function rootsOf(server: Server, file: Uri): Promise<RootsOf> {
  const source = new CancellationTokenSource();
  // Shown only where it takes a while: the first question waits until the workspace is read.
  const progress = { location: ProgressLocation.Window, title: l10n.t('Reading kustomizations') };
  try {
    const answer = await window.withProgress(progress, () =>
      server.ask<RootsOf>(rootsOfMethod, { uri: file.toString() }, source.token),
    );
    return answer ?? { roots: [], applications: [] };
  } finally {
    source.dispose();
  }
}

/** Whoever asks from a kustomization file means its own root; but a component alone renders nothing. */
function isMeant({ distance, role }: RootOf, file: Uri): boolean {
  const isKustomization = /\/(kustomization\.ya?ml|Kustomization)$/.test(file.path);
  return isKustomization && distance === 0 && role !== 'component';
}

/** A row of a pick that stands for a rendered document. */
export interface TargetItem extends QuickPickItem {
  readonly uri?: string;
}

/** Asks which is meant: clusters by environment, those of production first; then roots, the nearest first. */
async function pick(
  applications: readonly ApplicationOf[],
  roots: readonly RootOf[],
  title: string,
): Promise<Uri | undefined> {
  const items = [...clusterItems(applications), ...rootItems(roots)];
  const item = await window.showQuickPick<TargetItem>(items, {
    title,
    placeHolder: placeHolder(applications.length, roots.length),
    matchOnDescription: true,
  });
  return item?.uri === undefined ? undefined : Uri.parse(item.uri);
}

function placeHolder(applications: number, roots: number): string {
  return applications === 0
    ? l10n.t('{0} kustomizations read this file', roots)
    : l10n.t('{0} applications on clusters read this file', applications);
}

/** The items of a pick of clusters, below the names of their environments. */
export function clusterItems(applications: readonly ApplicationOf[]): readonly TargetItem[] {
  const first = applications.toSorted((a, b) => Number(b.isProduction) - Number(a.isProduction));
  const isOne = new Set(applications.map(({ family }) => family)).size === 1;
  return [...Map.groupBy(first, ({ environment }) => environment)].flatMap(([environment, own]) => [
    {
      label: environment ?? l10n.t('without environment'),
      kind: QuickPickItemKind.Separator,
    },
    ...own.map((one) => ({
      label: one.cluster ?? l10n.t('a cluster that only its controller knows'),
      description: isOne ? one.name : `${one.family} · ${one.kind}`,
      iconPath: new ThemeIcon(one.isProduction ? 'server-environment' : 'server'),
      uri: one.uri,
    })),
  ]);
}

function rootItems(roots: readonly RootOf[]): readonly TargetItem[] {
  return [...Map.groupBy(roots, ({ distance }) => distance)].flatMap(([distance, group]) => [
    { label: groupName(distance), kind: QuickPickItemKind.Separator },
    ...group.map(rootItem),
  ]);
}

function groupName(distance: number): string {
  switch (distance) {
    case 0:
      return l10n.t('the kustomization that reads it itself');
    case 1:
      return l10n.t('one layer above');
    default:
      return l10n.t('{0} layers above', distance);
  }
}

function rootItem({ path, role, uri }: RootOf): TargetItem {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, -name.length - 1);
  return { label: name, description: folder, iconPath: new ThemeIcon(iconOf(role)), uri };
}

/** The icon of a layer by its role. */
export function iconOf(role: RootRole): string {
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
