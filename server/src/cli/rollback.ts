import type { Analysis } from '../analysis/analysis.ts';
import { findDelivered } from '../analysis/history.ts';
import { englishPlan } from '../text/planText.ts';
import { openTree } from './tree.ts';
import { planRollback } from '../workspace/rollback.ts';
import { wantsJson, type Command } from './command.ts';
import { otherRepositories } from './otherRepositories.ts';
import { finishPlan } from './promote.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata rollback`: plans the edits that make an application on a cluster what it was at a commit. */
export const rollbackCommand: Command = {
  name: 'rollback',
  summary:
    'Restores what an application was on a cluster at a commit, by files that serve it alone',
  forms: ['rollback APP --cluster NAME --to COMMIT [--because REASON] [--write] [options]'],
  details: [
    'The files that the application is made of get the content that they had; the plan is applied to a copy in memory,',
    'which has to render to what the commit rendered to. What else those files serve is listed, and refused without',
    '--because. So is what would be pruned, and what no edit of files undoes: data, Jobs that ran, migrations.',
    'strata history lists the commits that changed something.',
  ],
  options: [
    { name: 'cluster', value: 'NAME', text: 'The cluster that the application is delivered to.' },
    { name: 'to', value: 'COMMIT', text: 'The commit whose state is restored.' },
    { name: 'because', value: 'REASON', text: 'Why others may change with it.' },
    {
      name: 'write',
      text: 'Writes the edits, if nothing is refused. Default: nothing is written.',
    },
  ],
  examples: [
    {
      line: 'strata rollback checkout --cluster prod-ap-1 --to HEAD',
      text: 'What it would take to go back to a commit',
    },
  ],
  words: ['text'],
  run: async (call, io) => {
    const { options } = call;
    const [application, ...more] = call.words;
    const [cluster, to] = [options.get('cluster'), options.get('to')];
    if (application === undefined || more.length > 0)
      return wrongUse(io, 'rollback', 'name one application.');
    if (cluster === undefined || to === undefined)
      return wrongUse(io, 'rollback', 'name a cluster by --cluster and a commit by --to.');
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const { top } = opened.value;
    const find = (one: Analysis): ReturnType<typeof findDelivered> =>
      findDelivered(one, application, cluster);
    const others = await otherRepositories(call, io);
    if (others.kind === 'failed') return refuse(io, { exitCode: 2, message: others.failure });
    const request = { find, to, because: options.get('because'), others: others.value };
    const planned = await planRollback(top, opened.value, request, io.signal);
    if (planned.kind === 'failed') return refuse(io, { exitCode: 2, message: planned.failure });
    const { pruned, cannotGoBack } = planned.value;
    const words = cannotGoBack.map(({ resource, code, parameters }) => ({
      resource,
      why: englishPlan({ code, parameters }),
    }));
    if (!wantsJson(call)) {
      for (const one of pruned) io.out.write(`- ${one} would be pruned\n`);
      for (const { why } of words) io.out.write(`! ${why}\n`);
    }
    return finishPlan(call, io, {
      plan: planned.value,
      top,
      more: { pruned, cannotGoBack: words },
    });
  },
};
