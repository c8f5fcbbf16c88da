import type { Application } from '../delivery/application.ts';
import { repositoryInput } from '../delivery/repository.ts';
import { configQuery } from '../layers/config/configFile.ts';
import { weigh } from '../layers/config/weigh.ts';
import { ownBranchQuery } from '../layers/fleet/here.ts';
import {
  isUndeliveredFile,
  missingFolders,
  undeliveredRootsQuery,
} from '../layers/fleet/undelivered.ts';
import { layerOfRootQuery } from '../layers/layers.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { Reach } from './impactReach.ts';

/** Something that leads nowhere: what nothing delivers, and an application that is made of what is not there. */
export interface LooseEnd {
  readonly code: 'delivery.undelivered' | 'delivery.no-folder';
  /** The root, the file, or the folder that is not there. */
  readonly path: FileId;
  /** Set for `delivery.no-folder`. */
  readonly application: string | undefined;
  /** Where the folder is there, and left out of the artifact of its source: the file and the line that leave it out. */
  readonly leftOutBy?: string | undefined;
  /** Whether the change makes it so. */
  readonly isNew: boolean;
}

/** The loose ends of one tree, as far as its configuration does not silence them. */
export interface TreeEnds {
  readonly roots: ReadonlySet<FileId>;
  /** Changed files that hold objects and that nothing delivers. */
  readonly files: ReadonlySet<FileId>;
  /** By the key of the application and the folder. */
  readonly missing: ReadonlyMap<
    string,
    { readonly application: Application; readonly path: FileId }
  >;
}

/** The loose ends of a tree, of its files those that are among the changed ones. */
export function looseEndsOf(analysis: Analysis, changed: ReadonlySet<FileId>): Answer<TreeEnds> {
  return analysis.ask((reader) => {
    const config = reader.get(configQuery, '');
    const isSaid = (code: LooseEnd['code'], file: FileId): boolean =>
      weigh({ code, file }, config) !== 'off';
    const undelivered = reader.get(undeliveredRootsQuery, '');
    const layers = undelivered.length === 0 ? undefined : reader.get(layerOfRootQuery, '');
    return {
      roots: new Set(
        undelivered.filter((root) =>
          isSaid('delivery.undelivered', layers?.get(root)?.file ?? root),
        ),
      ),
      files: new Set(
        [...changed].filter(
          (file) => isUndeliveredFile(reader, file) && isSaid('delivery.undelivered', file),
        ),
      ),
      missing: new Map(
        missingFolders(reader)
          .filter(({ application }) => isSaid('delivery.no-folder', application.declaredAt.file))
          .map((one) => [`${one.application.key}\n${one.path}`, one]),
      ),
    };
  });
}

/** The loose ends that a change makes, and the old ones among the roots and files that it touches; sorted. */
export function compareLooseEnds(
  before: TreeEnds,
  after: TreeEnds,
  { roots }: Pick<Reach, 'roots'>,
): readonly LooseEnd[] {
  const touched = new Set(roots);
  const undelivered = [
    ...[...after.roots].filter((root) => !before.roots.has(root) || touched.has(root)),
    ...after.files,
  ].map((path): LooseEnd => ({
    code: 'delivery.undelivered',
    path,
    application: undefined,
    isNew: !before.roots.has(path) && !before.files.has(path),
  }));
  const missing = [...after.missing]
    .filter(([key]) => !before.missing.has(key))
    .map(([, { application, path }]): LooseEnd => ({
      code: 'delivery.no-folder',
      path,
      application: application.name,
      leftOutBy:
        application.why.code === 'source.left-out' ? application.why.parameters['by'] : undefined,
      isNew: true,
    }));
  return [...undelivered, ...missing].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** The branch that a tree is merged to: that of an environment itself, else the default branch, else its own. */
export function branchOf(analysis: Analysis): Answer<string | undefined> {
  return analysis.ask((reader) => {
    const { defaultBranch, branch } = reader.read(repositoryInput, '');
    return reader.get(ownBranchQuery, '') ?? defaultBranch ?? branch;
  });
}

function sortKey({ isNew, code, path, application }: LooseEnd): string {
  return [isNew ? 0 : 1, code, path, application ?? ''].join('\n');
}
