import { reason } from '../delivery/reason.ts';
import { isInOrBelow, joinPath, resolvedQuery } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ArtifactGenerator, CopyOperation, OutputArtifact } from './artifactGenerator.ts';
import type { SourceContext } from './fleetSources.ts';
import { fillCaptures, inLowerCase, matchingFolders, type Captures } from './folderPattern.ts';
import { locate, type Located, type SourceName } from './locateSource.ts';
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
    const made = findArtifact(generator, name, context, steps);
    if (made !== undefined) return locateIn(generator, made, path, context, steps);
  }
  return undefined;
}

/** One artifact of a generator, for the folder that its pattern has found. */
interface Made {
  readonly artifact: OutputArtifact;
  readonly captures: Captures;
}

function findArtifact(
  generator: ArtifactGenerator,
  { namespace, name }: SourceName,
  context: SourceContext,
  steps: number,
): Made | undefined {
  const folders = foldersOf(generator, context, steps);
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

function foldersOf(
  generator: ArtifactGenerator,
  context: SourceContext,
  steps: number,
): readonly Captures[] {
  const pattern = generator.pathPattern?.value ?? '';
  if (pattern === '') return [new Map()];
  const { alias, rest } = splitAlias(pattern);
  const place = sourceAt(generator, alias, '', context, steps)?.place;
  return place === undefined ? [] : matchingFolders(context.reader, place.path, rest);
}

function sourceAt(
  generator: ArtifactGenerator,
  alias: string,
  path: FileId,
  context: SourceContext,
  steps: number,
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

function locateIn(
  generator: ArtifactGenerator,
  { artifact, captures }: Made,
  path: FileId,
  context: SourceContext,
  steps: number,
): Located {
  const copies = artifact.copy.flatMap(
    (operation) => copied(generator, operation, captures, context, steps) ?? [],
  );
  const [first] = copies;
  const isUniform =
    first?.top !== undefined &&
    copies.length === artifact.copy.length &&
    copies.every(({ top, alias }) => top === first.top && alias === first.alias);
  const chosen = isUniform ? first : copies.findLast(({ to }) => isInOrBelow(path, to));
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
  const inner = isUniform
    ? joinPath(top, path)
    : joinPath(chosen.from, path.slice(chosen.to === '' ? 0 : chosen.to.length + 1));
  const found = sourceAt(generator, chosen.alias, inner ?? top, context, steps);
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
  generator: ArtifactGenerator,
  { from, to, exclude, strategy }: CopyOperation,
  captures: Captures,
  context: SourceContext,
  steps: number,
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
  const place = sourceAt(generator, alias, path, context, steps)?.place?.path;
  const isFolder =
    place !== undefined && context.reader.get(resolvedQuery, place)?.kind === 'directory';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const keepsName = isFolder || target.endsWith('/') || destination === '';
  return made(path, keepsName ? (joinPath(destination, name) ?? name) : destination, true);
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
