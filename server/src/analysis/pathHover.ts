import { nearest } from '../kustomize/nearest.ts';
import { parentOf, resolvedQuery } from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import { layersQuery, type Role } from '../layers/layers.ts';
import { whyReads } from '../layers/fleet/whyReads.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import type { SourcePlace } from './hover.ts';
import { filesBehind, linkAt } from './links/linkTargets.ts';
import { writtenPath, type PathRole } from './links/pathLink.ts';
import { fileObjectsQuery } from '../kustomize/objects.ts';
import { isKustomizationFile } from '../layers/roots.ts';
import { Resource } from '../kustomize/resource.ts';
import { nameOf, resourceText } from './resourceName.ts';

/** What a path that stands at a place leads to. */
export interface PathHover {
  readonly written: string;
  readonly role: PathRole;
  /** Where it leads; `undefined` where it leaves the tree. */
  readonly path: FileId | undefined;
  /** The file that stands for it: the file itself, a kustomization file, a Chart.yaml; `undefined` where there is none. */
  readonly file: FileId | undefined;
  readonly exists: boolean;
  /** What is there instead, where nothing stands at the path. */
  readonly candidate: string | undefined;
  /** Its role as a root; `undefined` for what is none. */
  readonly layer: Role | undefined;
  /** The objects that it holds or renders to, as `Kind[.group]/[namespace/]name`. */
  readonly objects: readonly string[];
  /** How many roots build on it. */
  readonly users: number;
  /** The clusters that get something of it, sorted. */
  readonly clusters: readonly string[];
}

/** What the path at a place leads to; `undefined` where there is no path. */
export function pathHover(analysis: Analysis, place: SourcePlace): Answer<PathHover | undefined> {
  const found = analysis.ask((reader) => pathAt(reader, place));
  return chainAnswer(found, (hover): Answer<PathHover | undefined> => {
    const { path, layer } = hover ?? {};
    if (hover === undefined || path === undefined || layer === undefined || layer === 'component') {
      return { kind: 'complete', value: hover };
    }
    return mapAnswer(analysis.build(path), ({ resources }) => ({
      ...hover,
      objects: resources.map((resource) => resourceText(nameOf(resource))),
    }));
  });
}

function pathAt(reader: Reader, { file, offset }: SourcePlace): PathHover | undefined {
  const placed = linkAt(reader, file, offset);
  if (placed === undefined) return undefined;
  const { link } = placed;
  const found = link.path === undefined ? undefined : reader.get(resolvedQuery, link.path);
  const files = filesBehind(reader, link);
  const [start] = files;
  const layer = reader.get(layersQuery, '').find(({ root }) => root === found?.path);
  const own = found?.kind === 'directory' ? layer : undefined;
  return {
    written: writtenPath(link),
    role: link.role,
    path: found?.path ?? link.path,
    file: files.length === 1 ? start : undefined,
    exists: found !== undefined,
    candidate: found === undefined ? candidateFor(reader, link.path) : undefined,
    layer: own?.role,
    objects: found?.kind === 'file' ? objectsIn(reader, found.path) : [],
    users: own?.users.length ?? 0,
    clusters: start === undefined ? [] : clustersOf(reader, start),
  };
}

/** The name beside which the path leads that is most like its own. */
function candidateFor(reader: Reader, path: FileId | undefined): string | undefined {
  if (path === undefined) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return nearest(name, listFolder(reader, parentOf(path)));
}

function objectsIn(reader: Reader, file: FileId): readonly string[] {
  if (isKustomizationFile(file) || !/\.(?:ya?ml|json)$/i.test(file)) return [];
  return reader
    .get(fileObjectsQuery, file)
    .nodes.map((node) => resourceText(nameOf(new Resource(node, { file, inside: [], root: '' }))));
}

function clustersOf(reader: Reader, file: FileId): readonly string[] {
  const names = whyReads(reader, file).flatMap(
    ({ application }) => application.destination.cluster ?? [],
  );
  return [...new Set(names)].sort();
}
