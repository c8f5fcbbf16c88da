/**
 * A text with `$name` and `${name}` replaced; `$$` is a dollar, what begins no name stays or is swallowed as Go has it.
 * Source: Go 1.26 os/env.go `Expand`; Argo CD 3.2.0 pkg/apis/application/v1alpha1/types.go `Envsubst`.
 */
export function expandVariables(text: string, valueOf: (name: string) => string): string {
  let result = '';
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    index += 1;
    if (character !== '$' || index === text.length) {
      result += character;
      continue;
    }
    const { name, width } = shellName(text.slice(index));
    if (name !== '') result += name === '$' ? '$' : valueOf(name);
    else if (width === 0) result += '$';
    index += width;
  }
  return result;
}

/** The name at the beginning of a text, and how many characters it takes with its braces. */
function shellName(text: string): { readonly name: string; readonly width: number } {
  const first = text.charAt(0);
  if (first === '{') {
    if (isSpecial(text.charAt(1)) && text.charAt(2) === '}')
      return { name: text.charAt(1), width: 3 };
    const close = text.indexOf('}', 1);
    if (close < 0) return { name: '', width: 1 };
    return close === 1 ? { name: '', width: 2 } : { name: text.slice(1, close), width: close + 1 };
  }
  if (isSpecial(first)) return { name: first, width: 1 };
  const [name = ''] = /^[A-Za-z0-9_]*/.exec(text) ?? [];
  return { name, width: name.length };
}

function isSpecial(character: string): boolean {
  return /^[*#$@!?\-0-9]$/.test(character);
}
