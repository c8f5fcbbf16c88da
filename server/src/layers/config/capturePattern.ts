/** A pattern of paths: `*` and `?` within a name, `**` for any number of folders, `{name}` for one name that is kept. */
export interface CapturePattern {
  readonly text: string;
  readonly parts: readonly PatternPart[];
  /** The names between braces, each once. */
  readonly names: readonly string[];
}

type PatternPart = 'folders' | { readonly expression: RegExp; readonly names: readonly string[] };

/** As many wildcards and captures as one name, and `**` as one path, may have: with each of them, matching costs more. */
const mostWildcards = 4;

/** Reads a pattern; `undefined` where a brace is not closed, a capture has no name, or there are too many wildcards. */
export function readCapturePattern(text: string): CapturePattern | undefined {
  const parts: PatternPart[] = [];
  for (const part of text.replace(/^(\.?\/)+|\/+$/g, '').split('/')) {
    const read = part === '**' ? 'folders' : readPart(part);
    if (read === undefined) return undefined;
    parts.push(read);
  }
  if (parts.filter((part) => part === 'folders').length > mostWildcards) return undefined;
  const names = new Set(parts.flatMap((part) => (part === 'folders' ? [] : part.names)));
  return { text, parts, names: [...names] };
}

function readPart(text: string): PatternPart | undefined {
  const names: string[] = [];
  let source = '';
  let wild = 0;
  for (const [token] of text.matchAll(/\*+|\?|\{[^{}]*\}|[^*?{}]+|[{}]/g)) {
    const name = /^\{([A-Za-z][A-Za-z0-9_-]*)\}$/.exec(token)?.[1];
    if (name !== undefined) {
      source += '([^/]+)';
      names.push(name);
    } else if (/^[{}]/.test(token)) {
      return undefined;
    } else if (token.startsWith('*')) {
      source += '[^/]*';
    } else {
      source += token === '?' ? '[^/]' : token.replaceAll(/[\\^$.|+()[\]]/g, String.raw`\$&`);
    }
    if (name !== undefined || token.startsWith('*')) wild += 1;
  }
  if (wild > mostWildcards) return undefined;
  return { expression: new RegExp(`^${source}$`, 'u'), names };
}

/** What a pattern keeps of a path; `undefined` where the path does not fit. A name that stands twice has one value. */
export function matchCapture(
  { parts }: CapturePattern,
  path: string,
): ReadonlyMap<string, string> | undefined {
  const names = path.split('/');
  const visit = (
    part: number,
    at: number,
    kept: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, string> | undefined => {
    const pattern = parts[part];
    if (pattern === undefined) return at === names.length ? kept : undefined;
    if (pattern === 'folders') {
      if (parts[part + 1] === undefined) return kept;
      for (let next = at; next <= names.length; next += 1) {
        const found = visit(part + 1, next, kept);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    const name = names[at];
    const match = name === undefined ? undefined : keep(pattern, name, kept);
    return match && visit(part + 1, at + 1, match);
  };
  return visit(0, 0, new Map());
}

function keep(
  { expression, names }: Exclude<PatternPart, 'folders'>,
  name: string,
  kept: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  const match = expression.exec(name);
  if (match === null) return undefined;
  if (names.length === 0) return kept;
  const result = new Map(kept);
  for (const [index, key] of names.entries()) {
    const value = match[index + 1] ?? '';
    if ((result.get(key) ?? value) !== value) return undefined;
    result.set(key, value);
  }
  return result;
}

/** A template with what a pattern kept in the place of `{name}`; a name that was not kept stays as it is. */
export function fillCaptures(template: string, kept: ReadonlyMap<string, string>): string {
  return template.replaceAll(
    /\{([A-Za-z][A-Za-z0-9_-]*)\}/g,
    (whole, name: string) => kept.get(name) ?? whole,
  );
}

/** The names between the braces of a template. */
export function namesIn(template: string): readonly string[] {
  return [...template.matchAll(/\{([A-Za-z][A-Za-z0-9_-]*)\}/g)].map(([, name = '']) => name);
}
