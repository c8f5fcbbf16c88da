import { l10n } from 'vscode';
import type {
  ImpactBaseSide,
  ImpactHead,
  ImpactOfTree,
} from '../../../server/src/protocol/impact.ts';

/** The two sides in few words, such as `working tree against origin/main (merge base)`. */
export function sidesText({ base, head }: Pick<ImpactOfTree, 'base' | 'head'>): string {
  return base.relation === 'shared'
    ? l10n.t('{0} against {1} (merge base)', headText(head), baseText(base))
    : l10n.t('{0} against {1}', headText(head), baseText(base));
}

/** A head in few words. */
export function headText(head: ImpactHead): string {
  switch (head.kind) {
    case 'workingTree':
      return l10n.t('working tree');
    case 'staged':
      return l10n.t('staged changes');
    case 'revision':
      return shortName(head.revision);
  }
}

/** A base in few words. */
export function baseText({ name }: Pick<ImpactBaseSide, 'name'>): string {
  return shortName(name);
}

/** The name of a branch or a tag without what git puts before it, and seven digits of a commit. */
export function shortName(name: string): string {
  if (/^[0-9a-f]{40,}$/.test(name)) return name.slice(0, 7);
  return name.replace(/^refs\/(heads|remotes|tags)\//, '');
}

/** How long ago something was, such as `3 h ago`. */
export function ageText(since: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - since) / 60_000));
  if (minutes < 1) return l10n.t('just now');
  if (minutes < 60) return l10n.t('{0} min ago', minutes);
  const hours = Math.round(minutes / 60);
  if (hours < 48) return l10n.t('{0} h ago', hours);
  return l10n.t('{0} days ago', Math.round(hours / 24));
}

/** When something was: how long ago, or its day where that is long ago. */
export function dayText(date: string, now: number): string {
  const since = Date.parse(date);
  return now - since < 60 * 24 * 3_600_000 ? ageText(since, now) : date.slice(0, 10);
}
