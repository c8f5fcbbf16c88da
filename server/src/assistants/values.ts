import { applicationValues } from '../analysis/applicationValues.ts';
import { chooseChart, keysBelow, noSuchKey, valuesJson } from '../analysis/valuesDocument.ts';
import { failed, ok } from '../util/result.ts';
import { filesParameter } from './files.ts';
import { applicationOf, applicationParameters } from './subject.ts';
import type { Tool } from './tool.ts';

/** What the values of a chart end up as. */
export const valuesTool: Tool = {
  name: 'values',
  title: 'Values of a chart',
  description: [
    'Says what the values of the Helm chart of an application end up as on a cluster, which layers set each',
    'key with file and line, which keys no template reads, and what the schema refuses.',
  ].join(' '),
  parameters: [
    ...applicationParameters,
    { name: 'key', kind: 'text', text: 'Only this key and what is below it, such as image.tag.' },
    { name: 'chart', kind: 'text', text: 'Which one, where the application has several.' },
    filesParameter,
  ],
  run: async (question) => {
    const { arguments: given, tree, signal } = question;
    const row = await applicationOf(question);
    if (row.kind === 'failed') return row;
    const { key, name } = row.value;
    const charts = await tree.complete((one) => applicationValues(one, key), signal);
    const chosen = chooseChart(charts, given.text.get('chart'), name);
    if ('several' in chosen)
      return failed(`${chosen.several}; name one by chart: ${chosen.names}.`);
    if ('refusal' in chosen) return failed(chosen.refusal);
    const { chart } = chosen;
    if ('problem' in chart) return failed(chart.problem);
    const part = given.text.get('key');
    const keys = keysBelow(chart, part);
    if (part !== undefined && keys.length === 0) return failed(noSuchKey(chart, part));
    // The keys that somebody gives, where nobody asks for one: a chart may have thousands of its own.
    const shown = part === undefined ? keys.filter(({ isGiven }) => isGiven) : keys;
    return ok({
      ...valuesJson(chart, shown),
      values: undefined,
      asTheChartSetsThem: keys.length - shown.length,
    });
  },
};
