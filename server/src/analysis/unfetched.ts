import type { Application } from '../delivery/application.ts';
import { isInOrBelow } from '../kustomize/files.ts';
import { readsOf } from '../layers/fleet/reachedApplications.ts';
import { closedInputsOf, foldersBelow } from '../layers/reach.ts';
import { readsOfFolder } from '../layers/reachReads.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis, RenderOptions } from './analysis.ts';
import type { Answer } from './answer.ts';
import { asRead } from './applicationRender.ts';
import type { Impact } from './impact.ts';
import { toldPath } from './remoteFiles.ts';

/** The files without a content that a root of one side, or what it builds on, reads. */
export function unfetchedOfRoot(
  analysis: Analysis,
  root: FileId,
  {
    unfetched,
    restrictions,
  }: Pick<RenderOptions, 'restrictions'> & { readonly unfetched: ReadonlySet<FileId> },
): Answer<readonly FileId[]> {
  return analysis.ask((reader) => {
    const paths = new Set(
      foldersBelow(reader, root, restrictions).flatMap(
        (folder) => readsOfFolder(reader, restrictions, folder).paths,
      ),
    );
    const closed = closedInputsOf(reader, root, restrictions).flatMap((one) => one.paths);
    return [...unfetched].filter(
      (file) => paths.has(file) || closed.some((folder) => isInOrBelow(file, folder)),
    );
  });
}

/** The files without a content that an application of one side is made of. */
export function unfetchedOfApplication(
  analysis: Analysis,
  application: Application,
  unfetched: ReadonlySet<FileId>,
): Answer<readonly FileId[]> {
  return analysis.ask((reader) => readsOf(reader, asRead(application, 'at-hand'), unfetched));
}

/** How many files are named that were not fetched. */
const mostNamed = 5;

/** What became of something that is made of files without contents: nobody can tell. */
export function unknownWithout(files: readonly FileId[]): Impact {
  return {
    status: 'unknown',
    resources: [],
    gaps: files
      .slice(0, mostNamed)
      .map((detail) => ({ kind: 'content', detail: toldPath(detail), changed: true })),
    dangers: [],
    failures: [],
    isNew: false,
  };
}
