import { applicationRows } from '../analysis/applicationRows.ts';
import { clusters, type ClusterRow } from '../analysis/clusters.ts';
import { driftNeeds } from '../analysis/drift.ts';
import type { NeededObject } from '../analysis/driftTypes.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { failureOf } from '../live/apiFailure.ts';
import type { Live } from '../live/live.ts';
import type { CredentialReview } from '../live/credentials.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { wantsJson, type Command } from './command.ts';
import {
  credentialsJson,
  credentialsText,
  rightsYaml,
  type CredentialsAnswer,
} from './credentialsRows.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { failureText, liveOptions, noCluster, openLive } from './liveOptions.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

const conditions = ['admin', 'writer', 'secrets', 'shared'] as const;

/** `strata credentials`: what the credentials of a kubeconfig may do, and which reach across release domains. */
export const credentialsCommand: Command = {
  name: 'credentials',
  summary: 'Says what your credentials may do on clusters, and which reach across release domains',
  forms: ['credentials [CLUSTER] [options]', 'credentials CLUSTER --rbac [--dry-run]'],
  details: [
    'Each cluster is asked what you may do there, in all namespaces, by reviews of your own rights; nothing is read and',
    'nothing is tried. Who may give rights, act as others, or change what a controller with all rights applies, is as',
    'good as an administrator. What webhooks of a cluster decide from case to case cannot be asked for.',
    '--rbac prints the least that Strata needs there: to read what Git has on that cluster, and what controllers say.',
  ],
  options: [
    { name: 'rbac', text: 'Prints a ClusterRole with the least rights for what Strata does.' },
    { name: 'dry-run', text: 'With --rbac: what strata drift --dry-run takes, too.' },
    {
      name: 'fail-on',
      value: 'WHAT',
      choices: conditions,
      text: 'Exits 1 where a credential may do so much.',
    },
    ...liveOptions,
  ],
  examples: [
    {
      line: 'strata credentials --help',
      text: 'With contexts in the kubeconfig: strata credentials --fail-on shared',
    },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [cluster, ...more] = call.words;
    const { options } = call;
    const isRights = options.has('rbac');
    if (more.length > 0) return wrongUse(io, 'credentials', 'name one cluster, or none.');
    if (isRights && cluster === undefined) {
      return wrongUse(io, 'credentials', '--rbac is made for one cluster: name it.');
    }
    if (options.has('dry-run') && !isRights) {
      return wrongUse(io, 'credentials', '--dry-run goes with --rbac.');
    }
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const door = await openLive(call);
    if (door.kind === 'failed') return wrongUse(io, 'credentials', door.failure);
    const live = door.value;
    try {
      const table = await opened.value.complete(clusters, io.signal);
      const placed = placedClusters(live, table.clusters, cluster);
      if (placed.kind === 'failed') return refuse(io, { exitCode: 2, message: placed.failure });
      const [first] = placed.value.clusters;
      if (isRights && first !== undefined) {
        return await printRights(opened.value, live, first, options.has('dry-run'), io);
      }
      const answer = await reviewAll(live, placed.value, io);
      io.out.write(
        wantsJson(call) ? toJson(credentialsJson(answer)) : credentialsText(io.out, answer),
      );
      return exitCode(answer, options.get('fail-on'));
    } finally {
      live.dispose();
    }
  },
};

interface PlacedCluster {
  readonly cluster: string;
  readonly domain: string | undefined;
  readonly context: KubeContext;
}

interface Placed {
  readonly clusters: readonly PlacedCluster[];
  readonly unobserved: readonly string[];
}

function placedClusters(
  live: Live,
  rows: readonly ClusterRow[],
  named: string | undefined,
): Result<Placed, string> {
  const wanted = rows.filter(
    ({ name, aliases }) => named === undefined || [name, ...aliases].includes(named),
  );
  if (wanted.length === 0) return failed(noCluster(named));
  const unobserved: string[] = [];
  const found = wanted.flatMap((row): readonly PlacedCluster[] => {
    const context = live.contextOf(row);
    if (context === undefined) unobserved.push(row.name);
    const domain = row.releaseDomain ?? row.environment;
    return context === undefined ? [] : [{ cluster: row.name, domain, context }];
  });
  if (named !== undefined && found.length === 0) {
    const [first = ''] = unobserved;
    return failed(
      `no context of the kubeconfig fits ${first}: name it by --context ${first}=CONTEXT.`,
    );
  }
  return ok({ clusters: found, unobserved });
}

async function reviewAll(live: Live, placed: Placed, io: Io): Promise<CredentialsAnswer> {
  const [{ reviewCredential }, { sweep, usualLimits }] = await Promise.all([
    import('../live/credentials.ts'),
    import('../live/sweep.ts'),
  ]);
  const reviews = new Map<string, CredentialReview>();
  const release = live.releaser(placed.clusters.map(({ context }) => context));
  const failures = await sweep(
    placed.clusters,
    {
      probe: ({ context }, signal) => live.probe(context, signal),
      read: async ({ cluster, context }, signal) => {
        const { connection } = live.cluster(context);
        reviews.set(cluster, await reviewCredential(connection, signal));
      },
      done: ({ context }) => {
        release(context);
      },
    },
    usualLimits,
    io.signal,
  );
  const credentials = placed.clusters.map(({ cluster, context }, index) => ({
    cluster,
    context: context.name,
    review: reviews.get(cluster),
    failure: failures[index],
  }));
  return { credentials, shared: live.shared(placed.clusters), unobserved: placed.unobserved };
}

async function printRights(
  workspace: Workspace,
  live: Live,
  { cluster, context }: PlacedCluster,
  dryRun: boolean,
  io: Io,
): Promise<number> {
  const { strataRights } = await import('../live/strataRights.ts');
  const rows = await workspace.complete(applicationRows, io.signal);
  const objects: NeededObject[] = [];
  for (const { key } of rows.filter((row) => row.cluster === cluster)) {
    const needs = await workspace.complete((analysis) => driftNeeds(analysis, key), io.signal);
    objects.push(...(needs?.objects ?? []));
  }
  try {
    const { gatherer } = live.cluster(context);
    const rights = await strataRights(gatherer, objects, { dryRun }, io.signal);
    io.out.write(rightsYaml(cluster, rights));
    return 0;
  } catch (error) {
    if (io.signal.aborted) throw error;
    io.err.write(`strata: ${cluster}: ${failureText(failureOf(error))}.\n`);
    return 1;
  }
}

/** Of a cluster that did not answer nobody knows that its credential is harmless. */
function exitCode({ credentials, shared }: CredentialsAnswer, failOn: string | undefined): number {
  // Of no cluster at all nobody knows anything.
  if (credentials.length === 0) return 1;
  if (credentials.some(({ failure }) => failure !== undefined)) return 1;
  const isSo = ({ review }: CredentialsAnswer['credentials'][number]): boolean =>
    failOn === 'secrets'
      ? review?.readsSecrets === true
      : review?.level === 'admin' || review?.level === failOn;
  if (failOn === undefined) return 0;
  return (failOn === 'shared' ? shared.length > 0 : credentials.some(isSo)) ? 1 : 0;
}
