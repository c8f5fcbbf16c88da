import {
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type Connection,
} from 'vscode-languageserver';
import { valueWithoutCredentials } from '../text/withoutCredentials.ts';
import { headRevision } from '../workspace/headRevision.ts';
import type { Session } from './session.ts';

/** Answers one request; the signal fires when nobody waits for the answer any more. */
export type Answerer<P, R> = (session: Session, parameters: P, signal: AbortSignal) => Promise<R>;

/**
 * Makes a handler of an answerer: what comes before the texts of editors waits for them, since an answer without them could
 * say that there is nothing; a request that was canceled ends as LSP says, and a fault of ours is caught here, once.
 * What is logged of it tells where it happened and no text that could stem from a file. Credentials of URLs are left out of
 * every answer, here, once.
 */
export function answering<P, R>(
  session: Session,
  method: string,
  answer: Answerer<P, R>,
): (parameters: P, token: CancellationToken) => Promise<R | ResponseError<never>> {
  return async (parameters, token) => {
    const canceled = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      canceled.abort();
    });
    try {
      // What was taken back before its turn came tells of it only later.
      if (token.isCancellationRequested) canceled.abort();
      canceled.signal.throwIfAborted();
      await session.textsAsked;
      canceled.signal.throwIfAborted();
      const answered = await answer(session, parameters, canceled.signal);
      return valueWithoutCredentials(answered, leftAlone);
    } catch (error) {
      if (canceled.signal.aborted) {
        return new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'canceled');
      }
      logFault(session, method, error);
      return new ResponseError<never>(
        LSPErrorCodes.RequestFailed,
        session.words.internalFault(method),
      );
    } finally {
      subscription.dispose();
    }
  };
}

/** What is no text for people: places, edits and whole texts of files, and what the client sends back as it got it. */
const leftAlone: ReadonlySet<string> = new Set([
  ...['uri', 'targetUri', 'target', 'id', 'ids', 'word', 'tree', 'data', 'arguments'],
  ...['newText', 'edit', 'placeholder', 'files', 'yaml'],
]);

/** Takes in one notification. */
export type Taker<P> = (session: Session, parameters: P, signal: AbortSignal) => Promise<void>;

/** Makes a handler of a taker; nobody waits for it, so that a fault is only logged. */
export function taking<P>(
  session: Session,
  method: string,
  take: Taker<P>,
): (parameters: P) => Promise<void> {
  return async (parameters) => {
    try {
      await take(session, parameters, session.stopped);
    } catch (error) {
      if (session.stopped.aborted) return;
      logFault(session, method, error);
    }
  };
}

/**
 * Logs a fault of ours with what was asked and the commits that the opened trees stand on, so that it can be had again.
 */
export function logFault({ connection, trees }: Session, method: string, error: unknown): void {
  const tops = new Set(trees.all.map(({ workspace }) => workspace.top));
  const revisions = [...tops].flatMap((top) => headRevision(top)?.slice(0, 7) ?? []);
  const at = revisions.length > 0 ? ` at ${revisions.join(', ')}` : '';
  connection.console.error(`${method} failed${at}: ${describeFault(error)}`);
}

/**
 * Logs what nobody waits for and that fails all the same, which would end the process: the session goes on for what is asked
 * next.
 */
export function logStrayFaults(
  program: Pick<NodeJS.EventEmitter, 'on'>,
  { console }: Pick<Connection, 'console'>,
): void {
  program.on('unhandledRejection', (error: unknown) => {
    console.error(`a stray fault: ${describeFault(error)}`);
  });
}

/** The kind of a fault and the places of our code that it went through; never its message, which may hold a value. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...places].join('\n');
}
