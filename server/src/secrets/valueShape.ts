import { placeholderOf } from './placeholder.ts';
import { wordsOf, type KeyKind } from './keyName.ts';

/** What a value under the name of a secret is. */
export type ValueShape = 'secret' | 'weak' | 'hash' | 'none';

/**
 * What a literal value under a key that names a secret is: `weak` for a well-known default, `hash` for the hash of a
 * password, `none` where it is no secret.
 */
export function shapeUnderKey(key: string, kind: KeyKind, raw: string): ValueShape {
  const value = raw.trim();
  const placeholder = placeholderOf(value);
  if (placeholder === 'default') return 'weak';
  if (placeholder !== undefined || value.length < 4 || /\s/.test(value)) return 'none';
  if (isPasswordHash(value)) return 'hash';
  if (isHarmlessValue(value) || isPublicByDesign(value)) return 'none';
  // `maxTokens: 1000000` counts.
  if (kind === 'reference' && (areNames(value) || /^\d{1,9}$/.test(value))) return 'none';
  if (kind === 'reference' && /\{\{|\$\{/.test(value)) return 'none';
  // `secretKey: rcon-password` is the key of a Secret.
  if (/keys?$/i.test(key) && isName(value) && (holds.test(value) || isToldBy(key, value)))
    return 'none';
  // `GPG_PASSPHRASE=signing-key:passphrase` is the key of an entry of a vault.
  if (/^[a-z0-9-]+:[a-z_]+$/.test(value) && isToldBy(key, value.replace(/^.*:/, ''))) return 'none';
  if (kind === 'reference' && /^[a-z0-9.-]+[/:][a-z][a-z0-9.-]*$/.test(value)) return 'none';
  // `sessionKey: hook:agent:{{payload.id}}` is the key of an entry.
  if (/keys?$/i.test(key) && entryKey.test(value)) return 'none';
  // The rules of a form: `required|string|min:6`.
  if (formRules.test(value)) return 'none';
  // A message in a language without spaces.
  if (kind === 'reference' && /[\u3001\u3002\uff0c\uff01]/.test(value)) return 'none';
  if (variableName.test(value)) return 'none';
  return isWeak(key, value) ? 'weak' : 'secret';
}

const entryKey = /^[a-z][a-z-]{0,40}(?::(?:[a-z][a-z-]{0,40}|\{\{[\w. -]{1,80}\}\})){2,6}$/;
const formRules = /^[a-z_]{3,20}(?::[\w,]{1,40})?(?:\|[a-z_]{3,20}(?::[\w,]{1,40})?){1,12}$/;

/** A name of an object or of a key in it: a DNS label, or words with `_` between. */
export function isNameLike(value: string): boolean {
  if (!isName(value)) return false;
  // A name that says what the object holds may have any number in it: `s390x-ssh-key`.
  return (
    ((/[-_]|[a-z][A-Z]/.test(value) || value.length < 12) && !/\d{3}/.test(value)) ||
    holds.test(value)
  );
}

/** A name, or a list of some in brackets: `["docker-secret"]`. */
function areNames(value: string): boolean {
  const list = /^\[(.+)\]$/.exec(value)?.[1];
  if (list === undefined) return isNameLike(value);
  return list.split(',').every((one) => isNameLike(one.trim().replace(/^(["'])(.*)\1$/, '$2')));
}

function isName(value: string): boolean {
  return [label, words, camelCase, camelParts].some((form) => form.test(value));
}

/** Whether a value only says what its key says already: `hostedIdSecretKey: hosted-id`. */
function isToldBy(key: string, value: string): boolean {
  const said = wordsOf(key);
  return said.length > 1 && wordsOf(value).every((word) => said.includes(word));
}

const camelParts =
  /^[a-z]{2,20}(?:[A-Z][a-z]{1,20}){0,3}(?:-[a-z]{2,20}(?:[A-Z][a-z]{1,20}){0,3}){1,6}$/;
const camelCase = /^[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,6}$/;
const words = /^[a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,8}$/;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const holds =
  /(?:^|[-_])(?:keys?|secrets?|tokens?|creds|credentials?|certs?|passwords?|auth|tls|config)(?:[-_]|$)/;

/** A default that many know: `password: password`, `admin`. */
export function isWeak(key: string, value: string): boolean {
  const lower = value.toLowerCase();
  if (['password', 'admin', 'minioadmin'].includes(lower)) return true;
  return lower === key.slice(key.search(/[A-Za-z]+$/)).toLowerCase();
}

/** bcrypt, argon2, sha-crypt and their like. */
export function isPasswordHash(value: string): boolean {
  return /^(?:[\w.@-]+:)?(?:\$2[abxy]\$\d\d\$|\$argon2|\$[156]\$|\$apr1\$|\$scrypt\$|\$pbkdf2|\{SSHA|\{SHA\})/.test(
    value,
  );
}

/** Keys and tokens that browsers see. */
export function isPublicByDesign(value: string): boolean {
  return /^(?:pk_(?:live|test)_|https?:\/\/[0-9a-f]{32}@|6L[\w-]{38}$)/.test(value);
}

/** A switch, a number, a time, a place or the name of an algorithm: never a secret outside of a Secret. */
export function isHarmlessValue(value: string): boolean {
  return isSetting(value) || harmless.some((one) => one.test(value));
}

/** A switch, a short number or a time. */
export function isSetting(value: string): boolean {
  return /^(?:(?:\d{1,4}(?:ns|us|ms|[smhd])){1,4}|true|false|yes|no|on|off|null|~|-?\d{1,5}(?:\.\d+)?|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)$/i.test(
    value,
  );
}

/** A host, an address of mail, a URL without a user: what a Secret holds beside its secrets. */
export function isAddress(value: string): boolean {
  return (
    /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z]{2,}\.?(?::\d+)?$/i.test(value) ||
    /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\d+)?$/.test(value) ||
    /^localhost(?::\d+)?$/.test(value) ||
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value) ||
    isPlainUrl(value)
  );
}

function isPlainUrl(value: string): boolean {
  return (
    /^(?:[a-z][\w+.-]*:)?[a-z][\w+.-]*:\/\/[^\s]+$/i.test(value) &&
    !/:\/\/[^/@\s]*:[^/@\s]+@/.test(value)
  );
}

const harmless: readonly RegExp[] = [
  /^(?:enabled|disabled|auto|default|required|optional|always|never|any|all|basic|bearer|opaque|plain|oauth2?|oidc|ldap|saml|jwt|apikey|login|manual|random|generated|secret|token|string|kubernetes|vault)$/i,
  /^(?:\d+(?:\.\d+)?(?:ns|us|ms|s|m|h|d|w|y|Mi|Gi|Ki|k|M|G))+$/,
  /^(?:~|\.{1,2}|\{\{[^{}\n]{1,80}\}\}|\$\{\w{1,60}\}|\$\w{1,60})?\/[\w.@-]+(?:\/[\w.@${}-]*)*$/,
  /^[\w./-]+\.(?:pem|key|crt|cer|json|ya?ml|txt|env|conf|toml|jks|p12|pfx|ini|properties|gpg|asc|xml|sh|py|md)$/,
  /^[a-z][\w+.-]*:\/\/[^\s]+$/i,
  /^(?:[RHEP]S(?:256|384|512)|EdDSA|scram-sha-\d+|argon2i?d?|bcrypt|pbkdf2|scrypt|md5|sha-?\d+|aes-?\d+[\w-]*|rsa\d*|ed25519|third-party-jwt|first-party-jwt)$/i,
  /^(?:client_secret_(?:basic|post|jwt)|private_key_jwt|authorization_code|client_credentials|refresh_token|access_token|id_token)$/,
  /^(?:[a-z][\w]*\.){2,}[A-Z]\w*$/,
  /^(?:sha256|sha512|md5):[0-9a-f]+$/,
  /^\.[\w.[\]"'-]+$/,
];

/** The name of a variable, which is where the secret will come from. */
const variableName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
