import { l10n } from 'vscode';
import type {
  HistoryChange,
  HistoryField,
  HistoryStateView,
} from '../../../server/src/protocol/history.ts';
import { dotted } from './certaintyMarks.ts';
import { changeOfValue } from './changeOfValue.ts';
import { dayText } from './impactSides.ts';

/** As many characters of a value are shown in a row. */
const mostCharacters = 80;

/** What a commit changed, in one line: `Deployment/checkout replicas 3 → 5 · + ConfigMap/checkout`. */
export function changesText({ changes, objectChanged, isUnknown, more }: HistoryStateView): string {
  return dotted([
    objectChanged ? l10n.t('the application itself') : undefined,
    ...changes.map(changeText),
    more === 0 ? undefined : l10n.t('and {0} more', more),
    isUnknown ? l10n.t('? not all of it is known') : undefined,
  ]);
}

function changeText({ change, object, fields }: HistoryChange): string {
  switch (change) {
    case 'created':
      return `+ ${object}`;
    case 'deleted':
      return `− ${object}`;
    case 'changed':
      return `${object} ${fields.map((field) => `${field.name} ${fieldText(field)}`).join(', ')}`.trim();
  }
}

/** What became of one value, in one line: `3 → 5`. */
export function valueText({ changes, isUnknown }: HistoryStateView): string {
  const [change] = changes;
  const words = {
    created: l10n.t('the object came'),
    deleted: l10n.t('the object went'),
    changed: change?.fields.map(fieldText).join(', ') ?? '',
  };
  return dotted([
    change && words[change.change],
    isUnknown ? l10n.t('? not all of it is known') : undefined,
  ]);
}

function fieldText({ before, after }: HistoryField): string {
  return changeOfValue(short(before), short(after));
}

/** A value as a row shows it; a dash where there is none. */
export function short(value: string | undefined): string {
  if (value === undefined) return '–';
  return value.length > mostCharacters ? `${value.slice(0, mostCharacters - 1)}…` : value;
}

/** Who, when and by which pull request. */
export function whoText(
  { author, date, pullRequest }: Pick<HistoryStateView, 'author' | 'date' | 'pullRequest'>,
  now: number,
): string {
  return dotted([
    author,
    dayText(date, now),
    pullRequest === undefined ? undefined : `#${pullRequest}`,
  ]);
}
