import type { Location } from 'vscode-languageserver';
import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { locationOf } from './positions.ts';
import { renderedLine } from './renderedLine.ts';
import { findSubject } from './renderedSubject.ts';
import type { Session } from './session.ts';
import { uriOf } from './trees.ts';

/**
 * The place that wrote a line of a rendered document. For a line of another revision, whose file is other by now, that is
 * the file alone: its lines may stand anywhere. What an application takes from another tree stands in no file here.
 */
export async function renderedDefinition(
  session: Session,
  { uri, line }: { readonly uri: string; readonly line: number },
  signal: AbortSignal,
): Promise<Location | null> {
  const shown = renderedLine(session, { uri, line });
  if (shown === undefined) return null;
  const { tree } = shown.subject;
  const { writtenAt } = shown.line;
  if (writtenAt.isElsewhere === true) return null;
  const isHere = await isAsInTree(session, { uri, file: writtenAt.file }, signal);
  return isHere ? locationOf(tree, writtenAt) : { uri: uriOf(tree, writtenAt.file), range: top };
}

/** Whether a file is in the working tree what it is on the side that a document shows. */
async function isAsInTree(
  session: Session,
  { uri, file }: { readonly uri: string; readonly file: FileId },
  signal: AbortSignal,
): Promise<boolean> {
  const found = await findSubject(session, uri, signal);
  if (found?.subject.side.kind !== 'commit') return true;
  const contentOf = ({ files }: Analysis): Answer<string | undefined> => {
    const entry = files.get(file);
    return { kind: 'complete', value: entry?.kind === 'file' ? entry.content : undefined };
  };
  const there = await found.complete(contentOf, signal);
  return there === (await found.subject.tree.workspace.complete(contentOf, signal));
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
