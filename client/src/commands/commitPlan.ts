import { ThemeIcon, Uri, commands, l10n, window, type Disposable, type Memento } from 'vscode';
import type { PlanFile, PlanView } from '../../../server/src/protocol/plan.ts';
import { gitRepositoryOf, type GitRepository } from '../git.ts';
import { plainMessage } from '../views/plainMessage.ts';
import { lastApplied } from './appliedPlan.ts';
import { textOnDisk } from './fileTexts.ts';
import { branchName, commitMessage } from './planTexts.ts';
import { copyPullRequest } from './pullRequest.ts';

/** The command “Strata: Commit applied plan…”. */
export function registerCommitPlan(state: Memento): Disposable {
  return commands.registerCommand('strata.commitPlan', () => commitPlan(state));
}

/** Commits the files of the plan that was applied last, and no others, where the user wants them. */
export async function commitPlan(state: Memento): Promise<void> {
  const plan = lastApplied(state);
  const [first] = plan?.files ?? [];
  if (plan === undefined || first === undefined) {
    void window.showInformationMessage(l10n.t('There is no applied plan to commit.'));
    return;
  }
  const repository = await gitRepositoryOf(Uri.parse(first.uri));
  if (repository === undefined) {
    void window.showInformationMessage(l10n.t('No git repository is open.'));
    return;
  }
  const why = await whyNot(repository, plan);
  if (why !== undefined) {
    void window.showWarningMessage(plainMessage(why));
    return;
  }
  const branch = await askBranch(repository, plan);
  if (branch === undefined) return;
  const paths = plan.files.map(({ uri }) => Uri.parse(uri).fsPath);
  try {
    if (branch.kind === 'new') await repository.createBranch(branch.name, true);
    await repository.add(paths);
    await repository.commit(commitMessage(plan));
  } catch (error) {
    await repository.revert(paths).catch(() => undefined);
    void window.showWarningMessage(
      plainMessage(l10n.t('git does not commit it: {0}', messageOf(error))),
    );
    return;
  }
  const { commit = '', name = '' } = repository.state.HEAD ?? {};
  const copy = l10n.t('Copy pull request text');
  const next = await window.showInformationMessage(
    plainMessage(l10n.t('Committed {0} on {1}.', commit.slice(0, 7), name)),
    copy,
  );
  if (next === copy) await copyPullRequest(plan, state);
}

/** Why the files of a plan, and they alone, cannot be committed; `undefined` where they can. */
async function whyNot(repository: GitRepository, { files }: PlanView): Promise<string | undefined> {
  await repository.status();
  const { indexChanges, mergeChanges } = repository.state;
  if (mergeChanges.length > 0) return l10n.t('A merge is under way: finish it first.');
  if (indexChanges.length > 0)
    return l10n.t('Other changes are staged: commit or unstage them first.');
  for (const file of files) {
    if ((await textOnDisk(Uri.parse(file.uri))) !== file.after)
      return l10n.t('{0} is not what the plan wrote.', file.path);
    if (!(await isAsCommitted(repository, file)))
      return l10n.t('{0} had changes that were not committed before the plan.', file.path);
  }
  return undefined;
}

/** Whether a file was, before the plan, what the last commit has; line ends aside, which git may change on the way. */
async function isAsCommitted(repository: GitRepository, file: PlanFile): Promise<boolean> {
  const plain = (text: string | undefined): string | undefined =>
    text?.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const committed = await repository
    .show('HEAD', Uri.parse(file.uri).fsPath)
    .catch(() => undefined);
  return plain(committed) === plain(file.before);
}

type Branch = { readonly kind: 'present' } | { readonly kind: 'new'; readonly name: string };

/** Asks for a new branch or the present one; `undefined` where the user gave up. */
async function askBranch({ state }: GitRepository, plan: PlanView): Promise<Branch | undefined> {
  const suggested = branchName(plan);
  const fresh = {
    label: l10n.t('A new branch'),
    description: suggested,
    iconPath: new ThemeIcon('git-branch'),
  };
  const present = {
    label: state.HEAD?.name ?? l10n.t('no branch'),
    description: l10n.t('the present branch'),
    iconPath: new ThemeIcon('git-commit'),
  };
  const picked = await window.showQuickPick([fresh, present], {
    title: l10n.t('Commit {0}', plan.title),
    placeHolder:
      plan.files.length === 1
        ? l10n.t('1 file, on')
        : l10n.t('{0} files and no others, on', plan.files.length),
  });
  if (picked === undefined) return undefined;
  if (picked === present) return { kind: 'present' };
  const name = await window.showInputBox({
    title: l10n.t('A new branch'),
    value: suggested,
    validateInput: (text) =>
      /^(?!-)[^\s~^:?*[\\]+$/.test(text) && !/\.\.|@\{|\/\/|(^|\/)\.|[./]$|\.lock$/.test(text)
        ? undefined
        : l10n.t('Git takes no such name.'),
  });
  return name === undefined ? undefined : { kind: 'new', name };
}

/** What git itself said, where it said something. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said: unknown = 'stderr' in error ? error.stderr : undefined;
  return typeof said === 'string' && said.trim() !== '' ? said.trim() : error.message;
}
