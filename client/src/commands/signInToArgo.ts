import { ConfigurationTarget, commands, l10n, window, workspace, type Disposable } from 'vscode';
import type { ArgoSignIns } from '../views/argoSignIns.ts';

/** The commands “Strata: Sign in to Argo CD…” and “Strata: Sign out of Argo CD…”. */
export function registerSignInToArgo(signIns: ArgoSignIns): readonly Disposable[] {
  return [
    commands.registerCommand('strata.signInToArgo', () => signIn(signIns)),
    commands.registerCommand('strata.signOutOfArgo', () => signOut(signIns)),
  ];
}

/** Asks for a server and a token of it; nothing is connected by that. */
async function signIn(signIns: ArgoSignIns): Promise<void> {
  const server = await pickServer(signIns.servers);
  if (server === undefined) return;
  const token = await window.showInputBox({
    title: l10n.t('Sign in to Argo CD'),
    prompt: l10n.t(
      'A token of {0} that may read applications, projects and clusters; VS Code keeps it in its secret storage.',
      server,
    ),
    password: true,
    ignoreFocusOut: true,
  });
  if (token === undefined || token.trim() === '') return;
  await signIns.signIn({ server, token: token.trim() });
}

async function pickServer(known: readonly string[]): Promise<string | undefined> {
  const other = l10n.t('Another server…');
  const picked =
    known.length === 0
      ? other
      : await window.showQuickPick([...known, other], { title: l10n.t('Sign in to Argo CD') });
  if (picked !== other) return picked;
  const text = await window.showInputBox({
    title: l10n.t('Sign in to Argo CD'),
    prompt: l10n.t('The address of the server'),
    placeHolder: 'https://argocd.example.com',
    ignoreFocusOut: true,
    validateInput: (value) =>
      addressOf(value) === undefined
        ? l10n.t('An address with https, without a user and without a query.')
        : undefined,
  });
  const server = addressOf(text ?? '');
  if (server === undefined) return undefined;
  // A setting of the machine: no workspace says where a token is sent.
  const all = [...new Set([...known, server])];
  const configuration = workspace.getConfiguration('strata');
  await configuration.update('argocd.servers', all, ConfigurationTarget.Global);
  return server;
}

async function signOut(signIns: ArgoSignIns): Promise<void> {
  await signIns.ready();
  const servers = signIns.all.map(({ server }) => server);
  if (servers.length === 0) {
    void window.showInformationMessage(l10n.t('You are signed in to no Argo CD.'));
    return;
  }
  const server = await window.showQuickPick(servers, { title: l10n.t('Sign out of Argo CD') });
  if (server !== undefined) await signIns.signOut(server);
}

/** The address as it is kept, without a slash at its end; `undefined` for what is none. */
function addressOf(text: string): string | undefined {
  try {
    const { protocol, username, password, search, hash, href, hostname } = new URL(text.trim());
    const isHere = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
    const isPlain = [username, password, search, hash].every((one) => one === '');
    return (protocol === 'https:' || isHere) && isPlain ? href.replace(/\/+$/, '') : undefined;
  } catch {
    return undefined;
  }
}
