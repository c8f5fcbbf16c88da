import {
  diffClusters,
  type ApplicationDifference,
  type ClusterDifference,
} from '../analysis/diffClusters.ts';
import { englishGaps } from '../analysis/gapWords.ts';
import { wantsJson, type Command } from './command.ts';
import { renderRow, type RenderRow } from '../analysis/impactRows.ts';
import { resourceLines } from './impactText.ts';
import { styled, type Output, type Style } from './io.ts';
import { toJson } from './json.ts';
import { knownClusters } from './liveOptions.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata diff`: what runs on one cluster against what runs on another. */
export const diffCommand: Command = {
  name: 'diff',
  summary: 'Compares what is delivered to two clusters',
  forms: ['diff CLUSTER CLUSTER [APP] [--at REF] [options]'],
  details: [
    'Compares the effective YAML of every application, or of one, on two clusters: what the second one',
    'has that the first has not, and the fields that differ, with the line that sets each.',
  ],
  options: [atOption],
  examples: [
    {
      line: 'strata diff --workspace . prod-us-1 prod-us-2',
      text: 'How a standby differs from the cluster that it stands by',
    },
    {
      line: 'strata diff --workspace . staging-eu-1 prod-eu-1 checkout --json',
      text: 'One application, for scripts',
    },
  ],
  words: ['text', 'text', 'text'],
  run: async (call, io) => {
    const [first, second, word, ...more] = call.words;
    if (first === undefined || second === undefined || more.length > 0) {
      return wrongUse(io, 'diff', 'name two clusters, and perhaps an application.');
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const found = await opened.value.complete(
      (analysis) => diffClusters(analysis, [first, second], word),
      io.signal,
    );
    if (found.applications.length === 0) {
      const what = word === undefined ? 'nothing' : `no application ${word}`;
      return refuse(io, {
        exitCode: 2,
        message: `${what} is delivered to ${first} or ${second}; strata apps lists what is.`,
      });
    }
    const known = await opened.value.complete(knownClusters, io.signal);
    const slip = slipOf([first, second], found, new Set(known.map(({ name }) => name)));
    if (slip !== undefined) {
      const message = `there is no cluster ${slip}; strata clusters lists them.`;
      return refuse(io, { exitCode: 2, message });
    }
    const rows = found.applications.map((one) => rowOf(one, found));
    io.out.write(
      wantsJson(call)
        ? toJson({ clusters: [first, second], applications: rows })
        : rows.map((row) => rowText(io.out, row, [first, second])).join(''),
    );
    return 0;
  },
};

/** The one of two clusters that nobody knows and that gets nothing. */
function slipOf(
  [first, second]: readonly [string, string],
  { applications }: ClusterDifference,
  known: ReadonlySet<string>,
): string | undefined {
  const statuses = new Set(applications.map(({ status }) => status));
  const gets = (own: ApplicationDifference['status']): boolean =>
    [own, 'equal' as const, 'different' as const].some((one) => statuses.has(one));
  if (!known.has(first) && !gets('first-only')) return first;
  return known.has(second) || gets('second-only') ? undefined : second;
}

interface DiffRow extends Pick<RenderRow, 'resources' | 'gaps'> {
  readonly application: string;
  readonly status: ApplicationDifference['status'];
}

/** A danger is one of a change in time; two clusters only differ, and no pod restarts for that. */
function rowOf(
  { application, status, resources, gaps }: ApplicationDifference,
  { rangeOf }: ClusterDifference,
): DiffRow {
  const still = resources.map((one) => ({ ...one, restarts: false }));
  const row = renderRow(
    { ...{ status: 'changed', failures: [], isNew: false }, resources: still, gaps, dangers: [] },
    { rangeOf },
  );
  return { application, status, resources: row.resources, gaps: row.gaps };
}

const styles: Readonly<Record<ApplicationDifference['status'], Style>> = {
  equal: 'dim',
  different: 'cyan',
  'first-only': 'yellow',
  'second-only': 'yellow',
};

function rowText(
  output: Output,
  { application, status, resources, gaps }: DiffRow,
  [first, second]: readonly [string, string],
): string {
  const words = {
    equal: 'equal',
    different: 'different',
    'first-only': `on ${first} alone`,
    'second-only': `on ${second} alone`,
  };
  const isPair = status === 'equal' || status === 'different';
  const lines = [
    `${styled(output, 'bold', application)}  ${styled(output, styles[status], words[status])}`,
    ...(isPair ? resources.flatMap((one) => resourceLines(output, one)) : []),
    ...gaps.map(
      ({ kind, detail }) => `  ${styled(output, 'yellow', '?')} ${englishGaps[kind](detail)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
