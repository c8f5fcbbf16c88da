/*
 * Versions in texts: tags and digests of images, revisions in addresses, and words that can only be versions.
 */

/** An image that stands somewhere in a text: the half-open range of its version is empty where it has none. */
export interface ImageInText {
  /** With its registry, without tag and digest. */
  readonly name: string;
  /** `:tag`, `@digest`, both, or `''`. */
  readonly version: string;
  readonly start: number;
  readonly end: number;
}

const part = String.raw`[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*`;
const host = String.raw`(?:[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+(?::\d+)?|localhost(?::\d+)?|[a-zA-Z0-9-]+:\d+)`;
const version = String.raw`(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64}|@sha256:[0-9a-f]+)?`;
const wholeImage = new RegExp(`^((?:${host}/)?${part}(?:/${part})*)(${version})$`);
const imageInside = new RegExp(
  `(?<![\\w./:@-])(${host}/${part}(?:/${part})*)(:[\\w][\\w.-]{0,127}(?:@sha256:[0-9a-f]+)?|@sha256:[0-9a-f]+)(?![\\w/@:-])`,
  'g',
);

/**
 * A text that is an image as a whole; `undefined` where it is something else.
 * Source: the reference format of the distribution project, `name[:tag][@digest]`.
 */
export function readImage(text: string): ImageInText | undefined {
  const [, name, suffix] = wholeImage.exec(text) ?? [];
  if (name === undefined || suffix === undefined) return undefined;
  return { name, version: suffix, start: name.length, end: text.length };
}

/** The images with a registry and a version that stand anywhere in a text, such as an argument. */
export function imagesWithin(text: string): readonly ImageInText[] {
  return [...text.matchAll(imageInside)].map(({ index, 1: name = '', 2: suffix = '' }) => ({
    name,
    version: suffix,
    start: index + name.length,
    end: index + name.length + suffix.length,
  }));
}

/** A tag and a digest, each without its sign. */
export interface ImageVersion {
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** Takes `:tag@digest` apart. */
export function splitVersion(suffix: string): ImageVersion {
  const [, tag, digest] = /^(?::([^@]+))?(?:@(.+))?$/.exec(suffix) ?? [];
  return { tag, digest };
}

/** What `splitVersion` takes apart. */
export function joinVersion({ tag, digest }: ImageVersion): string {
  return `${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** A revision in an address, and what stays of the address without it. */
export interface AddressRevision {
  readonly subject: string;
  readonly revision: string;
  readonly start: number;
  readonly end: number;
}

const addressStart = String.raw`(?:(?:git::)?(?:https?|ssh|git|oci|file)://|git@|github\.com[/:])`;
const inQuery = new RegExp(`^${addressStart}\\S*[?&](?:ref|version)=([^&\\s]+)`);
const inPath: readonly RegExp[] = [
  /^https?:\/\/raw\.githubusercontent\.com\/[^/\s]+\/[^/\s]+\/(?:refs\/(?:tags|heads)\/)?([^/\s]+)\/\S+$/,
  /^https?:\/\/[^/\s]+\/\S+?\/releases\/download\/([^/\s]+)\/\S+$/,
  /^https?:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+\/(?:-\/)?(?:raw|blob|tree|archive)\/(?:refs\/(?:tags|heads)\/)?([^/\s]+?)(?:\/\S+|\.tar\.gz|\.zip)$/,
];

/** The revision in an address of a repository or a file, as `?ref=` or as a part of the path; `undefined` without one. */
export function readAddress(text: string): AddressRevision | undefined {
  for (const pattern of [inQuery, ...inPath]) {
    const match = new RegExp(pattern, 'd').exec(text);
    const [start, end] = match?.indices?.[1] ?? [];
    if (start === undefined || end === undefined) continue;
    const subject = `${text.slice(0, start)}{}${text.slice(end)}`;
    return { subject, revision: text.slice(start, end), start, end };
  }
  return undefined;
}

/** Whether a text can only be meant as a version: digits with points, a commit, a digest, or a build that ends in one. */
export function looksLikeVersion(text: string): boolean {
  if (text.length > 200 || /[\s{}$<>|,]/.test(text)) return false;
  return (
    /^[\^~=]?[vV]?\d+(?:\.(?:\d+|[xX*])){1,3}(?:[-+._][\w.+-]*)?$/.test(text) ||
    /^[vV]\d+(?:[-+._][\w.+-]*)?$/.test(text) ||
    isCommit(text) ||
    /^sha(?:256|512):[0-9a-f]{7,}$/.test(text) ||
    /^\d{4}-?\d{2}-?\d{2}(?:[-._T]?[\w.-]*)?$/.test(text) ||
    /^[\w.]+(?:[-_.][\w]+)*[-_.](?:[0-9a-f]{7,40}|v?\d+(?:\.\d+)+|\d{6,})(?:[-_.][\w.-]+)?$/.test(
      text,
    )
  );
}

/** Whether a text can be nothing but a version, whatever it is called: no address, no number, no date. */
export function isVersionAlone(text: string): boolean {
  return /^(?:v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?|sha256:[0-9a-f]{64}|[0-9a-f]{40})$/.test(text);
}

/** Whether a text is the name of a commit: hexadecimal digits, short or whole, not all of them letters. */
export function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(text) && /\d/.test(text);
}

const moving = new Set([
  ...['latest', 'stable', 'edge', 'nightly', 'main', 'master', 'trunk', 'develop', 'dev'],
  ...['next', 'canary', 'snapshot', 'HEAD', 'release', 'staging', 'production', 'prod', 'stage'],
]);

/** Whether a tag or a revision is one that is moved on: `latest`, the name of a branch. A digest beside it pins it. */
export function isMoving(text: string): boolean {
  const { tag, digest } = splitVersion(
    text.startsWith(':') || text.startsWith('@') ? text : `:${text}`,
  );
  if (digest !== undefined || tag === undefined) return false;
  return moving.has(tag) || /^(?:main|master|release|feature|refs\/heads)\//.test(tag);
}

/** A version as people write it: a tag without its colon. */
export function plain(version: string): string {
  return version.replace(/^[:@]/, '');
}

/** Whether the first of two versions is older than the other; `undefined` where their order cannot be told. */
export function isOlder(one: string, other: string): boolean | undefined {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  if (left === undefined || right === undefined) return undefined;
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index += 1) {
    const [a, b] = [left.numbers[index] ?? 0, right.numbers[index] ?? 0];
    if (a !== b) return a < b;
  }
  if (left.rest === right.rest) return false;
  // What follows a hyphen comes before the version itself; two of them are only told apart by their own number.
  if (left.rest === '' || right.rest === '') return left.rest !== '';
  const [a, b] = [/(\d+)$/.exec(left.rest)?.[1], /(\d+)$/.exec(right.rest)?.[1]];
  const isAlike = left.rest.replace(/\d+$/, '') === right.rest.replace(/\d+$/, '');
  return a !== undefined && b !== undefined && isAlike ? Number(a) < Number(b) : undefined;
}

function numbersOf(
  text: string,
): { readonly numbers: readonly number[]; readonly rest: string } | undefined {
  const [, digits, rest = ''] =
    /^:?[vV]?(\d+(?:\.\d+)+)(-[\w.-]+)?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  return digits === undefined ? undefined : { numbers: digits.split('.').map(Number), rest };
}
