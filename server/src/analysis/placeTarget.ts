import type { InnerPointer } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { SourcePlace } from './hover.ts';
import { imageEntryAt } from './links/imageUses.ts';
import { targetAt, type SourceTarget } from './sourceTarget.ts';

/**
 * What a place means to the chains of rendered fields: the value there, and of any field of an entry of `images:` what the
 * entry sets. `undefined` where there is no such file.
 */
export function placeTarget(
  analysis: Analysis,
  { file, offset }: SourcePlace,
): Answer<SourceTarget | undefined> {
  return analysis.ask((reader) => {
    const target = targetAt(reader, file, offset);
    const entry = imageEntryAt(reader, file, offset);
    if (target === undefined || entry === undefined) return target;
    const pointers = entry.places.flatMap((at): readonly InnerPointer[] =>
      at.kind === 'node' ? [{ ordinal: at.ordinal, inner: undefined }] : [],
    );
    return { ...target, name: entry.image.name?.value ?? target.name, pointers };
  });
}
