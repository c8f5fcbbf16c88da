import {
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  l10n,
} from 'vscode';
import type { LiveApplication, LiveRow } from '../../../server/src/protocol/live.ts';
import type { Place } from '../../../server/src/protocol/place.ts';
import { matters } from './liveMatters.ts';
import {
  applicationText,
  businessText,
  differencesText,
  rowLabel,
  rowText,
  smokeText,
  tierText,
  verdictText,
} from './liveWords.ts';

/** An item of the Live view: an application, or a difference in it. */
export type LiveItem =
  | { readonly kind: 'application'; readonly live: LiveApplication }
  | {
      readonly kind: 'row';
      readonly live: LiveApplication;
      readonly row: LiveRow;
      /** For the command that opens the line in Git. */
      readonly place?: Place | undefined;
    };

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

/** Applications, those that differ first, then by name. */
export function liveApplications(all: readonly LiveApplication[]): readonly LiveItem[] {
  return all
    .toSorted((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1))
    .map((live) => ({ kind: 'application', live }));
}

/** The differences of an application, those that matter first. */
export function liveRows(live: LiveApplication): readonly LiveItem[] {
  return live.rows
    .toSorted((a, b) => Number(matters(b)) - Number(matters(a)))
    .map((row) => ({ kind: 'row', live, row, place: row.place }));
}

/** The differences of an application that people made and that Git could say. */
export function adoptableRows({ rows }: LiveApplication): readonly LiveRow[] {
  return rows.filter((row) => isAdoptable(row) && matters(row));
}

function isAdoptable({ path, verdict }: LiveRow): boolean {
  return path !== '/' && ['drift', 'needsRecreate', 'extraManual'].includes(verdict);
}

/** How an item looks, and what a click on it does. */
export function liveItem(item: LiveItem, now: number): TreeItem {
  return item.kind === 'application' ? applicationItem(item.live, now) : rowItem(item, now);
}

function weight({ rows, failure, status }: LiveApplication): number {
  if (rows.some(matters)) return 3;
  if (status?.sync === 'failed') return 2;
  return failure === undefined ? 0 : 1;
}

function applicationItem(live: LiveApplication, now: number): TreeItem {
  const { id, name, rows, status, failure } = live;
  const differs = rows.some(matters);
  const item = new TreeItem(name, rows.length === 0 ? None : differs ? Expanded : Collapsed);
  // An item that had nothing below it would stay closed: the editor remembers how it was.
  item.id = `live ${differs ? 'differs ' : ''}${id}`;
  item.description = applicationText(live, now);
  item.iconPath = applicationIcon(live, differs);
  const text = new MarkdownString();
  text.appendMarkdown('**').appendText(`${live.kind} ${name}`).appendMarkdown('**\n\n');
  text.appendText(item.description);
  if (status?.message !== undefined) text.appendMarkdown('  \n').appendText(status.message);
  if (status?.deployed[0] !== undefined) {
    const revision = l10n.t('runs {0}', status.deployed.join(', '));
    text.appendMarkdown('  \n').appendText(revision);
  }
  const tried = smokeText(live);
  const from = live.smoke === undefined ? '' : `: ${live.smoke.from.join(', ')}`;
  text.appendMarkdown('  \n').appendText(`${tried ?? l10n.t('no smoke test')}${from}`);
  text.appendMarkdown('  \n').appendText(l10n.t('business: {0}', businessText(live, now)));
  if (status?.checkedAt !== undefined) {
    text
      .appendMarkdown('  \n')
      .appendText(l10n.t('its controller looked at {0}', status.checkedAt));
  }
  item.tooltip = text;
  item.contextValue = [
    failure === undefined ? 'live.application' : 'live.application.failed',
    ...(adoptableRows(live).length > 0 ? ['adoptable'] : []),
    ...(isKept(live) ? ['kept'] : []),
    ...(live.kind === 'Application' ? ['argo'] : []),
  ].join(' ');
  const differing = rows.filter(matters).length;
  const words = differing === 0 ? '' : differencesText(differing);
  item.accessibilityInformation = { label: `${name} ${item.description} ${words}` };
  return item;
}

function applicationIcon({ failure, status }: LiveApplication, differs: boolean): ThemeIcon {
  if (failure !== undefined) return new ThemeIcon('question');
  if (status?.sync === 'failed') {
    return new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
  }
  if (differs) return new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'));
  if (status === undefined) return new ThemeIcon('circle-outline');
  // What a controller that has stopped said is never green.
  if (status.silentSince !== undefined) return new ThemeIcon('question');
  switch (status.sync) {
    case 'inSync':
      return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
    case 'applying':
      return new ThemeIcon('sync');
    case 'suspended':
      return new ThemeIcon('debug-pause');
    case 'unknown':
    case 'neverSeen':
      return new ThemeIcon('question');
    default:
      return new ThemeIcon('clock');
  }
}

function rowItem({ live, row }: Extract<LiveItem, { kind: 'row' }>, now: number): TreeItem {
  const item = new TreeItem(rowLabel(row), None);
  item.id = `live ${live.id} ${row.resource} ${row.path} ${row.verdict}`;
  item.description = rowText(row, now);
  item.iconPath = rowIcon(row);
  const text = new MarkdownString();
  text.appendMarkdown('**').appendText(row.resource).appendMarkdown('**  \n');
  if (row.path !== '/') text.appendText(row.path).appendMarkdown('  \n');
  text.appendText(`${verdictText(row.verdict)} · ${tierText(row.tier)}`);
  if (row.owner !== undefined) {
    const since = row.ownedSince === undefined ? '' : `, ${row.ownedSince}`;
    text.appendMarkdown('  \n').appendText(`${row.owner}${since}`);
  }
  item.tooltip = text;
  item.contextValue = [
    'live.row',
    ...(isAdoptable(row) ? ['adoptable'] : []),
    ...(isKept(live) ? ['kept'] : []),
    ...(row.place === undefined ? [] : ['declared']),
  ].join(' ');
  item.command = {
    command: 'strata.openDrift',
    title: l10n.t('Open drift'),
    arguments: [{ id: live.id, resource: row.resource }],
  };
  item.accessibilityInformation = { label: `${rowLabel(row)} ${item.description}` };
  return item;
}

/** Whether a controller keeps an application, which can be told to sync. */
function isKept({ kind }: LiveApplication): boolean {
  return ['Application', 'Kustomization', 'HelmRelease'].includes(kind);
}

function rowIcon(row: LiveRow): ThemeIcon {
  if (!matters(row)) return new ThemeIcon('info');
  switch (row.verdict) {
    case 'missing':
      return new ThemeIcon('diff-removed');
    case 'pruneCandidate':
    case 'extraManual':
    case 'removed':
      return new ThemeIcon('diff-added');
    default:
      return row.tier === 'security' ? new ThemeIcon('shield') : new ThemeIcon('diff-modified');
  }
}
