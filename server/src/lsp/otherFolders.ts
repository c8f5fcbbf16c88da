import { isAbsolute } from 'node:path';
import { repositoriesSetting } from '../protocol/repositories.ts';
import { gitTop } from '../workspace/scan.ts';
import { otherRepository, type OtherRepository } from '../workspace/treesBeside.ts';
import { refreshDiagnostics } from './diagnostic.ts';
import type { Session } from './session.ts';

/**
 * Lets each opened tree read what its applications are made of in the repositories of the others, and in those that the user
 * has set. Nothing of it is read where the folders are not trusted.
 */
export async function shareRepositories(session: Session, signal: AbortSignal): Promise<void> {
  const { trees } = session;
  if (!trees.trusted) return;
  const opened = trees.all.filter(({ workspace }) => workspace.git);
  const found = await Promise.all([
    ...opened.map(({ workspace }) => otherRepository(workspace.top, [], signal)),
    ...(await repositoriesOf(session)).map(([address, folder]) =>
      otherRepository(folder, [address], signal),
    ),
  ]);
  let isOther = false;
  for (const { workspace } of opened) {
    const others = found.filter(({ folder }) => folder !== workspace.top);
    if (isSame(workspace.others(), others)) continue;
    await workspace.setOthers(others, signal);
    isOther = true;
  }
  if (isOther) tellTreesBeside(session);
}

/** Names of commits may mean others than before, in any of the opened trees. */
export async function followNames(session: Session, signal: AbortSignal): Promise<void> {
  let isOther = false;
  for (const { workspace } of session.trees.all) {
    isOther = (await workspace.namesChanged(signal)) || isOther;
  }
  if (isOther) tellTreesBeside(session);
}

function tellTreesBeside(session: Session): void {
  session.namesChanged();
  session.changed();
  refreshDiagnostics(session);
}

/** What the client is set to: absolute folders, by address; a client that cannot be asked has none. */
async function repositoriesOf({
  client,
  connection,
}: Session): Promise<readonly (readonly [address: string, folder: string])[]> {
  if (client.workspace?.configuration !== true) return [];
  try {
    const value: unknown = await connection.workspace.getConfiguration(repositoriesSetting);
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return entries.flatMap(([address, folder]: readonly [string, unknown]) => {
      const top = typeof folder === 'string' && isAbsolute(folder) ? gitTop(folder) : undefined;
      return top === undefined ? [] : [[address, top] as const];
    });
  } catch {
    // A client that cannot answer just now is asked again with the next change.
    return [];
  }
}

function isSame(a: readonly OtherRepository[], b: readonly OtherRepository[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
