import {
  applicationNamed,
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { diffClusters } from '../analysis/diffClusters.ts';
import type { FamilyOf, FamilyOfParams, OtherCluster } from '../protocol/familyOf.ts';
import { parseRenderedUri } from './renderedUri.ts';
import { applicationOf } from './rootsOf.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** `strata/familyOf`: an application on all its clusters; `null` where the document is of none. */
export async function familyOf(
  session: Session,
  { uri, compared }: FamilyOfParams,
  signal: AbortSignal,
): Promise<FamilyOf | null> {
  await session.trees.ready();
  const address = parseRenderedUri(uri);
  const tree = address && session.trees.named(address.tree);
  if (tree === undefined || address?.kind !== 'application') return null;
  const { cluster, namespace, name, key } = address;
  const { complete } = tree.workspace;
  const own = await complete(
    (analysis) => applicationNamed(analysis, { cluster, namespace, name, key }),
    signal,
  );
  if (own === undefined) return null;
  const all = await complete(deliveredApplications, signal);
  const others = all.filter(({ key: other, family, kind }) => {
    return other !== own.key && family === own.family && kind === own.kind;
  });
  const isNear = ({ environment }: DeliveredApplication): boolean =>
    environment === own.environment;
  const rows: OtherCluster[] = [];
  for (const other of others.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)))) {
    const isEqual = compared && (await isSame(tree, [own, other], signal));
    rows.push({ ...applicationOf(tree, other), isEqual });
  }
  return { family: own.family, own: applicationOf(tree, own), others: rows };
}

async function isSame(
  { workspace }: Tree,
  [own, other]: readonly [DeliveredApplication, DeliveredApplication],
  signal: AbortSignal,
): Promise<boolean> {
  const [first, second] = [own.cluster, other.cluster];
  if (first === undefined || second === undefined) return false;
  const { applications } = await workspace.complete(
    (analysis) => diffClusters(analysis, [first, second], own.family),
    signal,
  );
  return applications.length > 0 && applications.every(({ status }) => status === 'equal');
}
