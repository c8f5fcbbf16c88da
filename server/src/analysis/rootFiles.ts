import { kustomizationFileNames, type LoadRestrictions } from '../kustomize/load.ts';
import { closureOf } from '../kustomize/rootReferences.ts';
import { mayHoldObjects } from '../layers/mentions.ts';
import { namedFilesQuery } from '../layers/namedFiles.ts';
import { isKustomizationFile } from '../layers/roots.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** What roots read, told from their kustomization files alone, before anything is built. */
export interface RootFiles {
  /** The files that are there, links followed, the kustomization files among them. */
  readonly files: ReadonlySet<FileId>;
  /** The paths that are named and lead nowhere in the tree. */
  readonly missing: ReadonlySet<FileId>;
  /** How many folders above the tree's top a path that leaves the tree begins; 0 where none leaves it. */
  readonly above: number;
}

/**
 * The files that roots read, with all their bases and components: what to load before a build. Configurations of plugins
 * can name more, which only the build knows.
 */
export function rootFiles(
  analysis: Analysis,
  roots: readonly FileId[],
  restrictions: LoadRestrictions = 'root',
): Answer<RootFiles> {
  return analysis.ask((reader) => {
    const files = new Set<FileId>();
    const missing = new Set<FileId>();
    const layers = new Set(roots);
    let above = 0;
    for (const root of roots) {
      for (const layer of closureOf(reader, root, restrictions)) layers.add(layer);
    }
    for (const layer of layers) {
      const named = reader.get(namedFilesQuery, layer);
      for (const file of named.files) files.add(file);
      for (const path of named.missing) missing.add(path);
      above = Math.max(above, named.above);
    }
    return { files, missing, above };
  });
}

/** The ids of the contents of all kustomization files: what reach is told from. */
export function kustomizationContents(analysis: Analysis): readonly string[] {
  return analysis.roots().flatMap((root) =>
    kustomizationFileNames.flatMap((name) => {
      const entry = analysis.files.get(root === '' ? name : `${root}/${name}`);
      return entry?.kind === 'file' ? [entry.content] : [];
    }),
  );
}

/**
 * The ids of the contents of all files that may hold objects, kustomization files among them: what reach is told from, and then
 * who delivers what.
 */
export function objectContents({ files }: Analysis): readonly string[] {
  return [...files].flatMap(([path, entry]) =>
    entry.kind === 'file' && (mayHoldObjects(path) || isKustomizationFile(path))
      ? [entry.content]
      : [],
  );
}
