import type { Position } from 'vscode-languageserver';
import type { Session } from './session.ts';

/** The hover on a value of a layer. */
export async function sourceHover(
  _session: Session,
  _at: { readonly uri: string; readonly position: Position },
  _signal: AbortSignal,
): Promise<string | undefined> {
  return Promise.resolve(undefined);
}
