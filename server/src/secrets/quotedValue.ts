/**
 * What a YAML reader says, without the text of the file that it quotes: the file may be a Secret, and a password may well
 * begin as an alias does. The place of the problem says what is meant.
 */
export function withoutQuotedValue(message: string): string {
  return message
    .replace(/unknown anchor '[^]*' referenced/, 'unknown anchor referenced')
    .replace(/cannot decode (\S+) `[^]*` as/, 'cannot decode $1 as');
}
