import { withoutCredentials } from '../text/withoutCredentials.ts';

/** The most characters of a value that a hover shows. */
const mostCharacters = 60;

/** A text from a repository as Markdown that shows it and does nothing else: no link, no image, no emphasis. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** A value as code; long ones are cut, after credentials of URLs are out, and breaks of lines are shown as signs. */
export function codeSpan(value: string): string {
  const text = shorten(withoutCredentials(value).replace(/\r?\n/g, '⏎').replace(/\s/g, ' '));
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = text.startsWith('`') || text.endsWith('`') || text.trim() === '' ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** A link to a line of a file; `line` counts from 1. */
export function fileLink(
  words: string,
  place: { readonly uri: string; readonly line: number },
): string {
  const target = `${place.uri}#L${place.line}`.replace(/[\s<>()[\]\\&`]/g, percent);
  return `[${escapeMarkdown(words)}](<${target}>)`;
}

/** One character as URIs have it. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Texts one below the other, in one paragraph. */
export function lines(texts: readonly string[]): string {
  return texts.join('  \n');
}

/** What is there of parts, with dots between. */
export function dotted(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function shorten(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}
