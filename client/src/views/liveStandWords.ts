import { l10n } from 'vscode';
import type { LiveStand } from '../../../server/src/protocol/live.ts';
import { dotted } from './certaintyMarks.ts';

/** Where a commit stands at some applications: `2 of 3 healthy · 1 failed`. */
export function standsText(applications: readonly LiveStand[]): string {
  const [only, ...more] = applications;
  if (only !== undefined && more.length === 0) return standText(only);
  const count = (stand: LiveStand['stand']): number =>
    applications.filter((one) => one.stand === stand).length;
  const others = ['failed', 'unhealthy', 'progressing', 'applying', 'waiting', 'unknown'] as const;
  return dotted([
    l10n.t('{0} of {1} healthy', count('healthy'), applications.length),
    ...others.map((one) => (count(one) === 0 ? undefined : `${count(one)} ${standWord(one)}`)),
  ]);
}

/** Where a commit stands at an application, and why. */
export function standText({ stand, why, opensAt }: LiveStand): string {
  const word = standWord(stand);
  if (opensAt !== undefined) {
    const form = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
    return l10n.t('{0}: window opens {1}', word, new Date(opensAt).toLocaleString([], form));
  }
  return why === undefined ? word : l10n.t('{0}: {1}', word, whyText(why));
}

function standWord(stand: LiveStand['stand']): string {
  switch (stand) {
    case 'healthy':
      return l10n.t('healthy');
    case 'failed':
      return l10n.t('failed');
    case 'unhealthy':
      return l10n.t('unhealthy');
    case 'progressing':
      return l10n.t('progressing');
    case 'applying':
      return l10n.t('applying');
    case 'waiting':
      return l10n.t('waiting');
    case 'unknown':
      return l10n.t('unknown');
  }
}

/** What a commit waits for, or why it is not known; the words of a controller stand as they are. */
function whyText(why: string): string {
  switch (why) {
    case 'sync':
      return l10n.t('to be synced');
    case 'window':
      return l10n.t('for a sync window');
    case 'suspended':
      return l10n.t('suspended');
    case 'firstSync':
      return l10n.t('for its first sync');
    case 'removal':
      return l10n.t('to be removed');
    case 'notSeen':
      return l10n.t('not seen');
    case 'noCommit':
      return l10n.t('its controller tells no commit');
    case 'notInClone':
      return l10n.t('what runs is not in the local clone');
    case 'healthUnknown':
      return l10n.t('it runs, and its health is unknown');
    case 'controllerUnsure':
      return l10n.t('its controller does not know');
    default:
      return why;
  }
}
