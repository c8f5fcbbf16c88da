import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { clustersQuery } from '../../layers/register/fleetClusters.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { applyEdits, newLines } from '../../text/textEdit.ts';
import { readText } from '../readText.ts';
import type { PlannedText } from '../planTypes.ts';
import { copiedText } from './clusterData.ts';
import { clusterEntries, copyOfEntry, withoutEntry } from './clusterEntries.ts';
import { clusterFiles } from './clusterFiles.ts';
import { clusterName, type ClusterName } from './clusterName.ts';
import { questionsIn, type ClusterQuestion } from './clusterQuestions.ts';
import { withoutLostFiles } from './lostFiles.ts';

/** The edits that add or retire a cluster, before they are proven. */
export interface ClusterDraft {
  readonly texts: ReadonlyMap<FileId, PlannedText>;
  /** What was copied and is probably not true for the new one. */
  readonly questions: readonly ClusterQuestion[];
  /** Lines that name the cluster in some other way, and stay as they are. */
  readonly mentions: readonly ClusterMention[];
  /** Files of other bytes in whose place copies would stand. */
  readonly taken: readonly FileId[];
}

/** A line that names a cluster; from 0. */
export interface ClusterMention {
  readonly file: FileId;
  readonly line: number;
}

/** The name of a cluster of the tree, told from those of all others. */
export function nameOfCluster(reader: Reader, name: string): ClusterName {
  const others = reader.get(clustersQuery, '').map((one) => one.name);
  return clusterName(name, others);
}

/**
 * The edits after which a new cluster is like another: each folder and file that the fleet reads and that is called after that
 * one is copied, and each entry that is there for it — a row of the register, an element of a generator, an Application, a destination of a project,
 * an item of a kustomization, a line of CODEOWNERS — has one like it behind it. Files of SOPS stay as they are encrypted.
 */
export function draftAddCluster(
  reader: Reader,
  { name, like }: { readonly name: string; readonly like: string },
): ClusterDraft {
  const from = nameOfCluster(reader, like);
  const texts = new Map<FileId, PlannedText>();
  const questions: ClusterQuestion[] = [];
  const mentions: ClusterMention[] = [];
  const taken: FileId[] = [];
  const { own } = clusterFiles(reader, { cluster: like, name: from });
  const paths = new Set(reader.read(treePathsInput, ''));
  for (const file of paths) {
    const text = readText(reader, file);
    if (text === undefined) continue;
    const target = from.replaced(file, name);
    if (target !== file && own.has(file)) {
      const isEncrypted = isSops(text);
      const after = isEncrypted ? text : copiedText(text, from, name);
      const before = readText(reader, target);
      texts.set(target, { before, after });
      if (paths.has(target) && before !== after) taken.push(target);
      if (isEncrypted)
        questions.push({ kind: 'secret', file: target, line: 0, key: '', value: '' });
      const lines = after.split('\n').map((_, index) => index);
      questions.push(...questionsIn(target, after, { from, lines, old: like }));
      continue;
    }
    // What SOPS has signed as a whole takes no document more: it is told as a line that names the cluster.
    const entries = isSops(text) ? [] : clusterEntries(file, text, from);
    if (entries.length > 0) {
      const edits = entries.map((one) =>
        copyOfEntry(text, one, (part) => copiedText(part, from, name)),
      );
      const after = applyEdits(text, edits);
      texts.set(file, { before: text, after });
      const lines = [...newLines(text, after)];
      questions.push(...questionsIn(file, after, { from, lines, old: like }));
    }
    mentions.push(...mentionsBeside(file, text, entries, from));
  }
  return { texts, questions, mentions, taken };
}

/**
 * The edits after which nothing is there for a cluster any more; `reader` is of the tree as it is. Of the files that are called
 * after it, those go that the fleet reads for it alone; what is gone, no kustomization names any more.
 */
export function draftRetireCluster(reader: Reader, name: string): ClusterDraft {
  const own = nameOfCluster(reader, name);
  const texts = new Map<FileId, PlannedText>();
  const mentions: ClusterMention[] = [];
  const files = clusterFiles(reader, { cluster: name, name: own });
  for (const file of reader.read(treePathsInput, '')) {
    const text = readText(reader, file);
    if (text === undefined) continue;
    if (files.own.has(file) && !files.shared.has(file)) {
      texts.set(file, { before: text, after: undefined });
      continue;
    }
    const entries = clusterEntries(file, text, own);
    const edits = entries.map((one) => withoutEntry(text, one));
    if (edits.includes(undefined)) texts.set(file, { before: text, after: undefined });
    else if (edits.length > 0)
      texts.set(file, {
        before: text,
        after: applyEdits(
          text,
          edits.flatMap((one) => one ?? []),
        ),
      });
    mentions.push(...mentionsBeside(file, text, entries, own));
  }
  const planned = withoutLostFiles(reader, texts, foldersOf(reader, name));
  // What goes as a whole stays nowhere.
  const isGone = (file: FileId): boolean =>
    planned.has(file) && planned.get(file)?.after === undefined;
  return {
    texts: planned,
    questions: [],
    mentions: mentions.filter(({ file }) => !isGone(file)),
    taken: [],
  };
}

/** The folders that applications of a cluster are made of, and no other application. */
function foldersOf(reader: Reader, cluster: string): ReadonlySet<FileId> {
  const { applications } = reader.get(fleetQuery, '');
  const foldersWhere = (isThere: boolean): readonly FileId[] =>
    applications
      .filter(({ destination }) => (destination.cluster === cluster) === isThere)
      .flatMap(({ sources }) =>
        sources.flatMap(({ isHere, path }) => (isHere && path !== undefined ? [path] : [])),
      );
  const others = new Set(foldersWhere(false));
  return new Set(foldersWhere(true).filter((folder) => !others.has(folder)));
}

function isSops(text: string): boolean {
  return /^sops:|^\s*"sops":/m.test(text) && text.includes('ENC[');
}

function mentionsBeside(
  file: FileId,
  text: string,
  entries: readonly { readonly start: number; readonly end: number }[],
  name: ClusterName,
): readonly ClusterMention[] {
  // A file that is called after it and stays is to be looked at, whatever it says.
  const called = name.isIn(file) ? [{ file, line: 0 }] : [];
  if (!name.isIn(text)) return called;
  let at = 0;
  const lines = text.split('\n').flatMap((said, line) => {
    const start = at;
    at += said.length + 1;
    const isEntry = entries.some((one) => one.start < start + said.length && start < one.end);
    return isEntry || /^\s*#/.test(said) || !name.isIn(said) ? [] : [{ file, line }];
  });
  return lines.length > 0 ? lines : called;
}
