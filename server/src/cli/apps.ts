import { applicationJson, whyText } from '../analysis/applicationDocument.ts';
import {
  applicationRows,
  type ApplicationRow,
  type ImageUpdateRow,
} from '../analysis/applicationRows.ts';
import { groupBy } from '../util/groupBy.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata apps`: every application on every cluster. */
export const appsCommand: Command = {
  name: 'apps',
  summary: 'Lists what controllers deliver, and where',
  forms: ['apps [--at REF] [options]'],
  details: [
    'One row for each application on each cluster, as Argo CD and Flux make them of what the repository',
    'holds. What only a cluster could tell is a row without a cluster, with the reason.',
  ],
  options: [atOption],
  examples: [
    { line: 'strata apps --workspace .', text: 'The applications of this folder, by cluster' },
    { line: 'strata apps --workspace . --json', text: 'The same for scripts' },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'apps', 'it takes no words; --workspace DIR names a smaller tree.');
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const rows = await opened.value.complete(applicationRows, io.signal);
    io.out.write(
      wantsJson(call)
        ? toJson({ applications: rows.map(applicationJson) })
        : applicationsText(io.out, rows),
    );
    return 0;
  },
};

/** Rows below the names of their clusters, and what the inferred ones rest on, once. */
function applicationsText(output: Output, rows: readonly ApplicationRow[]): string {
  if (rows.length === 0) return 'No controller delivers anything from here.\n';
  const clusters = groupBy(
    rows,
    (row) => row.cluster ?? 'a cluster that only its controller knows',
  );
  const tables = [...clusters].map(([name, own]) => {
    const width = Math.max(...own.map((row) => row.name.length));
    const lines = own.map((row) => `  ${rowText(output, row, width)}\n`);
    const count = styled(output, 'dim', `  ${own.length}`);
    return `${styled(output, 'bold', name)}${count}\n${lines.join('')}`;
  });
  return [...tables, inferencesText(output, rows)].filter((part) => part !== '').join('\n');
}

function rowText(output: Output, row: ApplicationRow, width: number): string {
  const from = row.chart ?? row.path ?? row.sources[0]?.repository ?? '';
  const isPlain = row.path === undefined || row.pathExists;
  const isTold = row.certainty === 'open' || row.followsRevision !== undefined || !isPlain;
  const style = row.certainty === 'open' ? 'yellow' : 'dim';
  const note = isTold ? `  ${styled(output, style, whyText(row))}` : '';
  const mark = row.certainty === 'inferred' ? styled(output, 'dim', '≈ ') : '';
  const updates = row.imageUpdates.map((one) => updateText(one));
  const updated = updates.length === 0 ? '' : styled(output, 'dim', `  ${updates.join(', ')}`);
  return `${row.name.padEnd(width)}  ${mark}${from}${note}${updated}`;
}

/** `web is updated in apps/web/values.yaml`. */
function updateText({ image, writes, file, branch }: ImageUpdateRow): string {
  if (writes === 'cluster') return `${image} is updated in the cluster`;
  return `${image} is updated in ${file ?? 'a file'}${branch === undefined ? '' : ` on ${branch}`}`;
}

function inferencesText(output: Output, rows: readonly ApplicationRow[]): string {
  const inferred = rows.filter(({ certainty }) => certainty === 'inferred');
  const lines = [...groupBy(inferred, whyText)].map(
    ([why, { length }]) => `${styled(output, 'dim', `≈ ${length} inferred: ${why}`)}\n`,
  );
  return lines.join('');
}
