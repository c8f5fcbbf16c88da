import { clusters as clusterTable } from '../analysis/clusters.ts';
import { rolloutStand, rolloutTargets, type RolloutTarget } from '../analysis/rollout.ts';
import { commitChange, commitsWith, type CommitChange } from '../workspace/rollout.ts';
import { wantsJson, type Command } from './command.ts';
import { toJson } from './json.ts';
import { argocdOption, knownClusters, liveOptions, openLive, sweepOptions } from './liveOptions.ts';
import { budgetOf } from './recordOption.ts';
import { rolloutJson, rolloutText, type RolloutRow } from './rolloutRows.ts';
import { statusOf } from './status.ts';
import type { StatusAnswer } from './statusRows.ts';
import { newPause } from './progress.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata rollout`: where a commit stands on each cluster that it changes. */
export const rolloutCommand: Command = {
  name: 'rollout',
  summary:
    'Says where a commit stands on each cluster that it changes: healthy, failed, waiting for what',
  forms: ['rollout [COMMIT] [options]'],
  details: [
    'The commit is compared with its first parent: only applications whose rendered output it really changes are asked',
    'for. It has arrived where the revision that runs has it among its ancestors, as the local clone knows them.',
    'Exits 1 where it failed or does badly somewhere, or where a cluster could not be asked.',
  ],
  options: [...sweepOptions.filter(({ name }) => name === 'budget'), ...liveOptions, argocdOption],
  examples: [
    {
      line: 'strata rollout --help',
      text: 'With contexts in the kubeconfig: strata rollout HEAD~1',
    },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [name = 'HEAD', ...more] = call.words;
    if (more.length > 0) return wrongUse(io, 'rollout', 'name one commit.');
    const budget = budgetOf(call);
    if (budget.kind === 'failed') return wrongUse(io, 'rollout', budget.failure);
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const workspace = opened.value;
    const { signal } = io;
    const due = newPause();
    const changed = await commitChange(workspace.top, name, {
      signal,
      pause: () => due.whenDue(signal),
    });
    if (changed.kind === 'failed') return refuse(io, { exitCode: 2, message: changed.failure });
    const { targets, open } = rolloutTargets(changed.value.impact.applications);
    const names = new Set(targets.map(({ cluster }) => cluster));
    const known = await workspace.complete(knownClusters, signal);
    const table = await workspace.complete((one) => clusterTable(one), signal);
    const door = await openLive(call);
    if (door.kind === 'failed') return wrongUse(io, 'rollout', door.failure);
    const live = door.value;
    try {
      const now = new Date().toISOString();
      const asked = known.filter((one) => names.has(one.name));
      const read = await statusOf({ live, known, asked, now, budget: budget.value }, io);
      const sees = {
        hub: live.hubOf(known) !== undefined,
        isPartial: live.argoServers.length > 0,
        clusters: new Set(
          known.filter((one) => live.contextOf(one) !== undefined).map((one) => one.name),
        ),
      };
      const found = { changed: changed.value, targets, read, sees };
      const rows = await rowsOf(found, workspace.top, signal);
      const waves = new Map(table.clusters.map(({ name: of, wave }) => [of, wave]));
      const answer = {
        ...changed.value,
        rows: rows
          .map((row) => ({ ...row, wave: waves.get(row.target.cluster) }))
          .toSorted((a, b) => (a.wave ?? Infinity) - (b.wave ?? Infinity)),
        open,
        read,
      };
      io.out.write(
        wantsJson(call) ? toJson(rolloutJson(answer, now)) : rolloutText(io.out, answer),
      );
      const isBad = rows.some(({ stand }) => stand.kind === 'failed' || stand.kind === 'unhealthy');
      const isBlind = rows.some(
        ({ status, target }) => status === undefined && !isAllSeen(target, read, sees),
      );
      return isBad || isBlind || read.failures.length > 0 ? 1 : 0;
    } finally {
      live.dispose();
    }
  },
};

async function rowsOf(
  found: {
    readonly changed: CommitChange;
    readonly targets: readonly RolloutTarget[];
    readonly read: StatusAnswer;
    readonly sees: Seeing;
  },
  top: string,
  signal: AbortSignal,
): Promise<readonly RolloutRow[]> {
  const { changed, targets, read, sees } = found;
  const pairs = targets.map((target) => {
    const row = read.rows.find(
      ({ cluster, status }) =>
        cluster === target.cluster &&
        status.kind === target.kind &&
        status.name === target.name &&
        (target.namespace === '' || status.namespace === target.namespace),
    );
    return { target, status: row?.status };
  });
  const hashes = pairs.flatMap(({ status }) =>
    [...(status?.deployed ?? []), ...(status?.attempted ?? [])].flatMap(({ hash }) => hash ?? []),
  );
  const within = await commitsWith(top, changed.commit, hashes, signal);
  return pairs.map(({ target, status }) => {
    const isSeen = isAllSeen(target, read, sees);
    const contains = (hash: string): boolean | undefined => within.get(hash);
    const stand = rolloutStand(target, status, { contains, isSeen });
    return { target, status, stand, wave: undefined };
  });
}

/** Who could be asked: whether it is known where Argo CD runs, and the clusters that have a context. */
interface Seeing {
  readonly hub: boolean;
  /** Argo CD servers were asked, too: they leave out what a token may not see, without a word. */
  readonly isPartial?: boolean;
  readonly clusters: ReadonlySet<string>;
}

/** Whether what is not among the rows is surely not there: who would tell of it was asked, and all answered. */
export function isAllSeen(
  { cluster, kind }: Pick<RolloutTarget, 'cluster' | 'kind'>,
  { rows, failures }: Pick<StatusAnswer, 'rows' | 'failures'>,
  { hub, isPartial = false, clusters }: Seeing,
): boolean {
  if (failures.length > 0) return false;
  if (kind !== 'Application') return clusters.has(cluster);
  const isTold = (one: StatusAnswer['rows'][number]): boolean =>
    one.cluster === cluster && one.status.kind === 'Application';
  return hub || (!isPartial && rows.some(isTold));
}
