import { resolve } from 'node:path';
import type { Analysis } from '../analysis/analysis.ts';
import { whyNotExplained } from '../analysis/explanationDocument.ts';
import { findDelivered } from '../analysis/history.ts';
import { renderRow, resourceRow } from '../analysis/impactRows.ts';
import type { ValueAddress } from '../analysis/valueHistory.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { openHistory, type History, type HistoryState } from '../workspace/history.ts';
import { realPath } from '../workspace/realPath.ts';
import { enclosingTop } from '../workspace/scan.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { buildLines, resourceLines } from './impactText.ts';
import { styled, type Io, type Output } from './io.ts';
import { toJson } from './json.ts';
import { otherRepositories } from './otherRepositories.ts';
import { startProgress } from './progress.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata history`: the commits that really changed what an application is on a cluster. */
export const historyCommand: Command = {
  name: 'history',
  summary:
    'Lists the commits that really changed what an application, or one value of it, is on a cluster',
  forms: ['history APP --cluster NAME [RESOURCE FIELD] [--limit N] [--at REF] [options]'],
  details: [
    'Only commits whose rendered output differs from that of the commit before are listed, the newest first: a change of',
    'a base counts where it arrives, and a comment never. Of a merge, what it brought to the branch counts as one.',
    'With RESOURCE and FIELD, as strata explain takes them, only those that changed this value, through all layers.',
    'Commits of this repository alone are listed; what --repository names is read as it is now.',
  ],
  options: [
    { name: 'cluster', value: 'NAME', text: 'The cluster that the application is delivered to.' },
    { name: 'limit', value: 'N', text: 'At most so many. Default: 20.' },
    { name: 'at', value: 'REF', text: 'The commit to begin at. Default: HEAD.' },
  ],
  examples: [
    {
      line: 'strata history checkout --cluster prod-eu-1 --limit 3',
      text: 'The last three changes',
    },
    {
      line: 'strata history checkout --cluster prod-eu-1 Deployment/checkout /spec/replicas',
      text: 'Why and when the replicas changed',
    },
    { line: 'strata history checkout --cluster prod-eu-1 --json', text: 'For scripts' },
  ],
  words: ['text', 'text', 'text'],
  run: async (call, io) => {
    const [application, resource, field, ...more] = call.words;
    const cluster = call.options.get('cluster');
    const limit = Number(call.options.get('limit') ?? '20');
    if (application === undefined || more.length > 0)
      return wrongUse(io, 'history', 'name one application.');
    if (resource !== undefined && field === undefined)
      return wrongUse(io, 'history', 'name a resource and a field.');
    if (cluster === undefined) return wrongUse(io, 'history', 'name a cluster by --cluster.');
    if (!Number.isInteger(limit) || limit < 1)
      return wrongUse(io, 'history', '--limit is a number from 1 on.');
    const top = topOf(call, io);
    if (top.kind === 'failed') return refuse(io, { exitCode: 2, message: top.failure });
    const request = {
      find: (one: Analysis) => findDelivered(one, application, cluster),
      start: call.options.get('at') ?? 'HEAD',
    };
    const others = await otherRepositories(call, io);
    if (others.kind === 'failed') return refuse(io, { exitCode: 2, message: others.failure });
    let most = 0;
    const progress = startProgress(io.err, (done) => `${done} of ${most} commits looked at`);
    const looked = (done: number, all: number): void => {
      most = all;
      progress.tell(done);
    };
    const options = { signal: io.signal, others: others.value, looked };
    const opened = await openHistory(top.value, request, options);
    if (opened.kind === 'failed') return refuse(io, { exitCode: 2, message: opened.failure });
    const value = await valueOf(opened.value, { resource, field });
    if (value.kind === 'failed') return refuse(io, { exitCode: 2, message: value.failure });
    const isJson = wantsJson(call);
    const states: HistoryState[] = [];
    try {
      for await (const state of opened.value.states(value.value)) {
        states.push(state);
        // The next one may be a thousand commits away.
        if (!isJson) {
          progress.end();
          io.out.write(`${states.length > 1 ? '\n' : ''}${stateText(io.out, state)}`);
        }
        if (states.length >= limit) break;
      }
    } finally {
      progress.end();
    }
    if (isJson) io.out.write(toJson({ states: states.map(stateRow) }));
    else if (states.length === 0)
      io.out.write('Nothing has changed it as far as the history goes.\n');
    return 0;
  },
};

/** The value that a call names, in full; `undefined` where it names none. */
async function valueOf(
  history: History,
  { resource, field }: { readonly [key in keyof ValueAddress]: string | undefined },
): Promise<Result<ValueAddress | undefined, string>> {
  if (resource === undefined || field === undefined) return ok(undefined);
  const explained = await history.explain({ resource, field });
  if (explained.kind === 'explained') return ok(explained);
  const { name } = history.application;
  return failed(whyNotExplained(explained, { name, resource, field }));
}

/** The folder of the tree that a call names. */
export function topOf({ options }: Call, io: Io): Result<string, string> {
  const named = options.get('workspace');
  const folder = realPath(resolve(io.folder, named ?? '.'));
  if (folder?.kind !== 'folder') return failed(`there is no folder ${named ?? io.folder}.`);
  return ok(named === undefined ? enclosingTop(folder.path) : folder.path);
}

function stateRow({
  commit,
  author,
  date,
  subject,
  pullRequest,
  impact,
  ...rest
}: HistoryState): unknown {
  return {
    commit,
    author,
    date,
    subject,
    pullRequest,
    status: impact.status,
    objectChanged: rest.objectChanged,
    resources: impact.resources.map((one) => resourceRow(one, rest)),
    failures: renderRow(impact, rest).failures,
  };
}

function stateText(
  output: Output,
  { commit, author, date, subject, pullRequest, impact, objectChanged, rangeOf }: HistoryState,
): string {
  const request = pullRequest === undefined ? '' : `  #${pullRequest}`;
  const title = `${styled(output, 'yellow', commit.slice(0, 7))}  ${date.slice(0, 10)}  ${author}${request}`;
  const row = renderRow(impact, { rangeOf });
  return [
    title,
    `  ${subject}`,
    ...(objectChanged ? ['  ± the application itself'] : []),
    ...buildLines(output, row),
    ...row.resources.flatMap((one) => resourceLines(output, one)),
    '',
  ].join('\n');
}
