import { reason } from '../delivery/reason.ts';
import { isInOrBelow, joinPath, resolvedQuery } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ArtifactGenerator, CopyOperation, OutputArtifact } from './artifactGenerator.ts';
import type { SourceContext } from './fleetSources.ts';
import { fillCaptures, inLowerCase, matchingFolders, type Captures } from './folderPattern.ts';
import { folderOfPlace, locate, type Located, type SourceName } from './locateSource.ts';
import { folderOfPath } from './sourcePath.ts';

/**
 * Finds the files at a path of an ExternalArtifact that an ArtifactGenerator makes; `undefined` where none makes it. What
 * an artifact holds has the paths of its source, a common beginning taken off or another put on; where copies do that in
 * different ways, the last that holds the path counts, and the answer is inferred.
 * Source: fluxcd/source-watcher internal/builder/builder.go `applyCopyOperation`,
 * internal/controller/artifactgenerator_pathpattern.go `buildArtifactRequests`.
 */
export function locateGenerated(
  name: SourceName,
  path: FileId,
  context: SourceContext,
  steps: number,
): Located | undefined {
  if (steps <= 0) return undefined;
  for (const generator of context.objects.generators) {
    const search: Search = { generator, context, steps };
    const made = findArtifact(search, name);
    if (made !== undefined) return locateIn(search, made, path);
  }
  return undefined;
}

interface Search {
  readonly generator: ArtifactGenerator;
  readonly context: SourceContext;
  readonly steps: number;
}

/** One artifact of a generator, for the folder that its pattern has found. */
interface Made {
  readonly artifact: OutputArtifact;
  readonly captures: Captures;
}

function findArtifact(search: Search, { namespace, name }: SourceName): Made | undefined {
  const { generator } = search;
  const folders = foldersOf(search);
  for (const artifact of generator.artifacts) {
    for (const captures of folders) {
      const names = inLowerCase(captures);
      const filled = fillCaptures(artifact.name?.value ?? '', names);
      const space = fillCaptures(artifact.namespace?.value ?? '', names);
      const found = space === '' ? generator.namespace : space;
      if (filled === name && found === namespace) return { artifact, captures };
    }
  }
  return undefined;
}

function foldersOf(search: Search): readonly Captures[] {
  const { generator, context } = search;
  const pattern = generator.pathPattern?.value ?? '';
  if (pattern === '') return [new Map()];
  const { alias, rest } = splitAlias(pattern);
  const place = sourceAt(search, alias, '')?.place;
  return place === undefined ? [] : matchingFolders(context.reader, folderOfPlace(place), rest);
}

function sourceAt(
  { generator, context, steps }: Search,
  alias: string,
  path: FileId,
): Located | undefined {
  const source = generator.sources.find((candidate) => candidate.alias === alias);
  return source && locate(source, path, context, steps);
}

/** Where files of a source come to stand in an artifact. */
interface Copied {
  readonly alias: string;
  /** A folder or file of the source, and the path of the artifact that it has there. */
  readonly from: FileId;
  readonly to: FileId;
  /** The folder of the source that is the top of the artifact, where paths only lose or keep their beginning. */
  readonly top: FileId | undefined;
  /** Whether all of it is there as it is: nothing is excluded, merged or unpacked. */
  readonly isWhole: boolean;
}

function locateIn(search: Search, { artifact, captures }: Made, path: FileId): Located {
  const { generator } = search;
  const copies = artifact.copy.flatMap((operation) => copied(search, operation, captures) ?? []);
  const [first] = copies;
  const isUniform =
    first?.top !== undefined &&
    copies.length === artifact.copy.length &&
    copies.every(({ top, alias }) => top === first.top && alias === first.alias);
  const chosen = isUniform ? first : copyFor(search, copies, path);
  const generatorName = `${generator.namespace}/${generator.name}`;
  const unknown: Located = {
    repository: '',
    revision: undefined,
    place: undefined,
    certainty: 'open',
    why: reason('artifact.mixed', { name: generatorName }),
  };
  if (chosen === undefined) return unknown;
  const top = chosen.top ?? chosen.from;
  const inner = isUniform ? (joinPath(top, path) ?? top) : innerOf(chosen, path);
  const found = sourceAt(search, chosen.alias, inner);
  if (found?.place === undefined) return found ?? unknown;
  const { scope } = found.place;
  const base = scope.folder;
  const only = copies
    .filter(({ alias, top: other }) => alias === chosen.alias && other === chosen.top)
    .map(({ from }) => joinPath(base, from) ?? base);
  const isExact = isUniform && copies.every(({ isWhole }) => isWhole);
  return {
    ...found,
    place: {
      ...found.place,
      scope: { ...scope, folder: joinPath(base, top) ?? base, only, isGenerated: true },
    },
    certainty: isExact ? found.certainty : 'inferred',
    why: reason(isExact ? 'artifact.generated' : 'artifact.mixed', {
      name: generatorName,
    }),
  };
}

/**
 * A folder by its name is copied with its name, `folder/**` without it, and every other pattern with the whole path that
 * it matches. Source: builder.go `applySingleSourceCopy`, `calculateGlobDestination`.
 */
function copied(
  search: Search,
  { from, to, exclude, strategy }: CopyOperation,
  captures: Captures,
): Copied | undefined {
  const source = fillCaptures(from?.value ?? '', captures);
  const target = fillCaptures(to?.value ?? '', captures);
  if (source === undefined || target === undefined || strategy?.value === 'Extract')
    return undefined;
  const { alias, rest } = splitAlias(source);
  const destination = folderOfPath(splitAlias(target).rest);
  const isWhole = exclude.length === 0 && strategy?.value !== 'Merge';
  const made = (folder: FileId, place: FileId, whole: boolean): Copied => ({
    alias,
    from: folder,
    to: place,
    top: topOf(folder, place),
    isWhole: isWhole && whole,
  });
  if (rest.endsWith('/**') && !isPattern(rest.slice(0, -3)))
    return made(folderOfPath(rest.slice(0, -3)), destination, true);
  if (isPattern(rest)) {
    const fixed = fixedPart(rest);
    const isAll = /^\**$/.test(rest.slice(fixed === '' ? 0 : fixed.length + 1));
    return made(fixed, joinPath(destination, fixed) ?? fixed, isAll);
  }
  const path = folderOfPath(rest);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const keepsName = isFolder(search, alias, path) || target.endsWith('/') || destination === '';
  return made(path, keepsName ? (joinPath(destination, name) ?? name) : destination, true);
}

/**
 * The last copy that holds a path; or the only one below it, whose folder is then built as a unit of a kustomization that
 * the controller makes.
 */
function copyFor(search: Search, copies: readonly Copied[], path: FileId): Copied | undefined {
  const holding = copies.filter(({ to }) => isInOrBelow(path, to));
  const [below, ...more] = copies.filter(({ to }) => isInOrBelow(to, path));
  return (
    holding.findLast((copy) => isFolder(search, copy.alias, innerOf(copy, path))) ??
    holding.at(-1) ??
    (more.length === 0 ? below : undefined)
  );
}

function isFolder(search: Search, alias: string, path: FileId): boolean {
  const place = sourceAt(search, alias, path)?.place;
  return (
    place !== undefined &&
    search.context.reader.get(resolvedQuery, folderOfPlace(place))?.kind === 'directory'
  );
}

/** The path of the source that a path of the artifact, or the only thing below it, was copied from. */
function innerOf({ from, to }: Copied, path: FileId): FileId {
  if (!isInOrBelow(path, to)) return from;
  return joinPath(from, path.slice(to === '' ? 0 : to.length + 1)) ?? from;
}

/** The folder whose files have in the artifact the paths that they have in it. */
function topOf(from: FileId, to: FileId): FileId | undefined {
  if (to === '') return from;
  if (from === to) return '';
  return from.endsWith(`/${to}`) ? from.slice(0, -to.length - 1) : undefined;
}

/** The folders in front of the first part with a wildcard. Source: builder.go `sourceSelectionRoot`. */
function fixedPart(pattern: string): FileId {
  const parts = pattern.split('/');
  const first = parts.findIndex(isPattern);
  return folderOfPath(parts.slice(0, first).join('/'));
}

function isPattern(text: string): boolean {
  return /[*?[\]]/.test(text);
}

/** Source: builder.go `parseCopySource`. */
function splitAlias(text: string): { readonly alias: string; readonly rest: string } {
  const [, alias = '', rest = ''] = /^@([^/]*)\/?(.*)$/s.exec(text) ?? [];
  return { alias, rest };
}
