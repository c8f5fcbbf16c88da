import { CodeLensRefreshRequest } from 'vscode-languageserver';
import { buildFailures } from '../analysis/buildFailures.ts';
import { impactChangedMethod } from '../protocol/impact.ts';
import type { ComparedTrees } from './impacts.ts';
import { describeFault } from './request.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** Milliseconds after the last change of a file after which impacts are looked at again. */
export const impactDelay = 60;

/** Makes again the comparisons that somebody asked for. */
export async function compareAgain(session: Session, signal: AbortSignal): Promise<void> {
  session.impacts.keep(session.trees.all);
  for (const { tree, params } of session.impacts.asked()) {
    try {
      await session.impacts.of(tree, params, signal);
    } catch (error) {
      if (signal.aborted) return;
      session.connection.console.error(`${impactChangedMethod}: ${describeFault(error)}`);
      // Whoever asks again hears of the fault: what was told last may not be so any more.
      await session.connection.sendNotification(impactChangedMethod);
    }
  }
}

/** `strata/impactChanged`: an impact tells something else than it did last; lenses say it, too. */
export function tellImpactChanged({ connection, client }: Session): void {
  // A connection that ended has nobody to tell.
  void connection.sendNotification(impactChangedMethod).catch(() => undefined);
  if (client.workspace?.codeLens?.refreshSupport !== true) return;
  // A client that cannot answer just now asks again by itself.
  void connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
}

/** How many roots and applications that fail are looked at for the reason. */
const mostFailing = 20;

/** Whether something fails only since a file that is open in an editor cannot be read, as it is being written. */
export async function isBeingWritten(
  session: Session,
  tree: Tree,
  { impact, sides }: ComparedTrees,
  signal: AbortSignal,
): Promise<boolean> {
  const failing = [
    ...impact.roots.flatMap(({ status, root }) => (status === 'fails' ? [root] : [])),
    ...impact.applications.flatMap(({ status, row: { key } }) =>
      status === 'fails' ? [{ application: key }] : [],
    ),
  ].slice(0, mostFailing);
  if (failing.length === 0) return false;
  const open = new Set(
    [...session.documents.keys()].flatMap((uri) => {
      const place = session.trees.placeOf(uri);
      return place?.tree === tree ? [place.path] : [];
    }),
  );
  for (const source of failing) {
    const failures = await sides.head.complete((one) => buildFailures(one, source), signal);
    if (
      failures.some(({ code, at }) => code === 'kustomize.yaml-syntax' && open.has(at?.file ?? ''))
    )
      return true;
  }
  return false;
}
