/**
 * The regular expression for a pattern such as `config/**.{yaml,yml}`, where `*` and `?` stand for no slash and `**` for
 * anything; `undefined` where the pattern is bad.
 *
 * Source: gobwas/glob v0.2.3 syntax/lexer, compiler, with the separator `/`.
 */
export function globPattern(pattern: string): string | undefined {
  let result = '';
  let depth = 0;
  let index = 0;
  while (index < pattern.length) {
    const character = pattern.charAt(index);
    index += 1;
    switch (character) {
      case '*': {
        const isDouble = pattern.charAt(index) === '*';
        while (pattern.charAt(index) === '*') {
          index += 1;
        }
        result += isDouble ? '(?s:.*)' : '[^/]*';
        break;
      }
      case '?':
        result += '[^/]';
        break;
      case '{':
        depth += 1;
        result += '(?:';
        break;
      case '}':
        result += depth > 0 ? ')' : '\\}';
        depth -= depth > 0 ? 1 : 0;
        break;
      case ',':
        result += depth > 0 ? '|' : ',';
        break;
      case '[': {
        const end = pattern.indexOf(']', index + 1);
        if (end < 0) {
          return undefined;
        }
        const inner = pattern.slice(index, end);
        const isNegated = inner.startsWith('!');
        const characters = (isNegated ? inner.slice(1) : inner).replace(/[\\\]^[]/g, '\\$&');
        result += `[${isNegated ? '^' : ''}${characters}]`;
        index = end + 1;
        break;
      }
      case '\\':
        result += escaped(pattern.charAt(index));
        index += 1;
        break;
      default:
        result += escaped(character);
    }
  }
  return depth > 0 ? undefined : `^(?:${result})$`;
}

function escaped(character: string): string {
  return /[\\.+*?()|[\]{}^$]/.test(character) ? `\\${character}` : character;
}
