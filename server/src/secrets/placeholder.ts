/** Why a value is no secret: it stands for one, it is encrypted, or it is what a sample says. */
export type Placeholder = 'template' | 'reference' | 'ciphertext' | 'dummy' | 'default';

/**
 * What a value stands for; `undefined` for a value that may be a secret. `default` is the family of `changeme`, which is a
 * secret of nobody and a weak one of everybody.
 */
export function placeholderOf(raw: string): Placeholder | undefined {
  const value = raw.trim();
  if (value === '') return 'dummy';
  if (isCiphertext(value)) return 'ciphertext';
  // Long texts are judged line by line elsewhere; what follows is about single values.
  if (value.length > 4096) return undefined;
  if (references.some((one) => one.test(value))) return 'reference';
  if (isTemplate(value)) return 'template';
  if (/^change[-_ ]?(?:me|it|this)/i.test(value) || filler.test(value)) return 'default';
  const isDummy = dummies.some((one) => one.test(value)) || isCutShort(value);
  return isDummy || emptyPem.test(value) ? 'dummy' : undefined;
}

/** Dots that stand for what was left out; a value of digits and letters of both cases may have them as its own. */
function isCutShort(value: string): boolean {
  if (!/^.*\.\.\..*$/.test(value)) return false;
  const isOwn = /^\S+$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  return !isOwn || !/\d/.test(value) || tokenHead.test(value);
}

const tokenHead =
  /^(?:sk|pk|rk)[-_]|^(?:gh[a-z]_|github_|glpat-|xox|AKIA|ASIA|ey[JI]|AIza|SG\.|hv[sb]\.|npm_|dckr_|AGE-|age1|Ag|-----|ssh-)/;

/** What is typed to have something there: `abc123`, `1234er`. */
const filler = /^(?:(?:abc|def|xyz)(?:123|456|789)|12345?[a-z]{1,2})$/i;

/**
 * Whether a value is encrypted. A marker anywhere counts for what is one token; a text of many lines counts where it is a
 * file of SOPS, of age, of PGP or of ansible-vault as a whole.
 */
export function isCiphertext(value: string): boolean {
  return (
    /^(?:ENC\[(?:AES256_GCM|PKCS7),|ENC\(|\$ANSIBLE_VAULT;|vault:v\d+:|\{cipher\}|-----BEGIN AGE ENCRYPTED FILE-----|age-encryption\.org\/|-----BEGIN PGP MESSAGE-----)/.test(
      value,
    ) || isSopsText(value)
  );
}

/** Whether a text is a whole document of SOPS: its block with a `mac`. */
export function isSopsText(text: string): boolean {
  return (
    /(?:^|\n)[ \t]*(?:"sops"[ \t]*:|sops:|\[sops\]|sops_mac=)/.test(text) &&
    /(?:\bmac"?\s*[:=]\s*"?|sops_mac=)ENC\[/.test(text)
  );
}

/** What templates leave: fewer than three letters or digits. */
function isTemplate(value: string): boolean {
  if (/^\$[A-Za-z_][\w-]*$/.test(value) || /^\$[a-zA-Z][\w-]*:[\w.-]+$/.test(value)) return true;
  if (value.length > 1024 || !/[{(%@_[#$]/.test(value)) return false;
  const rest = value.replaceAll(
    /\{\{[^\n]*?\}\}|\$\{\{[^\n]*?\}\}|\$__(?:env|file)\{[^}]*\}|\$\{[^}\n]*\}|\$\([^)\n]*\)|%[A-Za-z_]\w*%|__[A-Za-z]\w*?__|@@\w+@@|@[A-Z_]+@|#\{[^}\n]*\}#?|\[\[[^\n]*?\]\]|\(\([^)\n]*\)\)/g,
    '',
  );
  return rest !== value && rest.replaceAll(/[^A-Za-z0-9]/g, '').length < 3;
}

/** Where a secret is kept, and names of placeholders that a plugin fills. */
const references: readonly RegExp[] = [
  /^<path:[^>]*>$/,
  /^PHBhdGg6/,
  /^vault:[^#\s]+#/,
  /^ref\+[a-z0-9]+:\/\//,
  /^(?:secrets?|op|azurekeyvault|akv|gcpsm|awssm|bws|doppler|keychain):\/\//,
  /^arn:aws[\w-]*:(?:secretsmanager|ssm|kms|iam)/,
  /^projects\/[^/\s]+\/secrets\//,
  /^https:\/\/[\w-]+\.vault\.azure\.net/,
  /^secretsmanager:/,
  /^\{?(?:env|file|k8s|kubernetes):[\w./-]+\}?$/,
  // A variable of a program, and a JSONPath, as annotations of OpenShift have it: `{.data['database-password']}`.
  /^\{[A-Z][A-Z0-9_]{2,}\}$/,
  /^\{\.[\w.[\]'"-]{1,200}\}$/,
  // A key of Argo CD's own Secret: `$oidc.keycloak.clientSecret`.
  /^\$[a-z][A-Za-z-]*(?:\.[A-Za-z_-]+)+$/,
];

const dummies: readonly RegExp[] = [
  /^(?:null|~|nil|none|n\/a|undefined|empty)$/i,
  /^[*.•_xX-]{3,}$/,
  // What actions alone leave of a template.
  /^[#\s]+$/,
  /^Your[A-Z]/,
  // Behind the head of a token: `ghp_YourToken`, `SG.your-api-key`.
  /^(?:gh[a-z]_|github_pat_|glpat-|sk-|sk_(?:live|test)_|xox[a-z]-|SG\.|hvs\.)[Yy]our(?:[A-Z]|[-_ ])/,
  /^<[^>\n]*>$/,
  /^\[[A-Za-z _-]+\]$/,
  /^(?:redacted|replace|replaced|fill|your|todo|tbd|fixme|placeholder|example|dummy|unused|insert|fake|sample|mock)(?:$|[-_ .:]|\/[a-z_/-]*$)/i,
  /^(?:replaceme|notused|not[-_]used|not[-_]set|notset|do[-_]not[-_]use|bogus)$/i,
  /(?:^|[-_ ])(?:placeholder|dummy|example)$/i,
  /[-_ ]here$/i,
  /EXAMPLE(?:KEY)?$/,
  // Of a text of many lines, dots in one of them say nothing of the others.
  /^\.\.\.|\.\.\.$/,
];

const emptyPem =
  /^-----BEGIN [A-Z0-9 ]+-----\s*(?:\.{3,}|…|x{3,}|<[^>]*>|REDACTED|\*+)?\s*-----END/i;
