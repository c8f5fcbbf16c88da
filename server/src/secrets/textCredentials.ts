import { isPublicByDesign } from './valueShape.ts';
import { placeholderOf } from './placeholder.ts';
import type { TextSecret } from './textSecret.ts';
import { findTokens } from './tokenPatterns.ts';

/** Lines beyond this length are searched for tokens and keys alone: other patterns look at what stands around. */
const longestLine = 4096;

/** No key has a longer body. */
const longestKey = 20_000;

/** All that its own shape gives away in a text: tokens, private keys, credentials in URLs and in headers. */
export function findInText(text: string): TextSecret[] {
  const found = findTokens(text);
  if (text.includes('PRIVATE KEY')) findPrivateKeys(text, found);
  if (text.includes('AGE-SECRET-KEY-1') || text.includes('AGE-SECRET-KEY-PQ-1')) {
    for (const { index, 0: key } of text.matchAll(/AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,70}/g)) {
      if (placeholderOf(key) !== undefined || /X{8}/.test(key)) continue;
      found.push({
        rule: 'secrets.decryption-key',
        start: index,
        end: index + key.length,
        what: 'age key',
      });
    }
  }
  findUserInfo(text, found);
  findParameters(text, found);
  findHeaders(text, found);
  return found;
}

/** PEM and PGP, with a body of at least 40 characters, as lines or with `\n` written out. Source: RFC 7468. */
function findPrivateKeys(text: string, found: TextSecret[]): void {
  const begin = /-----BEGIN ((?:[A-Z0-9]{1,20} ){0,3})PRIVATE KEY(?: BLOCK)?-----/g;
  for (const match of text.matchAll(begin)) {
    const bodyStart = match.index + match[0].length;
    // The next dashes end the body, so that no part of the text is read twice.
    const near = text.slice(bodyStart, bodyStart + longestKey);
    const dashes = near.indexOf('-----');
    const end = dashes >= 0 && near.startsWith('-----END', dashes) ? bodyStart + dashes : -1;
    const stop = dashes >= 0 ? bodyStart + dashes : Math.min(text.length, bodyStart + 200);
    const body = near.slice(0, dashes >= 0 ? Math.min(dashes, 4000) : 4000);
    const letters = body.replaceAll(/\\[nr]|[^A-Za-z0-9+/=]/g, '');
    if (letters.length < 40 || /\.\.\.|\{\{|\$\{|<[a-z]/.test(body)) continue;
    const isPgp = match[1]?.startsWith('PGP') === true;
    found.push({
      rule: isPgp ? 'secrets.decryption-key' : 'secrets.private-key',
      start: match.index,
      end: end < 0 ? stop : endOfMarker(text, end),
      what: isPgp ? 'PGP private key' : 'private key',
    });
  }
}

function endOfMarker(text: string, end: number): number {
  const dashes = text.indexOf('-----', end + 8);
  return dashes < 0 || dashes - end > 80 ? end + 8 : dashes + 5;
}

/** `scheme://user:password@host`. */
function findUserInfo(text: string, found: TextSecret[]): void {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    if (!/[a-z0-9]/i.test(text[at - 1] ?? '')) continue;
    const rest = text.slice(at + 3, at + 400);
    const match = /^([^\s:/@"'`<>\\,;)]{0,120}):([^\s@"'`<>\\]{1,250})@(?=[\w[${<])/.exec(rest);
    if (match === null) continue;
    const [, user = '', password = ''] = match;
    if (password.startsWith('//') || /^\d+\/|[(),]$/.test(password)) continue;
    if (isStandIn(password) || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(password)) continue;
    const start = at + 4 + user.length;
    const isWeak = isSampleLogin(user, password);
    found.push({
      rule: isWeak ? 'weak-url' : 'secrets.url',
      start,
      end: start + password.length,
      what: 'URL',
    });
  }
}

/** `postgres://user:password@…` as documentation has it. */
function isSampleLogin(user: string, password: string): boolean {
  return (
    /^(?:pass|password|passwd|pwd|secret|token|pw|admin|minioadmin)$/i.test(password) ||
    (user === 'test' && password === 'test') ||
    (/^(?:user|username|foo)$/i.test(user) && /^(?:pass\w*|bar|secret)$/i.test(password))
  );
}

/** Parts of URLs and of connection strings: `?password=…`, `;Password=…`, `AccountKey=…`, `_authToken=…`. */
function findParameters(text: string, found: TextSecret[]): void {
  const pattern =
    /(?:[?&;,]\s?(?:password|pwd|passwd|secret|access_token|auth_token|api_key|apikey|sharedaccesskey|client_secret)|\bAccountKey|\bSharedAccessKey|:_(?:authToken|password))=([^\s&;,"'`<>()[\]{}|\\^$*]{4,400})(?=[\s&;,"'`\\]|$)/gi;
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? '';
    if (isStandIn(value) || isSampleLogin('', value) || /^[A-Z_]+$/.test(value)) continue;
    // A member of an object: `access_token=args.access_token`.
    if (/^[a-z_]+(?:\.[a-z_]+)+$/i.test(value)) continue;
    const start = match.index + match[0].length - value.length;
    if (isBeyond(text, start)) continue;
    found.push({
      rule: 'secrets.url',
      start,
      end: start + value.length,
      what: 'connection string',
    });
  }
}

/** `Authorization: Basic …` and `curl -u user:password`. */
function findHeaders(text: string, found: TextSecret[]): void {
  if (/authorization/i.test(text)) {
    const pattern =
      /authorization["']?\s{0,3}[:=]?\s{0,3}\\?["']?\s{0,3}(?:value["']?\s{0,2}[:=]\s{0,2}["']?)?(?:Basic|Bearer|Token|token)\s{1,3}([\w+/=.~-]{8,4000})/gi;
    for (const match of text.matchAll(pattern)) addHeader(text, match, found);
  }
  if (text.includes('mysql')) {
    const pattern =
      /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]{0,200}?\s-p(?!(?:assword|rotocol|ort)\b)([^\s"'`$]{4,100})/g;
    for (const match of text.matchAll(pattern)) addHeader(text, match, found, 'password of mysql');
  }
  if (text.includes('curl')) {
    const pattern =
      /\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[\s=]{1,3}["']?[\w.@-]{1,80}:([^\s"'`]{3,200})/g;
    for (const match of text.matchAll(pattern)) addHeader(text, match, found);
  }
}

function addHeader(
  text: string,
  match: RegExpExecArray,
  found: TextSecret[],
  what = 'authorization header',
): void {
  const value = match[1] ?? '';
  const start = match.index + match[0].length - value.length;
  if (isStandIn(value) || /^[a-z_-]+$|^[A-Z_]+$/.test(value) || isBeyond(text, start)) return;
  found.push({ rule: 'secrets.authorization', start, end: start + value.length, what });
}

/** Whether what stands there is a variable, a template or a sample. */
function isStandIn(value: string): boolean {
  return (
    /[{}<>]|\$[A-Za-z_(]|%[A-Za-z]\w*%|\*\*\*|^x+$|\.\.\.|^\$/i.test(value) ||
    placeholderOf(value) !== undefined ||
    isPublicByDesign(value)
  );
}

/** Whether a place is far behind the start of its line; looks back no further than that. */
function isBeyond(text: string, at: number): boolean {
  return at > longestLine && !text.slice(at - longestLine, at).includes('\n');
}
