import { setImmediate } from 'node:timers/promises';
import { baselineFile } from '../analysis/baseline.ts';
import { adoptedBaseline } from '../analysis/findings.ts';
import type { KeptProblem } from '../analysis/fleetProblems.ts';
import {
  scannedFiles,
  secretFindings,
  textOfFile,
  type SecretFinding,
} from '../analysis/secretFindings.ts';
import type { AdoptFindings, AdoptFindingsParams } from '../protocol/findings.ts';
import { findFleetProblems } from '../workspace/fleetProblems.ts';
import { today } from './secretDiagnostics.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';
import { workspaceEdit } from './workspaceEdit.ts';

/** How many files are read before others get their turn. */
const filesAtOnce = 40;

/** `strata/adoptFindings`: writes all findings of a tree to its baseline, by an edit that the user can undo. */
export async function adoptFindings(
  session: Session,
  { uri }: AdoptFindingsParams,
  signal: AbortSignal,
): Promise<AdoptFindings> {
  await session.trees.ready();
  const { trees, words } = session;
  const tree = (uri === undefined ? undefined : trees.placeOf(uri)?.tree) ?? trees.all[0];
  if (tree === undefined) return { kind: 'refused', reason: words.secrets.noFolder };
  if (!trees.trusted) return { kind: 'refused', reason: words.secrets.needsTrust };
  const found = {
    secrets: await allSecrets(tree, signal),
    fleet: await allProblems(tree, signal),
  };
  const { workspace } = tree;
  const before = await workspace.complete((one) => textOfFile(one, baselineFile), signal);
  const { text: after, count } = await workspace.complete(
    (one) => adoptedBaseline(one, before ?? '', found),
    signal,
  );
  const change = { kind: 'write', file: baselineFile, before, after } as const;
  const edit = before === after ? undefined : workspaceEdit(session, tree, [change]);
  if (edit === undefined && before !== after)
    return { kind: 'refused', reason: words.secrets.cannotCreate };
  if (edit !== undefined) {
    const { applied } = await session.connection.workspace.applyEdit(edit);
    if (!applied) return { kind: 'refused', reason: words.secrets.notApplied };
  }
  return { kind: 'adopted', count };
}

async function allSecrets(
  { workspace }: Tree,
  signal: AbortSignal,
): Promise<readonly SecretFinding[]> {
  const files = scannedFiles(workspace.host.analysis());
  const found: SecretFinding[] = [];
  for (let at = 0; at < files.length; at += filesAtOnce) {
    await setImmediate(undefined, { signal });
    const some = files.slice(at, at + filesAtOnce);
    found.push(...(await workspace.complete((one) => secretFindings(one, some, today()), signal)));
  }
  return found.filter(({ rule }) => rule !== 'secrets.unused-suppression');
}

async function allProblems(
  { workspace }: Tree,
  signal: AbortSignal,
): Promise<readonly KeptProblem[]> {
  const options = { today: today(), signal };
  const declared = await findFleetProblems(workspace, 'declared', options);
  return [...declared, ...(await findFleetProblems(workspace, 'rendered', options))];
}
