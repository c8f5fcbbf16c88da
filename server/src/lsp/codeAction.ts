import { setImmediate } from 'node:timers/promises';
import {
  CodeActionKind,
  CodeActionTriggerKind,
  type CodeAction,
  type CodeActionContext,
  type CodeActionParams,
  type Diagnostic,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { diagnosticsFor } from '../analysis/diagnosticsFor.ts';
import {
  deprecatedFieldFix,
  judge,
  type DeprecatedFieldFix,
  type NoFix,
} from '../analysis/fixes/deprecatedFields.ts';
import { newTrial, type Verdict } from '../analysis/fixes/trial.ts';
import { chartActions } from './chartActions.ts';
import { candidateActions } from './candidateActions.ts';
import { layerActions } from './layerActions.ts';
import { practiceActions } from './practiceActions.ts';
import { rangeOf } from './positions.ts';
import { secretActions } from './secretActions.ts';
import type { Session } from './session.ts';
import type { Place } from './trees.ts';

/**
 * `textDocument/codeAction`: fixes that leave what is rendered as it is, or why there is none. Where somebody typed meanwhile
 * there is none: their edits are of texts that are there no more, and would bear the versions of those that are.
 */
export async function codeAction(
  session: Session,
  parameters: CodeActionParams,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  await session.trees.ready();
  const before = new Map(session.documents);
  const actions = await actionsFor(session, parameters, signal);
  // What is opened meanwhile is as it was on disk.
  const isOther = [...before].some(([uri, one]) => session.documents.get(uri)?.text !== one.text);
  return isOther ? [] : actions;
}

async function actionsFor(
  session: Session,
  { textDocument: { uri }, range, context }: CodeActionParams,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const place = session.trees.placeOf(uri);
  if (place === undefined) return [];
  const asked = {
    range,
    fixes: wantsAny(context, [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite]),
    // Almost every line has one: they are for those who open the menu, not for the light bulb beside the cursor.
    refactorings:
      context.triggerKind !== CodeActionTriggerKind.Automatic &&
      wantsAny(context, refactoringKinds),
  };
  const layers = (await layerActions(session, place, asked, signal)).filter((one) =>
    wants(context, one),
  );
  if (!wantsAny(context, [CodeActionKind.QuickFix])) return layers;
  const actions: CodeAction[] = [...layers];
  for (const { parameters, at } of await deprecatedFields(place, signal)) {
    if (!overlap(at, range)) continue;
    const fix = await provenFix(place, parameters, signal);
    const diagnostics = context.diagnostics.filter((one) => isAbout(one, at));
    if (fix !== undefined) actions.push(...actionOf(session, uri, fix, diagnostics));
  }
  actions.push(...(await candidateActions(session, place, { range, context }, signal)));
  actions.push(...(await chartActions(session, place, range, signal)));
  actions.push(...(await practiceActions(session, place, { range, context }, signal)));
  return [...actions, ...(await secretActions(session, place, { range, context }, signal))];
}

const deprecatedField = 'kustomization.deprecated-field';

const refactoringKinds = [
  CodeActionKind.RefactorRewrite,
  CodeActionKind.RefactorExtract,
  CodeActionKind.RefactorInline,
];

/** A kind means all kinds below it. */
function wantsAny({ only }: CodeActionContext, kinds: readonly CodeActionKind[]): boolean {
  return kinds.some(
    (kind) =>
      only === undefined ||
      only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`)),
  );
}

function wants(context: CodeActionContext, { kind }: CodeAction): boolean {
  return kind === undefined || wantsAny(context, [kind]);
}

interface Finding {
  readonly parameters: Readonly<Record<string, string>>;
  readonly at: Range;
}

/** The deprecated fields of a file; the client need not keep the data of a diagnostic for us. */
async function deprecatedFields(
  { tree: { workspace }, path }: Place,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const problems = await workspace.complete((one) => diagnosticsFor(one, path), signal);
  return problems.flatMap(({ code, parameters, range }) =>
    code === deprecatedField && range !== undefined ? [{ parameters, at: rangeOf(range) }] : [],
  );
}

/** Tries a fix in every root that reads the file, one after the other, so that others get an answer between them. */
async function provenFix(
  { tree: { workspace }, path }: Place,
  parameters: Finding['parameters'],
  signal: AbortSignal,
): Promise<DeprecatedFieldFix | NoFix | undefined> {
  const found = await workspace.complete(
    (one) => deprecatedFieldFix(one, path, parameters),
    signal,
  );
  if (found?.kind !== 'fix') return found;
  const trial = newTrial(workspace.host.analysis(), path, found.text);
  const verdicts: Verdict[] = [];
  for (const root of found.roots) {
    await setImmediate(undefined, { signal });
    verdicts.push(await workspace.complete((one) => trial.compare(one, root), signal));
    if (verdicts.at(-1) === 'other') break;
  }
  return judge(found, verdicts) ?? found;
}

function actionOf(
  { client, documents, words }: Session,
  uri: string,
  fix: DeprecatedFieldFix | NoFix,
  diagnostics: Diagnostic[],
): readonly CodeAction[] {
  const title = words.fixes.title({ code: 'replace-field', parameters: fix.parameters });
  const action: CodeAction = { title, kind: CodeActionKind.QuickFix, diagnostics };
  if (fix.kind === 'no-fix') {
    const isShown = client.textDocument?.codeAction?.disabledSupport === true;
    return isShown ? [{ ...action, disabled: { reason: words.fixes.reason(fix) } }] : [];
  }
  const edits = fix.edits.map(({ range, newText }) => ({ range: rangeOf(range), newText }));
  const version = documents.get(uri)?.version ?? null;
  // With a version a client refuses edits of a text that is no longer there.
  const edit: WorkspaceEdit =
    client.workspace?.workspaceEdit?.documentChanges === true
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
  return [{ ...action, isPreferred: true, edit }];
}

function isAbout({ code, range, source }: Diagnostic, at: Range): boolean {
  return source === 'strata' && code === deprecatedField && sameRange(range, at);
}

function sameRange(a: Range, b: Range): boolean {
  return compare(a.start, b.start) === 0 && compare(a.end, b.end) === 0;
}

function overlap(a: Range, b: Range): boolean {
  return compare(a.start, b.end) <= 0 && compare(b.start, a.end) <= 0;
}

function compare(a: Range['start'], b: Range['start']): number {
  return a.line - b.line || a.character - b.character;
}
