/**
 * A git repository and a folder in it, as an entry of `resources:` or `components:` may name them. `host` ends with `/` or
 * `:`; what git clones is `host` and `repository` together. `folder` is the path of the kustomization root in the
 * repository, `''` for its top, as it is written. `ref` is a branch, tag or commit, `''` for the default branch.
 *
 * Source: kustomize api/internal/git/repospec.go (v0.21.1).
 */
export interface RepoSpec {
  readonly host: string;
  readonly repository: string;
  readonly folder: string;
  readonly ref: string;
  readonly submodules: boolean;
}

/**
 * Reads an address of a git repository; `undefined` for anything else, which kustomize takes for a path. The query's
 * `timeout` is left out: it bounds kustomize's own git.
 *
 * Source: kustomize api/internal/git/repospec.go (v0.21.1), `NewRepoSpecFromURL`.
 */
export function parseRepoSpec(address: string): RepoSpec | undefined {
  if (address.startsWith('/')) {
    return undefined;
  }
  const [rest, query] = cut(address, '?');
  const located = extractHost(rest);
  const parts = located && parsePathParts(located.rest, located.host.startsWith('file://'));
  return parts && { host: located.host, ...parts, ...parseQuery(query) };
}

/**
 * Whether a path of a file is an address that is fetched over HTTP.
 * Source: kustomize api/internal/loader/fileloader.go (v0.21.1), `IsRemoteFile`; Go net/url `Parse`.
 */
export function isRemoteFile(path: string): boolean {
  const [address, fragment] = cut(path, '#');
  const scheme = /^https?:/i.exec(address)?.[0];
  if (scheme === undefined || hasControlCharacter(address) || !isEscapedWell(fragment)) {
    return false;
  }
  const [rest] = cut(address.slice(scheme.length), '?');
  if (!rest.startsWith('/')) {
    return true;
  }
  const authority = rest.startsWith('//') ? (/^\/\/([^/]*)/.exec(rest)?.[1] ?? '') : undefined;
  if (authority === undefined) {
    return isEscapedWell(rest);
  }
  return isAuthority(authority) && isEscapedWell(rest.slice(2 + authority.length));
}

/** The parts before and after the first `separator`; all and '' where it is not there. */
function cut(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

const SCHEMES = ['ssh://', 'https://', 'http://', 'file://'];

function extractHost(
  address: string,
): { readonly host: string; readonly rest: string } | undefined {
  const unforced = withoutPrefix(address, 'git::') ?? address;
  const scheme = SCHEMES.find((prefix) => withoutPrefix(unforced, prefix) !== undefined) ?? '';
  const afterScheme = unforced.slice(scheme.length);
  const username = /^[a-zA-Z][a-zA-Z0-9-]*@/.exec(afterScheme)?.[0] ?? '';
  const path = afterScheme.slice(username.length);
  const isGithub = /^github\.com[/:]/i.test(path);
  const acceptsScp = scheme === '' && (username !== '' || isGithub);
  if (scheme === '' && !acceptsScp) {
    return undefined;
  }
  if (scheme === 'file://') {
    return { host: scheme, rest: afterScheme };
  }
  const separator = findPathSeparator(path, acceptsScp);
  const rest = path.slice(separator + 1);
  if (isGithub) {
    const host =
      scheme === 'ssh://' || username !== '' ? `${username}github.com:` : 'https://github.com/';
    return { host, rest };
  }
  const host = separator < 0 ? path : path.slice(0, separator + 1);
  return host === ''
    ? undefined
    : { host: `${scheme}${username}${host}`, rest: separator < 0 ? '' : rest };
}

/** The text after a prefix in any case, `undefined` where it does not begin so. */
function withoutPrefix(text: string, prefix: string): string | undefined {
  return text.slice(0, prefix.length).toLowerCase() === prefix
    ? text.slice(prefix.length)
    : undefined;
}

/** In `user@host:path` the colon ends the host, unless a slash stands before it. */
function findPathSeparator(path: string, acceptsScp: boolean): number {
  const slash = path.indexOf('/');
  const colon = path.indexOf(':');
  return acceptsScp && (slash === -1 || (colon > 0 && colon < slash)) ? colon : slash;
}

function parsePathParts(
  path: string,
  isFile: boolean,
): { readonly repository: string; readonly folder: string } | undefined {
  const parts = splitAtMarker(path) ?? splitByLength(path, isFile);
  if (parts === undefined || parts[0] === '' || leavesRepository(parts[1])) {
    return undefined;
  }
  return { repository: parts[0], folder: parts[1].replace(/^\//, '') };
}

/** The repository ends after the name that follows `_git/`, before `//`, or after `.git`. */
function splitAtMarker(path: string): readonly [string, string] | undefined {
  const gitRoot = path.indexOf('_git/');
  if (gitRoot >= 0) {
    const [name = '', ...rest] = path.slice(gitRoot + '_git/'.length).split('/');
    return [path.slice(0, gitRoot + '_git/'.length) + name, rest.join('/')];
  }
  const doubleSlash = path.indexOf('//');
  if (doubleSlash >= 0) {
    return [path.slice(0, doubleSlash), path.slice(doubleSlash + 2)];
  }
  const suffix = path.indexOf('.git');
  return suffix < 0 ? undefined : [path.slice(0, suffix + 4), path.slice(suffix + 4)];
}

/** Without a marker, a file address is all repository, and any other one begins with owner and name. */
function splitByLength(path: string, isFile: boolean): readonly [string, string] | undefined {
  const segments = path.split('/');
  if (isFile) {
    return [path, ''];
  }
  return segments.length < 2
    ? undefined
    : [segments.slice(0, 2).join('/'), segments.slice(2).join('/')];
}

/** Whether the cleaned path begins with `..`; a path that begins with two slashes counts as absolute and cannot. */
function leavesRepository(folder: string): boolean {
  const relative = folder.replace(/^\//, '');
  if (relative.startsWith('/')) {
    return false;
  }
  let depth = 0;
  for (const segment of relative.split('/')) {
    if (segment === '..') {
      depth -= 1;
    } else if (segment !== '' && segment !== '.') {
      depth += 1;
    }
    if (depth < 0) {
      return true;
    }
  }
  return false;
}

/** A query that Go cannot read counts as none. Source: repospec.go `parseQuery`; Go net/url `ParseQuery`. */
function parseQuery(query: string): { readonly ref: string; readonly submodules: boolean } {
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [key, value] = cut(pair, '=');
    if (pair.includes(';') || !isEscapedWell(pair)) {
      return { ref: '', submodules: true };
    }
    const name = unescapeQuery(key);
    if (pair !== '' && !values.has(name)) {
      values.set(name, unescapeQuery(value));
    }
  }
  const ref = values.get('ref') ?? '';
  const submodules = values.get('submodules') ?? '';
  return {
    ref: ref === '' ? (values.get('version') ?? '') : ref,
    submodules: !['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(submodules),
  };
}

/** The text of a component of a query, whose escapes are well formed; bytes that are no UTF-8 are replaced. */
function unescapeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = escapes
      .slice(1)
      .split('%')
      .map((byte) => Number.parseInt(byte, 16));
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  });
}

function isEscapedWell(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text);
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) {
      return true;
    }
  }
  return false;
}

/** Source: Go 1.26 net/url `parseAuthority`, `parseHost`; the numbers of an IPv6 address are not looked at. */
function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? '' : authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) || !isEscapedWell(user)) {
    return false;
  }
  const host = authority.slice(at + 1);
  if (host.startsWith('[')) {
    return (
      /^\[[0-9a-f]*:[0-9a-f:.]*(?:%25[^[\]]+)?\](?::[0-9]*)?$/i.test(host) && isEscapedWell(host)
    );
  }
  // Programs for Go 1.24, as kustomize is one, take several colons: the last one begins the port.
  const colon = host.lastIndexOf(':');
  const name = colon < 0 ? host : host.slice(0, colon);
  return /^[0-9]*$/.test(host.slice(name.length + 1)) && isHostName(name);
}

/** Letters beyond ASCII may stand as they are or escaped, and of ASCII only a percent sign may be escaped. */
function isHostName(name: string): boolean {
  return (
    /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:\]<>"%]|[^\0-\x7f])*$/.test(name) &&
    isEscapedWell(name) &&
    !/%(?!25)[0-7]/.test(name)
  );
}

/**
 * What the content of a repository at a revision is known by, whatever folder of it an address names: `REPOSITORY@REF`,
 * with an empty REF for the default branch.
 */
export function remoteKey({ host, repository, ref }: RepoSpec): string {
  return `${host}${repository}@${ref}`;
}
