import { l10n } from 'vscode';
import type { Certainty } from '../../../server/src/protocol/place.ts';

/** The mark of a certainty; what is known has none. */
export function markOf(certainty: Certainty): string {
  switch (certainty) {
    case 'known':
      return '';
    case 'inferred':
      return '~';
    case 'open':
      return '?';
  }
}

/** The same as a word, for tooltips and screen readers; `''` for what is known. */
export function wordOf(certainty: Certainty): string {
  switch (certainty) {
    case 'known':
      return '';
    case 'inferred':
      return l10n.t('inferred');
    case 'open':
      return l10n.t('open');
  }
}

/** What is there of parts, with dots between. */
export function dotted(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}
