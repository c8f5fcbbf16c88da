import type { SourcePointer } from '../text/sourcePointer.ts';

/** A value of a controller's object, and where it was written: in the file, or by the step that set it. */
export interface Placed<T> {
  readonly value: T;
  readonly at: SourcePointer;
}

/** One entry of a map of texts. */
export interface PlacedEntry extends Placed<string> {
  readonly key: string;
}
