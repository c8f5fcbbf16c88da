import type { FleetMark, FleetWords } from '../../server/src/protocol/fleetPanel.ts';
import type { FleetCell } from '../../server/src/protocol/liveFleet.ts';
import { filled } from './filled.ts';
import type { GridRow, Summary } from './gridModel.ts';

/** What a cell says: `Drifted · Degraded · 4f1d2c7, 2 commits behind`; `short` for what stands on a tile. */
export function cellText(
  cell: FleetCell,
  words: FleetWords,
  {
    isStale,
    short = false,
    language = 'en',
  }: { readonly isStale: boolean; readonly short?: boolean; readonly language?: string },
): string {
  const { sync, certain, health, why, revision, behindHead, silentSince } = cell;
  const state = `${words[`sync.${sync}`]}${certain ? '' : '?'}`;
  const isNews = health !== 'healthy' && health !== 'notAssessed' && sync !== 'unknown';
  const told = short && isNews && sync === 'inSync' ? words[`health.${health}`] : state;
  if (short) return told;
  const isOwnHealth = sync === 'unknown' || health === 'notAssessed';
  const behind = behindHead === undefined ? '' : behindText(behindHead, words);
  const text = [
    why === undefined ? state : `${state} (${reasonText(why, words)})`,
    isOwnHealth ? '' : words[`health.${health}`],
    [revision ?? '', behind].filter((one) => one !== '').join(', '),
  ]
    .filter((one) => one !== '')
    .join(' · ');
  if (silentSince !== undefined) {
    return `${text} · ${filled(words.silent, ageText(silentSince, Date.now(), language))}`;
  }
  return isStale ? filled(words.lastSeen, text) : text;
}

/** What a group says of itself. */
export function groupText(
  { name, isProduction, clusters, counts }: Extract<GridRow, { kind: 'group' }>,
  words: FleetWords,
  { short = false }: { readonly short?: boolean } = {},
): string {
  const all = clusters === 1 ? words.oneCluster : filled(words.counts, clusters);
  if (short) return isProduction && name !== 'production' ? `${all} · ${words.production}` : all;
  const told = [...counts].map(([mark, count]) => `${count} ${markWord(mark, words)}`);
  return [name ?? words.without, all, ...told].join(' · ');
}

/** The word for a state. */
export function markWord(mark: FleetMark, words: FleetWords): string {
  return words[wordOf(mark)];
}

/** The revisions that run, and how far behind the last of them is. */
export function revisionText(
  { revisions, behindHead }: Pick<Summary, 'revisions' | 'behindHead'>,
  words: FleetWords,
): string {
  const [only, ...more] = revisions;
  if (only === undefined) return '';
  const shown = more.length === 0 ? only : filled(words.revisions, revisions.size);
  return behindHead === undefined ? shown : `${shown} · ${behindText(behindHead, words)}`;
}

/** How long ago something was, in words of a language. */
export function ageText(date: string | undefined, now: number, language: string): string {
  const since = Date.parse(date ?? '');
  if (Number.isNaN(since)) return '';
  const form = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'auto' });
  const minutes = Math.round((since - now) / 60_000);
  if (minutes > -60) return form.format(Math.min(0, minutes), 'minute');
  return minutes > -48 * 60
    ? form.format(Math.round(minutes / 60), 'hour')
    : form.format(Math.round(minutes / 60 / 24), 'day');
}

function behindText(commits: number, words: FleetWords): string {
  if (commits === 0) return words.atHead;
  return commits === 1 ? words.oneBehind : filled(words.behind, commits);
}

function reasonText(why: NonNullable<FleetCell['why']>, words: FleetWords): string {
  switch (why) {
    case 'notRead':
      return words.whyNotRead;
    case 'noContext':
      return words.whyNoContext;
    case 'notThere':
      return words.whyNotThere;
    case 'notShown':
      return words.whyNotShown;
  }
}

function wordOf(mark: FleetMark): keyof FleetWords {
  switch (mark) {
    case 'synced':
      return 'sync.inSync';
    case 'pending':
      return 'sync.pendingChange';
    case 'prune':
      return 'sync.pruneOnly';
    case 'never':
      return 'sync.neverSeen';
    case 'degraded':
      return 'health.degraded';
    case 'progressing':
      return 'health.progressing';
    default:
      return `sync.${mark}`;
  }
}
