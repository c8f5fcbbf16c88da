import { isInOrBelow } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { applyEdits } from '../text/textEdit.ts';
import { groupBy } from '../util/groupBy.ts';
import type { PlanDraft, PlannedChange, PlannedText } from './planTypes.ts';

/** The new texts of all files, and the places for which edits say different things. */
export interface JoinedEdits {
  readonly texts: ReadonlyMap<FileId, PlannedText>;
  readonly conflicts: readonly {
    readonly file: FileId;
    readonly offset: number;
    readonly versions: readonly string[];
  }[];
}

/** Puts edits together; what several members of a stage ask for alike is done once. */
export function joinEdits(
  all: readonly PlannedChange[],
  textOf: (file: FileId) => string | undefined,
): JoinedEdits {
  const texts = new Map<FileId, PlannedText>();
  const conflicts: JoinedEdits['conflicts'][number][] = [];
  for (const [file, own] of groupBy(all, ({ at }) => at.file)) {
    const before = textOf(file);
    if (before === undefined) continue;
    const flat = own.flatMap(({ edits, after }) =>
      edits.map((edit) => ({ edit, version: after.replace(/^[:@]/, '') })),
    );
    const once = [...new Map(flat.map((one) => [JSON.stringify(one.edit), one])).values()].sort(
      (a, b) => a.edit.start - b.edit.start,
    );
    const clash = once.find(({ edit }, index) => {
      const next = once[index + 1]?.edit;
      return next !== undefined && next.start < edit.end;
    });
    if (clash !== undefined) {
      const versions = once
        .filter(({ edit }) => edit.start < clash.edit.end && edit.end > clash.edit.start)
        .map(({ version }) => version);
      conflicts.push({ file, offset: clash.edit.start, versions: [...new Set(versions)] });
      continue;
    }
    const after = applyEdits(
      before,
      once.map(({ edit }) => edit),
    );
    if (after !== before) texts.set(file, { before, after });
  }
  return { texts, conflicts };
}

/** Whether a file is one of a folder that is copied as a whole. */
export function isCopied({ copied = [] }: Pick<PlanDraft, 'copied'>, file: FileId): boolean {
  return copied.some((folder) => isInOrBelow(file, folder));
}

/** A draft without some of its changes. */
export function withoutChanges(draft: PlanDraft, gone: ReadonlySet<PlannedChange>): PlanDraft {
  const changes = draft.changes.filter((one) => !gone.has(one));
  const { texts } = joinEdits(changes, (file) => draft.texts.get(file)?.before);
  const copied = [...draft.texts].filter(([file]) => isCopied(draft, file));
  return { ...draft, changes, texts: new Map([...texts, ...copied]) };
}
