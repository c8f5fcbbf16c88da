import { createHash } from 'node:crypto';
import type { FileContent } from '../analysis/analysisHost.ts';

/** Bytes beyond which a file is not read: 64 MB. */
export const mostBytes = 64 * 1024 * 1024;

/** The hash that a repository names its objects by. */
export type ObjectFormat = 'sha1' | 'sha256';

/** The git blob id of bytes, in hexadecimal digits. */
export function blobId(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Which hash an id was made with, by its length. */
export function formatOf(id: string): ObjectFormat {
  return id.length > 40 ? 'sha256' : 'sha1';
}

/** Bytes as a content: a text where they are valid UTF-8; a byte-order mark stays. */
export function contentOf(bytes: Buffer): FileContent {
  const text = bytes.toString('utf8');
  // Only a text with replacement characters can hide bytes that are no UTF-8.
  const isText = !text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(bytes);
  return isText ? { kind: 'text', text } : { kind: 'bytes', bytes: Uint8Array.from(bytes) };
}
