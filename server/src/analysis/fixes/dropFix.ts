import { isKustomizationFile } from '../../layers/roots.ts';
import type { Reader } from '../../query/database.ts';
import type { Problem } from '../../text/problem.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { applyEdits } from '../../text/textEdit.ts';
import { groupBy } from '../../util/groupBy.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, type Answer } from '../answer.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import { diagnosticsFor } from '../diagnosticsFor.ts';
import { valuesEqualToBase } from '../equalToBase.ts';
import { usesOf, type FileUses } from '../fileUses.ts';
import type { SourcePlace } from '../hover.ts';
import { valuesOverriddenEverywhere } from '../overriddenEverywhere.ts';
import { offsetsOf, positionAt, type SourceRange } from '../sourceRange.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import { dropEntry, dropValue, type Drop } from './dropValue.ts';
import { complete, fixOf, type LayerFix } from './layerFix.ts';

/** The value at a place goes where every root that reads it has the same without it. */
export function dropFix(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  return chainAnswer(idleValue(analysis, place, valuesEqualToBase), (found) => {
    if (found === undefined) return complete(undefined);
    const { drop, texts, parameters } = found;
    const { field = '', file = '' } = parameters;
    const title = { code: 'drop', field, base: file } as const;
    return fixOf(analysis, { title, texts, deleted: drop.deleted, roots: 'all' });
  });
}

/** The value at a place goes where every root on top replaces it. */
export function dropDeadFix(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  return chainAnswer(idleValue(analysis, place, valuesOverriddenEverywhere), (found) => {
    if (found === undefined) return complete(undefined);
    const { drop, texts, parameters } = found;
    const { field = '', count = '' } = parameters;
    const title = { code: 'drop-dead', field, layers: Number(count) } as const;
    return fixOf(analysis, { title, texts, deleted: drop.deleted, roots: 'delivered' });
  });
}

interface IdleValue {
  readonly drop: Drop;
  readonly texts: ReadonlyMap<FileId, string>;
  readonly parameters: Problem['parameters'];
}

/** The value on the line of a place of which a finding says that it does nothing. */
function idleValue(
  analysis: Analysis,
  place: SourcePlace,
  findings: (uses: FileUses) => readonly Problem[],
): Answer<IdleValue | undefined> {
  return chainAnswer(usesOf(analysis, place.file), (uses) => {
    const idle = new Map(
      findings(uses).flatMap(({ at, parameters }) =>
        at === undefined ? [] : [[JSON.stringify(at), parameters] as const],
      ),
    );
    if (idle.size === 0) return complete(undefined);
    return analysis.ask((reader) => {
      const index = sourceIndexOf(reader, place.file);
      const use = uses.places
        .flatMap(([first]) => first ?? [])
        .find(
          ({ writtenAt }) =>
            index !== undefined &&
            idle.has(JSON.stringify(writtenAt)) &&
            isOnLine(index, writtenAt, place.offset),
        );
      const drop = use && dropValue(reader, use.writtenAt, use.by === 'base' ? 'object' : 'patch');
      const parameters = use && idle.get(JSON.stringify(use.writtenAt));
      if (drop === undefined || parameters === undefined) return undefined;
      return { drop, parameters, texts: textsWithout(reader, [drop]) };
    });
  });
}

/** The texts of files without what is dropped. */
export function textsWithout(reader: Reader, drops: readonly Drop[]): ReadonlyMap<FileId, string> {
  const all = drops.flatMap(({ edits }) => edits);
  return new Map(
    [...groupBy(all, ({ file }) => file)].map(([file, own]) => [
      file,
      applyEdits(
        textOfFile(reader, file) ?? '',
        own.map(({ edit }) => edit),
      ),
    ]),
  );
}

/** What entries of a kustomization are said to do nothing by. */
const idleEntries = new Set([
  'kustomize.image-matches-nothing',
  'kustomize.image-matches-nothing-but',
  'kustomize.patch-changes-nothing',
  'kustomize.patch-matches-nothing',
  'kustomize.patch-matches-nothing-but',
]);

/** The entry at a place of a kustomization goes where it does nothing in any root. */
export function dropEntryFix(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  const { file } = place;
  if (!isKustomizationFile(file)) return complete(undefined);
  return chainAnswer(diagnosticsFor(analysis, file), (problems) => {
    const idle = problems.filter(({ code }) => idleEntries.has(code));
    if (idle.length === 0) return complete(undefined);
    const found = analysis.ask((reader) => {
      const index = sourceIndexOf(reader, file);
      if (index === undefined) return undefined;
      const { line } = positionAt(index.text, place.offset);
      const range = idle.find((one) => one.range !== undefined && isAcross(one.range, line))?.range;
      const ordinal = range && index.ordinalAt(offsetOf(index.text, range.start));
      const edit = ordinal === undefined ? undefined : dropEntry(reader, file, ordinal);
      const list = listOf(index.text, place.offset);
      return edit && { list, texts: new Map([[file, applyEdits(index.text, [edit])]]) };
    });
    return chainAnswer(found, (one): Answer<LayerFix | undefined> => {
      if (one === undefined) return complete(undefined);
      const title = { code: 'drop-entry', list: one.list } as const;
      return fixOf(analysis, { title, texts: one.texts, roots: 'all' });
    });
  });
}

function isAcross({ start, end }: SourceRange, line: number): boolean {
  return start.line <= line && line <= end.line;
}

/** The offset of a line and a column. */
function offsetOf(text: string, { line, column }: SourceRange['start']): number {
  let start = 0;
  for (let count = 0; count < line; count += 1) start = text.indexOf('\n', start) + 1;
  return start + column;
}

/** The top-level key that stands last before an offset. */
function listOf(text: string, offset: number): string {
  return /^([\w]+):[^\n]*$(?![\s\S]*^\w+:)/m.exec(text.slice(0, offset))?.[1] ?? '';
}

/** Whether a value stands on the line of an offset, or goes over it. */
export function isOnLine(
  index: { readonly text: string } & Parameters<typeof offsetsOf>[0],
  at: SourcePointer,
  offset: number,
): boolean {
  const { start, end } = offsetsOf(index, at);
  return index.text.lastIndexOf('\n', start - 1) + 1 <= offset && offset <= end;
}
