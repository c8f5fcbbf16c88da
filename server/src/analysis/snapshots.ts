import { isInOrBelow } from '../kustomize/files.ts';
import { isCopied, joinEdits } from '../plan/joinEdits.ts';
import type {
  LayerPair as StagePair,
  PlanDraft,
  PlanNote,
  PlannedText,
} from '../plan/planTypes.ts';
import { readText } from '../plan/readText.ts';
import { reachOfLayer } from '../plan/stageFiles.ts';
import {
  settingOfStage,
  type Followed as StageFollowed,
  type StageSetting,
} from '../plan/stageSettings.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** The folders of a source and of a target stage. */
export type LayerPair = StagePair;

/** What the folder of a target was seen to get from that of the source. */
export type Followed = StageFollowed;

/** A folder of a target that can be copied from the source as a whole, since it is what that was in a commit. */
export interface CopiedFolder extends LayerPair {
  /** Words that are the own ones of the stages. */
  readonly words: readonly string[];
  readonly followed: Followed;
  readonly commit: string;
}

/** So many folders of a layer are compared. */
const mostFolders = 64;

/**
 * The folders that both layers of a pair have and that differ, as `/base/snapshot`, the topmost first; `''` for the layers
 * themselves. Those with files that are no plain files are left out.
 */
export function foldersToCompare(analysis: Analysis, { from, to }: LayerPair): readonly string[] {
  const [source, target] = [contentsBelow(analysis, from), contentsBelow(analysis, to)];
  return [...target.keys()]
    .filter((folder) => {
      const [theirs, own] = [source.get(folder), target.get(folder)];
      return theirs !== undefined && own !== undefined && theirs.join('\n') !== own.join('\n');
    })
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, mostFolders);
}

/** What lies below each folder of a layer, as lines of a way and a content. */
function contentsBelow(analysis: Analysis, layer: FileId): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const files = [...analysis.files].filter(([file]) => isInOrBelow(file, layer)).sort();
  for (const [file, entry] of files) {
    const parts = file.slice(layer.length + 1).split('/');
    for (const [index] of parts.entries()) {
      const folder = parts
        .slice(0, index)
        .map((part) => `/${part}`)
        .join('');
      const content = entry.kind === 'file' ? entry.content : entry.kind;
      const lines = found.get(folder) ?? [];
      lines.push(`${file.slice(layer.length + folder.length + 1)} ${content}`);
      found.set(folder, lines);
    }
  }
  return found;
}

/**
 * A draft with folders that are copied as wholes: their files become those of the source, and what was drafted for single
 * versions in them counts no more. The topmost folders count; one with a file that is no text, or where anything that
 * configures the stage would become another, is left as it is.
 */
export function withCopies(
  analysis: Analysis,
  draft: PlanDraft,
  folders: readonly CopiedFolder[],
): Answer<PlanDraft> {
  return analysis.ask((reader) => {
    const texts = new Map<FileId, PlannedText>();
    const copied: CopiedFolder[] = [];
    const kept: (CopiedFolder & { readonly setting: StageSetting })[] = [];
    for (const folder of folders) {
      if (copied.some(({ to }) => isInOrBelow(folder.to, to))) continue;
      const setting = settingOfStage(reader, analysis.files.keys(), folder);
      if (setting !== undefined) {
        kept.push({ ...folder, setting });
        continue;
      }
      const own = copyOf(analysis, folder, (file) => readText(reader, file));
      if (own === undefined) continue;
      copied.push(folder);
      for (const [file, text] of own) texts.set(file, text);
    }
    const keeping = keptNotes(kept, copied);
    if (copied.length === 0) return { ...draft, dangers: [...draft.dangers, ...keeping] };
    const reaches = [
      ...copied.map(({ to }) => reachOfLayer(reader, to, true)),
      ...[...texts.keys()].map((file) => reachOfLayer(reader, file, false)),
    ];
    const whole = {
      copied: copied.map(({ to }) => to),
      copiedReach: {
        applications: new Set(reaches.flatMap(({ applications }) => [...applications])),
        roots: new Set(reaches.flatMap(({ roots }) => [...roots])),
      },
    };
    const isOutside = ({ at }: Pick<PlanNote, 'at'>): boolean =>
      at === undefined || !isCopied(whole, at.file);
    const others = joinEdits(
      draft.changes.filter(isOutside),
      (file) => draft.texts.get(file)?.before,
    );
    const hasNotes = draft.dangers.some(({ code }) => code === 'promote.no-live-evidence');
    const isStill = (note: PlanNote): boolean => isOutside(note) && !nothingCodes.has(note.code);
    return {
      ...draft,
      texts: new Map([...others.texts, ...texts]),
      changes: draft.changes.filter((one) => isOutside(one) || texts.has(one.at.file)),
      left: draft.left.filter(isOutside),
      refused: draft.refused.filter(isStill),
      dangers: [
        ...draft.dangers.filter(isOutside),
        ...(hasNotes
          ? []
          : copied.map((one) => noteOf(one, 'promote.no-live-evidence', { source: one.source }))),
        ...keeping,
        ...copied.map(({ commit, ...one }) => {
          const parameters = { from: one.from, to: one.to, commit: commit.slice(0, 7) };
          return noteOf(one, 'promote.copies-folder', parameters);
        }),
      ],
      ...whole,
    };
  });
}

/** What is told of folders that are not copied: the topmost ones, without those of which a part is. */
function keptNotes(
  kept: readonly (CopiedFolder & { readonly setting: StageSetting })[],
  copied: readonly CopiedFolder[],
): readonly PlanNote[] {
  return kept
    .filter(
      ({ to }, index) =>
        !copied.some((one) => isInOrBelow(one.to, to)) &&
        !kept.slice(0, index).some((one) => isInOrBelow(to, one.to)),
    )
    .map(({ setting: { file, offset, field = file }, ...one }) => ({
      ...noteOf(one, 'promote.keeps-folder', { from: one.from, to: one.to, field }),
      at: { file, offset },
    }));
}

function noteOf(
  { application }: Pick<LayerPair, 'application'>,
  code: PlanNote['code'],
  parameters: PlanNote['parameters'],
): PlanNote {
  return { code, parameters, application, cluster: undefined, at: undefined };
}

/** What a draft says where it found nothing to do. */
const nothingCodes: ReadonlySet<PlanNote['code']> = new Set([
  'promote.nothing',
  'promote.not-compared',
  'promote.stays',
]);

/** The texts that make a folder the same as another one; `undefined` where a file is no text. */
function copyOf(
  { files }: Analysis,
  { from, to }: CopiedFolder,
  textOf: (file: FileId) => string | undefined,
): ReadonlyMap<FileId, PlannedText> | undefined {
  const texts = new Map<FileId, PlannedText>();
  const below = (folder: FileId): readonly string[] =>
    [...files.keys()].flatMap((file) =>
      file.startsWith(`${folder}/`) ? [file.slice(folder.length)] : [],
    );
  const read = (file: FileId): string | undefined => (files.has(file) ? textOf(file) : undefined);
  const isOther = (file: FileId, text: string | undefined): boolean =>
    files.get(file)?.kind === 'symlink' || (files.has(file) && text === undefined);
  for (const way of new Set([...below(to), ...below(from)])) {
    const [target, source] = [`${to}${way}`, `${from}${way}`];
    const [own, theirs] = [files.get(target), files.get(source)];
    if (own?.kind === 'file' && theirs?.kind === 'file' && own.content === theirs.content) continue;
    const text = { before: read(target), after: read(source) };
    if (isOther(target, text.before) || isOther(source, text.after)) return undefined;
    texts.set(target, text);
  }
  return texts;
}
