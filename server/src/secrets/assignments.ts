/** `key = value` in a text: offsets of the value in it, half-open, without quotes. */
export interface Assignment {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** How a text assigns: the settings of a program, variables, or code, in which values are expressions. */
export type TextKind = 'settings' | 'environment' | 'code';

/** Whether a text is code by the name of its file or by its first line. */
export function textKindOf(name: string, text: string): 'settings' | 'code' {
  return codeName.test(name) || /^\s*#!/.test(text) ? 'code' : 'settings';
}

const codeName =
  /\.(?:sh|bash|zsh|py|js|mjs|ts|tsx|go|rb|groovy|java|kt|lua|pl|ps1|rego|sql|jsonnet|libsonnet|cue|tf|star|bzl|php|rs|c|h|cs|md|adoc|rst|html?|css)$|(?:^|\/)(?:Makefile|Dockerfile|Jenkinsfile|Tiltfile|Justfile)/i;

const longestLine = 4096;

/** All assignments of a text, line by line, comments left out. */
export function assignmentsIn(text: string, kind: TextKind): Assignment[] {
  const found: Assignment[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end - start > 3 && end - start <= longestLine) {
      const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
      if (
        (kind === 'environment' || secretWord.test(line)) &&
        !/^\s*(?:#|\/\/|;|--\s|<!--|\*|REM\s)/.test(line)
      ) {
        readLine(line, start, kind, found);
      }
    }
    start = end + 1;
  }
  return found;
}

/** No key names a secret without one of these. */
export const secretWord =
  /pass|pwd|pw\b|token|secret|key|cred|salt|pepper|hmac|jwt|masterauth|redis_?auth/i;

function readLine(line: string, offset: number, kind: TextKind, found: Assignment[]): void {
  if (kind !== 'code') {
    const whole =
      /^\s*(?:export\s+|set\s+|-\s+|-D|--)?["']?([\w.@/-]{1,100})["']?\s*(?:[:=]{1,2}|=>)\s*(\S.*)$/.exec(
        line,
      );
    if (whole !== null) {
      const value = (whole[2] ?? '').trimEnd().replace(/,$/, '');
      const at = line.lastIndexOf(value, line.length);
      const inside = kind === 'settings' && /["'][\w.-]+["']\s*:|\s\w+=/.test(value);
      if (!inside) add(found, whole[1] ?? '', value, offset + at);
      // `PGPASSWORD=… psql` assigns the first word alone.
      if (!inside && (kind === 'environment' || !/^[^"'\s]\S*\s/.test(value))) return;
    }
  }
  readInside(line, offset, kind, found);
}

/** Pairs inside of a line: `"key": "value"`, `key="value"`, `<key>value</key>`, `--key=value`. */
function readInside(line: string, offset: number, kind: TextKind, found: Assignment[]): void {
  for (const { pattern, quoted } of kind === 'code' ? inCode : inSettings) {
    for (const match of line.matchAll(pattern)) {
      const [all, key = '', value = ''] = match;
      // `isLive ? 'one' : 'other'` has no key.
      if (/\?\s{0,2}["']?$/.test(line.slice(Math.max(match.index - 4, 0), match.index))) continue;
      const at = match.index + all.lastIndexOf(value);
      const start = offset + at;
      // `"TOKEN=" + env['TOKEN']` has quotes of two texts.
      const opens = line[at - 1] ?? '';
      if (quoted && /["']/.test(opens) && line[at + value.length] !== opens) continue;
      if (quoted) found.push({ key, value, start, end: start + value.length, quoted });
      else add(found, key, value, start);
    }
  }
}

const quotedPair =
  /["']?\b([\w.-]{2,80})["']?\s{0,4}(?::=|=>|[:=])\s{0,4}(?:["']([^"'\s\\$`(){}]{4,300})["'])/g;
interface PairPattern {
  readonly pattern: RegExp;
  readonly quoted: boolean;
}

const quotes: PairPattern = { pattern: quotedPair, quoted: true };
const inCode: readonly PairPattern[] = [
  quotes,
  // `define('DB_PASSWORD', '…')` of PHP.
  { pattern: /\bdefine\(\s?["'](\w{2,80})["'],\s{0,4}["']([^"'\s\\$]{4,300})["']/g, quoted: true },
  {
    pattern: /^\s*export\s+([A-Z][A-Z0-9_]{2,80})=(?=\D{0,399}\d)([\w/+=-]{16,400})\s*$/g,
    quoted: true,
  },
];
const inSettings: readonly PairPattern[] = [
  quotes,
  // Settings of Redis, Fluent Bit and netrc have no sign between key and value.
  {
    pattern:
      /^\s*([\w.]{0,80}(?:passwd|password|requirepass|masterauth))[ \t]+(?=[^\s]*\d)(\S{6,400})\s*$/gi,
    quoted: false,
  },
  { pattern: /\bmachine\s+\S+.{0,200}\s(password)\s+(\S{4,400})/g, quoted: false },
  { pattern: /<([\w.-]{2,80})>([^<>\s]{4,400})<\//g, quoted: false },
  { pattern: /\bname="([\w.-]{2,80})"\s{1,4}value="([^"\s]{4,400})"/g, quoted: false },
  { pattern: /(?:^|\s)(?:--|-D)([\w.-]{2,80})=["']?([^\s"']{4,400})/g, quoted: false },
  { pattern: /\s--([\w.-]{2,80}) ["']?([^\s"'$`(-][^\s"'$`(]{3,400})/g, quoted: false },
  {
    pattern: /(?:^|[\s;&])([A-Z][A-Z0-9_]{2,80})=([^\s"';&$`(]{4,400})(?=[\s;&]|$)/g,
    quoted: false,
  },
];

function add(found: Assignment[], key: string, raw: string, at: number): void {
  let value = raw;
  let start = at;
  const quote = value[0];
  let quoted = false;
  if (quote === '"' || quote === "'") {
    const close = value.indexOf(quote, 1);
    if (close < 0) return;
    value = value.slice(1, close);
    start += 1;
    quoted = true;
  } else {
    const comment = value.search(/\s[#;]/);
    if (comment >= 0) value = value.slice(0, comment).trimEnd();
  }
  if (value === '') return;
  found.push({ key, value, start, end: start + value.length, quoted });
}

/** Whether what stands behind the sign is an expression and no value. */
export function isExpression({ value, quoted }: Assignment): boolean {
  return (
    !quoted &&
    // Calls, members of objects and of lists, and texts of Python with a letter in front.
    /[($`]|^self\.|^[A-Za-z_]\w*(?:\.[a-z_]+)*\.[a-z_]+$|^[A-Za-z_]\w*\.[a-z]\w*[[({]|[|)]$|^[A-Za-z_]\w*\[["']|^[BFRUbfru]{1,2}["']/.test(
      value,
    )
  );
}
