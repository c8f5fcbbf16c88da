/** What a text of base64 says, byte by byte; `undefined` where it is none, or says nothing that can be printed. */
export function printableBase64(text: string): string | undefined {
  if (text.length < 16 || text.length > 262_144) return undefined;
  const decoded = decodeData(text);
  return decoded !== undefined && isPrintable(decoded) ? decoded : undefined;
}

/** The bytes of a text of base64, as characters below U+0100. */
export function decodeData(text: string): string | undefined {
  const compact = /\s/.test(text) ? text.replaceAll(/\s/g, '') : text;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  const bare = compact.replace(/={1,2}$/, '');
  return bare.length % 4 === 1 ? undefined : atob(bare);
}

/** Whether a text has no control characters but white space, and few bytes beyond ASCII. */
export function isPrintable(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return text !== '' && !/[\0-\x08\x0e-\x1f\x7f-\x9f]/.test(text.slice(0, 4096));
}
