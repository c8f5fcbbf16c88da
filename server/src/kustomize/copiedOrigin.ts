import type { FieldOrigin, Step } from '../yaml/fieldOrigin.ts';

/** What a copy is made of, and what it overrides. */
export interface Copy {
  /** The chain of what is copied. */
  readonly original: FieldOrigin;
  /** Where the chain of what is copied stops; `undefined` is its end. */
  readonly until?: FieldOrigin | undefined;
  /** The step that copies, for a link of the original. */
  readonly by: (link: FieldOrigin) => Step;
  /** The chain of what stood at the copy before. */
  readonly own: FieldOrigin | undefined;
  readonly secret?: true | undefined;
}

/**
 * The chain of a copy: each value of the original, then what the copy overrides; without the last writer of the original the
 * copy follows the one before.
 */
export function copiedOrigin({ original, until, by, own, secret }: Copy): FieldOrigin {
  const earlier: FieldOrigin[] = [];
  for (let link = original.previous; link !== undefined && link !== until; link = link.previous)
    earlier.push(link);
  const copyOf = (link: FieldOrigin, previous: FieldOrigin | undefined): FieldOrigin => ({
    writtenAt: link.writtenAt,
    by: by(link),
    previous,
    ...(secret && { secret }),
  });
  const previous = earlier.reduceRight<FieldOrigin | undefined>(
    (before, link) => ({ ...copyOf(link, before), gave: link.gave }),
    own,
  );
  return copyOf(original, previous);
}
