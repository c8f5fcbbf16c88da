/**
 * A text as it may leave: without the name and the password that stand in URLs, and without the values of such parameters as
 * `?token=`. It finds them in JSON, in Markdown that is escaped, and in commands of CI systems, too. The name alone stays where
 * it is none of HTTP (`ssh://git@host`), and so does what stands for a password, such as `${PASSWORD}`.
 */
export function withoutCredentials(text: string): string {
  if (!text.includes('@') && !text.includes('=')) return text;
  return text
    .replace(
      userInfo,
      (whole: string, slashes: string, info: string, at: string, offset: number) =>
        isCredential(info, text.slice(Math.max(0, offset - 12), offset))
          ? `${slashes}…${at}`
          : whole,
    )
    .replace(brokenUserInfo, '$1…$2')
    .replace(bareUserInfo, '…$1')
    .replace(parameters, (whole: string, name: string, value: string) =>
      isStandIn.test(value) ? whole : `${name}…`,
    );
}

/** Any JSON value as it may leave; the same value where there is nothing in it. Texts below these keys are left alone. */
export function valueWithoutCredentials<T>(value: T, kept: ReadonlySet<string>): T;
export function valueWithoutCredentials(value: unknown, kept: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const masked = list.map((one) => valueWithoutCredentials(one, kept));
    return masked.some((one, index) => one !== list[index]) ? masked : list;
  }
  const changed = Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    if (kept.has(key)) return [];
    const masked = valueWithoutCredentials(one, kept);
    return masked === one ? [] : [[key, masked] as const];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

/** `//NAME:PASSWORD@`, up to the last `@` before the path; each sign may stand behind a backslash of Markdown. */
const userInfo = /(\/\\?\/)((?:[^\s/?#"<>@\\]|\\[^nrt\s"/?#@]|\\?@)+)(\\?@)/g;

/** A password with a slash makes an address that is none: what stands before the slash is no port. */
const brokenUserInfo =
  /(\/\\?\/)[^\s/?#@:"'[{$\\]{1,200}\\?(?::|%3A)\d*[^\s"'@/?#,)\d][^\s"'@/?#,)]{0,200}[/?#][^\s"]{0,300}?(\\?@)(?=[\w[])/gi;

/** `NAME:PASSWORD@registry.example.com/`, as Argo CD names registries: without a scheme. */
const bareUserInfo =
  /(?<![\w/.%+@-])[\w.%+-]{1,100}\\?(?::|%3A)[^\s/"'<>@,]{1,200}(\\?@)(?!sha\d)(?=(?:[\w-]+(?:\\?\.[\w-]+)+|localhost)(?:\\?:\d+)?\\?\/)/gi;

const parameters =
  /([?&;]\\?(?:(?:[\w.-]|\\[_.-]){0,60}?(?:token|password|passwd|secret|signature|credential|api\\?[_-]?key|access\\?[_-]?key|sshkey)|sig|auth|pwd)\\?=)([^&\s"'#<>`)\\]+)/gi;

/** What stands for a credential that is elsewhere, or was taken out before. */
const isStandIn = /^(?:[^:]*:)?(?:\$\{[^}]*\}|\$\(\w+\)|\{\{.*\}\}|\*+|…)$/;

function isCredential(info: string, before: string): boolean {
  if (isStandIn.test(info)) return false;
  if (/:|%3A/i.test(info)) {
    // A port with more text behind it, and a digest of an image.
    return !/^[\w.-]+:\d+['`(),|;\]]/.test(info);
  }
  return info !== 'git' && !/['`(),|;]/.test(info) && /(?:https?|oci)\\?(?::|%3A)$/i.test(before);
}
