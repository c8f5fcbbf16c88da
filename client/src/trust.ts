import { workspace, type Disposable } from 'vscode';
import type { Server } from './server.ts';

/** Passes on that the user trusts the workspace: until then, the server runs no program of the user. */
export function tellTrust(server: Server): Disposable {
  return workspace.onDidGrantWorkspaceTrust(() => server.grantTrust());
}
