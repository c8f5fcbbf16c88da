import {
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  l10n,
} from 'vscode';
import type { LiveChange, LiveChanges, LiveStand } from '../../../server/src/protocol/live.ts';
import { dotted } from './certaintyMarks.ts';
import { ageText } from './impactSides.ts';
import { standText, standsText } from './liveStandWords.ts';

/** An item of the list of changes in the Live view: the list, a commit, or where it stands at an application. */
export type LiveChangeItem =
  | { readonly kind: 'changes'; readonly cluster: string }
  /** There may be more commits than are listed. */
  | { readonly kind: 'openChanges'; readonly why: NonNullable<LiveChanges['open']> }
  | { readonly kind: 'change'; readonly change: LiveChange }
  | { readonly kind: 'stand'; readonly commit: string; readonly stand: LiveStand };

const { Collapsed, None } = TreeItemCollapsibleState;

/** How an item looks. */
export function liveChangeItem(item: LiveChangeItem, now: number): TreeItem {
  switch (item.kind) {
    case 'changes':
      return changesItem(item.cluster);
    case 'openChanges':
      return openItem(item.why);
    case 'change':
      return changeItem(item.change, now);
    case 'stand':
      return standItem(item.commit, item.stand);
  }
}

function changesItem(cluster: string): TreeItem {
  const item = new TreeItem(l10n.t('Changes'), Collapsed);
  item.id = `live changes ${cluster}`;
  item.description = l10n.t('where commits of the last two weeks stand');
  item.iconPath = new ThemeIcon('git-commit');
  item.contextValue = 'live.changes';
  return item;
}

function openItem(why: NonNullable<LiveChanges['open']>): TreeItem {
  const item = new TreeItem(
    why === 'shallow'
      ? l10n.t('The local clone begins here: what changed before is not known.')
      : l10n.t('Git does not give the history: what changed is not known.'),
    None,
  );
  item.id = `live changes open ${why}`;
  item.iconPath = new ThemeIcon('question');
  return item;
}

function changeItem(
  { commit, subject, author, date, applications }: LiveChange,
  now: number,
): TreeItem {
  const item = new TreeItem(subject, Collapsed);
  item.id = `live change ${commit}`;
  item.description = dotted([standsText(applications), ageText(Date.parse(date), now)]);
  item.iconPath = iconOf(worst(applications));
  const text = new MarkdownString();
  text.appendMarkdown('**').appendText(subject).appendMarkdown('**  \n');
  text.appendText(dotted([commit.slice(0, 7), author, date]));
  item.tooltip = text;
  item.contextValue = 'live.change';
  item.accessibilityInformation = { label: `${subject} ${item.description}` };
  return item;
}

function standItem(commit: string, stand: LiveStand): TreeItem {
  const item = new TreeItem(stand.name, None);
  item.id = `live change ${commit} ${stand.name}`;
  item.description = standText(stand);
  item.iconPath = iconOf(stand.stand);
  item.contextValue = 'live.stand';
  item.accessibilityInformation = { label: `${stand.name} ${item.description}` };
  return item;
}

/** The stand that people should look at first. */
function worst(applications: readonly LiveStand[]): LiveStand['stand'] {
  const order = ['failed', 'unhealthy', 'unknown', 'waiting', 'applying', 'progressing'] as const;
  return order.find((one) => applications.some(({ stand }) => stand === one)) ?? 'healthy';
}

function iconOf(stand: LiveStand['stand']): ThemeIcon {
  switch (stand) {
    case 'healthy':
      return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
    case 'failed':
    case 'unhealthy':
      return new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
    case 'progressing':
    case 'applying':
      return new ThemeIcon('sync');
    case 'waiting':
      return new ThemeIcon('clock');
    case 'unknown':
      return new ThemeIcon('question');
  }
}
