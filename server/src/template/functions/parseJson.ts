/** JSON as JavaScript has it. */
export type ParsedJson =
  null | boolean | number | string | readonly ParsedJson[] | { readonly [key: string]: ParsedJson };

/**
 * Reads JSON. What Go takes and refuses is what JavaScript takes and refuses, but for numbers beyond the floats; its words
 * for a fault are Go's only in the commonest cases.
 *
 * Source: Go 1.26 encoding/json/scanner.go.
 */
export function parseJson(
  text: string,
): { readonly value: ParsedJson } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) as ParsedJson };
  } catch {
    return { problem: jsonProblem(text) };
  }
}

function jsonProblem(text: string): string {
  const first = text.trim().charAt(0);
  if (first === '') {
    return 'unexpected end of JSON input';
  }
  return /[{["0-9tfn-]/.test(first)
    ? 'unexpected end of JSON input'
    : `invalid character '${first}' looking for beginning of value`;
}
