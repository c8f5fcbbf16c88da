import { contentIdOf, readContent } from '../kustomize/files.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** The text of a file; `undefined` where there is none, or it is no text. */
export function readText(reader: Reader, file: FileId): string | undefined {
  const id = contentIdOf(reader, file);
  const content = id === undefined ? undefined : readContent(reader, id);
  return content?.kind === 'text' ? content.text : undefined;
}
