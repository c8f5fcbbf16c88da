import { matchesGlob } from '../../text/globPattern.ts';
import { at, below, itemsOf, textOf, type JsonMap } from '../json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import { farthest, nextTime, readDuration, readSchedule } from './schedule.ts';

/** Why an application is not synced by itself now: the windows of its project. */
export interface ClosedWindow {
  readonly project: string;
  /** When it may be synced again, in ISO form; `undefined` where that cannot be told. */
  readonly opensAt: string | undefined;
}

/**
 * Whether the windows of a project keep an application from being synced by itself at a time (in ISO form); `undefined`
 * where they do not.
 *
 * Source: argo-cd 3.2 pkg/apis/application/v1alpha1/types.go, `SyncWindows.Matches`, `CanSync`, `SyncWindow.active`.
 */
export function closedWindow(
  application: JsonMap,
  project: JsonMap | undefined,
  now: string,
): ClosedWindow | undefined {
  const time = Date.parse(now);
  const windows = itemsOf(below(project, 'spec', 'syncWindows')).flatMap((one) =>
    isAbout(one, application) ? readWindow(one) : [],
  );
  if (Number.isNaN(time) || windows.length === 0 || isOpen(windows, time)) return undefined;
  const opens = openingAfter(windows, time);
  return {
    project: textOf(below(project, 'metadata', 'name')),
    opensAt: opens === undefined ? undefined : new Date(opens).toISOString(),
  };
}

interface Window {
  readonly allows: boolean;
  readonly lasts: number;
  /** The first beginning from a time on, before another. */
  readonly next: (from: number, until: number) => number | undefined;
}

/** A window that cannot be read is one that is never there. */
function readWindow(value: JsonValue): readonly Window[] {
  const schedule = readSchedule(textOf(at(value, 'schedule')));
  const lasts = readDuration(textOf(at(value, 'duration')));
  const zone = textOf(at(value, 'timeZone'));
  if (schedule === undefined || lasts === undefined) return [];
  const next: Window['next'] = (from, until) => nextTime(schedule, { from, until, zone });
  return [{ allows: textOf(at(value, 'kind')) === 'allow', lasts, next }];
}

function isActive({ lasts, next }: Window, time: number): boolean {
  const begun = next(time - lasts + 1, time);
  return begun !== undefined;
}

/** A window that denies wins; where any window allows, one of them has to be there. */
function isOpen(windows: readonly Window[], time: number): boolean {
  const active = windows.filter((one) => isActive(one, time));
  if (active.some(({ allows }) => !allows)) return false;
  return active.length > 0 || windows.every(({ allows }) => !allows);
}

/** Something can only open where a window begins or ends: those times are looked at in their order. */
function openingAfter(windows: readonly Window[], time: number): number | undefined {
  let at = time;
  for (let count = 0; count < 1000; count += 1) {
    const turns = windows.flatMap(({ allows, lasts, next }) => {
      if (allows) return next(at + 1, at + farthest) ?? [];
      const begun = next(at - lasts + 1, at + farthest);
      return begun === undefined ? [] : [begun + lasts];
    });
    const next = Math.min(...turns);
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
