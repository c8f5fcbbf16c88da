import { readContent } from '../kustomize/files.ts';
import type { Query } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { TextEdit } from '../text/textEdit.ts';
import { field, rawText, valueText } from '../yaml/nodes.ts';
import type { ScalarNode } from '../yaml/resourceNode.ts';
import { imageEntries } from './imageEntries.ts';
import { imageAutomationOf } from './managedLines.ts';
import {
  imagesWithin,
  isVersionAlone,
  looksLikeVersion,
  readAddress,
  readImage,
} from './versionText.ts';
import { walkFile, type Visited, type VisitedMap } from './walkText.ts';
import { replacePart, replaceScalar, type ScalarPart } from './writeScalar.ts';

/** What a version is a version of. `value` is known by its place alone. */
export type SubjectKind = 'image' | 'address' | 'chart' | 'revision' | 'value';

/** A place of a file where a version stands. */
export interface VersionSite {
  readonly kind: SubjectKind;
  /** What it is a version of; more than one name where an entry gives an image another one. The own name comes first. */
  readonly subjects: readonly string[];
  /** The document and the way in it, which are the same in the layers of other stages. */
  readonly place: string;
  /** The way in its document, as a FIELD. */
  readonly field: string;
  /** As it is compared: `:tag@digest` of an image, else the text; `''` where an entry of an image names none. */
  readonly version: string;
  /** In the file, from 0 in UTF-16 units. */
  readonly offset: number;
  /** The policy of an automation that writes this line; `undefined` where people do. */
  readonly policy: string | undefined;
  /** The registry and name that an entry gives the image. */
  readonly newName: string | undefined;
  /** The edits that put another version here; `undefined` where it cannot be written in the way that it stands here. */
  readonly write: (version: string) => readonly TextEdit[] | undefined;
}

/** A place of a file where something else than a version stands: configuration. */
export interface ConfigurationSite {
  readonly place: string;
  readonly field: string;
  readonly key: string;
  readonly keys: readonly string[];
  readonly value: string;
  readonly offset: number;
  readonly tag: string;
  readonly write: (value: string, tag: string) => readonly TextEdit[] | undefined;
}

/** All scalars of a file that a layer may set, versions apart from configuration, in their order. */
export interface FileSites {
  readonly versions: readonly VersionSite[];
  readonly configuration: readonly ConfigurationSite[];
}

/** The sites of a content, by the name of its file, a colon and the content's id; a content that is not loaded has none. */
export const fileSitesQuery: Query<string, FileSites> = {
  name: 'planSites',
  droppable: true,
  compute: (key, reader) => {
    const colon = key.indexOf(':');
    const content = readContent(reader, key.slice(colon + 1));
    return content?.kind === 'text' ? sitesOf(key.slice(0, colon), content.text) : nothing;
  },
};

const nothing: FileSites = { versions: [], configuration: [] };

/** The sites of a text; `name` tells how it is read, as a kustomization file or as anything else. */
export function sitesOf(name: FileId, text: string): FileSites {
  if (/\.(?:env|properties)$/.test(name)) return settingSites(text);
  const versions: VersionSite[] = [];
  const configuration: ConfigurationSite[] = [];
  walkFile(name, text, {
    map: (visited) => {
      const entries = imageEntries(visited, text);
      if (entries !== undefined) versions.push(entries);
      return entries === undefined ? 'enter' : 'skip';
    },
    scalar: (visited) => {
      const found = versionsAt(visited);
      for (const one of found) {
        const site = siteOf(visited, one, text);
        if (site !== undefined) versions.push(site);
      }
      const site = found.length > 0 ? undefined : configurationAt(visited);
      if (site !== undefined) configuration.push(site);
    },
  });
  return { versions, configuration };
}

/** The sites of a file with one setting a line. */
function settingSites(text: string): FileSites {
  const versions: VersionSite[] = [];
  const configuration: ConfigurationSite[] = [];
  for (const { index, 1: name = '', 2: value = '' } of text.matchAll(/^([\w.-]+)=([^\r\n]*)/gm)) {
    const offset = index + name.length + 1;
    const common = { place: `settings:/${name}`, field: `/${name}`, offset };
    const write = (newText: string): readonly TextEdit[] | undefined =>
      /[\r\n]/.test(newText) ? undefined : [{ start: offset, end: offset + value.length, newText }];
    if (namesVersion(name) && looksLikeVersion(value))
      versions.push({
        ...common,
        kind: 'value',
        subjects: [`value settings:/${name}`],
        version: value,
        policy: undefined,
        newName: undefined,
        write,
      });
    else configuration.push({ ...common, key: name, keys: [name], value, tag: '!!str', write });
  }
  return { versions, configuration };
}

interface FoundVersion extends ScalarPart {
  readonly kind: SubjectKind;
  readonly subject: string;
}

function siteOf(
  { frame, node, document, field: way }: Visited,
  { kind, subject, start, end }: FoundVersion,
  text: string,
): VersionSite | undefined {
  const { start: inner } = frame.rangeOf(node.ordinal);
  const offset = frame.toFile({ start: inner, end: inner })?.start ?? outerStart(frame);
  return {
    kind,
    subjects: [kind === 'value' ? `value ${document}:${way}` : `${kind} ${subject}`],
    place: `${document}:${way}`,
    field: way,
    version: node.value.slice(start, end),
    offset,
    policy: imageAutomationOf(text, offset),
    newName: undefined,
    write: (version) => {
      const edit = replacePart(frame, node, { start, end }, version);
      return edit && [edit];
    },
  };
}

/** Where the text of a scalar begins that is too different from how it is written. */
function outerStart({ toFile }: Visited['frame']): number {
  return toFile({ start: 0, end: 0 })?.start ?? 0;
}

function configurationAt(visited: Visited): ConfigurationSite | undefined {
  const { frame, node, document, field: way, key, keys } = visited;
  if (node.value.length > 2000) return undefined;
  const { start } = frame.rangeOf(node.ordinal);
  return {
    place: `${document}:${way}`,
    field: way,
    key,
    keys,
    value: node.value,
    tag: node.tag,
    offset: frame.toFile({ start, end: start })?.start ?? outerStart(frame),
    write: (value, tag) => {
      const edit = replaceScalar(frame, node, value, { tag });
      return edit && [edit];
    },
  };
}

/** The versions in a scalar: one, or each image in an argument. */
function versionsAt(visited: Visited): readonly FoundVersion[] {
  const { node } = visited;
  if (node.value === '' || node.value.length > 4000 || isStructure(visited)) return [];
  const address = readAddress(node.value);
  if (address !== undefined) {
    const { subject, start, end } = address;
    return [{ kind: 'address', subject, start, end }];
  }
  const image = imageAt(visited);
  if (image !== undefined) return image;
  return ruleOf(visited, node);
}

/** Keys that say what an object is: no version of anything that is deployed. */
const structural = new Set(['apiVersion', 'kind', 'op', 'path', 'from']);

function isStructure({ keys, key, field: way }: Visited): boolean {
  return structural.has(key) && (keys.length <= 1 || key !== 'path' || /\/path$/.test(way));
}

function imageAt({ key, node }: Visited): readonly FoundVersion[] | undefined {
  const isImageKey = /^(?:image|.*(?:Image|_IMAGE|-image|_image))$/.test(key);
  const whole = readImage(node.value);
  const hasVersion = whole !== undefined && whole.version !== '';
  // An image without a version can get one.
  if (
    whole !== undefined &&
    (hasVersion ? isImageKey || isQualified(whole.name) : key === 'image')
  ) {
    const { name, start, end } = whole;
    return [{ kind: 'image', subject: name, start, end }];
  }
  // The registry may be written with an address's scheme, as an artifact of OCI is.
  const inside = imagesWithin(node.value);
  if (inside.length === 0) return undefined;
  return inside.map(({ name, start, end }) => ({ kind: 'image', subject: name, start, end }));
}

/** A name with a registry: a text with a colon may be many other things. */
function isQualified(name: string): boolean {
  return /^[^/]+\.[^/]+\//.test(name);
}

function ruleOf(visited: Visited, node: ScalarNode): readonly FoundVersion[] {
  const { key, parents, document } = visited;
  const [parent] = parents;
  const all = { start: 0, end: node.value.length };
  const text = (name: string): string => valueText(field(parent, name));
  const isText = node.value !== '' && !/[\s{}$]/.test(node.value);
  if (!isText) return [];
  if (key === 'version') {
    const chart = chartName(visited);
    if (chart !== undefined) return [{ kind: 'chart', subject: chart, ...all }];
  }
  if (key === 'targetRevision') {
    const chart = text('chart');
    const repository = text('repoURL');
    if (chart !== '') return [{ kind: 'chart', subject: chart, ...all }];
    if (repository !== '')
      return [{ kind: 'revision', subject: `${repository} ${document}`, ...all }];
    return [{ kind: 'value', subject: '', ...all }];
  }
  const source = sourceObject(visited);
  if (source !== undefined && ['tag', 'semver', 'commit', 'digest', 'branch', 'name'].includes(key))
    return [{ kind: 'revision', subject: `${key} ${source}`, ...all }];
  const literal = /^([\w.-]+)=(.+)$/.exec(node.value);
  if (literal !== null && !visited.key.match(/^(?:path|image)$/)) {
    const [, name = '', value = ''] = literal;
    const isVersion = namesVersion(name) && looksLikeVersion(value);
    return isVersion ? [{ kind: 'value', subject: '', start: name.length + 1, end: all.end }] : [];
  }
  return isVersionValue(visited) ? [{ kind: 'value', subject: '', ...all }] : [];
}

/** The chart whose version stands beside its name: in `helmCharts`, in a release, in a generator, in Chart.yaml. */
function chartName({ parents, keys, document }: Visited): string | undefined {
  const [parent] = parents;
  const text = (name: string): string => rawText(field(parent, name));
  if (text('chart') !== '' && keys.at(-2) !== 'metadata') return text('chart');
  if (keys[0] === 'helmCharts' || keys[0] === 'dependencies') return text('name') || undefined;
  if (
    document.startsWith('HelmChartInflationGenerator/') ||
    text('kind') === 'HelmChartInflationGenerator'
  )
    return text('name') || undefined;
  return undefined;
}

/** What a `ref` of a Flux source is one of: the address beside it, else the object. */
function sourceObject({ keys, parents, document }: Visited): string | undefined {
  const isSource = /^(?:GitRepository|OCIRepository)\//.test(document);
  if (!isSource || keys.at(-2) !== 'ref' || keys.at(-3) !== 'spec') return undefined;
  const url = rawText(field(parents[1], 'url'));
  return url === '' ? document : url;
}

function isVersionValue({ key, keys, node, parents }: Visited): boolean {
  const inLabels = keys.at(-2) === 'annotations' || keys.at(-2) === 'labels';
  if (isTag(key)) return looksLikeTag(node.value) && !inLabels && !isSelector(parents[0]);
  if (isVersionAlone(node.value) && (isSubstitution(keys) || isAmongVersions(keys))) return true;
  if (!namesVersion(key) || key === 'apiVersion') return false;
  return looksLikeVersion(node.value);
}

/** Whether a value is a variable of Flux, which is often called by what it is a version of: `CERT_MANAGER: v1.18.2`. */
function isSubstitution(keys: readonly string[]): boolean {
  return keys.at(-2) === 'substitute' && keys.at(-3) === 'postBuild';
}

/** Whether a value stands in a map of versions, by what each is a version of: `chartVersions: { api: 1.2.0 }`. */
function isAmongVersions(keys: readonly string[]): boolean {
  const around = keys.at(-2) ?? '';
  return around.endsWith('s') && namesVersion(around.slice(0, -1));
}

function isSelector(parent: VisitedMap['node'] | undefined): boolean {
  return field(parent, 'operator') !== undefined;
}

function isTag(key: string): boolean {
  return /^(?:tag|newTag|imageTag|image_tag|image-tag|[\w-]+(?:ImageTag|_image_tag|Tag|_TAG|_tag|-tag))$/.test(
    key,
  );
}

function looksLikeTag(text: string): boolean {
  return (
    /^[\w][\w.+-]{0,127}(?:@sha256:[0-9a-f]+)?$/.test(text) && !/^(?:true|false|null)$/i.test(text)
  );
}

function namesVersion(key: string): boolean {
  return /(?:^|[a-z0-9_.-])(?:[vV]ersion|VERSION|[rR]evision|REVISION|[tT]ag|TAG|[cC]ommit|COMMIT|[sS]ha|SHA|[dD]igest|DIGEST|GIT_REF|gitRef|ref)$/.test(
    key,
  );
}
