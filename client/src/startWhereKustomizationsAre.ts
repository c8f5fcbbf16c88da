import { Disposable, Uri, workspace, type TextDocument } from 'vscode';
import type { Server } from './server.ts';

/** The names that kustomize looks for. */
const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];
const kustomizations = `**/{${kustomizationNames.join(',')}}`;

/** Folders that hold no layers of ours and many files. */
const elsewhere = '**/{node_modules,.git,vendor}/**';

/**
 * Starts the server where a folder of the workspace has a kustomization, now or later. VS Code activates Strata for any
 * YAML file: where no kustomization is near, all that stays is a watcher.
 */
export function startWhereKustomizationsAre(server: Server): Disposable {
  const subscriptions: Disposable[] = [];
  const start = (): void => {
    Disposable.from(...subscriptions.splice(0)).dispose();
    // A server that does not start has said so in its output; the next question asks again.
    void server.start().catch(() => undefined);
  };
  const watcher = workspace.createFileSystemWatcher(kustomizations, false, true, true);
  const startNear = (document: TextDocument): void => {
    // Finding nothing and failing to look are the same here: Strata stays quiet.
    void isNearKustomization(document).then((near) => near && start(), ignore);
  };
  subscriptions.push(
    watcher,
    watcher.onDidCreate(start),
    workspace.onDidOpenTextDocument(startNear),
  );
  workspace.textDocuments.forEach(startNear);
  void workspace.findFiles(kustomizations, elsewhere, 1).then(({ length }) => {
    if (length > 0) start();
  }, ignore);
  return new Disposable(() => {
    Disposable.from(...subscriptions.splice(0)).dispose();
  });
}

/** Whether the folder of a document, or one above it in the workspace, has a kustomization. */
async function isNearKustomization(document: TextDocument): Promise<boolean> {
  const workspaceFolder = workspace.getWorkspaceFolder(document.uri)?.uri;
  if (document.uri.scheme !== 'file' || workspaceFolder === undefined) return false;
  let folder = document.uri;
  do {
    folder = Uri.joinPath(folder, '..');
    for (const name of kustomizationNames) {
      if (await exists(Uri.joinPath(folder, name))) return true;
    }
  } while (folder.path.length > workspaceFolder.path.length);
  return false;
}

async function exists(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

function ignore(): void {
  // Looking for kustomizations is a courtesy: the commands work without.
}
