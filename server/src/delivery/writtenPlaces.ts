import type { Located } from '../kustomize/kustomization.ts';
import type { Elsewhere } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { Placed } from './placed.ts';

/** No file has so many nodes: ordinals from here on are of what a controller writes into a kustomization. */
const firstWrittenOrdinal = 2 ** 40;

/** Keeps the places of what a controller writes into a kustomization before the build. */
export interface WrittenPlaces {
  /** The ordinal that stands for a place. */
  readonly ordinal: (at: SourcePointer) => number;
  readonly text: (placed: Placed<string>) => Located<string>;
  /** An empty text is none. */
  readonly optional: (placed: Placed<string> | undefined) => Located<string> | undefined;
  /** For the source of the edited root. */
  readonly elsewhere: Elsewhere;
}

/** Places of nothing yet. */
export function newWrittenPlaces(): WrittenPlaces {
  const places: SourcePointer[] = [];
  const ordinal = (at: SourcePointer): number => firstWrittenOrdinal + places.push(at) - 1;
  const text = ({ value, at }: Placed<string>): Located<string> => ({
    value,
    ordinal: ordinal(at),
  });
  return {
    ordinal,
    text,
    optional: (placed) => (placed === undefined || placed.value === '' ? undefined : text(placed)),
    elsewhere: { from: firstWrittenOrdinal, places },
  };
}
