import { trimSpace } from './functions/trim.ts';

/** A text with its tags replaced, or why it is no template. */
export type Substituted = { readonly text: string } | { readonly problem: string };

/**
 * Replaces each `{{tag}}` by the value of the tag without the white space around it. A tag without a value stays as it is.
 * Text in which no line has both `{{` and, after it, `}}` is left alone; in any other a `{{` without its end is an error.
 *
 * Source: Argo CD 3.2.0 applicationset/utils/utils.go `Replace`; valyala/fasttemplate v1.2.2 template.go `Reset`.
 */
export function substituteTags(
  text: string,
  valueOf: (tag: string) => string | undefined,
): Substituted {
  if (!/\{\{[^\n]*\}\}/.test(text)) {
    return { text };
  }
  let result = '';
  let index = 0;
  for (;;) {
    const start = text.indexOf('{{', index);
    if (start < 0) {
      return { text: result + text.slice(index) };
    }
    const end = text.indexOf('}}', start + 2);
    if (end < 0) {
      const rest = text.slice(start + 2);
      return {
        problem: `invalid template: Cannot find end tag="}}" in the template="${text}" starting from "${rest}"`,
      };
    }
    const tag = text.slice(start + 2, end);
    const name = trimSpace(tag);
    const value = name === '' ? undefined : valueOf(name);
    result += text.slice(index, start) + (value ?? `{{${tag}}}`);
    index = end + 2;
  }
}
