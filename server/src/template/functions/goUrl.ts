import { fromByteValues, toBytes } from '../goBytes.ts';
import { quoteGo } from '../goQuote.ts';

/** The parts of a URL, decoded as Go has them; empty where there are none. */
export interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly opaque: string;
  readonly fragment: string;
  readonly userinfo: string;
}

/** Takes a URL apart. Source: Go 1.26 net/url/url.go `Parse`. */
export function parseUrl(text: string): UrlParts | { readonly problem: string } {
  const problem = (reason: string): { readonly problem: string } => ({
    problem: `parse ${quoteGo(text.split('#')[0] ?? '')}: ${reason}`,
  });
  // eslint-disable-next-line no-control-regex -- control characters are what Go refuses.
  if (/[\x00-\x1f\x7f]/.test(text)) {
    return problem('net/url: invalid control character in URL');
  }
  const [beforeFragment = '', ...fragments] = text.split('#');
  const fragment = fragments.join('#');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(beforeFragment)?.[1] ?? '';
  if (scheme === '' && beforeFragment.startsWith(':')) {
    return problem('missing protocol scheme');
  }
  let rest = scheme === '' ? beforeFragment : beforeFragment.slice(scheme.length + 1);
  const question = rest.indexOf('?');
  const query = question < 0 ? '' : rest.slice(question + 1);
  rest = question < 0 ? rest : rest.slice(0, question);
  const base = {
    scheme: scheme.toLowerCase(),
    query,
    fragment: unescape(fragment) ?? '',
    opaque: '',
    host: '',
    path: '',
    userinfo: '',
  };
  if (!rest.startsWith('/') && scheme !== '') {
    return { ...base, opaque: rest };
  }
  if (scheme === '' && /^[^/]*:/.test(rest)) {
    return problem('first path segment in URL cannot contain colon');
  }
  let authority = '';
  if (rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'))) {
    const end = rest.indexOf('/', 2);
    authority = end < 0 ? rest.slice(2) : rest.slice(2, end);
    rest = end < 0 ? '' : rest.slice(end);
  }
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const path = unescape(rest);
  const badEscape = [rest, host]
    .map((part) => /%(?![0-9a-fA-F]{2}).{0,2}/.exec(part)?.[0])
    .find((bad) => bad !== undefined);
  if (badEscape !== undefined || path === undefined) {
    return problem(`invalid URL escape ${quoteGo(badEscape ?? '')}`);
  }
  const port = /:([^:\]]*)$/.exec(host)?.[1];
  if (port !== undefined && !/^[0-9]*$/.test(port)) {
    return problem(`invalid port ${quoteGo(`:${port}`)} after host`);
  }
  return {
    ...base,
    host: unescape(host) ?? host,
    path,
    userinfo: at < 0 ? '' : authority.slice(0, at),
  };
}

function unescape(text: string): string | undefined {
  if (!text.includes('%')) {
    return text;
  }
  if (/%(?![0-9a-fA-F]{2})/.test(text)) {
    return undefined;
  }
  const parts: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    if (text.charAt(index) === '%') {
      parts.push(Number.parseInt(text.slice(index + 1, index + 3), 16));
      index += 2;
    } else {
      const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
      parts.push(...toBytes(character));
      index += character.length - 1;
    }
  }
  return fromByteValues(parts);
}

/** Puts a URL together. Source: Go 1.26 net/url/url.go `URL.String`. */
export function writeUrl(url: UrlParts): string {
  let text = url.scheme === '' ? '' : `${url.scheme}:`;
  if (url.opaque !== '') {
    text += url.opaque;
  } else {
    const hasAuthority = url.scheme !== '' || url.host !== '' || url.userinfo !== '';
    if (hasAuthority && (url.host !== '' || url.path !== '' || url.userinfo !== '')) {
      if (url.host !== '' || url.userinfo !== '' || url.path.startsWith('//')) {
        text += '//';
      } else if (url.scheme !== '') {
        text += '//';
      }
      text += url.userinfo === '' ? '' : `${url.userinfo}@`;
      text += escapeBytes(url.host, /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/);
    }
    const path = escapeBytes(url.path, /[A-Za-z0-9\-_.~$&+,/:;=@!'()*]/);
    if (path !== '' && !path.startsWith('/') && url.host !== '') {
      text += '/';
    }
    text += text === '' && /^[^/]*:/.test(path) ? `./${path}` : path;
  }
  text += url.query === '' ? '' : `?${url.query}`;
  return url.fragment === ''
    ? text
    : `${text}#${escapeBytes(url.fragment, /[A-Za-z0-9\-_.~$&+,/:;=?@!()*']/)}`;
}

function escapeBytes(text: string, kept: RegExp): string {
  return Array.from(toBytes(text), (byte) => {
    const character = String.fromCharCode(byte);
    return byte < 0x80 && kept.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
