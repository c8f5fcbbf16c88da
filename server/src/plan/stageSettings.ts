import { isInOrBelow } from '../kustomize/files.ts';
import { isKustomizationFile } from '../layers/roots.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { readText } from './readText.ts';
import { kustomizationOf, readSites } from './stageFiles.ts';
import { withoutWords } from './stageView.ts';
import type { ConfigurationSite, FileSites, VersionSite } from './versionSites.ts';
import { isMoving, isOlder } from './versionText.ts';
import { whyLeft, type LeftReason } from './whyLeft.ts';

/** One folder of a source and of a target stage. */
export interface FolderPair {
  readonly from: FileId;
  readonly to: FileId;
  /** Words that are the stages' own. */
  readonly words: readonly string[];
  /** What the target got from the source before: versions alone, or settings as well. */
  readonly followed: Followed;
}

/** What a folder was seen to get from another one. */
export type Followed = 'versions' | 'settings';

/** What a stage has for itself. */
export interface StageSetting {
  readonly file: FileId;
  /** In the file, from 0 in UTF-16 units. */
  readonly offset: number;
  /** The way in the file; `undefined` for a line that is not understood. */
  readonly field: string | undefined;
}

/**
 * The first of what configures a stage in which two folders differ, or of which that cannot be told: settings that have
 * other values, that only one has, or that name a stage; texts that are not understood. Versions differ, and whole objects,
 * as long as they bring no scale, size, address or secret with them. Where the target followed in settings before, all
 * others may differ as well.
 */
export function settingOfStage(
  reader: Reader,
  files: Iterable<FileId>,
  { from, to, words, followed }: FolderPair,
): StageSetting | undefined {
  const ways = new Set<string>();
  for (const file of files)
    for (const folder of [from, to])
      if (isInOrBelow(file, folder)) ways.add(file.slice(folder.length));
  const sideOf = (folder: FileId, way: string): Side => ({
    file: `${folder}${way}`,
    text: readText(reader, `${folder}${way}`),
    sites: readSites(reader, `${folder}${way}`),
    isListed: isListed(reader, folder, way),
  });
  const isOfStage = (text: string): boolean => withoutWords(text, words) !== text;
  for (const way of ways) {
    const [theirs, own] = [sideOf(from, way), sideOf(to, way)];
    if (theirs.text === own.text) continue;
    const file = { isOfStage, isKustomization: isKustomizationFile(way), followed };
    const found =
      lineThatStays(theirs, own, file) ??
      lineThatStays(own, theirs, file) ??
      versionThatStays(theirs, own, file) ??
      settingThatStays(theirs, own, file) ??
      settingThatStays(own, theirs, file);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is known of a file of both sides. */
interface Both {
  /** Whether a text has a word of a stage in it. */
  readonly isOfStage: (text: string) => boolean;
  readonly isKustomization: boolean;
  readonly followed: Followed;
}

/** A file of one of the folders. */
interface Side {
  readonly file: FileId;
  /** `undefined` where there is none. */
  readonly text: string | undefined;
  readonly sites: FileSites;
  /** Whether the kustomization file beside it has it as objects of its own, and not as a patch. */
  readonly isListed: boolean;
}

function isListed(reader: Reader, folder: FileId, way: string): boolean {
  const slash = way.lastIndexOf('/');
  const beside = kustomizationOf(reader, `${folder}${way.slice(0, slash)}`);
  if (beside === undefined) return false;
  return readSites(reader, beside).configuration.some(
    ({ keys, value }) =>
      keys[0] === 'resources' && value.replace(/^\.\//, '') === way.slice(slash + 1),
  );
}

/** A line of one side that the other one lacks and no site stands for, but for comments and lines that only hold others. */
function lineThatStays(
  one: Side,
  other: Side,
  { isKustomization, isOfStage, followed }: Both,
): StageSetting | undefined {
  const others = restOf(other);
  const isKnown = (line: string): boolean =>
    /^[\s\-{}[\],]*(?:[^\s:#]+:\s*[{[]?[\]}]?,?)?$/.test(line) ||
    // Of an entry of images, one line stands for all.
    (isKustomization && /^(?:- )?(?:name|newName|newTag|digest): /.test(line));
  const stays = (line: string): boolean =>
    followed === 'versions' || isOfStage(line) || isAddress(line) || keysIn(line).some(isOwnKey);
  for (const [line, offset] of restOf(one))
    if (!others.has(line) && !isKnown(line) && stays(line))
      return { file: one.file, offset, field: undefined };
  return undefined;
}

/** The words of a line that something is set by. */
function keysIn(line: string): readonly string[] {
  return [...line.matchAll(/(?<![\w.-])([\w.-]+)["']?\s*[:=]/g)].map(([, key = '']) => key);
}

function isOwnKey(key: string): boolean {
  const reason = whyLeft({ key, keys: [] });
  return ownReasons.has(reason) || (reason === 'identity' && key !== 'name');
}

/** Whether a text has the address of something in it: of a URL, of four numbers, or a name of three words or more. */
function isAddress(text: string): boolean {
  const hosts = text.match(/(?<![a-z0-9-])[a-z0-9-]+(?:\.[a-z0-9-]+){2,}/gi) ?? [];
  return (
    /\w:\/\/\w/.test(text) ||
    hosts.some((host) => !/\.k8s\.io$/i.test(host) && !/^v?\d+\.\d+\.\d+(?:-|$)/.test(host)) ||
    /(?:\d{1,3}\.){3}\d/.test(text)
  );
}

/** The lines without a site, and where they begin. */
function restOf({ text = '', sites }: Side): ReadonlyMap<string, number> {
  const offsets = [...sites.versions, ...sites.configuration]
    .map(({ offset }) => offset)
    .sort((a, b) => a - b);
  const rest = new Map<string, number>();
  let start = 0;
  let next = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const first = next;
    while ((offsets[next] ?? Infinity) <= end) next += 1;
    if (next === first && !/^\s*(?:#.*)?$/.test(line)) rest.set(line.trim(), start);
    start = end + 1;
  }
  return rest;
}

/** A version that differs and stays where it is: a stage's own, a branch, one that an automation writes, a newer one. */
function versionThatStays(theirs: Side, own: Side, { isOfStage }: Both): StageSetting | undefined {
  const stays = ({ kind, version, policy }: VersionSite): boolean =>
    policy !== undefined || isOfStage(version) || (kind !== 'image' && isMoving(version));
  const byPlace = new Map(theirs.sites.versions.map((one) => [one.place, one]));
  const places = new Set(own.sites.versions.map(({ place }) => place));
  const ours = own.sites.versions.find((one) => {
    const other = byPlace.get(one.place);
    if (other === undefined) return stays(one);
    if (other.newName !== one.newName) return true;
    if (other.version === one.version) return false;
    return stays(one) || stays(other) || isOlder(other.version, one.version) === true;
  });
  if (ours !== undefined) return placeOf(own, ours);
  const added = theirs.sites.versions.find((one) => !places.has(one.place) && stays(one));
  return added === undefined ? undefined : placeOf(theirs, added);
}

/** A setting of one side that has another value on the other one, or does not stand there and is the stage's own. */
function settingThatStays(one: Side, other: Side, both: Both): StageSetting | undefined {
  const others = placesOf(other);
  const objects = new Set([...others.keys()].map(objectOf));
  const found = one.sites.configuration.find((site) => {
    if (both.isKustomization && references.has(site.keys[0] ?? '')) return false;
    const values = others.get(site.place);
    if (values?.includes(site.value) === true) return false;
    if (both.isOfStage(site.value)) return true;
    const reason = whyLeft(site);
    if (ownReasons.has(reason)) return true;
    const isNew = values === undefined;
    const isName = site.key === 'name' || !objects.has(objectOf(site.place));
    if (reason === 'identity' && !(isNew && isName)) return true;
    if (both.followed === 'settings')
      return (
        (!groupKeys.has(site.key) && isAddress(site.value)) || keysIn(site.value).some(isOwnKey)
      );
    // What is no object of its own is a patch, or values: whatever it says is a setting.
    return !isNew || both.isKustomization || !one.isListed || objects.has(objectOf(site.place));
  });
  return found === undefined ? undefined : placeOf(one, found);
}

function placeOf(
  { file }: Side,
  { offset, field }: Pick<ConfigurationSite, 'offset' | 'field'>,
): StageSetting {
  return { file, offset, field };
}

/** What holds the names of groups of APIs, which look like hosts. */
const groupKeys: ReadonlySet<string> = new Set(['apiGroup', 'apiGroups', 'apiVersion', 'group']);

/** What a stage has for itself, also in an object that the other one has not. */
const ownReasons: ReadonlySet<LeftReason> = new Set(['scale', 'size', 'address', 'secret']);

/** What says only of which files a layer is made. */
const references: ReadonlySet<string> = new Set(['resources', 'bases', 'components']);

function placesOf({ sites }: Side): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { place, value } of sites.configuration) {
    const values = found.get(place) ?? [];
    values.push(value);
    found.set(place, values);
  }
  return found;
}

/** The object of a place: `Kind/name`. */
function objectOf(place: ConfigurationSite['place']): string {
  return place.slice(0, place.indexOf(':'));
}
