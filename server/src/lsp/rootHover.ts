import type { SourcePlace } from '../analysis/hover.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { placeLink, valueSpan } from './chainWords.ts';
import { dotted, escapeMarkdown, lines } from './markdown.ts';
import { pathBeside } from './renderedWords.ts';
import type { Session } from './session.ts';
import { sourceValue, type SourceValue, type ValueGroup } from './sourceValue.ts';
import type { Place } from './trees.ts';
import type { Words } from './words/words.ts';

/** How many rows, and how many names in one, a hover shows at most: so that it has 12 lines at most. */
const mostRows = 6;
const mostNames = 3;

/** The hover on a value of a layer that no application delivers: what it is in each root, and the chain that leads there. */
export async function rootHover(
  session: Session,
  place: Place,
  at: SourcePlace,
  signal: AbortSignal,
): Promise<string | undefined> {
  const value = await place.tree.workspace.complete((one) => sourceValue(one, at), signal);
  return value && describe(session, place, value);
}

function describe({ words }: Session, place: Place, value: SourceValue): string {
  const { groups } = value;
  const wins = groups.some(({ field }) => field.wins);
  const title = dotted([
    value.name === undefined ? '' : `**${escapeMarkdown(value.name)}**`,
    wins ? '' : words.overriddenEverywhere,
    words.effectiveIn(value.roots.length),
    value.objects.length > 1 ? words.objects(value.objects.length) : '',
  ]);
  const namesOf = shortNames(place, value.roots);
  const rows = groups.slice(0, mostRows).map((group) => rowOf(words, place, group, namesOf));
  const rest = groups.length - mostRows;
  return [
    title,
    lines(rest > 0 ? [...rows, words.more(rest)] : rows),
    ...groups.slice(0, 1).flatMap((group) => chainOf(words, place, group, namesOf)),
  ].join('\n\n');
}

/** A value, who has it, and where it is written. */
function rowOf(words: Words, place: Place, { roots, field }: ValueGroup, namesOf: NamesOf): string {
  const [winner] = field.chain;
  const names = roots.slice(0, mostNames).map((root) => escapeMarkdown(namesOf(root)));
  const rest = roots.length - mostNames;
  const who = [...names, ...(rest > 0 ? [words.more(rest)] : [])].join(', ');
  const written = winner === undefined ? '' : placeLink(place.tree, folderOf(place), winner);
  const where = dotted([who, field.wins ? words.here : written]);
  return `${valueSpan(winner?.value)} ${where}`.trim();
}

/** The chain of the first root of a group, from the ground up; none where the place stands alone in it. */
function chainOf(
  words: Words,
  place: Place,
  { roots, field }: ValueGroup,
  namesOf: NamesOf,
): readonly string[] {
  const links = field.chain.toReversed().map((link) => {
    const value = valueSpan(link.value);
    return `${placeLink(place.tree, folderOf(place), link)}${value === '' ? '' : ` = ${value}`}`;
  });
  const root = escapeMarkdown(namesOf(roots[0] ?? ''));
  return links.length < 2 ? [] : [`${words.chainOn(root)}: ${links.join(' → ')}`];
}

type NamesOf = (root: FileId) => string;

/** Roots by the last part of their path, where that tells them apart. */
function shortNames(place: Place, roots: readonly FileId[]): NamesOf {
  const lastPart = (root: FileId): string => root.slice(root.lastIndexOf('/') + 1);
  const isClear = new Set(roots.map(lastPart)).size === roots.length;
  return isClear ? lastPart : (root) => pathBeside(folderOf(place), root);
}

/** The folder that a file stands in. */
export function folderOf({ path }: Pick<Place, 'path'>): FileId {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
