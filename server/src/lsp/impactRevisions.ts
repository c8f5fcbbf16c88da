import type { ImpactRevisions } from '../protocol/impact.ts';
import { revisionNames, type NamedRevision } from '../workspace/revisionNames.ts';
import type { Session } from './session.ts';

/** `strata/impactRevisions`: the names of commits that can be compared, of all trees together. */
export async function impactRevisions(
  session: Session,
  _params: unknown,
  signal: AbortSignal,
): Promise<ImpactRevisions> {
  await session.trees.ready();
  if (!session.trees.trusted) return { revisions: [] };
  const tops = new Set(
    session.trees.all.flatMap(({ workspace: { git, top } }) => (git ? [top] : [])),
  );
  const found = new Map<string, NamedRevision>();
  for (const top of tops) {
    for (const one of await revisionNames(top, signal)) {
      const key = `${one.kind} ${one.name}`;
      if (!found.has(key)) found.set(key, one);
    }
  }
  return { revisions: [...found.values()] };
}
