/** An image taken apart: its name with the registry, and its tag, else its digest; `''` where it has neither. */
export function readImageName(image: string): { readonly name: string; readonly version: string } {
  const [plain = '', digest = ''] = image.split('@');
  const colon = plain.indexOf(':', plain.lastIndexOf('/') + 1);
  return colon < 0
    ? { name: plain, version: digest }
    : { name: plain.slice(0, colon), version: plain.slice(colon + 1) };
}
