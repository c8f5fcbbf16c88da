import type { Promotion, PromotionRefusal } from '../analysis/promote.ts';
import { stages, type Stage } from '../analysis/versions.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { whyNoCommit } from '../workspace/commits.ts';
import type { PlannedTree } from '../workspace/planFork.ts';
import { planPromotion, type Plan } from '../workspace/promote.ts';
import { openRevision } from '../workspace/revision.ts';
import { withTreeDangers } from '../workspace/treeDangers.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { writePlan } from '../workspace/writePlan.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { planDocument } from './planDocument.ts';
import { evidenceOf, evidenceOptions } from './promoteEvidence.ts';
import { planText } from './planText.ts';
import { openTree, type TreeRefusal } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata promote`: plans the edits that bring a stage's versions to another one, proves them, and writes them. */
export const promoteCommand: Command = {
  name: 'promote',
  summary:
    "Brings a stage's versions to another one by the smallest edits, proven before anything is written",
  forms: ['promote APP… --from STAGE --to STAGE [--only FIELD…] [--at REF | --write] [options]'],
  details: [
    'APP is the name of an application, or the folder that holds its layers. STAGE is a stage of the ladder, an',
    "environment, a wave (wave-2), a cluster, or a layer's folder below APP (staging, overlays/production, rings/ring-1).",
    'Versions move: tags and digests of images, versions of charts, revisions of sources and of remote bases. What',
    'else differs stays, and the answer says why. A folder that is what that of the source was in an earlier commit is',
    'copied as a whole. The plan is applied to a copy in memory first: exactly the intended',
    'fields have to change, exactly on the targets; otherwise it is refused. Exit code 1 where something is refused.',
    'How the source stands is asked of its clusters where --context, --kubeconfig or --argocd-server is given, or taken',
    'from --status: synced, healthy, its tests, and whether it runs these versions at all.',
  ],
  options: [
    { name: 'from', value: 'STAGE', text: 'The stage that has the versions.' },
    { name: 'to', value: 'STAGE', text: 'The stage that gets them; may be given again.' },
    {
      name: 'only',
      value: 'FIELD',
      text: 'Only this field, image, chart, repository or version; also a setting. May be given again.',
    },
    { name: 'because', value: 'REASON', text: 'Why a stage between the two is left out.' },
    {
      name: 'at',
      value: 'REF',
      text: 'Plans on the tree of this commit. Default: the files as they are.',
    },
    {
      name: 'write',
      text: 'Writes the edits, if nothing is refused. Default: nothing is written.',
    },
    ...evidenceOptions,
  ],
  examples: [
    {
      line: 'strata promote checkout --workspace . --from staging --to wave-2',
      text: 'What staging has, to where production starts',
    },
    {
      line: 'strata promote checkout --workspace . --from staging --to wave-2 --only 1.8.3',
      text: 'One of the versions that staging has, and what belongs to it',
    },
    {
      line: 'strata promote apps/catalog --workspace . --from environments/staging --to environments/production --json',
      text: 'From layer to layer, for scripts',
    },
  ],
  words: ['text'],
  run: async (call, io) => {
    const request = requestOf(call);
    if (request.kind === 'failed') return wrongUse(io, 'promote', request.failure);
    const opened = await openPlanned(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const { tree, workspace, top } = opened.value;
    const planned = await planPromotion(tree, request.value, io.signal, {
      top,
      revision: call.options.get('at') ?? 'HEAD',
    });
    if (planned.kind === 'failed')
      return refuse(io, { exitCode: 2, message: refusalText(planned.failure) });
    const told = await evidenceOf(call, io, { plan: planned.value, tree, workspace });
    if (told.kind === 'failed') return refuse(io, { exitCode: 2, message: told.failure });
    const plan = call.options.has('at')
      ? told.value
      : await withTreeDangers(told.value, top, io.signal);
    const order = await tree.complete(stages, io.signal);
    for (const line of otherStages(plan, { order, to: request.value.to }))
      io.err.write(`strata: ${line}\n`);
    return finishPlan(call, io, { plan, top, more: {} });
  },
};

/** The stages that a refused plan changes as well: who means them names them, too. */
function otherStages(
  { refused }: Pick<Plan, 'refused'>,
  { order, to }: { readonly order: readonly Stage[]; readonly to: readonly string[] },
): readonly string[] {
  const hit = new Set(
    refused.flatMap(({ code, cluster }) => (code === 'plan.hits-other' ? (cluster ?? []) : [])),
  );
  return order.flatMap(({ name, clusters }) => {
    const own = clusters.filter((cluster) => hit.has(cluster));
    if (own.length === 0 || name === '' || to.includes(name)) return [];
    const word = /\s/.test(name) ? `'${name}'` : name;
    return [`${own.join(', ')} would change as well; to mean it, add --to ${word}.`];
  });
}

function requestOf({ words, options, lists }: Call): Result<Promotion, string> {
  const from = options.get('from');
  const to = lists.get('to') ?? [];
  if (words.length === 0)
    return failed('name an application, or the folder that holds its layers.');
  if (from === undefined || to.length === 0)
    return failed('name a stage by --from and one by --to.');
  if (options.has('write') && options.has('at'))
    return failed('--write goes with the files as they are, not with --at.');
  const only = lists.get('only') ?? [];
  const now = new Date().toISOString();
  return ok({ applications: words, from, to, only, because: options.get('because'), now });
}

/** A tree to plan on, and the folder that edits are written to. */
export interface OpenPlanned {
  readonly tree: PlannedTree;
  /** The files as they are, whichever commit is planned on. */
  readonly workspace: Workspace;
  readonly top: string;
}

/** Opens the tree that a call names: `--workspace`, and `--at` for one of its commits. */
export async function openPlanned(call: Call, io: Io): Promise<Result<OpenPlanned, TreeRefusal>> {
  const opened = await openTree(call, io);
  const at = call.options.get('at');
  if (opened.kind === 'failed') return opened;
  const { top, host } = opened.value;
  if (at === undefined) return ok({ tree: opened.value, workspace: opened.value, top });
  const options = { signal: io.signal, beside: host, others: opened.value.others() };
  const revision = await openRevision(top, at, options);
  if (revision.kind === 'failed')
    return failed({ exitCode: 2, message: await whyNoCommit(top, at, io.signal) });
  return ok({ tree: revision.value, workspace: opened.value, top });
}

/** Writes a plan where that is asked for, prints it, and gives the exit code. */
export function finishPlan(
  call: Call,
  io: Io,
  {
    plan,
    top,
    more,
  }: {
    readonly plan: Plan;
    readonly top: string;
    readonly more: Readonly<Record<string, unknown>>;
  },
): number {
  const mayWrite = call.options.has('write') && plan.refused.length === 0 && plan.texts.size > 0;
  const written = mayWrite ? writePlan(top, plan.texts) : undefined;
  const finished: Plan =
    written?.kind === 'failed'
      ? {
          ...plan,
          refused: [
            {
              code: 'plan.changed-meanwhile',
              parameters: { file: written.failure },
              application: plan.changes[0]?.application ?? '',
              cluster: undefined,
              at: { file: written.failure, line: 0 },
            },
          ],
        }
      : plan;
  const isWritten = written?.kind === 'ok';
  io.out.write(
    wantsJson(call)
      ? toJson({ plan: { ...planDocument(finished), ...more }, written: isWritten })
      : planText(io.out, finished, { isWritten, wantsWrite: call.options.has('write') }),
  );
  return finished.refused.length > 0 ? 1 : 0;
}

function refusalText(refusal: PromotionRefusal): string {
  switch (refusal.kind) {
    case 'no-application':
      return `there is no application or folder ${refusal.name}. strata apps lists them.`;
    case 'no-stage':
      return `${refusal.name} is no stage, cluster or layer here.${refusal.stages.length === 0 ? '' : ` There are ${refusal.stages.join(', ')}.`}`;
    case 'ambiguous-stage':
      return `${refusal.name} is more than one layer: ${refusal.stages.join(', ')}.`;
  }
}
