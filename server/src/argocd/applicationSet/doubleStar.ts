import { matchesGoPath } from './wildcards.ts';

/**
 * Whether a path fits a pattern of doublestar: `**` as a whole part takes any number of parts, `{a,b}` is a choice.
 * A bad pattern fits nothing.
 *
 * Source: bmatcuk/doublestar v4.9.1 match.go.
 */
export function matchesDoubleStar(pattern: string, path: string): boolean {
  const choices = expandBraces(pattern);
  return choices?.some((choice) => matchParts(choice.split('/'), path.split('/'))) === true;
}

function matchParts(pattern: readonly string[], path: readonly string[]): boolean {
  // `reached[n]`: the parts of the pattern so far take the first n parts of the path.
  let reached = path.map(() => false);
  reached = [true, ...reached];
  for (const part of pattern) {
    const next = reached.map(() => false);
    let open = false;
    for (const [index, isReached] of reached.entries()) {
      if (part === '**') {
        open ||= isReached;
        next[index] = open;
      } else if (
        isReached &&
        index < path.length &&
        matchesGoPath(classesOf(part), path[index] ?? '')
      ) {
        next[index + 1] = true;
      }
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/** `[!a]` is `[^a]`, and `**` within a part is `*`. */
function classesOf(part: string): string {
  return part.replace(/\[!/g, '[^').replace(/\*{2,}/g, '*');
}

const maxChoices = 1000;

/** The pattern without braces, once for each choice; `undefined` where they do not close. */
function expandBraces(pattern: string): readonly string[] | undefined {
  const start = findUnescaped(pattern, 0, '{');
  if (start < 0) {
    return [pattern];
  }
  let depth = 0;
  const commas: number[] = [];
  for (let index = start; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '\\') {
      index += 1;
    } else if (character === '{') {
      depth += 1;
    } else if (character === ',' && depth === 1) {
      commas.push(index);
    } else if (character === '}') {
      depth -= 1;
      if (depth === 0) {
        return choose(pattern, [start, ...commas, index]);
      }
    }
  }
  return undefined;
}

function choose(pattern: string, cuts: readonly number[]): readonly string[] | undefined {
  const [start = 0, end = 0] = [cuts[0], cuts.at(-1)];
  const choices: string[] = [];
  for (const [order, cut] of cuts.slice(0, -1).entries()) {
    const choice = pattern.slice(cut + 1, cuts[order + 1]);
    const expanded = expandBraces(pattern.slice(0, start) + choice + pattern.slice(end + 1));
    if (expanded === undefined || choices.length + expanded.length > maxChoices) {
      return undefined;
    }
    choices.push(...expanded);
  }
  return choices;
}

function findUnescaped(text: string, from: number, wanted: string): number {
  for (let index = from; index < text.length; index += 1) {
    if (text.charAt(index) === '\\') {
      index += 1;
    } else if (text.charAt(index) === wanted) {
      return index;
    }
  }
  return -1;
}
