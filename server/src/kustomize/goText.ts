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
