import { matchesGlob } from '../../text/globPattern.ts';
import { at, below, itemsOf, textOf, type JsonMap } from '../json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import { farthest, readDuration, readSchedule, timesOf } from './schedule.ts';

/** Why an application is not synced by itself now: the windows of its project. */
export interface ClosedWindow {
  readonly project: string;
  /** When it may be synced again, in ISO form; `undefined` where that cannot be told. */
  readonly opensAt: string | undefined;
}

/**
 * Whether the windows of a project keep an application from being synced by itself at a time (in ISO form); `undefined`
 * where they do not. With a window about it that Argo CD cannot read, nothing is synced, and nobody can tell until when.
 *
 * Source: argo-cd 3.2 pkg/apis/application/v1alpha1/types.go, `SyncWindows.Matches`, `CanSync`, `SyncWindow.active`.
 */
export function closedWindow(
  application: JsonMap,
  project: JsonMap | undefined,
  now: string,
): ClosedWindow | undefined {
  const time = Date.parse(now);
  const name = textOf(below(project, 'metadata', 'name'));
  if (project !== undefined && unreadableWindows(application, project).length > 0)
    return { project: name, opensAt: undefined };
  const windows = itemsOf(below(project, 'spec', 'syncWindows')).flatMap((one) =>
    isAbout(one, application) ? readWindow(one, time + farthest) : [],
  );
  if (Number.isNaN(time) || windows.length === 0 || isOpen(windows, time)) return undefined;
  const opens = openingAfter(windows, time);
  return {
    project: name,
    opensAt: opens === undefined ? undefined : new Date(opens).toISOString(),
  };
}

/**
 * Whether the windows of a project let somebody sync an application by hand at a time (in ISO form). A sync that is asked for
 * and not let waits for its turn, and comes when nobody thinks of it any more.
 *
 * Source: argo-cd 3.2 types.go `SyncWindows.CanSync` with `isManual`, controller/sync.go `SyncAppState`.
 */
export function maySyncByHand(application: JsonMap, project: JsonMap, now: string): boolean {
  const time = Date.parse(now);
  if (unreadableWindows(application, project).length > 0 || Number.isNaN(time)) return false;
  const all = itemsOf(below(project, 'spec', 'syncWindows')).flatMap((one) =>
    isAbout(one, application)
      ? readWindow(one, time + farthest).map((window) => ({
          ...window,
          byHand: at(one, 'manualSync') === true,
        }))
      : [],
  );
  const active = all.filter(({ begun }) => begun(time) !== undefined);
  const denies = active.filter(({ allows }) => !allows);
  if (denies.length > 0) return denies.every(({ byHand }) => byHand);
  if (active.length > 0) return true;
  return all.filter(({ allows }) => allows).every(({ byHand }) => byHand);
}

/** Whether a project has windows at all. */
export function hasWindows(project: JsonMap): boolean {
  return itemsOf(below(project, 'spec', 'syncWindows')).length > 0;
}

/** The windows of a project that are about an application, as `deny 0 9 * * 1 8h UTC`. */
export function windowsAbout(application: JsonMap, project: JsonMap): readonly string[] {
  return itemsOf(below(project, 'spec', 'syncWindows'))
    .filter((one) => isAbout(one, application))
    .map((one) =>
      ['kind', 'schedule', 'duration', 'timeZone']
        .map((key) => textOf(at(one, key)))
        .filter((part) => part !== '')
        .join(' '),
    );
}

/** A field of a window that Argo CD cannot read; `index` counts the windows of the project from 0. */
export interface UnreadableWindow {
  readonly index: number;
  readonly field: 'schedule' | 'duration';
  readonly value: string;
}

/**
 * The windows about an application that Argo CD cannot read: it fails with the first of them, and syncs nothing, whatever the
 * others say. Words such as `@daily` are no schedule to it.
 *
 * Source: argo-cd 3.2 types.go `SyncWindow.active`, controller/sync.go `syncWindowPreventsSync`.
 */
export function unreadableWindows(
  application: JsonMap,
  project: JsonMap,
): readonly UnreadableWindow[] {
  return itemsOf(below(project, 'spec', 'syncWindows')).flatMap(
    (one, index): readonly UnreadableWindow[] => {
      if (!isAbout(one, application)) return [];
      const [schedule, value] = [textOf(at(one, 'schedule')), textOf(at(one, 'duration'))];
      const lines = schedule.replace(/^(?:CRON_)?TZ=\S+\s+/, '');
      if (lines.startsWith('@') || readSchedule(lines) === undefined)
        return [{ index, field: 'schedule', value: schedule }];
      return goDuration.test(value) ? [] : [{ index, field: 'duration', value }];
    },
  );
}

/** Source: Go 1.26 time/format.go `ParseDuration`. */
const goDuration = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

interface Window {
  readonly allows: boolean;
  readonly lasts: number;
  /** When it began that is there at a time; `undefined` where it is not there. */
  readonly begun: (time: number) => number | undefined;
  /** The first beginning from a time on. */
  readonly next: (from: number) => number | undefined;
}

/** A window that cannot be read is one that is never there. */
function readWindow(value: JsonValue, until: number): readonly Window[] {
  const schedule = readSchedule(textOf(at(value, 'schedule')));
  const lasts = readDuration(textOf(at(value, 'duration')));
  const zone = textOf(at(value, 'timeZone'));
  if (schedule === undefined || lasts === undefined) return [];
  const [before, after] = [timesOf(schedule, { until, zone }), timesOf(schedule, { until, zone })];
  const begun: Window['begun'] = (time) => {
    const found = before(time - lasts + 1);
    return found !== undefined && found <= time ? found : undefined;
  };
  return [{ allows: textOf(at(value, 'kind')) === 'allow', lasts, begun, next: after }];
}

/** A window that denies wins; where any window allows, one of them has to be there. */
function isOpen(windows: readonly Window[], time: number): boolean {
  const active = windows.filter(({ begun }) => begun(time) !== undefined);
  if (active.some(({ allows }) => !allows)) return false;
  return active.length > 0 || windows.every(({ allows }) => !allows);
}

/** As many turns are looked at: windows that deny one after the other may never end. */
const mostTurns = 300;

/** Nothing opens before what denies now has ended; where nothing denies, before something that allows begins. */
function openingAfter(windows: readonly Window[], time: number): number | undefined {
  let at = time;
  for (let count = 0; count < mostTurns; count += 1) {
    const ends = windows.flatMap(({ allows, lasts, begun }) => {
      const begin = allows ? undefined : begun(at);
      return begin === undefined ? [] : [begin + lasts];
    });
    const begins = windows.flatMap(({ allows, next }) => (allows ? (next(at + 1) ?? []) : []));
    const next = ends.length > 0 ? Math.max(...ends) : Math.min(...begins);
    if (!Number.isFinite(next) || next - time > farthest) return undefined;
    if (isOpen(windows, next)) return next;
    at = next;
  }
  return undefined;
}

function isAbout(window: JsonValue, application: JsonMap): boolean {
  const destination = below(application, 'spec', 'destination');
  const of = (key: string): readonly string[] => itemsOf(at(window, key)).map(textOf);
  const lists = [
    { patterns: of('applications'), texts: [textOf(below(application, 'metadata', 'name'))] },
    { patterns: of('namespaces'), texts: [textOf(at(destination, 'namespace'))] },
    {
      patterns: of('clusters'),
      texts: [textOf(at(destination, 'name')), textOf(at(destination, 'server'))],
    },
  ].filter(({ patterns }) => patterns.length > 0);
  const fits = lists.map(({ patterns, texts }) =>
    patterns.some((pattern) => texts.some((text) => text !== '' && matchesGlob(pattern, text))),
  );
  if (fits.length === 0) return false;
  return at(window, 'andOperator') === true ? fits.every(Boolean) : fits.some(Boolean);
}
