import { joinPath, parentOf } from '../../kustomize/files.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { applyEdits, type TextEdit } from '../../text/textEdit.ts';
import { lineStart, nextLine } from '../../yaml/edit.ts';
import { field } from '../../yaml/nodes.ts';
import { readConfigurationPositions } from '../../yaml/positions.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { PlannedText } from '../planTypes.ts';
import { readText } from '../readText.ts';
import { kustomizationLists, listedItems, withoutEntry } from './clusterEntries.ts';

/**
 * The texts of a plan with the edits that what it deletes brings: items of kustomizations that name a deleted file or a folder
 * without its kustomization file go, lists that are empty then go with their key, and a root that has nothing left goes where
 * another one lists it or where only the retired cluster is made of it (`own`), and so on. Any other stays, since somebody may
 * deliver it.
 */
export function withoutLostFiles(
  reader: Reader,
  texts: ReadonlyMap<FileId, PlannedText>,
  own: ReadonlySet<FileId>,
): ReadonlyMap<FileId, PlannedText> {
  const planned = new Map(texts);
  const kustomizations = reader.read(treePathsInput, '').filter(isKustomizationFile);
  const textOf = (file: FileId): string | undefined =>
    planned.has(file) ? planned.get(file)?.after : readText(reader, file);
  const listed = new Set([
    ...own,
    ...kustomizations.flatMap((file) => {
      const text = readText(reader, file);
      return text === undefined ? [] : placesIn(file, text);
    }),
  ]);
  // Each round deletes a file at least, or is the last one.
  for (let isOther = true; isOther;) {
    isOther = false;
    const gone = new Set(
      [...planned].flatMap(([file, { after }]) =>
        after === undefined ? [file, ...(isKustomizationFile(file) ? [parentOf(file)] : [])] : [],
      ),
    );
    for (const file of kustomizations) {
      const text = textOf(file);
      if (text === undefined) continue;
      const before = planned.get(file)?.before ?? text;
      const after = withoutPlaces(file, text, gone);
      // What was there before without a word of the cluster is nobody's to tidy up.
      const tidy = after === before ? after : withoutEmptyLists(before, after);
      if (tidy === text) continue;
      const isOver = isBare(tidy) && !isBare(before) && listed.has(parentOf(file));
      planned.set(file, { before, after: isOver ? undefined : tidy });
      isOther ||= isOver;
    }
  }
  return planned;
}

/** The files and folders of the repository that the lists of a kustomization name. */
function placesIn(file: FileId, text: string): readonly FileId[] {
  const { root } = readConfiguration(text);
  const lists = kustomizationLists.map((key) => field(root, key));
  return lists.flatMap((list) =>
    list?.kind !== 'sequence'
      ? []
      : list.items.flatMap((item) =>
          item.kind === 'scalar' ? (placeOf(file, item.value) ?? []) : [],
        ),
  );
}

function placeOf(file: FileId, item: string): FileId | undefined {
  return /:\/\/|\?|^[\w.-]+@/.test(item) ? undefined : joinPath(parentOf(file), item);
}

function withoutPlaces(file: FileId, text: string, gone: ReadonlySet<FileId>): string {
  const entries = listedItems(text, (item) => {
    const place = placeOf(file, item);
    return place !== undefined && gone.has(place);
  });
  return applyEdits(
    text,
    entries.flatMap((one) => withoutEntry(text, one) ?? []),
  );
}

/** Takes away the lists that a plan has emptied, with their keys. */
function withoutEmptyLists(before: string, after: string): string {
  const { root: old } = readConfiguration(before);
  const { root } = readConfiguration(after);
  if (root?.kind !== 'map' || root.flow) return after;
  const { starts, ends } = readConfigurationPositions(after);
  const edits = kustomizationLists.flatMap((key): readonly TextEdit[] => {
    const value = root.values[root.keys.indexOf(key)];
    if (value === undefined || !isEmpty(value) || isEmpty(field(old, key))) return [];
    // The key of a value is the node before it.
    const start = starts[value.ordinal - 1] ?? 0;
    const end = nextLine(after, Math.max(start, ends[value.ordinal] ?? 0));
    return [{ start: lineStart(after, start), end, newText: '' }];
  });
  return applyEdits(after, edits);
}

function isEmpty(node: ResourceNode | undefined): boolean {
  return (
    node === undefined ||
    (node.kind === 'sequence'
      ? node.items.length === 0
      : node.kind === 'scalar' && node.tag === '!!null')
  );
}

/** Whether a kustomization says nothing but what it is: kustomize builds no such one. */
function isBare(text: string): boolean {
  const { root } = readConfiguration(text);
  if (root?.kind !== 'map') return true;
  return root.keys.every(
    (key, index) => /^(?:apiVersion|kind|metadata)$/.test(key) || isEmpty(root.values[index]),
  );
}
