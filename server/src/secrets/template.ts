/**
 * The text of a Helm template as YAML with the same offsets: an action becomes a variable of the same length, and a line
 * that only holds actions becomes a comment. The values that stand in clear stay where they are.
 */
export function maskActions(text: string): string {
  return markActions(text)
    .split('\n')
    .map((line) =>
      /^\s*(?:-\s*)?\ue000[\ue000\s]*$/.test(line) ? commented(line) : variables(line),
    )
    .join('\n');
}

/** Each character of an action as a mark. */
function markActions(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2);
    if (close < 0) break;
    parts.push(text.slice(at, open), text.slice(open, close + 2).replaceAll(/[^\n]/g, '\ue000'));
    at = close + 2;
  }
  return [...parts, text.slice(at)].join('');
}

function commented(line: string): string {
  return line.replaceAll('\ue000', '#');
}

/** `${T}`, filled up; a quoted one stays in its quotes. */
function variables(line: string): string {
  return line.replaceAll(/\ue000+/g, (run) =>
    run.length < 4 ? '_'.repeat(run.length) : `\${${'T'.repeat(run.length - 3)}}`,
  );
}

/** A literal that a template gives: `{{ "literal" | b64enc }}`, `default "literal"`. Offsets in the text. */
export interface TemplateLiteral {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** `b64enc` stands where a Secret is filled, `literal` counts in one, `default` under a key that names a password. */
  readonly by: 'b64enc' | 'default' | 'literal';
}

/** The literals in the actions of a template, each with the key of its line. HELM-03. */
export function templateLiterals(text: string): TemplateLiteral[] {
  const found: TemplateLiteral[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (line.length <= 4096 && line.includes('{{')) {
      const key = /^\s*(?:-\s+)?["']?([\w.-]{1,100})["']?:/.exec(line)?.[1] ?? '';
      const written = /\{\{-?\s*["`]([^"`\s]{4,300})["`]\s*(\|\s*b64enc)?/.exec(line);
      const by = written?.[2] === undefined ? 'literal' : 'b64enc';
      const fallbacks = [...line.matchAll(/\bdefault\s+["`]([^"`\s]{4,300})["`]/g)];
      for (const [match, sort] of [
        ...(written === null ? [] : [[written, by] as const]),
        ...fallbacks.map((one) => [one, 'default'] as const),
      ]) {
        const value = match[1];
        if (value === undefined) continue;
        const start = offset + match.index + match[0].indexOf(value);
        found.push({ key, value, start, end: start + value.length, by: sort });
      }
    }
    offset += line.length + 1;
  }
  return found;
}
