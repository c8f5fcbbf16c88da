import type { ClusterNote } from '../text/clusterWords.en.ts';
import { planAddCluster, type ClusterPlan } from '../workspace/clusterPlan.ts';
import { removeEmptyFolders } from '../workspace/removeEmptyFolders.ts';
import { deletedForGood } from '../workspace/deletedForGood.ts';
import { writePlan } from '../workspace/writePlan.ts';
import { clusterPlanDocument, clusterPlanText, noPlanText } from './clusterPlanText.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata add-cluster`: plans a new cluster like another one, proves it, and writes it. */
export const addClusterCommand: Command = {
  name: 'add-cluster',
  summary: 'Plans a new cluster like another one: its layers, its row of the register, its entries',
  forms: ['add-cluster NAME --like CLUSTER [--write] [options]'],
  details: [
    'Copies what is there for CLUSTER alone: folders and files that are called after it, its row of the register,',
    'elements of generators, Applications, destinations of projects, items of kustomizations, lines of CODEOWNERS.',
    'Says what will be deployed, proven on a copy in memory: exactly what CLUSTER has, the same but for the name,',
    'and nothing elsewhere; otherwise the plan is refused, with exit code 1. Each copied fact that is probably not',
    'true there is a question: addresses, places, classes of storage, recipients, sizes, how it is released.',
  ],
  options: [
    { name: 'like', value: 'CLUSTER', text: 'The cluster that the new one is like.' },
    {
      name: 'write',
      text: 'Writes the files, if nothing is refused. Default: nothing is written.',
    },
  ],
  examples: [
    {
      line: 'strata add-cluster prod-us-3 --like prod-us-1 --workspace .',
      text: 'What a cluster more would take and bring',
    },
    {
      line: 'strata add-cluster prod-us-3 --like prod-us-1 --workspace . --json',
      text: 'The same for scripts',
    },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [name, ...more] = call.words;
    const like = call.options.get('like');
    if (name === undefined || more.length > 0)
      return wrongUse(io, 'add-cluster', 'name the new cluster.');
    if (like === undefined)
      return wrongUse(io, 'add-cluster', 'name the cluster that it is like by --like.');
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const today = new Date().toISOString().slice(0, 10);
    const planned = await planAddCluster(opened.value, { name, like, today }, io.signal);
    if (planned.kind === 'failed')
      return refuse(io, { exitCode: 2, message: noPlanText(planned.failure) });
    const title = `${name}, like ${like}`;
    return finishClusterPlan(call, io, {
      plan: planned.value,
      top: opened.value.top,
      title,
      names: { cluster: name, like },
    });
  },
};

/** Writes a plan for a cluster where that is asked for, prints it, and gives the exit code. */
export async function finishClusterPlan(
  call: Call,
  io: Io,
  {
    plan,
    top,
    title,
    names,
  }: {
    readonly plan: ClusterPlan;
    readonly top: string;
    readonly title: string;
    readonly names: Readonly<Record<string, unknown>>;
  },
): Promise<number> {
  const wantsWrite = call.options.has('write');
  const lost = wantsWrite ? await deletedForGood(plan.texts, top, io.signal) : [];
  const notes = lost.map((file): ClusterNote => ({ code: 'not-in-git', parameters: { file } }));
  const planned = { ...plan, refused: [...plan.refused, ...notes] };
  const written =
    wantsWrite && planned.refused.length === 0 ? writePlan(top, plan.texts) : undefined;
  const finished: ClusterPlan =
    written?.kind === 'failed'
      ? { ...plan, refused: [{ code: 'changed-meanwhile', parameters: { file: written.failure } }] }
      : planned;
  const isWritten = written?.kind === 'ok';
  if (isWritten) removeEmptyFolders(top, plan.texts);
  io.out.write(
    wantsJson(call)
      ? toJson({ ...names, ...clusterPlanDocument(finished), written: isWritten })
      : clusterPlanText(io.out, finished, title, { isWritten, wantsWrite }),
  );
  return finished.refused.length > 0 ? 1 : 0;
}
