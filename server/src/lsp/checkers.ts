import { setTimeout as sleep } from 'node:timers/promises';
import { checkersSetting } from '../protocol/checkers.ts';
import { findCheckerProblems, type CheckerFaultThere } from '../workspace/checkerProblems.ts';
import { parseChecker, type Checker } from '../workspace/checkers.ts';
import type { KeptProblem } from '../analysis/fleetProblems.ts';
import type { Session } from './session.ts';
import { showWarning } from './showWarning.ts';
import type { Tree } from './trees.ts';

/** Milliseconds without a change, after all else is found, before programs are started. */
const checkersDelay = 1_000;

/**
 * What the programs that the user has set say of what a tree delivers; nothing where the folders are not trusted. A program
 * that fails is told once, until it does better.
 */
export async function checkerProblemsOf(
  session: Session,
  tree: Tree,
  signal: AbortSignal,
): Promise<readonly KeptProblem[]> {
  if (!session.trees.trusted) return [];
  const checkers = await checkersOf(session);
  if (checkers.length === 0) return [];
  await sleep(checkersDelay, undefined, { signal });
  const { judged, told } = session.findings.judgedOf(tree);
  const options = { checkers, folder: tree.folder, judged };
  const { problems, faults } = await findCheckerProblems(tree.workspace, options, signal);
  signal.throwIfAborted();
  tellOnce(
    session,
    told,
    faults.map((one) => faultText(session, one)),
  );
  return problems;
}

/** Of texts that were told before, those are kept that hold still. */
function tellOnce(session: Session, told: Set<string>, texts: readonly string[]): void {
  for (const text of told) if (!texts.includes(text)) told.delete(text);
  for (const text of texts) {
    if (told.has(text)) continue;
    told.add(text);
    showWarning(session, text);
  }
}

function faultText({ words }: Session, { checker, cluster, fault }: CheckerFaultThere): string {
  return words.checkers.failed(checker, cluster, fault);
}

/** What the client is set to; a client that cannot be asked has none. */
async function checkersOf(session: Session): Promise<readonly Checker[]> {
  const { client, connection, findings, words } = session;
  if (client.workspace?.configuration !== true) return [];
  let value: unknown;
  try {
    value = await connection.workspace.getConfiguration(checkersSetting);
  } catch {
    // A client that cannot answer just now is asked again with the next change.
    return [];
  }
  const checkers: Checker[] = [];
  const misused: string[] = [];
  for (const named of Array.isArray(value) ? value : []) {
    const checker = parseChecker(String(named));
    if (checker.kind === 'ok') checkers.push(checker.value);
    else misused.push(words.checkers.misused(String(named), checker.failure));
  }
  tellOnce(session, findings.misusedCheckers, misused);
  return checkers;
}
