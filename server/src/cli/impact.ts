import { resolve } from 'node:path';
import { failed, ok, type Result } from '../util/result.ts';
import { impactOf, type ImpactOptions } from '../workspace/impact.ts';
import { realPath } from '../workspace/realPath.ts';
import { enclosingTop } from '../workspace/scan.ts';
import { openSides } from '../workspace/sides.ts';
import type { Call, Command } from './command.ts';
import { impactJson } from './impactJson.ts';
import type { Io } from './io.ts';
import { newPause, startProgress } from './progress.ts';
import { renderOptions, renderOptionsOf } from './renderOptions.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata impact`: what a change really changes. */
export const impactCommand: Command = {
  name: 'impact',
  summary: 'Says what a change really changes',
  forms: ['impact [--base REF | --merge-base REF] [--head REF] [options]'],
  details: [
    'Compares what every kustomization root renders to, before and after. REF is anything that git',
    'rev-parse takes; trees are read from the object store, and no checkout is made.',
  ],
  options: [
    { name: 'base', value: 'REF', text: 'Compares with exactly this commit.' },
    {
      name: 'merge-base',
      value: 'REF',
      text: "Compares with what REF and the head have in common. Default: the upstream's default branch.",
    },
    { name: 'head', value: 'REF', text: 'What is compared. Default: the working tree.' },
    ...renderOptions.filter(({ name }) => name === 'load-restrictions'),
  ],
  examples: [{ line: 'strata impact --base HEAD', text: 'What the uncommitted changes change' }],
  words: [],
  run: async (call, io) => {
    const { options, words } = call;
    if (words.length > 0)
      return wrongUse(io, 'impact', 'it takes no words; name a base by --base.');
    if (options.has('base') && options.has('merge-base')) {
      return wrongUse(io, 'impact', 'name a base by --base or by --merge-base, not by both.');
    }
    const folder = folderOf(call, io);
    if (folder.kind === 'failed') return refuse(io, { exitCode: 2, message: folder.failure });
    const request = {
      base: options.get('base'),
      mergeBase: options.get('merge-base'),
      head: options.get('head'),
    };
    const exact = options.has('workspace');
    const sides = await openSides(folder.value, { request, exact }, io.signal);
    if (sides.kind === 'failed') return refuse(io, { exitCode: 2, message: sides.failure });
    const impact = await impactOf(sides.value, impactOptions(call, io), io.signal);
    io.out.write(impactJson(impact));
    return 0;
  },
};

function folderOf({ options }: Call, io: Io): Result<string, string> {
  const named = options.get('workspace');
  const folder = realPath(resolve(io.folder, named ?? '.'));
  if (folder?.kind !== 'folder') return failed(`there is no folder ${named ?? io.folder}.`);
  return ok(named === undefined ? enclosingTop(folder.path) : folder.path);
}

function impactOptions(call: Call, io: Io): ImpactOptions {
  let all = 0;
  const progress = startProgress(io.err, (done) => `comparing ${done} of ${all} roots`);
  const due = newPause();
  return {
    render: renderOptionsOf(call),
    shard: { index: 0, count: 1 },
    pause: async (done, count) => {
      all = count;
      progress.tell(done);
      if (done === count) progress.end();
      await due.whenDue(io.signal);
    },
  };
}
