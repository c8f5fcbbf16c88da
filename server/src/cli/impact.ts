import { resolve } from 'node:path';
import { failed, ok, type Result } from '../util/result.ts';
import { impactOf, type ImpactOptions } from '../workspace/impact.ts';
import { readTextFile } from '../workspace/output.ts';
import { realPath } from '../workspace/realPath.ts';
import { enclosingTop } from '../workspace/scan.ts';
import { openSides } from '../workspace/sides.ts';
import { tellUnfetchedCharts } from './unfetchedCharts.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { documentOf, type ImpactDocument } from '../analysis/impactDocument.ts';
import { impactMarkdown } from '../analysis/impactMarkdown.ts';
import { mergeDocuments } from './impactMerge.ts';
import { conditions, failingConditions } from './impactConditions.ts';
import { impactGitHub, impactGitLab, impactSarif } from './impactReports.ts';
import { impactText } from './impactText.ts';
import { hasConfigurationFaults, tellConfigurationFaults } from './configurationFaults.ts';
import type { Io } from './io.ts';
import { otherRepositories } from './otherRepositories.ts';
import { toJson } from './json.ts';
import { parseImpactDocument } from './parseImpactDocument.ts';
import { newPause, startProgress } from './progress.ts';
import { renderOptions, renderOptionsOf } from './renderOptions.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata impact`: what a change really changes. */
export const impactCommand: Command = {
  name: 'impact',
  summary: 'Says what a change really changes',
  forms: [
    'impact [--base REF | --merge-base REF] [--head REF] [options]',
    'impact --merge FILE… [options]',
  ],
  details: [
    'Compares what every kustomization root renders to, before and after; roots that read nothing of what',
    'changed are not built. REF is anything that git rev-parse takes; trees are read from the object store,',
    'and no checkout is made. Without a base, the head is compared with what it shares with the default',
    'branch of the upstream, or with HEAD where there is no upstream. Values of Secrets are masked.',
    'Beside the working tree, what is changed in a checkout that --repository names counts as well: beside HEAD',
    'with --base HEAD, else beside what it shares with the default branch of its own upstream.',
  ],
  options: [
    { name: 'base', value: 'REF', text: 'Compares with exactly this commit.' },
    {
      name: 'merge-base',
      value: 'REF',
      text: "Compares with what REF and the head share. Default: the upstream's default branch.",
    },
    {
      name: 'head',
      value: 'REF',
      text: 'What is compared; :index is what is staged. Default: the working tree.',
    },
    ...renderOptions.filter(({ name }) => name === 'load-restrictions'),
    {
      name: 'fail-on',
      value: 'WHAT',
      text: 'Ends with 1 on danger (broken builds, too), domain-crossing or unknown, and says why.',
    },
    { name: 'shard', value: 'I/N', text: 'Does the Ith of N parts of the work (from 1).' },
    { name: 'merge', text: 'Tells JSON documents of all parts as one.' },
  ],
  formats: ['markdown', 'sarif', 'github', 'gitlab'],
  examples: [
    { line: 'strata impact --base HEAD', text: 'What the uncommitted changes change' },
    {
      line: 'strata impact --base HEAD --head :index --fail-on danger,unknown',
      text: 'What the next commit changes, as a hook of git',
    },
    {
      line: 'strata impact --base HEAD --head HEAD --json',
      text: 'What one commit changes against another, for scripts',
    },
    {
      line: 'strata impact --base HEAD --format markdown --fail-on danger',
      text: 'A comment for a pull request; fails where something is dangerous',
    },
  ],
  words: [],
  run: async (call, io) => {
    const wrong = misuse(call);
    if (wrong !== undefined) return wrongUse(io, 'impact', wrong);
    const document = call.options.has('merge') ? merged(call, io) : await compared(call, io);
    if (document.kind === 'failed') return refuse(io, { exitCode: 2, message: document.failure });
    io.out.write(formed(call, io, document.value.impact));
    const named = conditionsOf(call.lists);
    const failing = failingConditions(document.value.impact, named);
    for (const line of failing) io.err.write(`strata: ${line}\n`);
    return failing.length > 0 || (named.length > 0 && document.value.isUnread) ? 1 : 0;
  },
};

/** What is wrong with the words of a call. */
function misuse({ options, lists, words }: Call): string | undefined {
  if (!options.has('merge') && words.length > 0) {
    return 'it takes no words; name a base by --base, or files by --merge.';
  }
  if (options.has('merge') && words.length === 0)
    return 'name the files that --merge puts together.';
  if (options.has('base') && options.has('merge-base')) {
    return 'name a base by --base or by --merge-base, not by both.';
  }
  const unknown = conditionsOf(lists).find((one) => !conditions.includes(one));
  if (unknown !== undefined) return `--fail-on takes ${conditions.join(', ')}, not ${unknown}.`;
  const shard = options.get('shard');
  return shard === undefined || shardOf(shard) !== undefined
    ? undefined
    : `--shard takes a part and the number of parts, such as 1/4, not ${shard}.`;
}

function conditionsOf(lists: Call['lists']): readonly string[] {
  return (lists.get('fail-on') ?? []).flatMap((named) => named.split(',')).map((one) => one.trim());
}

function shardOf(text: string): ImpactOptions['shard'] | undefined {
  const [, part = '', parts = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const [index, count] = [Number(part) - 1, Number(parts)];
  return part !== '' && index >= 0 && index < count ? { index, count } : undefined;
}

/** An impact, and whether a file of `.strata/` that could not be read keeps that from being all. */
interface Compared {
  readonly impact: ImpactDocument;
  readonly isUnread: boolean;
}

async function compared(call: Call, io: Io): Promise<Result<Compared, string>> {
  const { options } = call;
  const folder = folderOf(call, io);
  if (folder.kind === 'failed') return folder;
  const request = {
    base: options.get('base'),
    mergeBase: options.get('merge-base'),
    head: options.get('head'),
  };
  const exact = options.has('workspace');
  const others = await otherRepositories(call, io);
  if (others.kind === 'failed') return others;
  const how = { request, exact, others: others.value };
  const sides = await openSides(folder.value, how, io.signal);
  if (sides.kind === 'failed') return sides;
  const { complete } = sides.value.head;
  await tellConfigurationFaults(complete, io);
  const impact = await impactOf(sides.value, impactOptions(call, io), io.signal);
  for (const path of sides.value.workspace?.ignored ?? []) {
    io.err.write(`strata: warning: git ignores ${path}, and a build reads it.\n`);
  }
  const document = documentOf(impact, options.get('shard'));
  await tellUnfetchedCharts(document, sides.value, io);
  return ok({
    impact: document,
    isUnread: await hasConfigurationFaults(complete, io),
  });
}

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
    shard: shardOf(call.options.get('shard') ?? '') ?? { index: 0, count: 1 },
    pause: async (done, count) => {
      all = count;
      progress.tell(done);
      if (done === count) progress.end();
      await due.whenDue(io.signal);
    },
  };
}

function merged({ words }: Call, io: Io): Result<Compared, string> {
  const documents: ImpactDocument[] = [];
  for (const path of words) {
    const text = readTextFile(resolve(io.folder, path));
    if (text === undefined) return failed(`there is no file ${path}.`);
    const document = parseImpactDocument(text);
    if (document.kind === 'failed') return failed(`${path} cannot be merged: ${document.failure}.`);
    documents.push(document.value);
  }
  const whole = mergeDocuments(documents);
  return whole.kind === 'ok'
    ? ok({ impact: whole.value, isUnread: false })
    : failed(`the files cannot be merged: ${whole.failure}.`);
}

function formed(call: Call, io: Io, document: ImpactDocument): string {
  if (wantsJson(call)) return toJson(document);
  switch (call.options.get('format')) {
    case 'markdown':
      return impactMarkdown(document);
    case 'sarif':
      return impactSarif(document);
    case 'github':
      return impactGitHub(document);
    case 'gitlab':
      return impactGitLab(document);
    default:
      return impactText(io.out, document);
  }
}
