/**
 * A POSIX path relative to the workspace, without `./`, without a leading or trailing slash; `''` is the workspace itself.
 */
export type FileId = string;

/**
 * Where something was written, as structure and never as an offset, so that an edit that only moves text changes no pointer.
 *
 * - `node`: the YAML node with this ordinal in the file (see `ResourceNode.ordinal`); keys and values are counted in
 *   reading order over the whole file, so an edit of comments or white space keeps every ordinal.
 * - `inside`: a pointer into the text of a scalar that is YAML or JSON itself (an inline patch, `helm.values`); nests.
 * - `line`: a line of a text that is not YAML, counted from 0 (`.env` files, templates).
 * - `file`: the file as a whole (a generator's payload).
 * - `offset`: a place in a text that cannot be parsed, in UTF-16 units; only syntax errors stand there.
 */
export type SourcePointer =
  | { readonly kind: 'node'; readonly file: FileId; readonly ordinal: number }
  | {
      readonly kind: 'inside';
      readonly file: FileId;
      readonly ordinal: number;
      readonly inner: InnerPointer;
    }
  | { readonly kind: 'line'; readonly file: FileId; readonly line: number }
  | { readonly kind: 'file'; readonly file: FileId }
  | { readonly kind: 'offset'; readonly file: FileId; readonly offset: number };

/** A pointer relative to the text of an enclosing scalar: an ordinal within it, or deeper. */
export interface InnerPointer {
  readonly ordinal: number;
  readonly inner: InnerPointer | undefined;
}

/** Whether two pointers point at the same place. */
export function samePointer(a: SourcePointer, b: SourcePointer): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.file !== b.file) return false;
  switch (a.kind) {
    case 'node':
      return b.kind === 'node' && a.ordinal === b.ordinal;
    case 'inside':
      return b.kind === 'inside' && a.ordinal === b.ordinal && sameInner(a.inner, b.inner);
    case 'line':
      return b.kind === 'line' && a.line === b.line;
    case 'file':
      return true;
    case 'offset':
      return b.kind === 'offset' && a.offset === b.offset;
  }
}

function sameInner(a: InnerPointer | undefined, b: InnerPointer | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.ordinal === b.ordinal && sameInner(a.inner, b.inner);
}
