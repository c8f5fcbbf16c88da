import { l10n } from 'vscode';
import type {
  ImpactPartOwner,
  ImpactResource,
  ImpactStatus,
} from '../../../server/src/protocol/impact.ts';

/** What became of an application or a root, in a word or two. */
export function statusText(status: ImpactStatus): string {
  switch (status) {
    case 'created':
      return l10n.t('created');
    case 'deleted':
      return l10n.t('deleted');
    case 'changed':
      return l10n.t('changed');
    case 'moved':
      return l10n.t('moved');
    case 'fails':
      return l10n.t('no longer builds');
    case 'fixed':
      return l10n.t('builds again');
    case 'unknown':
      return l10n.t('unknown');
    case 'touched':
      return l10n.t('output equal');
  }
}

/** What became of an application or a root that may fail, in a word or two. */
export function ownerText({
  status,
  failing,
}: Pick<ImpactPartOwner, 'status' | 'failing'>): string {
  switch (failing) {
    case 'new':
      return l10n.t('does not build');
    case 'still':
      return l10n.t('does not build, not compared');
    case 'refused':
      return l10n.t('refused by its project');
    case 'lacking':
      return l10n.t('needs what is not in the repository');
    case undefined:
      return statusText(status);
  }
}

/** What became of an object, in a word or two. */
export function changeText(change: ImpactResource['change']): string {
  switch (change) {
    case 'renamed':
      return l10n.t('renamed');
    case 'reordered':
      return l10n.t('order changed');
    default:
      return statusText(change);
  }
}

/** So many clusters. */
export function clusterCount(count: number): string {
  return count === 1 ? l10n.t('1 cluster') : l10n.t('{0} clusters', count);
}

/** So many roots. */
export function rootCount(count: number): string {
  return count === 1 ? l10n.t('1 root') : l10n.t('{0} roots', count);
}

/** So many objects. */
export function objectCount(count: number): string {
  return count === 1 ? l10n.t('1 object') : l10n.t('{0} objects', count);
}

/** So many dangers. */
export function dangerCount(count: number): string {
  return count === 1 ? l10n.t('1 danger') : l10n.t('{0} dangers', count);
}
