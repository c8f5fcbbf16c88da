import type { FileId } from '../text/sourcePointer.ts';
import type { ConfigurationSite, FileSites, VersionSite } from './versionSites.ts';

/** What a stage of an application reads, the files of its own layer first. */
export interface StageView {
  /** What it is called by whoever asked. */
  readonly name: string;
  /** Words that are the stage's own and stand for the same in the layers of others: the names of its folder and clusters. */
  readonly words: readonly string[];
  readonly files: readonly StageFile[];
  /** The kustomization file of its nearest layer, which takes what stands nowhere yet; `undefined` where there is none. */
  readonly ownKustomization: FileId | undefined;
}

/** A file that a stage reads. */
export interface StageFile {
  readonly file: FileId;
  /** The path within the stage, which the same file of another stage has as well. */
  readonly relative: string;
  /** How many layers lie between it and what is delivered: 0 for the stage's own. */
  readonly depth: number;
  /** Whether nothing but this stage reads it, as far as the files tell. */
  readonly isOwn: boolean;
  readonly sites: FileSites;
}

/** A site with its file. */
export interface PlacedSite<Site> {
  readonly file: StageFile;
  readonly site: Site;
}

/** A version of a stage. */
export type PlacedVersion = PlacedSite<VersionSite>;

/** Something else of a stage. */
export type PlacedConfiguration = PlacedSite<ConfigurationSite>;

/** All versions of a stage, the nearest first. */
export function versionsIn({ files }: StageView): readonly PlacedVersion[] {
  return byDepth(files).flatMap((file) => file.sites.versions.map((site) => ({ file, site })));
}

/** The files that only one of two stages reads: what both read differs in neither. */
export function ownFilesOf({ files }: StageView, other: StageView): readonly StageFile[] {
  const others = new Set(other.files.map(({ file }) => file));
  return files.filter(({ file }) => !others.has(file));
}

/** All configuration in the files that only one of two stages reads. */
export function configurationIn(
  stage: StageView,
  other: StageView,
): readonly PlacedConfiguration[] {
  return ownFilesOf(stage, other).flatMap((file) =>
    file.sites.configuration.map((site) => ({ file, site })),
  );
}

function byDepth(files: readonly StageFile[]): readonly StageFile[] {
  return files.toSorted((a, b) => a.depth - b.depth);
}

/** A text with one word for all that is the stage's own. */
export function withoutWords(text: string, words: readonly string[]): string {
  return words
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((all, word) => {
      const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
      return all.replaceAll(
        new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g'),
        '{stage}',
      );
    }, text);
}
