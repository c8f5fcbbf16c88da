import { CodeActionKind, type CodeAction } from 'vscode-languageserver';
import { applicationsReading } from '../analysis/deliveredApplications.ts';
import { mayReachMore } from '../analysis/openReach.ts';
import { textOfFile, type SecretFinding } from '../analysis/secretFindings.ts';
import { headRevision } from '../workspace/headRevision.ts';
import { linesCommitted } from './secretDiagnostics.ts';
import type { Session } from './session.ts';
import type { Place } from './trees.ts';

/** The command of the client that copies the text it is given. */
const copyCommand = 'strata.copyRotationNote';

/** What whoever replaces a secret has to know; no value, and nothing that is made of one. */
export interface RotationFacts {
  /** What it is called; `''` where it has no name. */
  readonly name: string;
  readonly rule: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The commit that has it, in seven digits; `undefined` where the last commit does not have it, or nobody can tell. */
  readonly committedAt: string | undefined;
  /** The clusters that read the file, production first. */
  readonly clusters: readonly string[];
  /** Whether there may be more clusters. */
  readonly isOpen: boolean;
}

/** For clients that can copy a text: a note for each of some findings of values in clear. */
export async function rotationNotes(
  session: Session,
  { tree: { workspace }, path }: Place,
  findings: readonly SecretFinding[],
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const told = [...new Set(findings)].filter(({ parameters: { mask = '' } }) => mask !== '');
  if (session.options.copiesNotes !== true || told.length === 0) return [];
  const text = await workspace.complete((one) => textOfFile(one, path), signal);
  const isCommitted = linesCommitted(await workspace.committedText(path, signal), text);
  const readers = await workspace.complete((one) => applicationsReading(one, path), signal);
  const isOpen = await workspace.complete((one) => mayReachMore(one, path), signal);
  const sorted = readers.toSorted((a, b) => Number(b.isProduction) - Number(a.isProduction));
  const clusters = [...new Set(sorted.flatMap(({ cluster }) => cluster ?? []))];
  const { copyNote, note } = session.words.secrets;
  return told.map(({ line, endLine, rule, parameters: { name = '' } }) => {
    const range = { start: { line }, end: { line: endLine } };
    const committedAt = isCommitted({ range })
      ? (headRevision(workspace.top)?.slice(0, 7) ?? 'HEAD')
      : undefined;
    const facts = { name, rule, file: path, line: line + 1, committedAt, clusters, isOpen };
    const command = { title: copyNote(name), command: copyCommand, arguments: [note(facts)] };
    return { title: copyNote(name), kind: CodeActionKind.QuickFix, command };
  });
}
