import { basename, resolve } from 'node:path';
import type { ChartRequest } from '../analysis/chartRequest.ts';
import { newChartCache, revealedChart, revealedChartOrigins } from '../analysis/revealedChart.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { chartOnDisk } from '../workspace/chartFolder.ts';
import { readTextFile } from '../workspace/output.ts';
import { realPath } from '../workspace/realPath.ts';
import { renderBatch } from './chartBatch.ts';
import { chartWithOrigins, unusedText } from './chartOrigins.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { styled, writeAsIs, type Io } from './io.ts';
import { toJson } from './json.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata chart`: what `helm template` prints. */
export const chartCommand: Command = {
  name: 'chart',
  summary: 'Prints the YAML that helm template prints',
  forms: ['chart DIR [options]', 'chart --batch FILE'],
  details: [
    'DIR is a folder with a Chart.yaml, and charts/ below it with what it depends on. Nothing is fetched or run.',
    'Helm 4.2.3 is followed; where it would fail, nothing is printed and the exit code is 1. Values of Secrets',
    'are in clear. What depends on chance or the clock is a stand-in. With --batch, each line of FILE is an',
    'object with chart, release, namespace, values (a list of files) and out (the file to write).',
  ],
  options: [
    { name: 'release', value: 'NAME', text: 'The name of the release. Default: release-name.' },
    { name: 'namespace', value: 'NS', text: 'The namespace of the release. Default: default.' },
    { name: 'values', value: 'FILE', text: 'A values file; may be given more than once.' },
    {
      name: 'set',
      value: 'K=V',
      text: 'Values such as a.b=1,c={x,y}; may be given more than once.',
    },
    { name: 'set-string', value: 'K=V', text: 'The same, and every value is a text.' },
    { name: 'include-crds', text: 'Prints the files of crds/ as well.' },
    {
      name: 'api-versions',
      value: 'V',
      text: 'What the cluster has besides; may be given more than once.',
    },
    { name: 'kube-version', value: 'V', text: 'The version of Kubernetes. Default: v1.36.0.' },
    { name: 'no-hooks', text: 'Leaves hooks out.' },
    {
      name: 'origins',
      text: 'Says after each line which template and values made it; names unread values.',
    },
    { name: 'batch', value: 'FILE', text: 'Renders the charts of a file, in one process.' },
    { name: 'timings', text: 'With --batch: says how many milliseconds each chart took.' },
  ],
  examples: [
    { line: 'strata chart charts/storefront', text: 'A chart with its own values' },
    {
      line: 'strata chart charts/storefront --release shop --set replicas=3',
      text: 'The same under another name, with a value set',
    },
    {
      line: 'strata chart charts/storefront --origins',
      text: 'With the template line and the values behind each line',
    },
  ],
  words: ['folder'],
  run: (call, io) =>
    Promise.resolve(call.options.has('batch') ? runBatch(call, io) : renderOne(call, io)),
};

function renderOne(call: Call, io: Io): number {
  const { options, lists } = call;
  const [word, ...more] = call.words;
  if (options.has('timings')) return wrongUse(io, 'chart', '--timings goes with --batch.');
  if (word === undefined)
    return wrongUse(io, 'chart', 'name the folder of a chart, or --batch FILE.');
  if (more.length > 0) return wrongUse(io, 'chart', 'name one folder.');
  const folder = chartFolder(io, word);
  if (folder.kind === 'failed') return refuse(io, { exitCode: 2, message: folder.failure });
  const files = separated(lists.get('values'));
  const layers = valuesLayers(io, files);
  if (layers.kind === 'failed') return refuse(io, { exitCode: 2, message: layers.failure });
  const request: ChartRequest = {
    folder: chartOnDisk(folder.value),
    release: options.get('release') ?? 'release-name',
    namespace: options.get('namespace') ?? 'default',
    layers: [
      ...layers.value,
      ...(lists.get('set') ?? []).map((line) => ({ kind: 'set', line }) as const),
      ...(lists.get('set-string') ?? []).map((line) => ({ kind: 'setString', line }) as const),
    ],
    kubeVersion: options.get('kube-version'),
    apiVersions: separated(lists.get('api-versions')),
    includesDefinitions: options.has('include-crds'),
    includesHooks: !options.has('no-hooks'),
  };
  if (options.has('origins')) return printOrigins(call, io, word, request);
  const made = revealedChart(request, newChartCache());
  if (made.kind === 'failure') {
    if (wantsJson(call)) io.out.write(toJson({ chart: word, ok: false, error: made.message }));
    return refuse(io, { exitCode: 1, message: made.message });
  }
  if (made.chance.length > 0) {
    const names = made.chance.join(', ');
    warn(
      io,
      `${basename(folder.value)} makes new values each time (${names}): stand-ins are printed.`,
    );
  }
  if (/^kind: Secret$/m.test(made.text)) warn(io, 'values of Secrets are printed in clear.');
  const { text: yaml, chance } = made;
  if (wantsJson(call)) io.out.write(toJson({ chart: word, ok: true, yaml, chance }));
  else writeAsIs(io.out, yaml);
  return 0;
}

function printOrigins(call: Call, io: Io, chart: string, request: ChartRequest): number {
  const made = revealedChartOrigins(request, newChartCache());
  if (made.kind === 'failure') {
    if (wantsJson(call)) io.out.write(toJson({ chart, ok: false, error: made.message }));
    return refuse(io, { exitCode: 1, message: made.message });
  }
  const { objects, unused, chance } = made;
  if (wantsJson(call)) {
    io.out.write(toJson({ chart, ok: true, objects, unused, chance }));
    return 0;
  }
  writeAsIs(io.out, chartWithOrigins(objects, io.out));
  for (const key of unused) warn(io, unusedText(key));
  return 0;
}

function runBatch(call: Call, io: Io): number {
  const { options, words } = call;
  const name = options.get('batch') ?? '';
  if (words.length > 0) return wrongUse(io, 'chart', '--batch takes no folder.');
  const alone = ['release', 'namespace', 'values', 'set', 'set-string', 'origins'].find((each) =>
    options.has(each),
  );
  if (alone !== undefined) return wrongUse(io, 'chart', `--${alone} does not go with --batch.`);
  const text = readTextFile(resolve(io.folder, name));
  if (text === undefined) return wrongUse(io, 'chart', `there is no file ${name}.`);
  const cache = newChartCache();
  const folders = new Map<string, ChartRequest['folder']>();
  return renderBatch(text, io, {
    timings: options.has('timings'),
    render: ({ chart, release, namespace, values }) => {
      const folder = chartFolder(io, chart);
      if (folder.kind === 'failed') return folder;
      const layers = valuesLayers(io, values);
      if (layers.kind === 'failed') return layers;
      const onDisk = folders.get(folder.value) ?? chartOnDisk(folder.value);
      folders.set(folder.value, onDisk);
      const made = revealedChart(
        {
          folder: onDisk,
          release,
          namespace,
          layers: layers.value,
          kubeVersion: options.get('kube-version'),
          apiVersions: separated(call.lists.get('api-versions')),
          includesDefinitions: options.has('include-crds'),
          includesHooks: !options.has('no-hooks'),
        },
        cache,
      );
      return made.kind === 'text' ? ok(made.text) : failed(made.message);
    },
  });
}

function chartFolder(io: Io, word: string): Result<string, string> {
  const found = realPath(resolve(io.folder, word));
  if (found === undefined) return failed(`there is no folder ${word}.`);
  return found.kind === 'folder'
    ? ok(found.path)
    : failed(`${word} is a file; name the folder of a chart.`);
}

function valuesLayers(io: Io, files: readonly string[]): Result<ChartRequest['layers'], string> {
  const layers: ChartRequest['layers'][number][] = [];
  for (const name of files) {
    const text = readTextFile(resolve(io.folder, name));
    if (text === undefined) return failed(`there is no file ${name}.`);
    layers.push({ kind: 'file', name, text });
  }
  return ok(layers);
}

/** Values of an option that also takes several at once, with commas between them. */
function separated(values: readonly string[] | undefined): readonly string[] {
  return (values ?? []).flatMap((each) => each.split(','));
}

function warn(io: Io, text: string): void {
  io.err.write(`strata: ${styled(io.err, 'yellow', 'warning')}: ${text}\n`);
}
