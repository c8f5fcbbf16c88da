import {
  Position,
  Range,
  Uri,
  WorkspaceEdit,
  commands,
  l10n,
  window,
  workspace,
  type Disposable,
} from 'vscode';
import {
  importClustersMethod,
  type ImportClustersAnswer,
  type ImportClustersParams,
  type ImportSource,
  type ImportedNote,
} from '../../../server/src/protocol/liveImport.ts';
import type { Server } from '../server.ts';
import type { LiveModel } from '../views/liveModel.ts';
import { failureText } from '../views/liveWords.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** The command “Strata: Import clusters from hub…”. */
export function registerImportClusters(server: Server, live: LiveModel): Disposable {
  return commands.registerCommand('strata.importClusters', () => importClusters(server, live));
}

/** Asks the hub that the user picks, and shows what would change in the register: it is written where the user says so. */
async function importClusters(server: Server, live: LiveModel): Promise<void> {
  await live.ready();
  const ask = async (source?: ImportSource): Promise<ImportClustersAnswer | undefined> => {
    const params: ImportClustersParams = { settings: live.settings(), source };
    return server.ask<ImportClustersAnswer>(importClustersMethod, params);
  };
  const known = await ask();
  if (known?.kind === 'untrusted') {
    void window.showInformationMessage(l10n.t('Clusters are only read in a trusted workspace.'));
    return;
  }
  const source = await pickSource(known?.kind === 'sources' ? known.sources : []);
  if (source === undefined) return;
  const answer = await ask(source);
  if (answer?.kind === 'edit' || answer?.kind === 'unchanged') tellNotes(answer.notes ?? []);
  if (answer?.kind === 'edit') await review(answer, source);
  else if (answer !== undefined)
    void window.showInformationMessage(plainMessage(whyNotText(answer, source)));
}

async function pickSource(sources: readonly ImportSource[]): Promise<ImportSource | undefined> {
  if (sources.length === 0) {
    const signIn = l10n.t('Sign in to Argo CD');
    const told = l10n.t(
      'No hub is known: sign in to an Argo CD server, or name the context of in-cluster in the setting strata.clusters.contexts.',
    );
    if ((await window.showInformationMessage(told, signIn)) === signIn) {
      await commands.executeCommand('strata.signInToArgo');
    }
    return undefined;
  }
  const items = sources.map((source) => ({
    label: source.id,
    description:
      source.kind === 'argocd'
        ? l10n.t('Argo CD server: names, labels, annotations and versions')
        : l10n.t('context of the hub: only the destinations that Applications name'),
    source,
  }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Import clusters from hub') });
  return picked?.source;
}

function tellNotes(notes: readonly ImportedNote[]): void {
  const list = (kind: ImportedNote['kind']): string =>
    notes
      .filter((note) => note.kind === kind)
      .map(({ cluster, field }) => `${cluster} ${field}`)
      .join(', ');
  const [secrets, contradictions] = [list('secret'), list('contradiction')];
  if (secrets !== '')
    void window.showWarningMessage(
      plainMessage(l10n.t('Left out, as it looks like a secret: {0}.', secrets)),
    );
  if (contradictions !== '')
    void window.showWarningMessage(
      plainMessage(l10n.t('Not what the register says, which holds: {0}.', contradictions)),
    );
}

/** The preview of VS Code shows the edit, and writes it where it is confirmed. */
async function review(
  { uri, text, exists }: Extract<ImportClustersAnswer, { kind: 'edit' }>,
  source: ImportSource,
): Promise<void> {
  const file = Uri.parse(uri);
  const why = {
    needsConfirmation: true,
    label: l10n.t('Clusters of {0}', source.id),
    description: l10n.t('what the register does not have yet'),
  };
  const edit = new WorkspaceEdit();
  if (exists) {
    const { lineCount } = await workspace.openTextDocument(file);
    edit.replace(file, new Range(0, 0, lineCount, 0), text, why);
  } else {
    edit.createFile(file, { ignoreIfExists: false }, why);
    edit.insert(file, new Position(0, 0), text, why);
  }
  await workspace.applyEdit(edit, { isRefactoring: true });
}

function whyNotText(
  answer: Exclude<ImportClustersAnswer, { kind: 'edit' }>,
  source: ImportSource,
): string {
  switch (answer.kind) {
    case 'unchanged':
      return l10n.t('The register has all that {0} tells.', source.id);
    case 'failed':
      return l10n.t('{0}: {1}', source.id, failureText(answer.failure));
    case 'refused':
      return answer.why === 'notEditable'
        ? l10n.t(
            'The register cannot be read, or has its lists in brackets: write them in lines, one item below the other.',
          )
        : l10n.t('{0} tells no list of clusters.', source.id);
    case 'untrusted':
    case 'sources':
      return l10n.t('{0} is not known here.', source.id);
  }
}
