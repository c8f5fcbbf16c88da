import type { Environment } from '@marcbachmann/cel-js';
import type { CelTrouble } from './celFunctions.ts';

/** An address taken apart; `x-` stands before its scheme. */
class CelUrl {
  readonly url: URL;

  constructor(url: URL) {
    this.url = url;
  }
}

/**
 * The functions for addresses and networks: those that only ask whether a text is one, and the parts of addresses.
 *
 * Source: kubernetes apiserver pkg/cel/library/urls.go, ip.go, cidr.go (v0.37.2).
 */
export function registerNetwork(environment: Environment, trouble: CelTrouble): void {
  const add = (signature: string, run: (...values: never[]) => unknown): void => {
    environment.registerFunction(signature, run);
  };
  add('isIP(string): bool', isAddress);
  add('isCIDR(string): bool', (text: string) => {
    const [, address = '', bits = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
    return isAddress(address) && Number(bits) <= (address.includes(':') ? 128 : 32);
  });
  environment.registerType('CelUrl', { ctor: CelUrl, fields: {} });
  add('isURL(string): bool', (text: string) => {
    // What is a path alone, or has no host, is one for Go as well, if it is written well.
    if (/^(?:\/|[a-zA-Z][a-zA-Z0-9+.-]*:(?!\/\/))/.test(text)) trouble(`the address ${text}`);
    return readUrl(text) !== undefined;
  });
  add('url(string): CelUrl', (text: string) => {
    const url = readUrl(text);
    if (url === undefined) trouble(`the address ${text} is none`);
    return new CelUrl(url ?? new URL('http://localhost'));
  });
  add('CelUrl.getScheme(): string', ({ url }: CelUrl) => url.protocol.replace(/^x-|:$/g, ''));
  add('CelUrl.getHost(): string', ({ url }: CelUrl) => url.host);
  add('CelUrl.getHostname(): string', ({ url }: CelUrl) => url.hostname.replace(/^\[|\]$/g, ''));
  add('CelUrl.getPort(): string', ({ url }: CelUrl) => url.port);
  add('CelUrl.getEscapedPath(): string', ({ url }: CelUrl) => url.pathname);
}

/**
 * Absolute, with two slashes after its scheme; `undefined` for any other. A port that its scheme implies stays, as Go keeps it.
 */
function readUrl(text: string): URL | undefined {
  if (!/^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^\s]*$/.test(text)) return undefined;
  // A scheme that the standard knows drops its default port and changes hosts: another one keeps them.
  const plain = text.replace(/^[a-zA-Z][a-zA-Z0-9+.-]*:/, (scheme) => `x-${scheme.toLowerCase()}`);
  if (!URL.canParse(plain)) return undefined;
  return new URL(plain);
}

/** Source: Go's net/netip `ParseAddr`, without zones; an address of IPv4 in one of IPv6 is none for Kubernetes. */
function isAddress(text: string): boolean {
  if (/^\d+(?:\.\d+){3}$/.test(text))
    return text.split('.').every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  if (!/^[0-9a-fA-F:]+$/.test(text)) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}
