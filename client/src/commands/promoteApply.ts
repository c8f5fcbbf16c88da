import {
  Range,
  Uri,
  WorkspaceEdit,
  commands,
  env,
  l10n,
  window,
  workspace,
  type Disposable,
  type Memento,
  type TextDocument,
} from 'vscode';
import type { PlanFile, PlanView } from '../../../server/src/protocol/plan.ts';
import type { PlanModel } from '../views/planModel.ts';
import { planSummary } from '../views/planView.ts';

/** Under this key the last promotion is remembered, for “Undo last promotion”. */
const lastKey = 'strata.lastPromotion';

/** A promotion that was applied. */
interface Applied {
  readonly title: string;
  readonly files: readonly Pick<PlanFile, 'uri' | 'path' | 'before' | 'after'>[];
}

/** The commands that apply a plan, take it back, and copy what a pull request says of it. */
export function registerApplyPlan(model: PlanModel, state: Memento): readonly Disposable[] {
  return [
    commands.registerCommand('strata.applyPlan', () => applyPlan(model, state)),
    commands.registerCommand('strata.undoPromotion', () => undoPromotion(state)),
    commands.registerCommand('strata.copyPullRequest', async () => {
      if (model.plan !== undefined) await env.clipboard.writeText(pullRequestText(model.plan));
    }),
  ];
}

async function applyPlan(model: PlanModel, state: Memento): Promise<void> {
  const { plan } = model;
  if (plan === undefined) return;
  if (plan.refused.length > 0) {
    void window.showWarningMessage(l10n.t('The plan is refused: {0}', plan.refused[0]?.text ?? ''));
    return;
  }
  const apply = l10n.t('Apply');
  const detail = [planSummary(plan), ...plan.dangers.map(({ text }) => `• ${text}`)].join('\n');
  const answer = await window.showWarningMessage(
    l10n.t('Apply {0}?', plan.title),
    { modal: true, detail },
    apply,
  );
  if (answer !== apply) return;
  const texts = plan.files.map(({ uri, path, before, after }) => ({
    uri,
    path,
    from: before,
    to: after,
  }));
  if (!(await replaceTexts(texts))) return;
  const applied: Applied = { title: plan.title, files: plan.files };
  await state.update(lastKey, applied);
  const copy = l10n.t('Copy pull request text');
  const undo = l10n.t('Undo');
  await model.open(undefined);
  const next = await window.showInformationMessage(l10n.t('Applied {0}.', plan.title), undo, copy);
  if (next === copy) await env.clipboard.writeText(pullRequestText(plan));
  if (next === undo) await undoPromotion(state);
}

async function undoPromotion(state: Memento): Promise<void> {
  const last = state.get<Applied>(lastKey);
  if (last === undefined) {
    void window.showInformationMessage(l10n.t('There is no promotion to undo.'));
    return;
  }
  const texts = last.files.map(({ uri, path, before, after }) => ({
    uri,
    path,
    from: after,
    to: before,
  }));
  if (!(await replaceTexts(texts))) return;
  await state.update(lastKey, undefined);
  void window.showInformationMessage(l10n.t('Undid {0}.', last.title));
}

/** A file with the text that it has to have, and the one that it gets. */
interface Replacement {
  readonly uri: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Replaces texts of files that are clean, saves them, and compares the bytes; tells why it does not, and gives whether it did. */
async function replaceTexts(files: readonly Replacement[]): Promise<boolean> {
  const edit = new WorkspaceEdit();
  const documents: { readonly document: TextDocument; readonly file: Replacement }[] = [];
  for (const file of files) {
    const uri = Uri.parse(file.uri);
    const document = await workspace.openTextDocument(uri);
    const why = await whyNot(document, file);
    if (why !== undefined) {
      void window.showWarningMessage(why);
      return false;
    }
    for (const change of lineChanges(document, file)) edit.replace(uri, change.range, change.text);
    documents.push({ document, file });
  }
  if (!(await workspace.applyEdit(edit))) {
    void window.showWarningMessage(l10n.t('The editor did not take the edits.'));
    return false;
  }
  for (const { document, file } of documents) {
    await document.save();
    const written = await textOnDisk(document.uri);
    if (written !== file.to)
      void window.showWarningMessage(
        l10n.t(
          '{0} is not what the plan says after it was saved: something changed it, such as a formatter.',
          file.path,
        ),
      );
  }
  return true;
}

async function whyNot(
  document: TextDocument,
  { path, from }: Replacement,
): Promise<string | undefined> {
  if (document.isDirty)
    return l10n.t('{0} has changes that are not saved: save or revert it first.', path);
  if (document.encoding !== 'utf8' && document.encoding !== 'utf8bom')
    return l10n.t(
      '{0} is written in {1}, and only UTF-8 is kept to the byte.',
      path,
      document.encoding,
    );
  if (from.includes('\r\n') && /(?<!\r)\n/.test(from))
    return l10n.t(
      '{0} has line ends of two kinds, which the editor would make one: use strata promote --write.',
      path,
    );
  if ((await textOnDisk(document.uri)) !== from)
    return l10n.t('{0} is not what it was when the plan was made; make it again.', path);
  return undefined;
}

async function textOnDisk(uri: Uri): Promise<string> {
  // A byte-order mark is part of the text of a plan.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await workspace.fs.readFile(uri));
}

/** The smallest range of lines that differs, as one edit of the document, whose line ends are its own. */
function lineChanges(
  document: TextDocument,
  { from, to }: Replacement,
): readonly { readonly range: Range; readonly text: string }[] {
  const [before, after] = [from, to].map((text) => text.replace(/^\uFEFF/, ''));
  if (before === undefined || after === undefined || before === after) return [];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const range = new Range(document.positionAt(start), document.positionAt(before.length - end));
  return [{ range, text: after.slice(start, after.length - end) }];
}

/** What a pull request says: versions, clusters, dangers. */
function pullRequestText({ title, files, effects, dangers }: PlanView): string {
  const edits = files.flatMap(({ path, lines }) =>
    lines.map(({ line, before, after }) =>
      [`- \`${path}:${line + 1}\``, before?.trim(), after?.trim()]
        .filter((part) => part !== undefined)
        .join(before === undefined || after === undefined ? ' ' : ' → '),
    ),
  );
  const clusters = effects.map(
    ({ cluster, application, fields }) =>
      `- ${cluster ?? application}: ${fields.map(({ before, after }) => `\`${before ?? '–'}\` → \`${after ?? '–'}\``).join(', ')}`,
  );
  return [
    `## ${title}`,
    ...['', '### ' + l10n.t('Edits'), '', ...edits],
    ...['', '### ' + l10n.t('What changes'), '', ...clusters],
    ...(dangers.length === 0
      ? []
      : ['', '### ' + l10n.t('Dangers'), '', ...dangers.map(({ text }) => `- ${text}`)]),
    '',
  ].join('\n');
}
