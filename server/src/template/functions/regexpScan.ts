/** What the parser of text/goRegexpParser.ts does not keep, as finding where there is a match takes none of it. */
export interface RegexpMarks {
  /** For each repetition, in the order of the operators, whether it prefers few. */
  readonly lazy: readonly boolean[];
  /** The names of the capturing groups, in the order in which they open; `''` where there is none. */
  readonly names: readonly string[];
}

/** Reads an expression that was parsed without a problem. Source: Go 1.26 regexp/syntax/parse.go. */
export function scanRegexp(pattern: string): RegexpMarks {
  const lazy: boolean[] = [];
  const names: string[] = [];
  const outer: boolean[] = [];
  let swapsGreed = false;
  let index = 0;
  while (index < pattern.length) {
    const rest = pattern.slice(index);
    const operator = /^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})(\??)/.exec(rest);
    if (operator !== null) {
      lazy.push((operator[1] === '?') !== swapsGreed);
      index += operator[0].length;
      continue;
    }
    switch (rest.charAt(0)) {
      case '\\':
        index += escapeLength(rest);
        break;
      case '[':
        index += classLength(rest);
        break;
      case ')':
        swapsGreed = outer.pop() ?? false;
        index += 1;
        break;
      case '(': {
        const group = readGroup(rest);
        if (group.name !== undefined) {
          names.push(group.name);
        }
        if (group.opens) {
          outer.push(swapsGreed);
        }
        swapsGreed = group.swapsGreed ?? swapsGreed;
        index += group.length;
        break;
      }
      default:
        index += 1;
    }
  }
  return { lazy, names };
}

interface Group {
  readonly length: number;
  readonly opens: boolean;
  readonly name: string | undefined;
  readonly swapsGreed: boolean | undefined;
}

function readGroup(rest: string): Group {
  const named = /^\(\?P?<([A-Za-z0-9_]+)>/.exec(rest);
  if (named !== null) {
    return { length: named[0].length, opens: true, name: named[1], swapsGreed: undefined };
  }
  const flags = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest);
  if (flags === null) {
    return { length: 1, opens: true, name: '', swapsGreed: undefined };
  }
  const [text, on = '', off = '', end] = flags;
  const swapsGreed = off.includes('U') ? false : on.includes('U') ? true : undefined;
  return { length: text.length, opens: end === ':', name: undefined, swapsGreed };
}

function escapeLength(rest: string): number {
  if (rest.startsWith('\\Q')) {
    const end = rest.indexOf('\\E', 2);
    return end < 0 ? rest.length : end + 2;
  }
  return /^\\(?:[pPx]\{[^}]*\}|.)/su.exec(rest)?.[0].length ?? 1;
}

function classLength(rest: string): number {
  let index = rest.startsWith('[^') ? 2 : 1;
  if (rest.charAt(index) === ']') {
    index += 1;
  }
  while (index < rest.length && rest.charAt(index) !== ']') {
    const named = /^\[:\^?[a-z]+:\]/.exec(rest.slice(index));
    index +=
      named?.[0].length ?? (rest.charAt(index) === '\\' ? escapeLength(rest.slice(index)) : 1);
  }
  return index + 1;
}
