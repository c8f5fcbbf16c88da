/**
 * What the name of a key says of its value: `password` where a value in clear is a secret whatever it looks like,
 * `reference` where such a key often holds the name of a Secret (`tokenSecret: gh-token`).
 * Source: the key names of GitHub issues of gitleaks, detect-secrets and kube-linter; `auth-secret` of ingress-nginx.
 */
export type KeyKind = 'password' | 'reference';

/** Whether a key holds a secret, and how; `undefined` where its name does not say so. `parent` is the key above it. */
export function keyKindOf(key: string, parent = ''): KeyKind | undefined {
  if (key.length > 120 || key.includes(' ') || !(mayBeSecret.test(key) || contextKey.test(key)))
    return undefined;
  // Keys of a Secret that somebody else fills.
  if (/connection[-_]?secret[-_]?keys?$/i.test(key)) return undefined;
  const words = wordsOf(key);
  while (words.length > 1 && trailing.has(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  if (words.some((word, index) => index < words.length - 1 && before.has(word))) return undefined;
  const above = words.length === 1 ? (wordsOf(parent).at(-1) ?? '') : '';
  if (words.length === 1 && holdsValue.has(last)) return parentKind(parent);
  if (last === 'key' || last === 'keys') {
    // The key of a Secret that holds something: `smtpUserSecretKey: username` beside `smtpUserSecretName`. A variable of an
    // environment holds the value itself: `AUTH_SECRET_KEY`.
    const isVariable = /^[A-Z\d_]+$/.test(key);
    if (!isVariable && words.at(-2) === 'secret' && heldFields.has(words.at(-3) ?? ''))
      return 'reference';
    // A key alone is often the key of a Secret: `secret: {name: db, key: password}`.
    return words.length > 1 ? keyOfWord(words.at(-2) ?? '') : keyOfWord(above) && 'reference';
  }
  if (passwordWords.has(last) || passwordEnd.test(last)) return 'password';
  if (last === 'cookie' && words.at(-2) === 'erlang') return 'password';
  if (last === 'redisauth' || (last === 'auth' && words.at(-2) === 'redis')) return 'password';
  if (referenceWords.has(last) || referenceEnd.test(last)) return 'reference';
  const joined = /^(.+?)keys?$/.exec(last)?.[1];
  return joined === undefined ? undefined : keyOfWord(joined);
}

/** The words of a name, in lower case: `DB_PASSWORD`, `dbPassword`, `db.password` → db, password. */
export function wordsOf(name: string): string[] {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}

const mayBeSecret =
  /pass|pwd|pw$|token|secret|key|cred|salt|pepper|hmac|jwt|masterauth|redis[-_.]?auth$|erlang/i;
const contextKey = /^(?:value|plain|plaintext)$/i;

/** Words behind a name that change nothing: `TOKEN_B64`, `passwordValue`. */
const trailing = new Set(['b', 'base', 'value', 'plain', 'plaintext', 'raw', 'encoded', 'literal']);
const holdsValue = new Set(['value', 'plain', 'plaintext']);

/** Words in front that make a name say something of a secret: `existingSecret`, `usePassword`, `public_key`. */
const before = new Set(
  'existing public publishable hashed use using disable enable enabled require allow show skip without no is has'.split(
    ' ',
  ),
);

const passwordWords = new Set(
  'password passwd passphrase pwd pw pass hmac salt pepper jwt'.split(' '),
);
const passwordEnd =
  /(?:password|passwd|passphrase|erlangcookie)$|^(?:db|user|smtp|mail|root|admin|pg|mysql|redis|ldap|bind|sa|mongo|my)(?:pass|pwd|pw)$|^requirepass$|^masterauth$/;
const referenceWords = new Set(
  'passwords secret secrets token tokens credential credentials'.split(' '),
);
const referenceEnd =
  /(?:client|api|auth|access|app|refresh|bearer|shared|session)(?:secret|token)$/;

/** What stands in front of `SecretKey` where it is the name of a key. */
const heldFields = new Set(
  'user username pass password key token secret auth sitekey id'.split(' '),
);

/** What a key is for, where it is a secret one. */
const keyOwners = new Set(
  'api secret access signing encryption account app auth certificate master shared storage jwt hmac cookie session routing integration fernet license unseal subscription consumer'.split(
    ' ',
  ),
);

function keyOfWord(word: string): KeyKind | undefined {
  if (word === 'private') return 'reference';
  return keyOwners.has(word) ? 'password' : undefined;
}

/** `password: {value: …}`. */
function parentKind(parent: string): KeyKind | undefined {
  return parent === '' || contextKey.test(parent) ? undefined : keyKindOf(parent);
}
