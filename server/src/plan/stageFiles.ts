import { readApplication } from '../argocd/application.ts';
import type { Application } from '../delivery/application.ts';
import { contentIdOf, isInOrBelow, parentOf } from '../kustomize/files.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import { rootReferencesQuery } from '../kustomize/rootReferences.ts';
import { reachedApplications, valuesPaths } from '../layers/fleet/reachedApplications.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { lineage, parentKey, parseKey, type UnitKey } from '../layers/fleet/unitKeys.ts';
import { unitObjectQuery } from '../layers/fleet/units.ts';
import { layersQuery } from '../layers/layers.ts';
import { namedFilesQuery } from '../layers/namedFiles.ts';
import { reachIndexQuery } from '../layers/reach.ts';
import { rootsInput, isKustomizationFile } from '../layers/roots.ts';
import { pathsBelow } from '../layers/treePaths.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { StageFile, StageView } from './stageView.ts';
import { fileSitesQuery, type FileSites } from './versionSites.ts';

/** Whom a promotion may reach: applications by their keys, and roots. */
export interface TargetReach {
  readonly applications: ReadonlySet<string>;
  readonly roots: ReadonlySet<FileId>;
}

/** The roots and applications that are made of a layer. */
export function reachOfLayer(reader: Reader, path: FileId, isFolder: boolean): TargetReach {
  const roots = new Set(isFolder ? rootsBelow(reader, path) : rootsReading(reader, path));
  const { users } = reader.get(reachIndexQuery, 'none');
  for (const root of roots) for (const user of users.get(root) ?? []) roots.add(user);
  const changed = new Set(isFolder ? filesBelow(reader, path) : [path]);
  const applications = new Set(reachedApplications(reader, changed));
  const isOwn = (key: UnitKey): boolean => {
    const parsed = parseKey(key);
    if (parsed.kind === 'root') return roots.has(parsed.place);
    return parsed.kind === 'file' ? changed.has(parsed.place) : applications.has(key);
  };
  // What a layer yields is its own: Applications that stand in it change when it does.
  for (const { key, declaredAt } of reader.get(fleetQuery, '').applications)
    if (changed.has(declaredAt.file) || lineage(key).some(isOwn)) applications.add(key);
  return { applications, roots };
}

/** The root that a layer's folder is; none where it is a file, a folder of layers, or a component, which does not build alone. */
export function rootsOfLayer(reader: Reader, path: FileId): readonly FileId[] {
  return reader
    .get(layersQuery, '')
    .flatMap(({ root, role }) => (root === path && role !== 'component' ? [root] : []));
}

/** What a layer's folder, or its file, and all that it builds on say. */
export function viewOfLayer(
  reader: Reader,
  {
    name,
    path,
    isFolder,
  }: { readonly name: string; readonly path: FileId; readonly isFolder: boolean },
  isOwn: (file: FileId) => boolean,
): StageView {
  const own = isFolder ? filesBelow(reader, path) : [path];
  const files = new Map<FileId, StageFile>();
  for (const file of own) {
    const relative = isFolder ? file.slice(path.length + 1) : file.slice(parentOf(path).length + 1);
    files.set(file, { file, relative, depth: 0, isOwn: true, sites: readSites(reader, file) });
  }
  for (const [root, depth] of basesOf(reader, isFolder ? rootsBelow(reader, path) : [])) {
    addRoot(reader, root, { depth, isOwn, files });
  }
  const words = [path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/, ''), name];
  return {
    name,
    words: [...new Set(words.filter((word) => word !== 'base'))],
    files: [...files.values()],
    ownKustomization: isFolder ? kustomizationOf(reader, path) : undefined,
  };
}

/** What an application on a cluster is made of, with the object that says so. */
export function viewOfApplication(
  reader: Reader,
  application: Application,
  {
    name,
    words,
    isOwn,
    stage,
  }: {
    readonly name: string;
    readonly words: readonly string[];
    readonly isOwn: (file: FileId) => boolean;
    /** All applications of the stage, this one among them: what only they read is the stage's own. */
    readonly stage: readonly Application[];
  },
): StageView {
  const files = new Map<FileId, StageFile>();
  const roots = application.sources.flatMap(({ isHere, path, build }) =>
    isHere && path !== undefined && build === 'kustomize' ? [path] : [],
  );
  for (const root of roots) {
    addRoot(reader, root, { depth: 0, isOwn, files });
    for (const [base, depth] of basesOf(reader, [root]))
      addRoot(reader, base, { depth, isOwn, files });
  }
  const argo = application.object && readApplication(application.object);
  const values = argo === undefined ? [] : valuesPaths(argo, application.sources);
  for (const [index, file] of values.toReversed().entries()) {
    addFile(reader, file, { relative: baseName(file), depth: index, isOwn, files });
  }
  for (const { isHere, path, build } of application.sources) {
    if (!isHere || path === undefined || build === 'kustomize' || build === 'files') continue;
    for (const file of filesBelow(reader, path)) {
      const relative = file.slice(path.length + 1);
      const depth = build === 'helm' ? values.length + 1 : 0;
      const isTemplate = build === 'helm' && relative.includes('/');
      if (!isTemplate) addFile(reader, file, { relative, depth, isOwn, files });
    }
  }
  const set = setOf(reader, application);
  for (const [file, depth] of declaringFiles(reader, application)) {
    const only = ofObject(readSites(reader, file), application, { set, words });
    if (!files.has(file) && only.versions.length + only.configuration.length > 0)
      files.set(file, {
        file,
        relative: baseName(file),
        depth,
        isOwn: isOwn(file) || isOfParents(reader, stage, file),
        sites: only,
      });
  }
  const [root] = roots;
  return {
    name,
    words,
    files: [...files.values()],
    ownKustomization: root === undefined ? undefined : kustomizationOf(reader, root),
  };
}

/**
 * The file that declares an object, and all that the root reads whose build yields it, each with its depth: less than that of
 * what the object names, and less in what patches it than in the base that declares it.
 */
function declaringFiles(
  reader: Reader,
  { declaredAt, declaredIn }: Application,
): ReadonlyMap<FileId, number> {
  const found = new Map<FileId, number>();
  const roots = new Set(reader.read(rootsInput, ''));
  if (!roots.has(declaredIn)) return found.set(declaredAt.file, 0);
  const bases = [...basesOf(reader, [declaredIn])];
  const deepest = Math.max(0, ...bases.map(([, depth]) => depth)) + 1;
  for (const [root, depth] of [[declaredIn, 0] as const, ...bases]) {
    for (const file of reader.get(namedFilesQuery, root).files) {
      // A patch beside the resource that it patches wins over it.
      const own = file === declaredAt.file ? depth + 0.5 : depth;
      if (!found.has(file)) found.set(file, own - deepest);
    }
  }
  if (!found.has(declaredAt.file)) found.set(declaredAt.file, 0);
  return found;
}

/**
 * Whether only what yields the applications of a stage reads a file, and what else that yields: an application's own object
 * there is its own, as that of one cluster among the objects of a Kustomization of Flux, or of an app of apps, be it for
 * several clusters of the stage. The proof tells what else an edit would change.
 */
function isOfParents(reader: Reader, stage: readonly Application[], file: FileId): boolean {
  const parents = new Set(stage.map(({ key }) => parentKey(key)));
  const lines = new Set(stage.flatMap(({ key }) => lineage(key)));
  const places = new Set(stage.map(({ declaredIn }) => declaredIn));
  return (
    stage.every(({ key }) => !parents.has(key)) &&
    topReaders(reader, file).every((root) => places.has(root)) &&
    [...reachedApplications(reader, new Set([file]))].every(
      (one) => lines.has(one) || lineage(one).some((key) => parents.has(key)),
    )
  );
}

/** The ApplicationSet that makes an application; `undefined` where none does. */
function setOf(reader: Reader, { key }: Application): string | undefined {
  const parsed = parseKey(key);
  const id = parsed.kind === 'object' ? reader.get(unitObjectQuery, parsed.parent)?.id : undefined;
  return id?.kind === 'ApplicationSet' ? id.name : undefined;
}

/** The sites of one object among others of its file: its own documents, and elements of its set that name its cluster. */
function ofObject(
  { versions, configuration }: FileSites,
  { name, kind }: Application,
  { set, words }: { readonly set: string | undefined; readonly words: readonly string[] },
): FileSites {
  const document = `${kind}/${name}`;
  const belongs = ({ place }: { readonly place: string }): boolean =>
    place.startsWith(`${document}:`) ||
    (set !== undefined &&
      place.startsWith(`ApplicationSet/${set}:`) &&
      words.some(
        (word) => place.includes(`[cluster=${word}]`) || place.includes(`[name=${word}]`),
      ));
  return { versions: versions.filter(belongs), configuration: configuration.filter(belongs) };
}

/** Whether only what a promotion may reach reads a file. */
export function ownFiles(
  reader: Reader,
  { applications, roots }: TargetReach,
): (file: FileId) => boolean {
  const known = new Map<FileId, boolean>();
  const all = reader.get(fleetQuery, '').applications.length > 0;
  const ask = (file: FileId): boolean => {
    const tops = topReaders(reader, file);
    if (tops.some((root) => !roots.has(root))) return false;
    if (!all) return tops.length > 0;
    return [...reachedApplications(reader, new Set([file]))].every((key) => applications.has(key));
  };
  return (file) => {
    const answer = known.get(file) ?? ask(file);
    known.set(file, answer);
    return answer;
  };
}

/** Whether any root or application reads a file. */
export function isFileRead(reader: Reader, file: FileId): boolean {
  return (
    topReaders(reader, file).length > 0 || reachedApplications(reader, new Set([file])).size > 0
  );
}

/** The roots that read a file and that nothing builds on. */
function topReaders(reader: Reader, file: FileId): readonly FileId[] {
  const { readers, users } = reader.get(reachIndexQuery, 'none');
  const found = new Set(readers.get(file) ?? []);
  for (const root of found) for (const user of users.get(root) ?? []) found.add(user);
  return [...found].filter((root) => (users.get(root) ?? []).length === 0);
}

function rootsReading(reader: Reader, file: FileId): readonly FileId[] {
  return reader.get(reachIndexQuery, 'none').readers.get(file) ?? [];
}

function rootsBelow(reader: Reader, folder: FileId): readonly FileId[] {
  return reader.read(rootsInput, '').filter((root) => isInOrBelow(root, folder));
}

function filesBelow(reader: Reader, folder: FileId): readonly FileId[] {
  return pathsBelow(reader, folder).filter(isRead);
}

/** Whether a file can hold versions: YAML, JSON, or lines of settings. */
function isRead(path: FileId): boolean {
  return /\.(?:ya?ml|json|env|properties)$/.test(path) || isKustomizationFile(path);
}

/** The roots that roots build on, with how many layers lie between; not themselves. */
function basesOf(reader: Reader, roots: readonly FileId[]): ReadonlyMap<FileId, number> {
  const depths = new Map<FileId, number>(roots.map((root) => [root, 0]));
  for (const [root, depth] of depths) {
    for (const base of reader.get(rootReferencesQuery, `none:${root}`)) {
      if (!depths.has(base)) depths.set(base, depth + 1);
    }
  }
  for (const root of roots) depths.delete(root);
  return depths;
}

interface Adding {
  readonly depth: number;
  readonly isOwn: (file: FileId) => boolean;
  readonly files: Map<FileId, StageFile>;
}

function addRoot(reader: Reader, root: FileId, adding: Adding): void {
  for (const file of reader.get(namedFilesQuery, root).files) {
    const relative = isInOrBelow(file, root)
      ? file.slice(root === '' ? 0 : root.length + 1)
      : baseName(file);
    addFile(reader, file, { ...adding, relative });
  }
}

function addFile(
  reader: Reader,
  file: FileId,
  { depth, isOwn, files, relative }: Adding & { readonly relative: string },
): void {
  if (files.has(file) || !isRead(file) || contentIdOf(reader, file) === undefined) return;
  files.set(file, { file, relative, depth, isOwn: isOwn(file), sites: readSites(reader, file) });
}

/** The sites of a file. */
export function readSites(reader: Reader, file: FileId): FileSites {
  const content = contentIdOf(reader, file);
  if (content === undefined) return { versions: [], configuration: [] };
  return reader.get(fileSitesQuery, `${baseName(file).replaceAll(':', '_')}:${content}`);
}

function baseName(path: FileId): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The kustomization file of a root; `undefined` where there is none. */
export function kustomizationOf(reader: Reader, root: FileId): FileId | undefined {
  return kustomizationFileNames
    .map((name) => (root === '' ? name : `${root}/${name}`))
    .find((path) => contentIdOf(reader, path) !== undefined);
}
