/** What a user logs in to registries with. */
export interface RegistryLogins {
  /** `user:password` by the names of hosts. */
  readonly logins: ReadonlyMap<string, string>;
  /** The programs that keep them instead, by hosts; under `''` the one for all others. */
  readonly helpers: ReadonlyMap<string, string>;
}

/**
 * Reads a `config.json` of Docker or Helm; what is not understood counts for nothing.
 * Source: docker/cli cli/config/configfile/file.go; oras-go v2 registry/remote/credentials/internal/config/config.go.
 */
export function parseRegistryLogins(text: string): RegistryLogins {
  const logins = new Map<string, string>();
  const helpers = new Map<string, string>();
  const { auths, credHelpers, credsStore } = mapOf(parsed(text));
  for (const [name, one] of Object.entries(mapOf(auths))) {
    const login = loginOf(mapOf(one));
    if (login !== undefined) logins.set(registryHost(name), login);
  }
  for (const [name, helper] of Object.entries(mapOf(credHelpers)))
    if (typeof helper === 'string') helpers.set(registryHost(name), helper);
  if (typeof credsStore === 'string' && credsStore !== '') helpers.set('', credsStore);
  return { logins, helpers };
}

/** What a program answers that keeps logins: `user:password`; `undefined` where it has none, or a token for an exchange. */
export function parseHelperAnswer(text: string): string | undefined {
  const { Username: user, Secret: password } = mapOf(parsed(text));
  return typeof user === 'string' && typeof password === 'string' && isLogin(user, password)
    ? `${user}:${password}`
    : undefined;
}

/** The host that a registry is asked at, of what a file of logins calls it. */
export function registryHost(name: string): string {
  const host = name
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/s, '')
    .toLowerCase();
  return ['docker.io', 'index.docker.io'].includes(host) ? 'registry-1.docker.io' : host;
}

function loginOf(one: Readonly<Record<string, unknown>>): string | undefined {
  const { auth, username, password } = one;
  if (typeof auth === 'string' && auth !== '') {
    const [user = '', ...rest] = Buffer.from(auth, 'base64').toString('utf8').split(':');
    const secret = rest.join(':').replace(/\0+$/, '');
    return isLogin(user, secret) ? `${user}:${secret}` : undefined;
  }
  return typeof username === 'string' && typeof password === 'string' && isLogin(username, password)
    ? `${username}:${password}`
    : undefined;
}

/** `<token>` stands for a token that is no password. */
function isLogin(user: string, password: string): boolean {
  return user !== '' && user !== '<token>' && !user.includes(':') && password !== '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
