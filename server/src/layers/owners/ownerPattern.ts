/** The service that reads a CODEOWNERS file: the two read patterns, owners and sections differently. */
export type OwnersFlavor = 'github' | 'gitlab';

/** A pattern of a CODEOWNERS file, ready to be asked. */
export interface OwnerPattern {
  /** Names and wildcards from the top of the tree on. */
  readonly parts: readonly PatternPart[];
  /** The folder that every path that fits lies in, with a slash at its end; `''` for any. */
  readonly folder: string;
}

/**
 * A name, or any number of folders (`folders`), or whatever lies below, at least one name (`below`), or nothing more or
 * whatever lies below (`selfOrBelow`).
 */
type PatternPart =
  | { readonly kind: 'folders' | 'below' | 'selfOrBelow' }
  | { readonly kind: 'name'; readonly tokens: readonly NameToken[] };

/** A character of a name, or a wildcard. */
interface NameToken {
  /** Whether it stands for any number of characters, and not for one. */
  readonly isStar: boolean;
  readonly takes: (character: string) => boolean;
  /** The character itself where it stands for no other. */
  readonly character: string | undefined;
}

/** Reads a pattern; `undefined` for one that the service takes for an error. */
export function readOwnerPattern(text: string, flavor: OwnersFlavor): OwnerPattern | undefined {
  const parts = flavor === 'github' ? githubParts(text) : gitlabParts(text);
  return parts && { parts, folder: folderOf(parts) };
}

/** Whether a file fits a pattern; the path is POSIX and relative to the top of the tree. */
export function matchesOwnerPattern({ parts, folder }: OwnerPattern, path: string): boolean {
  if (!path.startsWith(folder)) return false;
  const names = path.split('/');
  // `reached[n]`: the parts so far take the first n names.
  let reached = [true, ...names.map(() => false)];
  for (const part of parts) {
    const next = reached.map(() => false);
    let open = false;
    for (const [index, isReached] of reached.entries()) {
      switch (part.kind) {
        case 'name':
          if (isReached && index < names.length && isNamed(names[index] ?? '', part.tokens)) {
            next[index + 1] = true;
          }
          break;
        case 'folders':
        case 'selfOrBelow':
          open ||= isReached;
          next[index] = open;
          break;
        case 'below':
          next[index] = open;
          open ||= isReached;
      }
    }
    reached = next;
  }
  return reached[names.length] === true;
}

/** Whether a name fits; what it costs grows by the length of both. */
function isNamed(name: string, tokens: readonly NameToken[]): boolean {
  const characters = Array.from(name);
  let reached = [true, ...characters.map(() => false)];
  for (const { isStar, takes } of tokens) {
    const next = reached.map(() => false);
    let open = false;
    for (const [index, isReached] of reached.entries()) {
      if (isStar) {
        open ||= isReached;
        next[index] = open;
      } else if (isReached && index < characters.length && takes(characters[index] ?? '')) {
        next[index + 1] = true;
      }
    }
    reached = next;
  }
  return reached[characters.length] === true;
}

/** The names before the first wildcard, but for the last, which may be that of a file. */
function folderOf(parts: readonly PatternPart[]): string {
  const fixed: string[] = [];
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]?.kind;
    const isFolder = next === 'name' || next === 'below';
    if (part.kind !== 'name' || !isFolder) break;
    const characters = part.tokens.map(({ character }) => character);
    if (characters.includes(undefined)) break;
    fixed.push(`${characters.join('')}/`);
  }
  return fixed.join('');
}

/**
 * Patterns of gitignore without `!`, `[…]` and `\#`; and `a/*` takes what stands right in `a`, and nothing deeper.
 * Source: GitHub docs, "About code owners", syntax exceptions.
 */
function githubParts(text: string): readonly PatternPart[] | undefined {
  if (text.startsWith('!') || text.startsWith('\\#') || /[[\]]|\*\*\*/.test(text)) return undefined;
  if (text === '/') return undefined;
  const names = text.replace(/^\//, '').split('/');
  const isFolder = names.length > 1 && names.at(-1) === '';
  if (isFolder) names.pop();
  if (names.includes('')) return undefined;
  const isAnchored = text.startsWith('/') || names.length > 1;
  const parts = names.map((name, index): PatternPart => {
    if (name !== '**') return nameOf(name, { classes: false });
    return { kind: index === names.length - 1 && names.length > 1 ? 'below' : 'folders' };
  });
  const last = names.at(-1);
  const end = isFolder ? 'below' : last === '*' || last === '**' ? undefined : 'selfOrBelow';
  return [
    ...(isAnchored ? [] : [{ kind: 'folders' } as const]),
    ...parts,
    ...(end === undefined ? [] : [{ kind: end } as const]),
  ];
}

/**
 * Patterns of Ruby's `File.fnmatch` with `FNM_PATHNAME` and `FNM_DOTMATCH`: what has no slash in front may stand anywhere,
 * what has one at its end means all below.
 * Source: GitLab docs, "Advanced CODEOWNERS configuration"; Ruby's dir.c `fnmatch`.
 */
function gitlabParts(text: string): readonly PatternPart[] | undefined {
  const plain = text.replace(/^\\#/, '#');
  if (plain === '' || plain === '/') return undefined;
  const whole = plain.endsWith('/') ? `${plain}**/*` : plain;
  const names = (whole.startsWith('/') ? whole.slice(1) : `**/${whole}`).split('/');
  return names.map((name, index): PatternPart => {
    if (name === '**' && index < names.length - 1) return { kind: 'folders' };
    return nameOf(name, { classes: true });
  });
}

function nameOf(text: string, { classes }: { readonly classes: boolean }): PatternPart {
  const tokens = [...text.matchAll(/\\([^])|\*+|\?|\[[!^]?[^\]]+\]|[^]/gu)];
  return {
    kind: 'name',
    tokens: tokens.map(([token, escaped]): NameToken => {
      if (escaped !== undefined) return one(escaped);
      if (token.startsWith('*')) return { isStar: true, takes: () => true, character: undefined };
      if (token === '?') return { isStar: false, takes: () => true, character: undefined };
      return classes && token.length > 1 ? oneOf(token) : one(token);
    }),
  };
}

function one(character: string): NameToken {
  return { isStar: false, takes: (found) => found === character, character };
}

/** `[a-c]`, `[!x]` and `[^x]`. */
function oneOf(token: string): NameToken {
  const isNegated = /^\[[!^]/.test(token);
  const inner = Array.from(token.slice(isNegated ? 2 : 1, -1));
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < inner.length; at += 1) {
    const first = inner[at] ?? '';
    const isRange = inner[at + 1] === '-' && at + 2 < inner.length;
    ranges.push([first, isRange ? (inner[at + 2] ?? '') : first]);
    if (isRange) at += 2;
  }
  const takes = (found: string): boolean =>
    ranges.some(([first, last]) => first <= found && found <= last) !== isNegated;
  return { isStar: false, takes, character: undefined };
}
