import { renderedScheme } from '../protocol/renderedDocument.ts';
import type { RenderedSubject } from './renderedSubject.ts';
import type { ViewLine } from './renderedView.ts';
import type { Session } from './session.ts';

/** A line of a rendered document, as the editor shows it. */
export interface ShownLine {
  readonly subject: RenderedSubject;
  readonly line: ViewLine;
}

/** The line of a rendered document at a line of the editor; `undefined` for the header and for what nobody wrote. */
export function renderedLine(
  session: Session,
  { uri, line }: { readonly uri: string; readonly line: number },
): ShownLine | undefined {
  if (!uri.startsWith(`${renderedScheme}:`)) return undefined;
  const delivered = session.delivered.get(uri);
  const shown = delivered?.view.lines[line - delivered.document.header.length];
  return delivered && shown && { subject: delivered.subject, line: shown };
}
