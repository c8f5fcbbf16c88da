import { changesHover, type ChangedField, type ChangesHover } from '../analysis/changesHover.ts';
import { clusterHover, type ClusterHover } from '../analysis/clusterHover.ts';
import { generatorsHover, type GeneratorsHover } from '../analysis/generatorsHover.ts';
import type { SourcePlace } from '../analysis/hover.ts';
import { ownFileLinkAt, type OwnFileLink } from '../analysis/links/ownFileLinks.ts';
import { pathHover, type PathHover } from '../analysis/pathHover.ts';
import { rangeLink } from './chainWords.ts';
import { codeSpan, dotted, escapeMarkdown, fileLink, lines } from './markdown.ts';
import { folderOf } from './rootHover.ts';
import type { Session } from './session.ts';
import { uriOf, type Place } from './trees.ts';
import type { Words } from './words/words.ts';

/** How many rows, and how many names in one, a hover shows at most: so that it has 12 lines at most. */
const mostRows = 8;
const mostNames = 4;

/**
 * The hover on what stands for something else: a path, an entry that changes objects, a cluster, the generators of an
 * ApplicationSet; `undefined` for any other place.
 */
export async function linkedHover(
  { words }: Session,
  place: Place,
  at: SourcePlace,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { workspace } = place.tree;
  const changes = await workspace.complete((one) => changesHover(one, at), signal);
  const path = await workspace.complete((one) => pathHover(one, at), signal);
  if (path !== undefined) {
    const parts = [describePath(words, place, path)];
    if (changes?.kind === 'patch') parts.push(describeChanges(words, changes));
    return parts.join('\n\n');
  }
  const own = await workspace.complete(
    (one) => one.ask((reader) => ownFileLinkAt(reader, at)),
    signal,
  );
  const told = own && describeOwn(words, place, own);
  if (told !== undefined) return told;
  // What an image becomes is told cluster by cluster.
  if (changes !== undefined && changes.kind !== 'image') return describeChanges(words, changes);
  const cluster = await workspace.complete((one) => clusterHover(one, at), signal);
  if (cluster !== undefined) return describeCluster(words, place, cluster);
  const generators = await workspace.complete((one) => generatorsHover(one, at), signal);
  return generators && describeGenerators(words, generators);
}

function describePath({ hovers, more, objects }: Words, place: Place, path: PathHover): string {
  if (path.path === undefined) return hovers.outside;
  if (!path.exists) {
    const candidate = path.candidate === undefined ? '' : hovers.isIt(codeSpan(path.candidate));
    return [hovers.missing, candidate].filter((part) => part !== '').join(' ');
  }
  const { tree } = place;
  const told = path.path === '' ? '.' : path.path;
  const where =
    path.file === undefined
      ? escapeMarkdown(told)
      : fileLink(told, { uri: uriOf(tree, path.file), line: 1 });
  const [first, second, ...rest] = path.objects;
  const few = [first, second].flatMap((one) => (one === undefined ? [] : [codeSpan(one)]));
  const title = dotted([
    where,
    path.layer === undefined
      ? path.file === undefined
        ? hovers.folder
        : ''
      : hovers.roles[path.layer],
    path.objects.length > 0 ? objects(path.objects.length) : '',
    path.users > 0 ? hovers.users(path.users) : '',
    path.clusters.length > 0 ? hovers.clusters(path.clusters.length) : '',
  ]);
  if (few.length === 0) return title;
  return lines([title, [...few, ...(rest.length > 0 ? [more(rest.length)] : [])].join(', ')]);
}

function describeChanges(words: Words, { kind, objects }: ChangesHover): string {
  const { hovers } = words;
  if (objects.length === 0) return hovers.changesNothing;
  const rows = objects.flatMap(({ resource, fields }) =>
    kind === 'generator'
      ? [keysOf(words, resource, fields)]
      : fields.map((field) => `${codeSpan(resource)} ${changeOf(field)}`),
  );
  const rest = rows.length - mostRows;
  const shown = rows.slice(0, mostRows);
  return [
    hovers.changes[kind](objects.length),
    lines(rest > 0 ? [...shown, words.more(rest)] : shown),
  ].join('\n\n');
}

function keysOf({ more }: Words, resource: string, fields: readonly ChangedField[]): string {
  const names = fields.slice(0, mostNames).map(({ field }) => codeSpan(field));
  const rest = fields.length - names.length;
  return dotted([codeSpan(resource), [...names, ...(rest > 0 ? [more(rest)] : [])].join(', ')]);
}

function changeOf({ field, before, after, isSecret }: ChangedField): string {
  const name = escapeMarkdown(field);
  if (isSecret || after === undefined) return name;
  return before === undefined
    ? `${name} ${codeSpan(after)}`
    : `${name} ${codeSpan(before)} → ${codeSpan(after)}`;
}

/** An environment by its clusters, a creation rule of SOPS by its files: those in clear first. */
function describeOwn(words: Words, place: Place, link: OwnFileLink): string | undefined {
  const { hovers } = words;
  if (link.kind === 'path') return undefined;
  if (link.kind === 'environment') {
    const { name, clusters } = link;
    const shown = clusters.slice(0, mostRows).map((one) => codeSpan(one.name));
    const rest = clusters.length - shown.length;
    const title = dotted([`**${escapeMarkdown(name)}**`, hovers.clusters(clusters.length)]);
    const names = [...shown, ...(rest > 0 ? [words.more(rest)] : [])].join(', ');
    return names === '' ? title : [title, names].join('\n\n');
  }
  const { clear, encrypted } = link;
  const rows = [
    ...clear.map((file) => dotted([fileOf(place, file), hovers.inClear])),
    ...encrypted.map((file) => fileOf(place, file)),
  ];
  const rest = rows.length - mostRows;
  const shown = rest > 0 ? [...rows.slice(0, mostRows), words.more(rest)] : rows;
  const title = hovers.encryptedFiles(encrypted.length, clear.length);
  return shown.length === 0 ? title : [title, lines(shown)].join('\n\n');
}

function fileOf({ tree }: Place, file: string): string {
  return fileLink(file, { uri: uriOf(tree, file), line: 1 });
}

function describeCluster({ hovers }: Words, place: Place, hover: ClusterHover): string {
  const { row, certainty, declaredAt, applications } = hover;
  const told = (field: string, text: string | undefined): string =>
    text === undefined
      ? ''
      : `${certainty[field] === 'inferred' ? '~ ' : ''}${escapeMarkdown(text)}`;
  const facts = dotted([
    told('environment', row.environment),
    told('region', row.region),
    told('releaseDomain', row.releaseDomain && hovers.releaseDomain(row.releaseDomain)),
    row.wave === undefined ? '' : told('wave', hovers.wave(row.wave)),
    told('owner', row.owner && hovers.owner(row.owner)),
    told('purpose', row.purpose),
  ]);
  const labels = Object.entries(row.labels).map(([key, value]) => codeSpan(`${key}=${value}`));
  const where = declaredAt && rangeLink(place.tree, folderOf(place), declaredAt);
  return [
    dotted([`**${escapeMarkdown(row.name)}**`, facts]),
    lines(
      [
        dotted([row.server === undefined ? '' : codeSpan(row.server), where ?? '']),
        labels.slice(0, mostRows).join(' '),
        applications.length > 0 ? hovers.applications(applications.length) : '',
      ].filter((line) => line !== ''),
    ),
  ].join('\n\n');
}

function describeGenerators(
  words: Words,
  { applications, isOpen, waits }: GeneratorsHover,
): string {
  const rows = applications
    .slice(0, mostRows)
    .map(({ name, cluster, path }) =>
      dotted([codeSpan(name), escapeMarkdown(cluster ?? '?'), escapeMarkdown(path ?? '')]),
    );
  const rest = applications.length - rows.length;
  return [
    words.hovers.applications(applications.length),
    lines([
      ...rows,
      ...(rest > 0 ? [words.more(rest)] : []),
      ...(isOpen ? [words.hovers.mayBeMore] : []),
      ...waits.map((one) => escapeMarkdown(words.views.reason(one))),
    ]),
  ].join('\n\n');
}
