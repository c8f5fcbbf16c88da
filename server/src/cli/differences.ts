import {
  familyNames,
  familyVariants,
  isOverdue,
  recordedReasons,
  type DifferenceRow,
} from '../analysis/variants.ts';
import { problemJson } from '../analysis/problemJson.ts';
import { groupBy } from '../util/groupBy.ts';
import { wantsJson, type Command } from './command.ts';
import { differenceJson, differenceText } from './differenceRows.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { problemLine } from './problems.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata differences`: where a cluster differs from the others of its environment, and why. */
export const differencesCommand: Command = {
  name: 'differences',
  summary: 'Lists where clusters differ from the others of their environment, and why',
  forms: ['differences [--cluster NAME] [--overdue] [--unexplained] [--at REF] [options]'],
  details: [
    'A reason is a comment where the difference is made, about what follows or stands on its line:',
    '  # strata:because REASON; review 2027-03-01; owner @team',
    'or an entry of .strata/differences.yaml.',
  ],
  options: [
    { name: 'cluster', value: 'NAME', text: 'Only those of one cluster.' },
    { name: 'overdue', text: 'Only those whose review was due before today.' },
    { name: 'unexplained', text: 'Only those without a reason.' },
    atOption,
  ],
  examples: [
    { line: 'strata differences --workspace .', text: 'All of them, by cluster' },
    {
      line: 'strata differences --workspace . --cluster prod-us-2 --unexplained --json',
      text: 'What nobody has explained on one cluster',
    },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'differences', 'it takes no words; --cluster NAME names a cluster.');
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const { complete } = opened.value;
    const today = new Date().toISOString().slice(0, 10);
    const cluster = call.options.get('cluster');
    const rows: ClusterDifference[] = [];
    for (const name of await complete(familyNames, io.signal)) {
      const { variants } = await complete((one) => familyVariants(one, name), io.signal);
      for (const { clusters, differences } of variants) {
        for (const own of clusters) {
          rows.push(...differences.map((row) => ({ cluster: own, application: name, row })));
        }
      }
    }
    const chosen = rows
      .filter((one) => cluster === undefined || one.cluster === cluster)
      .filter(({ row }) => !call.options.has('overdue') || isOverdue(row, today))
      .filter(({ row }) => !call.options.has('unexplained') || row.reason === undefined)
      .sort((a, b) => compare(a.cluster, b.cluster) || compare(a.application, b.application));
    const findings = await complete((one) => recordedReasons(one), io.signal);
    if (wantsJson(call)) {
      const differences = chosen.map(({ row, ...one }) => ({
        ...one,
        ...differenceJson(row, today),
      }));
      io.out.write(toJson({ differences, findings: findings.map(problemJson) }));
      return 0;
    }
    io.out.write(differencesText(io.out, chosen, today));
    for (const finding of findings) io.out.write(problemLine(io.out, finding));
    return 0;
  },
};

interface ClusterDifference {
  readonly cluster: string;
  readonly application: string;
  readonly row: DifferenceRow;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function differencesText(
  output: Output,
  rows: readonly ClusterDifference[],
  today: string,
): string {
  if (rows.length === 0) return 'No cluster differs from the others of its environment.\n';
  return [...groupBy(rows, ({ cluster }) => cluster)]
    .map(([cluster, own]) => {
      const applications = [...groupBy(own, ({ application }) => application)].map(
        ([application, differences]) =>
          `  ${application}\n${differences
            .map(({ row }) => differenceText(output, row, today).replaceAll(/^(?=.)/gm, '    '))
            .join('')}`,
      );
      return `${styled(output, 'bold', cluster)}  ${own.length}\n${applications.join('')}`;
    })
    .join('\n');
}
