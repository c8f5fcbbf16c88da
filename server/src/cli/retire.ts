import { planRetireCluster } from '../workspace/retireCluster.ts';
import { finishClusterPlan } from './addCluster.ts';
import { noPlanText } from './clusterPlanText.ts';
import type { Command } from './command.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata retire`: plans the end of a cluster, proves it, and writes it. */
export const retireCommand: Command = {
  name: 'retire',
  summary: 'Plans the end of a cluster: all that names it, what is deleted, and in which order',
  forms: ['retire CLUSTER [--write] [options]'],
  details: [
    'Takes away what is there for CLUSTER alone: folders and files that are called after it, its row of the',
    'register, elements of generators, Applications, destinations of projects, items of kustomizations, lines of',
    'CODEOWNERS. Says what is deleted there and what stays, proven on a copy in memory: nothing else may change,',
    'otherwise the plan is refused, with exit code 1. Lines that name it in some other way are listed.',
  ],
  options: [
    {
      name: 'write',
      text: 'Writes the files, if nothing is refused. Default: nothing is written.',
    },
  ],
  examples: [
    { line: 'strata retire prod-us-2 --workspace .', text: 'What goes with a cluster' },
    { line: 'strata retire prod-us-2 --workspace . --json', text: 'The same for scripts' },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [name, ...more] = call.words;
    if (name === undefined || more.length > 0) return wrongUse(io, 'retire', 'name a cluster.');
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const planned = await planRetireCluster(opened.value, name, io.signal);
    if (planned.kind === 'failed')
      return refuse(io, { exitCode: 2, message: noPlanText(planned.failure) });
    return finishClusterPlan(call, io, {
      plan: planned.value,
      top: opened.value.top,
      title: `${name} retires`,
      names: { cluster: name },
    });
  },
};
