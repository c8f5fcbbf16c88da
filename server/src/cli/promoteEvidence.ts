import { resolve } from 'node:path';
import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import type { SeenSignals } from '../analysis/planEvidence.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { withEvidence, type EvidenceTree } from '../workspace/evidence.ts';
import { readTextFile } from '../workspace/output.ts';
import type { Plan } from '../workspace/promote.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Call, Option } from './command.ts';
import { styled, type Io } from './io.ts';
import { argocdOption, failureText, knownClusters, liveOptions, openLive } from './liveOptions.ts';
import { parseStatusDocument, type ToldSignals } from './parseStatusDocument.ts';
import { readInput } from './readInput.ts';
import { settled, statusOf } from './status.ts';

/** The options by which a promotion is told how its source stands. */
export const evidenceOptions: readonly Option[] = [
  {
    name: 'status',
    value: 'FILE',
    text: 'What strata status --json printed of the source; - is the standard input.',
  },
  ...liveOptions,
  argocdOption,
];

/** A plan, the tree that it is of, and the files as they are. */
export interface ToldPlan {
  readonly plan: Plan;
  readonly tree: Omit<EvidenceTree, 'gitTop'>;
  readonly workspace: Workspace;
}

/** The plan with evidence of its source stage; as it is where no option says who knows it. */
export async function evidenceOf(
  call: Call,
  io: Io,
  { plan, tree, workspace }: ToldPlan,
): Promise<Result<Plan, string>> {
  const { options } = call;
  const asksLive = ['kubeconfig', 'context', 'argocd-server'].some((one) => options.has(one));
  const file = options.get('status');
  if (!asksLive && file === undefined) return ok(plan);
  if (asksLive && file !== undefined)
    return failed('--status goes without --kubeconfig, --context and --argocd-server.');
  const told =
    file === undefined
      ? await askedSignals(call, io, { plan, workspace })
      : await readSignals(file, io);
  if (told.kind === 'failed') return told;
  const gitTop = workspace.git ? workspace.top : undefined;
  const witness = (one: DeliveredApplication): Promise<SeenSignals | undefined> =>
    Promise.resolve(told.value.find((row) => isOf(row, one)));
  return ok(await withEvidence(plan, { ...tree, gitTop }, witness, io.signal));
}

function isOf(row: ToldSignals, { cluster, kind, name, namespace }: DeliveredApplication): boolean {
  return (
    row.cluster === cluster &&
    row.kind === kind &&
    row.name === name &&
    [row.namespace, ''].includes(namespace)
  );
}

async function readSignals(file: string, io: Io): Promise<Result<readonly ToldSignals[], string>> {
  const text = file === '-' ? await readInput(io.signal) : readTextFile(resolve(io.folder, file));
  if (text === undefined) return failed(`the file ${file} cannot be read.`);
  const found = parseStatusDocument(text);
  return found === undefined
    ? failed(`${file} is not what strata status --json prints.`)
    : ok(found);
}

/** Asks the clusters of the source stage, and who else tells of them. */
async function askedSignals(
  call: Call,
  io: Io,
  { plan, workspace }: Pick<ToldPlan, 'plan' | 'workspace'>,
): Promise<Result<readonly ToldSignals[], string>> {
  const keys = new Set(plan.sources?.flatMap((one) => one.keys));
  const delivered = await workspace.complete(deliveredApplications, io.signal);
  const clusters = new Set(
    delivered.flatMap(({ key, cluster = '' }) => (keys.has(key) ? cluster : [])),
  );
  const known = await workspace.complete(knownClusters, io.signal);
  const asked = known.filter(({ name }) => clusters.has(name));
  const door = await openLive(call);
  if (door.kind === 'failed') return failed(door.failure);
  const live = door.value;
  try {
    const now = new Date().toISOString();
    const read = await statusOf({ live, known, asked, now, budget: undefined }, io);
    const rows = await settled(read.rows, workspace, io);
    const unseen = [
      ...read.failures.map(({ name, failure }) => `${name}: ${failureText(failure)}`),
      ...(read.unobserved.length === 0 ? [] : [`no context for ${read.unobserved.join(', ')}`]),
    ];
    for (const line of unseen) io.err.write(`strata: ${styled(io.err, 'yellow', '?')} ${line}\n`);
    return ok(
      rows.flatMap(({ cluster, status }) =>
        cluster === undefined
          ? []
          : {
              ...{ cluster, kind: status.kind, namespace: status.namespace, name: status.name },
              ...{ status, smoke: status.smoke, business: undefined, seenAt: Date.parse(now) },
            },
      ),
    );
  } finally {
    live.dispose();
  }
}
