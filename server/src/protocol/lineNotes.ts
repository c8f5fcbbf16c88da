/** The request for what other layers put over the values of a file, `strata/lineNotes`. */
export const lineNotesMethod = 'strata/lineNotes';

/** The file, by its URI. */
export interface LineNotesParams {
  readonly uri: string;
}

/** One note for each line that has any, in the order of the lines. */
export interface LineNotes {
  readonly notes: readonly LineNote[];
}

/** What stands behind a line. */
export interface LineNote {
  /** From 0. */
  readonly line: number;
  /** Such as `overlays/prod/patch.yaml:8 sets 5 on 2 clusters`. */
  readonly text: string;
}
