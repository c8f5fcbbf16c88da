import type { Query, Reader } from '../query/database.ts';
import {
  entryInput,
  joinPath,
  readContent,
  remotesFolder,
  contentIdOf,
  resolvedQuery,
} from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import { findKustomizationFile, kustomizationFileNames } from '../kustomize/load.ts';
import {
  emptyWritten,
  readWritten,
  type WrittenKustomization,
} from '../kustomize/readKustomization.ts';
import type { PendingTarget } from '../kustomize/target.ts';
import { tooLargeProblem } from '../kustomize/tooLarge.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';

/** The kustomization file that the controller edits: the one of the folder, or one that it makes. */
export type RootFile =
  | {
      readonly kind: 'unchanged';
      readonly root: FileId;
      readonly file: FileId;
      readonly written: WrittenKustomization;
      readonly failures: readonly Problem[];
    }
  | {
      readonly kind: 'created';
      readonly root: FileId;
      readonly file: FileId;
      /** The manifests and nested roots in the folder, relative to it, in the order in which they are walked. */
      readonly resources: readonly string[];
    };

/**
 * Finds or makes the kustomization file of a folder.
 * Source: fluxcd/pkg/kustomize v1.41.0 kustomize_generator.go `findOrGenerateKustomization`.
 */
export function findRootFile(reader: Reader, folder: FileId): RootFile | PendingTarget | Problem {
  const resolved = reader.get(resolvedQuery, folder);
  if (resolved === undefined) return problem('flux.path-not-found', { path: folder });
  if (resolved.kind === 'file') return problem('flux.path-is-a-file', { path: folder });
  const root = resolved.path;
  if (!hasKustomizationFile(reader, root)) {
    const [name] = kustomizationFileNames;
    const file = joinPath(root, name) ?? name;
    // The controller writes its file there and cannot.
    if (reader.get(resolvedQuery, file) !== undefined)
      return problem('flux.folder-in-the-way', { path: file });
    return { kind: 'created', root, file, resources: scanManifests(reader, root, '.') };
  }
  const found = findKustomizationFile(reader, root, 'none');
  if (found.kind === 'problem') return found;
  const parsed = reader.get(writtenQuery, found.file);
  if (parsed.kind === 'pending') return parsed;
  const { written, failures } = parsed;
  return { kind: 'unchanged', root, file: found.file, written, failures };
}

function hasKustomizationFile(reader: Reader, folder: FileId): boolean {
  return kustomizationFileNames.some((name) => {
    const path = joinPath(folder, name);
    return path !== undefined && reader.get(resolvedQuery, path)?.kind === 'file';
  });
}

/**
 * The YAML files below a folder, hidden ones too, and the roots among them as units. That each file holds manifests is
 * checked by the build, which reads them in the same way.
 * Source: kustomize_generator.go `scanManifests`.
 */
function scanManifests(reader: Reader, folder: FileId, path: string): readonly string[] {
  return listFolder(reader, folder).flatMap((name) => {
    const file = joinPath(folder, name) ?? name;
    // What Strata has fetched stands in its tree, and in no source.
    if (file === remotesFolder) return [];
    const entry = reader.read(entryInput, file);
    // The listing names what is not in the artifact too.
    if (entry === undefined) return [];
    const resource = `${path}/${name}`;
    if (entry.kind === 'directory') {
      return hasKustomizationFile(reader, file)
        ? [resource]
        : scanManifests(reader, file, resource);
    }
    return name.endsWith('.yaml') || name.endsWith('.yml') ? [resource] : [];
  });
}

/** The roots below a folder that a kustomization file which the controller makes there builds as units, sorted. */
export function rootsOfMadeFile(reader: Reader, folder: FileId): readonly FileId[] {
  if (hasKustomizationFile(reader, folder)) return [];
  return scanManifests(reader, folder, '.')
    .flatMap((resource) => joinPath(folder, resource) ?? [])
    .filter((path) => hasKustomizationFile(reader, path))
    .sort();
}

interface WrittenFile {
  readonly kind: 'written';
  readonly written: WrittenKustomization;
  readonly failures: readonly Problem[];
}

/** The kustomization file at a path without links, as a controller reads it to edit it. */
const writtenQuery: Query<FileId, WrittenFile | PendingTarget> = {
  name: 'writtenKustomization',
  equals: deepEqual,
  compute: (file, reader) => {
    const id = contentIdOf(reader, file);
    const content = id === undefined ? undefined : readContent(reader, id);
    if (content === undefined) return { kind: 'pending' };
    if (content.kind !== 'text') {
      const found =
        content.kind === 'bytes'
          ? problem('kustomize.invalid-utf8')
          : tooLargeProblem({ path: file, size: content.size });
      return {
        kind: 'written',
        written: emptyWritten,
        failures: [{ ...found, at: { kind: 'file', file } }],
      };
    }
    const configuration = readConfiguration(content.text);
    if (configuration.problems.length > 0) {
      const failures = configuration.problems.map(({ message, ordinal, offset }) =>
        problem(
          'kustomize.yaml-syntax',
          { message },
          ordinal >= 0 ? place(file, ordinal) : { kind: 'offset', file, offset },
        ),
      );
      return { kind: 'written', written: emptyWritten, failures };
    }
    const read = readWritten(configuration.root);
    return {
      kind: 'written',
      written: read.written,
      failures: read.problems
        .filter(({ severity }) => severity === 'error')
        .map(({ code, parameters, ordinal }) => problem(code, parameters, place(file, ordinal))),
    };
  },
};

function place(file: FileId, ordinal: number): SourcePointer {
  return ordinal < 0 ? { kind: 'file', file } : { kind: 'node', file, ordinal };
}
