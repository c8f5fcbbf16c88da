import { Uri, env, l10n, window, workspace, type Memento } from 'vscode';
import type { PlanView } from '../../../server/src/protocol/plan.ts';
import { gitRepositoryOf, type GitRepository } from '../git.ts';
import { addressPart, forgeOfHost, forges, readRemote, type Forge } from './forges.ts';
import { evidenceText } from '../views/planEvidence.ts';
import { pullRequestText } from './planTexts.ts';

/** Under this key the forge that the user named is remembered, where the remote does not tell it. */
const forgeKey = 'strata.forge';

/** Copies what a pull request says of a plan, as its forge shows it best, with the template of the repository. */
export async function copyPullRequest(plan: PlanView, state: Memento): Promise<void> {
  const [file] = plan.files;
  const repository = file && (await gitRepositoryOf(Uri.parse(file.uri)));
  const remotes = repository?.state.remotes ?? [];
  const remote = remotes
    .flatMap(({ fetchUrl, pushUrl }) => pushUrl ?? fetchUrl ?? [])
    .flatMap((url) => readRemote(url) ?? [])[0];
  const forge = forgeOfHost(remote?.host ?? '') ?? (await askForge(state));
  if (forge === undefined) return;
  const branch = repository?.state.HEAD?.name;
  const { lineOf } = forge;
  const linkTo =
    remote === undefined || branch === undefined || lineOf === undefined
      ? undefined
      : (path: string, line: number) =>
          `${addressPart(remote.web)}/${lineOf(addressPart(branch), addressPart(pathInRepository(repository, plan, path)), line)}`;
  const text = pullRequestText(plan, {
    words: {
      changes: l10n.t('What changes'),
      edits: l10n.t('Edits'),
      pruned: l10n.t('Goes away'),
      cannotGoBack: l10n.t('Cannot go back'),
      dangers: l10n.t('Dangers'),
      evidence: l10n.t('Evidence'),
    },
    linkTo,
    folds: forge.folds,
    evidence: (plan.evidence ?? []).map(evidenceText),
    template: repository === undefined ? '' : await templateOf(repository, forge),
  });
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('Copied the text for {0}.', forge.name), 4_000);
}

async function askForge(state: Memento): Promise<Forge | undefined> {
  const known = forges.find(({ name }) => name === state.get<string>(forgeKey));
  if (known !== undefined) return known;
  const picked = await window.showQuickPick(
    forges.map((forge) => ({ label: forge.name, forge })),
    {
      title: l10n.t('Copy pull request text'),
      placeHolder: l10n.t('Where is the repository hosted?'),
    },
  );
  if (picked !== undefined) await state.update(forgeKey, picked.label);
  return picked?.forge;
}

/** Paths of a plan start at the top of its tree, which may lie below that of the repository. */
function pathInRepository(
  repository: GitRepository | undefined,
  { files }: PlanView,
  path: string,
): string {
  const uri = files.find((file) => file.path === path)?.uri;
  const root = `${repository?.rootUri.path ?? ''}/`;
  const full = uri === undefined ? '' : Uri.parse(uri).path;
  return full.startsWith(root) ? full.slice(root.length) : path;
}

async function templateOf({ rootUri }: GitRepository, { templates }: Forge): Promise<string> {
  for (const template of templates) {
    try {
      const bytes = await workspace.fs.readFile(Uri.joinPath(rootUri, template));
      return new TextDecoder().decode(bytes);
    } catch {
      // The next one may be there.
    }
  }
  return '';
}
