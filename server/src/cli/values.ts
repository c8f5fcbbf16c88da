import { applicationRows } from '../analysis/applicationRows.ts';
import {
  applicationValues,
  type ChartValues,
  type PlainValue,
  type UnusedKey,
  type ValueKey,
  type ValueLink,
} from '../analysis/applicationValues.ts';
import { chartsElsewhere } from '../analysis/chartsElsewhere.ts';
import { chooseChart, keysBelow, noSuchKey, valuesJson } from '../analysis/valuesDocument.ts';
import { findApplication } from '../analysis/findApplication.ts';
import { hostOf } from '../workspace/charts/fetchCharts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { unusedText } from './chartOrigins.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { styled, type Io, type Output } from './io.ts';
import { toJson } from './json.ts';
import { placeText } from './problems.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata values`: what a stack of values ends up as, and why. */
export const valuesCommand: Command = {
  name: 'values',
  summary: 'Says what the values of a chart end up as, and which layers set them',
  forms: ['values APP [CLUSTER] [--key KEY] [--all] [--chart NAME] [options]'],
  details: [
    'APP is an application that delivers a chart. Each key comes with its winner and the',
    'layers that lost, with file and line. Keys that only the chart itself sets are left out without --all;',
    'JSON has them all. Keys that no template reads are told, with the nearest one that is read, and what',
    'the schema of the chart refuses; then it exits 1.',
  ],
  options: [
    {
      name: 'key',
      value: 'KEY',
      text: 'Only this key and what is below it, such as image or image.tag.',
    },
    { name: 'all', text: 'Also the keys that only the chart itself sets.' },
    { name: 'chart', value: 'NAME', text: 'Of an application with several charts: which one.' },
  ],
  examples: [
    {
      line: 'strata values storefront-prod-eu-1 prod-eu-1 --workspace .',
      text: 'What production sets, and what it replaces',
    },
    {
      line: 'strata values storefront-prod-eu-1 --workspace . --key resources',
      text: 'One part of the values',
    },
    {
      line: 'strata values storefront-dev-eu-1 dev-eu-1 --workspace . --json',
      text: 'All of it for scripts',
    },
  ],
  words: ['text', 'text'],
  run: async (call, io) => {
    const [name, cluster, ...more] = call.words;
    if (name === undefined || more.length > 0)
      return wrongUse(io, 'values', 'name an application, and the cluster where it is on several.');
    const tree = await openTree(call, io);
    if (tree.kind === 'failed') return refuse(io, tree.failure);
    const rows = await tree.value.complete(applicationRows, io.signal);
    const found = findApplication(rows, name, cluster);
    if (found.kind === 'failed') return refuse(io, { exitCode: 2, message: found.failure });
    const { key } = found.value;
    const charts = await tree.value.complete((one) => applicationValues(one, key), io.signal);
    const chosen = chooseChart(charts, call.options.get('chart'), name);
    if ('several' in chosen) {
      const message = `${chosen.several}; name one by --chart: ${chosen.names}.`;
      return refuse(io, { exitCode: 2, message });
    }
    if ('refusal' in chosen) return refuse(io, { exitCode: 2, message: chosen.refusal });
    const { chart } = chosen;
    if ('problem' in chart) return refuse(io, { exitCode: 1, message: chart.problem });
    const part = call.options.get('key');
    const keys = keysBelow(chart, part);
    if (keys.length === 0 && part !== undefined)
      return refuse(io, { exitCode: 2, message: noSuchKey(chart, part) });
    const exitCode = chart.invalid.length > 0 ? 1 : 0;
    if (wantsJson(call)) {
      io.out.write(toJson(valuesJson(chart, keys)));
      return exitCode;
    }
    const where = found.value.cluster === undefined ? '' : ` on ${found.value.cluster}`;
    printText(io, { ...chart, keys }, { title: `${name}${where}`, call });
    if (!chart.isHere && (await canBeFetched(name, tree.value, io)))
      io.out.write(
        `\n${styled(io.out, 'dim', 'The chart can be fetched: strata charts --fetch')}\n`,
      );
    return exitCode;
  },
};

/** Whether a chart that an application wants is one to be fetched. */
async function canBeFetched(
  name: string,
  tree: Pick<Workspace, 'complete'>,
  { signal }: Io,
): Promise<boolean> {
  const charts = await tree.complete(chartsElsewhere, signal);
  return charts.some(
    (one) => !one.isFetched && hostOf(one) !== undefined && one.wantedBy.includes(name),
  );
}

function printText(
  io: Io,
  { chart, isHere, helmVersion, missing, keys, unused, invalid }: ChartValues,
  { title, call }: { readonly title: string; readonly call: Call },
): void {
  const { out } = io;
  const shown = call.options.has('all') ? keys : keys.filter(({ isGiven }) => isGiven);
  const rest = keys.length - shown.length;
  const not = isHere ? '' : ', which is not here: its own values are not known';
  out.write(`${styled(out, 'bold', title)}, chart ${chart}${not} (Helm ${helmVersion})\n\n`);
  for (const one of missing)
    out.write(`${styled(out, 'yellow', '?')} ${one}: not known, and may set more.\n`);
  out.write(keysText(out, shown));
  if (rest > 0) {
    const what = `${rest} ${rest === 1 ? 'key' : 'keys'} as the chart sets them`;
    out.write(
      `${shown.length > 0 ? '\n' : ''}${styled(out, 'dim', `${what}: --all shows them`)}\n`,
    );
  }
  for (const { path, message, range } of invalid) {
    const place = range === undefined ? '' : ` in ${placeText(range)}`;
    const named = path === '' ? 'the values' : path;
    out.write(`${styled(out, 'red', '✗')} the schema refuses ${named}${place}: ${message}\n`);
  }
  for (const one of unused) out.write(`${styled(out, 'yellow', '!')} ${unusedWords(one)}\n`);
}

function unusedWords({ path, range, nearest, switchedOff }: UnusedKey): string {
  const place = range === undefined ? {} : { file: range.file, line: range.start.line + 1 };
  if (switchedOff === undefined)
    return unusedText({ key: path, ...place, ...(nearest !== undefined && { nearest }) });
  const where = range === undefined ? '' : ` in ${placeText(range)}`;
  return `${path}${where} does nothing: the subchart ${switchedOff} is switched off.`;
}

/** Each key with its winner, and below it what lost. */
function keysText(output: Output, keys: readonly ValueKey[]): string {
  const rows = keys.map((one) => ({
    ...one,
    losers: one.chain.filter(({ ignored }) => ignored !== undefined),
  }));
  const width = Math.min(Math.max(0, ...rows.map(({ path }) => path.length)), 50);
  return rows
    .map(({ path, value, isDefault, chain, losers }) => {
      const winner = chain.find(({ ignored }) => ignored === undefined);
      const notes = isDefault ? '  the same as the chart has' : '';
      const told = value === undefined ? 'taken away by null' : brief(value);
      const first = [
        path.padEnd(width),
        styled(output, 'bold', told),
        winner === undefined ? '' : styled(output, 'cyan', linkPlace(winner)),
      ].join('  ');
      const below = losers.map(
        (link) =>
          `${' '.repeat(width)}  ${styled(output, 'dim', `${reasons[link.ignored ?? 'overridden']} ${brief(link.value)}  ${linkPlace(link)}`)}\n`,
      );
      return `${first.trimEnd()}${styled(output, 'dim', notes)}\n${below.join('')}`;
    })
    .join('');
}

const reasons: Readonly<Record<NonNullable<ValueLink['ignored']>, string>> = {
  overridden: 'over',
  replacedByObject: 'not read beside valuesObject:',
  namedAgain: 'named again by a later parameter:',
  replaced: 'replaced by inline values:',
};

function linkPlace({ layer, range }: ValueLink): string {
  return range === undefined ? layer : placeText(range);
}

const longest = 60;

function brief(value: PlainValue): string {
  const text =
    typeof value === 'string' && /^[^\s"'{}[\]][^\n]*$/.test(value) ? value : JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
