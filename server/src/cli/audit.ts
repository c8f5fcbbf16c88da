import { clusters } from '../analysis/clusters.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { RenderedChange } from '../workspace/changesSince.ts';
import { whyNoCommit } from '../workspace/commits.ts';
import { openRevision } from '../workspace/revision.ts';
import { auditCsv, auditJson, auditText, type Audit } from './auditRows.ts';
import { wantsJson, type Command } from './command.ts';
import { comparedCommits } from './comparedCommits.ts';
import { topOf } from './history.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata audit`: when, who, what really changed on which cluster, by which pull request, and who approved it. */
export const auditCommand: Command = {
  name: 'audit',
  summary: 'Says when who really changed what on which cluster, and who approved it',
  forms: ['audit --since DATE [--cluster NAME] [--csv] [--at REF] [options]'],
  details: [
    'Each commit of the branch is compared with the one before as it is rendered: what changes no cluster is left out, a',
    'change of a base counts on each cluster where it arrives. Of a merge, what it brought to the branch counts as one.',
    'Pull requests are known by messages of merges, approvals by the trailers Approved-by, Reviewed-by and Acked-by;',
    'else they are "not recorded". Times are those at which a commit came to the branch. Secrets stay masked.',
  ],
  options: [
    { name: 'since', value: 'DATE', text: 'The first day, such as 2026-11-01, in UTC.' },
    { name: 'cluster', value: 'NAME', text: 'This cluster alone.' },
    { name: 'csv', text: 'A line for each field that changed; the same as --format csv.' },
    { name: 'at', value: 'REF', text: 'The commit to end at. Default: HEAD.' },
  ],
  formats: ['csv'],
  examples: [
    { line: 'strata audit --since 2026-11-01 --csv', text: 'For a spreadsheet' },
    { line: 'strata audit --since 2026-11-01 --cluster prod-eu-1', text: 'One cluster' },
  ],
  words: [],
  run: async (call, io) => {
    const { options } = call;
    const since = startOf(options.get('since') ?? '');
    if (call.words.length > 0) return wrongUse(io, 'audit', 'it takes no words.');
    if (since === undefined) return wrongUse(io, 'audit', 'name a day by --since, as 2026-11-01.');
    const top = topOf(call, io);
    if (top.kind === 'failed') return refuse(io, { exitCode: 2, message: top.failure });
    const asked = { start: options.get('at') ?? 'HEAD', since, cluster: options.get('cluster') };
    const found = await auditOf(top.value, asked, io);
    if (found.kind === 'failed') return refuse(io, { exitCode: 2, message: found.failure });
    const isCsv = options.has('csv') || options.get('format') === 'csv';
    const text = wantsJson(call)
      ? toJson(auditJson(found.value))
      : isCsv
        ? auditCsv(found.value)
        : auditText(io.out, found.value);
    io.out.write(text);
    return 0;
  },
};

/** The beginning of a day; `undefined` for what is none. */
export function startOf(day: string): string | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  return isDay ? `${day}T00:00:00Z` : undefined;
}

interface Asked {
  readonly start: string;
  readonly since: string;
  readonly cluster: string | undefined;
}

async function auditOf(
  top: string,
  { start, since, cluster }: Asked,
  io: Io,
): Promise<Result<Audit, string>> {
  const opened = await openRevision(top, start, { signal: io.signal });
  if (opened.kind === 'failed') return failed(await whyNoCommit(top, start, io.signal));
  const known = await opened.value.complete(clusters, io.signal);
  const head = opened.value.id;
  opened.value.host.dispose();
  const found = await comparedCommits(top, { start, since }, io);
  if (found.kind === 'failed') return found;
  if (cluster === undefined) return ok({ since, head, changes: found.value.changes });
  const one = known.clusters.find(({ name, aliases }) => [name, ...aliases].includes(cluster));
  const name = one?.name ?? cluster;
  const changes = found.value.changes.flatMap((change) => ofCluster(change, name));
  // A cluster may be gone by now, with all that was delivered to it.
  if (one === undefined && changes.length === 0) {
    return failed(`there is no cluster ${cluster}; strata clusters lists them.`);
  }
  return ok({ since, head, changes });
}

/** What a commit did to one cluster; nothing where it left it alone. */
function ofCluster(change: RenderedChange, cluster: string): readonly RenderedChange[] {
  const applications = change.applications.filter(
    ({ row, previousCluster }) => row.cluster === cluster || previousCluster === cluster,
  );
  return applications.length === 0 ? [] : [{ ...change, applications }];
}
