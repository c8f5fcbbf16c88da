import { plain } from '../plan/versionText.ts';
import type { PlannedChange } from '../plan/planTypes.ts';
import type { JsonValue } from '../yaml/decode.ts';

/**
 * Whether one value becomes the other where old versions become the new ones: some of them at least, as a text may name a
 * version elsewhere, in a comment for one.
 */
export function explains(
  changes: readonly PlannedChange[],
  renames: readonly (readonly [string, string])[],
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): boolean {
  if (after === undefined) return false;
  const fresh = JSON.stringify(after);
  if (before === undefined) return changes.some((one) => mentions(one, after));
  let text = JSON.stringify(before);
  for (const [old, now] of renames) text = text.replaceAll(old, now);
  if (text === fresh) return true;
  const whole = changes.some((one) => one.subject === undefined && isSetting(one, before, after));
  return whole || becomes(text, fresh, changes);
}

/** Whether a value as a whole becomes another one, whatever its type. */
function isSetting({ before, after }: PlannedChange, old: JsonValue, fresh: JsonValue): boolean {
  const textOf = (value: JsonValue): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  return textOf(old) === before && textOf(fresh) === after;
}

/** Whether a text is another one but for versions that became new ones. */
function becomes(text: string, fresh: string, changes: readonly PlannedChange[]): boolean {
  const pairs = changes.flatMap(
    ({ subject, before, after }): readonly (readonly [string, string])[] => {
      const plainPair = [plain(before), plain(after)] as const;
      if (before !== '') return [[before, after], plainPair];
      const name =
        subject?.startsWith('image ') === true ? subject.slice('image '.length) : undefined;
      return name === undefined ? [] : pairsOf(text, name, after);
    },
  );
  const known = pairs.filter(([old]) => old !== '').sort(([a], [b]) => b.length - a.length);
  if (known.length === 0) return false;
  const olds = new RegExp(known.map(([old]) => escape(old)).join('|'), 'g');
  let pattern = '';
  let at = 0;
  for (const { index, 0: old } of text.matchAll(olds)) {
    const news = known.filter(([one]) => one === old).map(([, now]) => escape(now));
    pattern += `${escape(text.slice(at, index))}(?:${[...news, escape(old)].join('|')})`;
    at = index + old.length;
  }
  return at > 0 && new RegExp(`^${pattern}${escape(text.slice(at))}$`).test(fresh);
}

/** The image of this name, or one that ends alike, with each version that it has in a text, and with the new one. */
function pairsOf(
  text: string,
  name: string,
  version: string,
): readonly (readonly [string, string])[] {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const pattern = new RegExp(
    `(?<=["/])${escape(last)}(?::[\\w][\\w.-]*)?(?:@sha256:[0-9a-f]+)?"`,
    'g',
  );
  return [...text.matchAll(pattern)].map(([old]) => [old, `${last}${version}"`] as const);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

/** Whether a value has the new version of a change in it. */
export function mentions({ after }: PlannedChange, value: JsonValue | undefined): boolean {
  return value !== undefined && JSON.stringify(value).includes(plain(after));
}

/** What charts make of all that they render, so that pods restart. */
export function isDerived(path: string): boolean {
  return (
    /\/annotations\/[^/]*(?:checksum|hash|sha)[^/]*$/i.test(path) ||
    /\/annotations\/checksum~1/.test(path)
  );
}

/** Whether a field is one that Git gets from a cluster, holds it, or is a part of it. */
export function isAdopted(
  { adopts, field }: PlannedChange,
  resource: string,
  path: string,
): boolean {
  if (adopts !== resource) return false;
  const [wanted, there] = [keysOfField(field), keysOfField(path)];
  return wanted.every((key, index) => index >= there.length || there[index] === key);
}

/** The keys of a FIELD, without the items between them. */
function keysOfField(field: string): readonly string[] {
  return field
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('/')
    .filter((key) => key !== '' && !/^\d+$/.test(key));
}
