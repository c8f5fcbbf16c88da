/** Go's `strings.TrimSpace`. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isGoSpace(text.charAt(start))) {
    start += 1;
  }
  while (end > start && isGoSpace(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

/** Go's `strings.Trim`: without the characters of a set at both ends. */
export function trimSet(text: string, set: string): string {
  const characters = new Set(set);
  const all = Array.from(text);
  let start = 0;
  let end = all.length;
  while (start < end && characters.has(all[start] ?? '')) {
    start += 1;
  }
  while (end > start && characters.has(all[end - 1] ?? '')) {
    end -= 1;
  }
  return all.slice(start, end).join('');
}

/** Go's `unicode.IsSpace`. */
export function isGoSpace(character: string): boolean {
  return space.test(character);
}

const space = /^[\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;
