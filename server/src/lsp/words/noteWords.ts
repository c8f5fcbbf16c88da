/** What stands behind a line, and what it says. Plain text. */
export interface NoteWords {
  /** Another layer wins; the value is left out where it may not be told. */
  readonly overrides: (note: {
    readonly place: string;
    readonly value: string | undefined;
    /** 0 where none is known. */
    readonly clusters: number;
    readonly roots: number;
  }) => string;
  /** So many more places win elsewhere. */
  readonly more: (count: number) => string;
}

/** English. */
export const englishNotes: NoteWords = {
  overrides: ({ place, value, clusters, roots }) => {
    const where =
      clusters > 0
        ? `on ${clusters === 1 ? '1 cluster' : `${clusters} clusters`}`
        : `in ${roots === 1 ? '1 root' : `${roots} roots`}`;
    return `${place} sets ${value ?? 'another value'} ${where}`;
  },
  more: (count) => `and ${count} more`,
};

/** Simplified Chinese. Names stay English. */
export const chineseNotes: NoteWords = {
  overrides: ({ place, value, clusters, roots }) => {
    const where = clusters > 0 ? `在 ${clusters} 个集群上` : `在 ${roots} 个根中`;
    return `${place} ${where}设为 ${value ?? '另一个值'}`;
  },
  more: (count) => `另有 ${count} 处`,
};
