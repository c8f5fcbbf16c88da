import { extensions, type Uri } from 'vscode';

/** What we need of a repository of VS Code's own extension for git. */
export interface GitRepository {
  readonly rootUri: Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined;
    readonly remotes: readonly { readonly fetchUrl?: string; readonly pushUrl?: string }[];
    readonly indexChanges: readonly { readonly uri: Uri }[];
    readonly mergeChanges: readonly { readonly uri: Uri }[];
  };
  readonly status: () => Promise<void>;
  readonly show: (ref: string, path: string) => Promise<string>;
  readonly createBranch: (name: string, checkout: boolean) => Promise<void>;
  readonly add: (paths: string[]) => Promise<void>;
  readonly revert: (paths: string[]) => Promise<void>;
  readonly commit: (message: string) => Promise<void>;
}

interface GitExtension {
  readonly getAPI: (version: 1) => {
    readonly repositories: readonly GitRepository[];
    readonly getRepository: (uri: Uri) => GitRepository | null;
  };
}

/** The repositories that are open; none where git is switched off. */
export async function gitRepositories(): Promise<readonly GitRepository[]> {
  return (await gitApi())?.repositories ?? [];
}

/** The repository that a file lies in; `undefined` where none is open. */
export async function gitRepositoryOf(file: Uri): Promise<GitRepository | undefined> {
  return (await gitApi())?.getRepository(file) ?? undefined;
}

async function gitApi(): Promise<ReturnType<GitExtension['getAPI']> | undefined> {
  const git = await extensions.getExtension<GitExtension>('vscode.git')?.activate();
  try {
    return git?.getAPI(1);
  } catch {
    // It says so by throwing where git is switched off.
    return undefined;
  }
}
