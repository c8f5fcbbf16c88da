import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, l10n } from 'vscode';
import type {
  PlanEvidence,
  PlanFieldView,
  PlanFile,
  PlanNoteView,
  PlanTarget,
  PlanView,
} from '../../../server/src/protocol/plan.ts';
import { dotted } from './certaintyMarks.ts';
import { changeOfValue } from './changeOfValue.ts';
import { ageText } from './impactSides.ts';
import { evidenceSignals, evidenceState, type EvidenceSignal } from './planEvidence.ts';
import { numberedLines, type NumberedLine } from './planLines.ts';
import { spokenItem } from './spokenItem.ts';

/** An item of the Plan view. */
export type PlanItem =
  | { readonly kind: 'file'; readonly file: PlanFile; readonly place: PlanPlace }
  | { readonly kind: 'line'; readonly file: PlanFile; readonly line: NumberedLine }
  | { readonly kind: 'target'; readonly target: PlanTarget; readonly place: PlanPlace }
  | { readonly kind: 'field'; readonly field: PlanFieldView }
  | { readonly kind: 'evidence'; readonly evidence: readonly PlanEvidence[] }
  | { readonly kind: 'source'; readonly source: PlanEvidence }
  | { readonly kind: 'signal'; readonly signal: EvidenceSignal }
  | { readonly kind: 'notes'; readonly of: NoteKind; readonly notes: readonly PlanNoteView[] }
  | { readonly kind: 'note'; readonly of: NoteKind; readonly note: PlanNoteView };

/** Where an item stands: VS Code keeps what is open by `id`, which is another one in a plan that begins otherwise. */
interface PlanPlace {
  readonly id: string;
  readonly isOpen: boolean;
}

/** What notes are about. */
export type NoteKind =
  'refused' | 'order' | 'checks' | 'pruned' | 'cannotGoBack' | 'dangers' | 'left';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

/** How many edits and fields a plan shows at once: of a longer one, files and clusters are closed so that dangers are seen. */
const mostShown = 30;

/** What stands against a plan first and what to do or look at, then its edits, what they do, what is dangerous, and what stays. */
export function planItems({
  files,
  effects,
  refused,
  dangers,
  left,
  pruned,
  cannotGoBack,
  evidence = [],
  order = [],
  checks = [],
}: PlanView): readonly PlanItem[] {
  const notes = (of: NoteKind, all: readonly PlanNoteView[]): readonly PlanItem[] =>
    all.length === 0 ? [] : [{ kind: 'notes', of, notes: all }];
  const rows = [...files.map(({ lines }) => lines), ...effects.map(({ fields }) => fields)];
  const isOpen = rows.flat().length <= mostShown;
  const place = (name: string): PlanPlace => ({
    id: `${isOpen ? 'open' : 'closed'} ${name}`,
    isOpen,
  });
  return [
    ...notes('refused', refused),
    ...notes('order', order),
    ...notes('checks', checks),
    ...files.map((file): PlanItem => ({ kind: 'file', file, place: place(`file ${file.uri}`) })),
    ...effects.map((target, index): PlanItem => ({
      kind: 'target',
      target,
      place: place(`target ${index}`),
    })),
    ...(evidence.length === 0 ? [] : [{ kind: 'evidence', evidence } as const]),
    ...notes('pruned', pruned),
    ...notes('cannotGoBack', cannotGoBack),
    ...notes('dangers', dangers),
    ...notes('left', left),
  ];
}

/** What is below an item. */
export function planChildren(item: PlanItem): readonly PlanItem[] {
  switch (item.kind) {
    case 'file':
      return numberedLines(item.file.lines).map((line) => ({
        kind: 'line',
        file: item.file,
        line,
      }));
    case 'target':
      return item.target.fields.map((field) => ({ kind: 'field', field }));
    case 'notes':
      return item.notes.map((note) => ({ kind: 'note', of: item.of, note }));
    case 'evidence':
      return item.evidence.map((source) => ({ kind: 'source', source }));
    case 'source':
      return evidenceSignals(item.source, Date.now()).map((signal) => ({ kind: 'signal', signal }));
    case 'line':
    case 'field':
    case 'signal':
    case 'note':
      return [];
  }
}

/** How an item looks and sounds, and what a click on it does. */
export function planItem(item: PlanItem): TreeItem {
  return spokenItem(shownItem(item));
}

function shownItem(item: PlanItem): TreeItem {
  switch (item.kind) {
    case 'file':
      return fileItem(item.file, item.place);
    case 'line':
      return lineItem(item.file, item.line);
    case 'target':
      return targetItem(item.target, item.place);
    case 'field':
      return fieldItem(item.field);
    case 'evidence':
      return evidenceItem(item.evidence);
    case 'source':
      return sourceItem(item.source, Date.now());
    case 'signal':
      return signalItem(item.signal);
    case 'notes':
      return notesItem(item.of, item.notes.length);
    case 'note':
      return noteItem(item.of, item.note);
  }
}

function fileItem({ uri, path, lines }: PlanFile, { id, isOpen }: PlanPlace): TreeItem {
  const slash = path.lastIndexOf('/');
  const item = new TreeItem(Uri.parse(uri), isOpen ? Expanded : Collapsed);
  item.id = id;
  item.label = path.slice(slash + 1);
  item.iconPath = ThemeIcon.File;
  const edits = lines.length === 1 ? l10n.t('1 edit') : l10n.t('{0} edits', lines.length);
  item.description = dotted([path.slice(0, Math.max(slash, 0)), edits]);
  item.tooltip = path;
  return item;
}

function lineItem(
  { uri, path }: PlanFile,
  { line, number, before, after }: NumberedLine,
): TreeItem {
  const [old, fresh] = [before?.trim(), after?.trim()];
  const isNew = old === undefined;
  const item = new TreeItem(
    isNew || fresh === undefined ? (fresh ?? old) || l10n.t('blank line') : `${old} → ${fresh}`,
    None,
  );
  item.iconPath = new ThemeIcon(
    isNew ? 'diff-added' : fresh === undefined ? 'diff-removed' : 'diff-modified',
    new ThemeColor(isNew ? 'charts.green' : 'charts.blue'),
  );
  item.description = l10n.t('line {0}', number);
  item.tooltip = `${path}:${number}`;
  item.command = openAt(uri, line);
  if (isNew) return spokenItem(item, l10n.t('added'));
  return fresh === undefined ? spokenItem(item, l10n.t('removed')) : item;
}

function targetItem(
  { application, cluster, fields }: PlanTarget,
  { id, isOpen }: PlanPlace,
): TreeItem {
  const item = new TreeItem(cluster ?? application, isOpen ? Expanded : Collapsed);
  item.id = id;
  item.iconPath = new ThemeIcon(cluster === undefined ? 'layers' : 'server');
  const changes = fields.length === 1 ? l10n.t('1 field') : l10n.t('{0} fields', fields.length);
  item.description = dotted([cluster === undefined ? undefined : application, changes]);
  return item;
}

function fieldItem(field: PlanFieldView): TreeItem {
  const { resource, path, before, after, change, intended } = field;
  if (change !== undefined) return objectItem({ ...field, change });
  const isWhole = before === undefined && after === undefined;
  const label = isWhole ? path : changeOfValue(before, after);
  const item = new TreeItem(label, None);
  const name = shortName(resource);
  item.description = name;
  item.iconPath = intended
    ? new ThemeIcon('check', new ThemeColor('charts.green'))
    : new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
  const what = intended ? l10n.t('as the plan means it') : l10n.t('not meant by the plan');
  item.tooltip = [resource, path, `${before ?? '–'} → ${after ?? '–'}`, what].join('\n');
  item.accessibilityInformation = { label: `${name} ${label} ${what}` };
  item.command = preview();
  return item;
}

/** A whole object that comes or goes. */
function objectItem({
  resource,
  change,
  intended,
}: PlanFieldView & Required<Pick<PlanFieldView, 'change'>>): TreeItem {
  const name = shortName(resource);
  const item = new TreeItem(name, None);
  const said = change === 'created' ? l10n.t('created') : l10n.t('deleted');
  item.description = said;
  const icon = change === 'created' ? 'diff-added' : 'diff-removed';
  const color = change === 'created' ? 'charts.green' : 'problemsWarningIcon.foreground';
  item.iconPath = intended
    ? new ThemeIcon(icon, new ThemeColor(color))
    : new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
  const what = intended ? l10n.t('as the plan means it') : l10n.t('not meant by the plan');
  item.tooltip = [resource, said, what].join('\n');
  item.accessibilityInformation = { label: `${name} ${said} ${what}` };
  item.command = preview();
  return item;
}

function shortName(resource: string): string {
  return resource.replace(/^([^./]+)(?:\.[^/]*)?\/(?:[^/]+\/)?/, '$1/');
}

function evidenceItem(evidence: readonly PlanEvidence[]): TreeItem {
  const stages = [...new Set(evidence.map(({ stage }) => stage))];
  const item = new TreeItem(l10n.t('Evidence of {0}', stages.join(', ')), Expanded);
  item.iconPath = new ThemeIcon('pulse');
  return item;
}

function sourceItem(source: PlanEvidence, now: number): TreeItem {
  const { application, cluster, seen } = source;
  const item = new TreeItem(cluster ?? application, seen === undefined ? None : Expanded);
  item.description = dotted([
    cluster === undefined ? undefined : application,
    seen === undefined ? l10n.t('not seen') : l10n.t('seen {0}', ageText(seen.seenAt, now)),
  ]);
  item.iconPath = signalIcon(evidenceState(source, now));
  if (seen !== undefined) item.tooltip = new Date(seen.seenAt).toLocaleString();
  return spokenItem(item, stateText(evidenceState(source, now)));
}

function signalItem({ name, text, state }: EvidenceSignal): TreeItem {
  const item = new TreeItem(name, None);
  item.description = text;
  item.iconPath = signalIcon(state);
  item.tooltip = `${name}: ${text}`;
  return spokenItem(item, stateText(state));
}

/** What the icon of a signal means. */
function stateText(state: EvidenceSignal['state']): string {
  switch (state) {
    case 'good':
      return l10n.t('as it should be');
    case 'bad':
      return l10n.t('not as it should be');
    case 'open':
      return l10n.t('not known');
  }
}

function signalIcon(state: EvidenceSignal['state']): ThemeIcon {
  switch (state) {
    case 'good':
      return new ThemeIcon('pass', new ThemeColor('charts.green'));
    case 'bad':
      return new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'));
    case 'open':
      return new ThemeIcon('question');
  }
}

function notesItem(of: NoteKind, count: number): TreeItem {
  const item = new TreeItem(titleOf(of), of === 'left' ? Collapsed : Expanded);
  item.description = String(count);
  item.iconPath = iconOf(of);
  return item;
}

function noteItem(of: NoteKind, { text, uri, line }: PlanNoteView): TreeItem {
  const item = new TreeItem(text, None);
  item.iconPath = iconOf(of);
  item.tooltip = text;
  if (uri !== undefined) item.command = openAt(uri, line ?? 0);
  return spokenItem(item, titleOf(of));
}

function titleOf(of: NoteKind): string {
  switch (of) {
    case 'refused':
      return l10n.t('Refused');
    case 'order':
      return l10n.t('In this order');
    case 'checks':
      return l10n.t('To look at');
    case 'pruned':
      return l10n.t('Goes away');
    case 'cannotGoBack':
      return l10n.t('Cannot go back');
    case 'dangers':
      return l10n.t('Dangers');
    case 'left':
      return l10n.t('Stays as it is');
  }
}

function iconOf(of: NoteKind): ThemeIcon {
  switch (of) {
    case 'refused':
      return new ThemeIcon('circle-slash', new ThemeColor('problemsErrorIcon.foreground'));
    case 'order':
      return new ThemeIcon('list-ordered');
    case 'checks':
      return new ThemeIcon('checklist');
    case 'pruned':
      return new ThemeIcon('trash', new ThemeColor('problemsWarningIcon.foreground'));
    case 'cannotGoBack':
    case 'dangers':
      return new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'));
    case 'left':
      return new ThemeIcon('pinned');
  }
}

function preview(): TreeItem['command'] & object {
  return { command: 'strata.previewPlan', title: '' };
}

function openAt(uri: string, line: number): TreeItem['command'] & object {
  return { command: 'strata.openPlace', title: '', arguments: [{ place: { uri, line } }] };
}
