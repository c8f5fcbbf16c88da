import {
  Location,
  Position,
  ProgressLocation,
  Range,
  Uri,
  commands,
  l10n,
  window,
  workspace,
  type Disposable,
} from 'vscode';
import {
  peekValuesMethod,
  type PeekValues,
  type ReportSubject,
} from '../../../server/src/protocol/report.ts';
import { reportUri } from '../reports.ts';
import type { Server } from '../server.ts';
import { pickCluster } from './pickCluster.ts';
import { renderedTarget, type CommandTarget } from './renderedTarget.ts';

/** The commands that open reports, and the one that peeks into rendered documents. */
export function registerReports(server: Server): readonly Disposable[] {
  return [
    commands.registerCommand('strata.showVariants', (target?: CommandTarget) =>
      showVariants(server, target),
    ),
    commands.registerCommand('strata.showVersions', () =>
      open(l10n.t('Versions by stage'), { kind: 'versions' }),
    ),
    commands.registerCommand('strata.showFirstLook', () =>
      open(l10n.t('First look'), { kind: 'first look' }),
    ),
    commands.registerCommand('strata.showRights', () => showRights(server)),
    commands.registerCommand('strata.showEffectiveValue', showEffectiveValue),
    commands.registerCommand('strata.peekEffectiveValues', () => peekEffectiveValues(server)),
  ];
}

async function showVariants(server: Server, target: CommandTarget): Promise<void> {
  const title = l10n.t('Show variants');
  const uri = await renderedTarget(server, target, { title, kind: 'application' });
  if (uri === undefined) return;
  const [cluster = '', , file = ''] = uri.path.split('/').slice(-3);
  const name = file.replace(/\.strata\.yaml$/, '').replace(`-${cluster}`, '');
  await open(l10n.t('Variants of {0}', name), { kind: 'variants', application: uri.toString() });
}

async function showRights(server: Server): Promise<void> {
  const picked = await pickCluster(server, l10n.t('Show least rights on a cluster'));
  if (picked === undefined) return;
  const { tree, name } = picked;
  await open(l10n.t('Least rights on {0}', name), { kind: 'rights', tree, cluster: name });
}

async function showEffectiveValue(): Promise<void> {
  const place = placeOfCursor();
  if (place === undefined) return;
  const { uri, position } = place;
  const { line, character } = position;
  const name = `${workspace.asRelativePath(uri)}:${line + 1}`;
  await open(name, { kind: 'values', uri: uri.toString(), line, character });
}

async function peekEffectiveValues(server: Server): Promise<void> {
  const place = placeOfCursor();
  if (place === undefined) return;
  const { uri, position } = place;
  const { line, character } = position;
  const parameters = { uri: uri.toString(), line, character };
  const progress = { location: ProgressLocation.Window, title: l10n.t('Rendering') };
  const answer = await window.withProgress(progress, () =>
    server.ask<PeekValues>(peekValuesMethod, parameters),
  );
  const locations = (answer?.places ?? []).map((one) => {
    return new Location(Uri.parse(one.uri), new Range(one.line, 0, one.line, 0));
  });
  if (locations.length === 0) {
    void window.showInformationMessage(l10n.t('Nothing that is delivered cites this line.'));
    return;
  }
  await commands.executeCommand('editor.action.peekLocations', uri, position, locations, 'peek');
}

/** The value that the cursor's line sets, in a layer or a rendered document: wherever the cursor stands in it, its first key is meant, but in a line of many. */
export function placeOfCursor(
  schemes: readonly string[] = ['file'],
): { readonly uri: Uri; readonly position: Position } | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined || !schemes.includes(editor.document.uri.scheme)) {
    void window.showInformationMessage(l10n.t('Put the cursor on a value of a layer first.'));
    return undefined;
  }
  const { document, selection } = editor;
  const { active } = selection;
  const { firstNonWhitespaceCharacterIndex: start, text } = document.lineAt(active.line);
  const key = start + (/^(?:- +)*/.exec(text.slice(start))?.[0].length ?? 0);
  const isFlow = /[{[]/.test(text);
  return { uri: document.uri, position: isFlow ? active : new Position(active.line, key) };
}

async function open(name: string, subject: ReportSubject): Promise<void> {
  const progress = { location: ProgressLocation.Window, title: name };
  const document = await window.withProgress(progress, () =>
    workspace.openTextDocument(reportUri(name, subject)),
  );
  await window.showTextDocument(document, { preview: true });
}
