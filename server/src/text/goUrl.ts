/**
 * Whether Go takes a text as an address, relative ones too. The digits of an address in brackets are not looked at.
 * Source: Go net/url `Parse`.
 */
export function isGoUrl(text: string): boolean {
  if (controls.test(text)) return false;
  const hash = text.indexOf('#');
  const body = hash < 0 ? text : text.slice(0, hash);
  if (hash >= 0 && !hasGoodEscapes(text.slice(hash + 1))) return false;
  if (body.startsWith(':')) return false;
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(body)?.[0] ?? '';
  const query = body.indexOf('?', scheme.length);
  const rest = query < 0 ? body.slice(scheme.length) : body.slice(scheme.length, query);
  if (!rest.startsWith('/')) {
    // What follows a scheme without a slash is not looked at.
    return scheme !== '' || (!/^[^/]*:/.test(rest) && hasGoodEscapes(rest));
  }
  if (!rest.startsWith('//') || (scheme === '' && rest.startsWith('///'))) {
    return hasGoodEscapes(rest);
  }
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  return isAuthority(authority) && (slash < 0 || hasGoodEscapes(rest.slice(slash)));
}

// eslint-disable-next-line no-control-regex -- Go refuses these.
const controls = /[\u0000-\u001f\u007f]/;

function hasGoodEscapes(text: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(text);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(at, 0));
  const host = authority.slice(at + 1);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) || !hasGoodEscapes(user)) return false;
  if (host.startsWith('[')) return /^\[.*\](?::[0-9]*)?$/.test(host);
  const port = host.lastIndexOf(':');
  if (port >= 0 && !/^:[0-9]*$/.test(host.slice(port))) return false;
  // Of escapes only those of other characters than ASCII.
  const plain = host.replaceAll(/%[89A-Fa-f][0-9A-Fa-f]|%25|[\u0080-\uffff]/g, '');
  return /^[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"]*$/.test(plain);
}
