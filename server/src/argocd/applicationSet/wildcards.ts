/** Which of the matchers of the controllers reads a pattern. */
type Dialect = 'git' | 'go';

/** One piece of a pattern. */
type Piece =
  | { readonly kind: 'star' }
  | { readonly kind: 'one'; readonly test: (character: string) => boolean };

/**
 * Whether a path fits a pattern of Git without `:(glob)`: `*` takes slashes, too. A bad pattern fits nothing.
 * Source: Git 2.50 wildmatch.c with no flags.
 */
export function matchesGitWildcard(pattern: string, path: string): boolean {
  const pieces = readPieces(pattern, 'git');
  return pieces !== undefined && matchPieces(pieces, path, () => true);
}

/**
 * Whether a path fits a pattern of Go's `path.Match`: `*` and `?` take no slash. A bad pattern fits nothing.
 * Source: Go 1.26 path/match.go.
 */
export function matchesGoPath(pattern: string, path: string): boolean {
  const pieces = readPieces(pattern, 'go');
  return pieces !== undefined && matchPieces(pieces, path, (character) => character !== '/');
}

function readPieces(pattern: string, dialect: Dialect): readonly Piece[] | undefined {
  const characters = Array.from(pattern);
  const pieces: Piece[] = [];
  let index = 0;
  while (index < characters.length) {
    const character = characters[index] ?? '';
    index += 1;
    switch (character) {
      case '*':
        pieces.push({ kind: 'star' });
        break;
      case '?':
        pieces.push({ kind: 'one', test: (each) => dialect === 'git' || each !== '/' });
        break;
      case '[': {
        const found = readClass(characters, index, dialect);
        if (found === undefined) {
          return undefined;
        }
        pieces.push({ kind: 'one', test: found.test });
        index = found.end;
        break;
      }
      case '\\': {
        const escaped = characters[index];
        if (escaped === undefined) {
          return undefined;
        }
        pieces.push({ kind: 'one', test: (each) => each === escaped });
        index += 1;
        break;
      }
      default:
        pieces.push({ kind: 'one', test: (each) => each === character });
    }
  }
  return pieces;
}

interface Class {
  readonly test: (character: string) => boolean;
  readonly end: number;
}

function readClass(
  characters: readonly string[],
  start: number,
  dialect: Dialect,
): Class | undefined {
  let index = start;
  const negated = characters[index] === '^' || (dialect === 'git' && characters[index] === '!');
  if (negated) {
    index += 1;
  }
  const tests: ((code: number) => boolean)[] = [];
  for (let first = true; ; first = false) {
    const character = characters[index];
    if (character === undefined || (dialect === 'go' && character === '-')) {
      return undefined;
    }
    if (character === ']' && (!first || dialect === 'go')) {
      if (first) {
        return undefined;
      }
      break;
    }
    const named =
      dialect === 'git' ? /^\[:([a-z]+):\]/.exec(characters.slice(index).join('')) : null;
    if (named !== null) {
      const test = namedClasses.get(named[1] ?? '');
      if (test === undefined) {
        return undefined;
      }
      tests.push((code) => test.test(String.fromCodePoint(code)));
      index += named[0].length;
      continue;
    }
    const low = readMember(characters, index);
    if (low === undefined) {
      return undefined;
    }
    index = low.end;
    const next = characters[index + 1];
    if (characters[index] === '-' && next !== undefined && (dialect === 'go' || next !== ']')) {
      const high =
        dialect === 'go' && (next === ']' || next === '-')
          ? undefined
          : readMember(characters, index + 1);
      if (high === undefined) {
        return undefined;
      }
      index = high.end;
      tests.push((code) => code >= low.code && code <= high.code);
    } else {
      tests.push((code) => code === low.code);
    }
  }
  return {
    test: (character) => {
      const code = character.codePointAt(0) ?? 0;
      const isSlash = dialect === 'go' && character === '/';
      return !isSlash && tests.some((test) => test(code)) !== negated;
    },
    end: index + 1,
  };
}

function readMember(
  characters: readonly string[],
  index: number,
): { readonly code: number; readonly end: number } | undefined {
  const isEscaped = characters[index] === '\\';
  const character = characters[isEscaped ? index + 1 : index];
  return character === undefined
    ? undefined
    : { code: character.codePointAt(0) ?? 0, end: index + (isEscaped ? 2 : 1) };
}

const namedClasses: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /^[A-Za-z0-9]$/],
  ['alpha', /^[A-Za-z]$/],
  ['blank', /^[ \t]$/],
  // eslint-disable-next-line no-control-regex -- the class of control characters.
  ['cntrl', /^[\x00-\x1f\x7f]$/],
  ['digit', /^[0-9]$/],
  ['graph', /^[\x21-\x7e]$/],
  ['lower', /^[a-z]$/],
  ['print', /^[\x20-\x7e]$/],
  ['punct', /^[!-/:-@[-`{-~]$/],
  ['space', /^[ \t\n\v\f\r]$/],
  ['upper', /^[A-Z]$/],
  ['xdigit', /^[0-9A-Fa-f]$/],
]);

/** Goes back to the last star only: the time is the product of the lengths at most. */
function matchPieces(
  pieces: readonly Piece[],
  path: string,
  starTakes: (character: string) => boolean,
): boolean {
  const characters = Array.from(path);
  let [piece, place] = [0, 0];
  let star: { readonly piece: number; readonly place: number } | undefined;
  while (place < characters.length) {
    const character = characters[place] ?? '';
    const current = pieces[piece];
    if (current?.kind === 'one' && current.test(character)) {
      piece += 1;
      place += 1;
    } else if (current?.kind === 'star') {
      star = { piece, place };
      piece += 1;
    } else if (star !== undefined && starTakes(characters[star.place] ?? '')) {
      star = { piece: star.piece, place: star.place + 1 };
      piece = star.piece + 1;
      place = star.place;
    } else {
      return false;
    }
  }
  return pieces.slice(piece).every(({ kind }) => kind === 'star');
}
