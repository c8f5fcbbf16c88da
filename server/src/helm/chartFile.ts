import { fromBytes } from '../template/goBytes.ts';

/** A file of a chart; `name` is its path in the chart, with `/`. */
export interface ChartFile {
  readonly name: string;
  readonly content: FileContent;
}

/** A content: a text, or the bytes of what is no valid UTF-8. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** The content as a string of Go, without a byte-order mark. */
export function fileText({ content }: ChartFile): string {
  const text = content.kind === 'text' ? content.text : fromBytes(content.bytes);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
