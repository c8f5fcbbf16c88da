import type {
  ImpactAnswer,
  ImpactOfTree,
  ImpactParams,
  ImpactRefusal,
} from '../protocol/impact.ts';
import { impactAnswer } from './impactAnswer.ts';
import { logFault } from './request.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** `strata/impact`: what a change does to each cluster, without objects and fields. */
export async function impact(
  session: Session,
  params: ImpactParams,
  signal: AbortSignal,
): Promise<ImpactAnswer> {
  await session.trees.ready();
  const trees: (ImpactOfTree | ImpactRefusal)[] = [];
  for (const tree of oneOfEach(session.trees.all))
    trees.push(await impactOfTree(session, tree, params, signal));
  return { trees };
}

/** Two folders of one repository are one tree to compare. */
function oneOfEach(trees: readonly Tree[]): readonly Tree[] {
  const tops = trees.map(({ workspace }) => workspace.top);
  return trees.filter(({ workspace }, index) => tops.indexOf(workspace.top) === index);
}

async function impactOfTree(
  session: Session,
  tree: Tree,
  params: ImpactParams,
  signal: AbortSignal,
): Promise<ImpactOfTree | ImpactRefusal> {
  const { impact: words } = session.words;
  const refused = (reason: ImpactRefusal['reason'], message: string): ImpactRefusal => {
    return { kind: 'refused', tree: tree.name, reason, message };
  };
  if (!session.trees.trusted) return refused('untrusted', words.untrusted);
  if (!tree.workspace.git) return refused('no-repository', words.noRepository);
  try {
    const compared = await session.impacts.of(tree, params, signal);
    if (compared.kind === 'refused') return refused('git', words.git(compared.message));
    return await impactAnswer(session, { tree, compared, head: params.head }, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // No answer would look like no impact.
    logFault(session, 'strata/impact', error);
    return refused('fault', words.fault);
  }
}
