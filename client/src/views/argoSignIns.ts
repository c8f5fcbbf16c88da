import { Disposable, workspace, type SecretStorage } from 'vscode';
import type { ArgoSignIn } from '../../../server/src/protocol/live.ts';

/** Before the address of a server, the key of its token in the secret storage. */
const prefix = 'strata.argocd ';

/**
 * The Argo CD servers that the user named in a setting of the machine, with the tokens that VS Code keeps for them. Tokens are
 * in no setting and no file of ours.
 */
export class ArgoSignIns implements Disposable {
  private readonly secrets: SecretStorage;
  private readonly subscriptions: Disposable;
  private readonly tokens = new Map<string, string>();
  private loading: Promise<void>;

  constructor(secrets: SecretStorage) {
    this.secrets = secrets;
    this.loading = this.load();
    const again = (): void => {
      this.loading = this.load();
    };
    this.subscriptions = Disposable.from(
      secrets.onDidChange(again),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('strata.argocd.servers')) again();
      }),
    );
  }

  /** The servers for which there is a token, as far as they are read by now. */
  get all(): readonly ArgoSignIn[] {
    return this.servers.flatMap((server) => {
      const token = this.tokens.get(server);
      return token === undefined ? [] : [{ server, token }];
    });
  }

  /** The addresses of the setting. */
  get servers(): readonly string[] {
    return workspace.getConfiguration('strata').get<readonly string[]>('argocd.servers', []);
  }

  /** Settles once the tokens are read. */
  async ready(): Promise<void> {
    await this.loading;
  }

  /** Keeps a token for a server. */
  async signIn({ server, token }: ArgoSignIn): Promise<void> {
    await this.secrets.store(`${prefix}${server}`, token);
    this.tokens.set(server, token);
  }

  /** Forgets the token of a server. */
  async signOut(server: string): Promise<void> {
    this.tokens.delete(server);
    await this.secrets.delete(`${prefix}${server}`);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async load(): Promise<void> {
    for (const server of this.servers) {
      const token = await this.secrets.get(`${prefix}${server}`);
      if (token === undefined) this.tokens.delete(server);
      else this.tokens.set(server, token);
    }
  }
}
