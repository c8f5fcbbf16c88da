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
}

/**
 * Whether two folders differ in anything that configures a stage, or in anything of which that cannot be told: settings that
 * have other values, that only one has, or that name a stage; texts that are not understood. Versions differ, and whole
 * objects, as long as they bring no scale, size, address or secret with them.
 */
export function settingsDiffer(
  reader: Reader,
  files: Iterable<FileId>,
  { from, to, words }: FolderPair,
): boolean {
  const ways = new Set<string>();
  for (const file of files)
    for (const folder of [from, to])
      if (isInOrBelow(file, folder)) ways.add(file.slice(folder.length));
  const sideOf = (folder: FileId, way: string): Side => ({
    text: readText(reader, `${folder}${way}`),
    sites: readSites(reader, `${folder}${way}`),
    isListed: isListed(reader, folder, way),
  });
  const isOfStage = (text: string): boolean => withoutWords(text, words) !== text;
  return [...ways].some((way) => {
    const [theirs, own] = [sideOf(from, way), sideOf(to, way)];
    if (theirs.text === own.text) return false;
    const file = { isOfStage, isKustomization: isKustomizationFile(way) };
    return (
      textsStay(theirs, own, file) ||
      versionsStay(theirs, own, file) ||
      settingsStay(theirs, own, file) ||
      settingsStay(own, theirs, file)
    );
  });
}

/** What is known of a file of both sides. */
interface Both {
  /** Whether a text has a word of a stage in it. */
  readonly isOfStage: (text: string) => boolean;
  readonly isKustomization: boolean;
}

/** A file of one of the folders. */
interface Side {
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

/** Whether lines differ that no site stands for, but for comments and lines that only hold others. */
function textsStay(theirs: Side, own: Side, { isKustomization }: Both): boolean {
  const [a, b] = [restOf(theirs), restOf(own)];
  const isKnown = (line: string): boolean =>
    /^[\s\-{}[\],]*(?:[^\s:#]+:\s*[{[]?[\]}]?,?)?$/.test(line) ||
    // Of an entry of images, one line stands for all.
    (isKustomization && /^(?:- )?(?:name|newName|newTag|digest): /.test(line));
  return (
    [...a].some((line) => !b.has(line) && !isKnown(line)) ||
    [...b].some((line) => !a.has(line) && !isKnown(line))
  );
}

/** The lines without a site. */
function restOf({ text = '', sites }: Side): ReadonlySet<string> {
  const offsets = [...sites.versions, ...sites.configuration]
    .map(({ offset }) => offset)
    .sort((a, b) => a - b);
  const rest = new Set<string>();
  let start = 0;
  let next = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const first = next;
    while ((offsets[next] ?? Infinity) <= end) next += 1;
    if (next === first && !/^\s*(?:#.*)?$/.test(line)) rest.add(line.trim());
    start = end + 1;
  }
  return rest;
}

/** Whether a version differs that stays where it is: a stage's own, a branch, one that an automation writes, a newer one. */
function versionsStay(theirs: Side, own: Side, { isOfStage }: Both): boolean {
  const stays = ({ kind, version, policy }: VersionSite): boolean =>
    policy !== undefined || isOfStage(version) || (kind !== 'image' && isMoving(version));
  const byPlace = new Map(theirs.sites.versions.map((one) => [one.place, one]));
  const places = new Set(own.sites.versions.map(({ place }) => place));
  return (
    own.sites.versions.some((one) => {
      const other = byPlace.get(one.place);
      if (other === undefined) return stays(one);
      if (other.newName !== one.newName) return true;
      if (other.version === one.version) return false;
      return stays(one) || stays(other) || isOlder(other.version, one.version) === true;
    }) || theirs.sites.versions.some((one) => !places.has(one.place) && stays(one))
  );
}

/** Whether a setting of one side has another value on the other one, or does not stand there and is the stage's own. */
function settingsStay(one: Side, other: Side, { isOfStage, isKustomization }: Both): boolean {
  const others = placesOf(other);
  const objects = new Set([...others.keys()].map(objectOf));
  return one.sites.configuration.some((site) => {
    if (isKustomization && references.has(site.keys[0] ?? '')) return false;
    const values = others.get(site.place);
    if (values?.includes(site.value) === true) return false;
    if (values !== undefined || isKustomization || isOfStage(site.value)) return true;
    // What is no object of its own is a patch, or values: whatever it says is a setting.
    if (!one.isListed) return true;
    const reason = whyLeft(site);
    const isName = site.key === 'name' || !objects.has(objectOf(site.place));
    return ownReasons.has(reason) || (reason === 'identity' && !isName);
  });
}

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
