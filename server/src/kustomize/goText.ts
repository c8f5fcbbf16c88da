/** A string as Go's encoding/json writes it, with `<`, `>`, `&` and the two Unicode separators escaped. */
export function goJsonString(text: string): string {
  return escapeHtml(JSON.stringify(text));
}

/** JSON text with the escapes that Go's `json.Marshal` adds to what is JSON already. */
export function escapeHtml(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A float64 as Go's encoding/json writes it. JavaScript writes the same but for negative zero. */
export function goJsonFloat(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A float64 as Go's `FormatFloat(x, 'g', -1, 64)` writes it, and so as go-yaml does: 1000000 is `1e+06`. */
export function goFloat(value: number): string {
  if (value === 0) {
    return goJsonFloat(value);
  }
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) {
    return String(value);
  }
  const magnitude = String(Math.abs(exponent)).padStart(2, '0');
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${magnitude}`;
}
