/**
 * The text in standard base64, which must be padded and may have line breaks anywhere; `undefined` for anything else.
 * Bytes that are no UTF-8 become U+FFFD one by one, as Go's encoding/json writes them.
 *
 * Source: Go encoding/base64 `StdEncoding.DecodeString`, encoding/json `appendString`.
 */
export function decodeBase64(text: string): string | undefined {
  const packed = text.replace(/[\r\n]/g, '');
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) {
    return undefined;
  }
  return goUtf8(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)));
}

function goUtf8(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let start = 0; start < bytes.length;) {
    const length = sequenceLength(bytes[start] ?? 0);
    try {
      text += decoder.decode(bytes.subarray(start, start + length));
      start += length;
    } catch {
      text += '\uFFFD';
      start += 1;
    }
  }
  return text;
}

function sequenceLength(lead: number): number {
  if (lead < 0xc0) {
    return 1;
  }
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
