/**
 * A text as the name of an object: lower case, `-` for what must not stand in one, at most 253 characters.
 * Source: Argo CD 3.2.0 applicationset/utils/template_functions.go `SanitizeName`.
 */
export function sanitizeName(name: string): string {
  // Beyond ASCII, letters are made small one by one, as Go does.
  const lower = /^[\0-\x7f]*$/.test(name)
    ? name.toLowerCase()
    : Array.from(name, (character) => character.toLowerCase()).join('');
  return trimEnds(lower.replace(/[^-a-z0-9.]/gu, '-').slice(0, 253), /[-.]/);
}

/**
 * A text as part of a URL: like a name, without dots and without two `-` in a row, cut where a word ends.
 * Source: utils/utils.go `SlugifyName`; gosimple/slug v1.15.0 slug.go. What comes in is a name already, so nothing is
 * transliterated.
 */
export function slugifyName(name: string, length: number, cuts: 'atWords' | 'anywhere'): string {
  const sanitized = sanitizeName(name);
  const shortened =
    cuts === 'anywhere' && sanitized.length >= length ? sanitized.slice(0, length) : sanitized;
  const slug = trimEnds(shortened.replace(/[^a-z0-9_-]/g, '-').replace(/-+/g, '-'), /[-_]/);
  if (length <= 0 || cuts === 'anywhere' || slug.length <= length) {
    return slug;
  }
  const end = slug.lastIndexOf('-', length);
  return slug.slice(0, end < 0 ? length : end);
}

function trimEnds(text: string, set: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && set.test(text.charAt(start))) {
    start += 1;
  }
  while (end > start && set.test(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}
