/**
 * What a value of a Secret means, as a text that is equal for equal secrets however they are written: the base64 of its
 * bytes. `data` is base64 already, line breaks aside; `stringData` is the text itself.
 */
export function secretIdentity(value: string, form: 'base64' | 'text'): string {
  if (form === 'base64') return value.replaceAll(/\s/g, '');
  let bytes = '';
  for (const byte of new TextEncoder().encode(value)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
