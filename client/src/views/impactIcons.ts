import { ThemeColor, ThemeIcon } from 'vscode';
import type { ImpactResource, ImpactStatus } from '../../../server/src/protocol/impact.ts';

/** Something that a reviewer should look at. */
export function warningIcon(): ThemeIcon {
  return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
}

/** What became of an application or a root. */
export function statusIcon(status: ImpactStatus): ThemeIcon {
  switch (status) {
    case 'created':
      return colored('diff-added', 'gitDecoration.addedResourceForeground');
    case 'deleted':
      return colored('diff-removed', 'gitDecoration.deletedResourceForeground');
    case 'changed':
      return colored('diff-modified', 'gitDecoration.modifiedResourceForeground');
    case 'moved':
      return colored('diff-renamed', 'gitDecoration.renamedResourceForeground');
    case 'fails':
      return colored('error', 'list.errorForeground');
    case 'fixed':
      return colored('pass', 'gitDecoration.addedResourceForeground');
    case 'unknown':
      return new ThemeIcon('question');
    case 'touched':
      return new ThemeIcon('circle-small');
  }
}

/** What became of an object. */
export function changeIcon(change: ImpactResource['change']): ThemeIcon {
  switch (change) {
    case 'renamed':
      return statusIcon('moved');
    case 'reordered':
      return new ThemeIcon('arrow-swap');
    default:
      return statusIcon(change);
  }
}

function colored(icon: string, color: string): ThemeIcon {
  return new ThemeIcon(icon, new ThemeColor(color));
}
