import { clusters as clusterTable } from '../analysis/clusters.ts';
import { controllerKinds } from '../analysis/liveStatus.ts';
import { importIntoRegister, registerPath } from '../analysis/registerProposal.ts';
import { failureOf } from '../live/apiFailure.ts';
import { fleetContexts, type FleetContext } from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';
import type {
  ImportClustersAnswer,
  ImportClustersParams,
  ImportSource,
} from '../protocol/liveImport.ts';
import type { LiveFollower } from './liveFollower.ts';
import { toldFailure } from './liveTold.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';

/**
 * `strata/importClusters`: the register with what a hub knows of clusters, labels and versions among it where its server
 * tells; of the cluster that Argo CD runs on, only the destinations that Applications name. Secrets are never read.
 */
export async function importClusters(
  session: Session,
  follower: LiveFollower,
  { settings, source }: ImportClustersParams,
  signal: AbortSignal,
): Promise<ImportClustersAnswer> {
  const { trees } = session;
  if (!trees.trusted) return { kind: 'untrusted' };
  await trees.ready();
  const live = await follower.door(settings);
  const sources: ImportSource[] = [];
  for (const tree of trees.all) {
    for (const { id, asked } of await hubsOf(tree, live, signal)) {
      sources.push({ tree: tree.name, id, kind: asked.kind });
      if (source?.tree === tree.name && source.id === id)
        return imported(tree, live, asked, signal);
    }
  }
  return { kind: 'sources', sources };
}

/** The Argo CD servers, and the context of the cluster that Argo CD runs on. */
async function hubsOf(
  { workspace }: Tree,
  live: Live,
  signal: AbortSignal,
): Promise<readonly FleetContext[]> {
  const { clusters: rows } = await workspace.complete((one) => clusterTable(one), signal);
  const hub = live.hubOf(rows)?.name;
  return fleetContexts(live, rows, []).contexts.filter(
    ({ id, asked }) => asked.kind === 'argocd' || id === hub,
  );
}

async function imported(
  tree: Tree,
  live: Live,
  asked: FleetContext['asked'],
  signal: AbortSignal,
): Promise<ImportClustersAnswer> {
  let text: string;
  try {
    text = await exportOf(live, asked, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'failed', failure: toldFailure(failureOf(error)) };
  }
  const today = new Date().toISOString().slice(0, 10);
  const { complete } = tree.workspace;
  const answer = await complete(
    (one) => importIntoRegister(one, { text, today, cluster: undefined }),
    signal,
  );
  if (answer.kind === 'failed') {
    const why = answer.failure.kind === 'notEditable' ? 'notEditable' : 'unreadable';
    return { kind: 'refused', why };
  }
  const { text: proposed, exists, isNew, notes } = answer.value;
  const told = notes.length === 0 ? {} : { notes };
  if (!isNew) return { kind: 'unchanged', ...told };
  return { kind: 'edit', uri: uriOf(tree, registerPath), text: proposed, exists, ...told };
}

/** What the command line of Argo CD, or of Kubernetes, would print. */
async function exportOf(
  live: Live,
  asked: FleetContext['asked'],
  signal: AbortSignal,
): Promise<string> {
  if (asked.kind === 'argocd') return asked.server.clusters(signal);
  const [application] = controllerKinds;
  const items = await live.cluster(asked.context).objects([application], signal, {
    keep: ({ apiVersion, kind, metadata, spec }) => ({
      ...(apiVersion !== undefined && { apiVersion }),
      ...(kind !== undefined && { kind }),
      ...(metadata !== undefined && { metadata }),
      ...(spec !== undefined && { spec }),
    }),
  });
  return JSON.stringify({ kind: 'List', items }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
