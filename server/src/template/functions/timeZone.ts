/** Where a clock stands: seconds ahead of UTC, and what it is called there; `undefined` where that is not known. */
export interface ZoneOffset {
  readonly offset: number;
  /** `''` for a clock that has no name, which is then written as its offset. */
  readonly name: string | undefined;
  /** The clock of the machine, which is not UTC for Go where it stands the same. */
  readonly isLocal?: true;
}

/** The clock of UTC. */
export const utc: ZoneOffset = { offset: 0, name: 'UTC' };

/** The clock of the image of a controller. */
export const local: ZoneOffset = { ...utc, isLocal: true };

/**
 * The clock of a place at a time, from the tables of the time zones that come with the engine; UTC where there is no such
 * place. `Local` is UTC, as in the images of the controllers.
 * Source: Go 1.26 time/zoneinfo.go `LoadLocation`; sprig v3.3.0 date.go `dateInZone`.
 */
export function zoneAt(place: string, seconds: number): ZoneOffset {
  if (['', 'UTC', 'Local'].includes(place)) return utc;
  const clock = clockOf(place);
  if (clock === undefined) return utc;
  const parts = new Map(
    clock.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return { offset: Math.round(local / 1000 - Math.floor(seconds)), name: undefined };
}

function clockOf(place: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/.test(place)) return undefined;
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: place, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    const { timeZone } = clock.resolvedOptions();
    // Go looks for a file of that name, to the letter.
    const isOtherCase = timeZone !== place && timeZone.toLowerCase() === place.toLowerCase();
    return isOtherCase ? undefined : clock;
  } catch {
    return undefined;
  }
}
