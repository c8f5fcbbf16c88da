import { familyNames } from '../analysis/variants.ts';
import {
  hasVersion,
  stageText,
  stages,
  versionsOf,
  type Stage,
  type StageVersions,
} from '../analysis/versions.ts';
import { columnsText } from './columns.ts';
import { wantsJson, type Command } from './command.ts';
import type { Output } from './io.ts';
import { toJson } from './json.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata versions`: applications by stage with their versions, from Git alone. */
export const versionsCommand: Command = {
  name: 'versions',
  summary: 'Shows the version of each application at each stage, from Git alone',
  forms: ['versions [--at REF] [options]'],
  details: [
    'A version is the tag of the image that is called like the application, else of the first one, else',
    'the version of its chart; of a chart that is not here, the images that its values name. Stages are',
    'those of the ladder in .strata/config.yaml, else environments.',
  ],
  options: [atOption],
  examples: [
    { line: 'strata versions --workspace .', text: 'All applications and stages' },
    { line: 'strata versions --workspace . --json', text: 'With every image and cluster' },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'versions', 'it takes no words; --workspace DIR names a smaller tree.');
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const { complete } = opened.value;
    const order = await complete(stages, io.signal);
    const rows: VersionRow[] = [];
    for (const application of await complete(familyNames, io.signal)) {
      const own = await complete((one) => versionsOf(one, application), io.signal);
      if (hasVersion(own)) rows.push({ application, stages: own });
    }
    io.out.write(
      wantsJson(call)
        ? toJson({ stages: order, applications: rows })
        : matrixText(io.out, order, rows),
    );
    return 0;
  },
};

interface VersionRow {
  readonly application: string;
  readonly stages: readonly StageVersions[];
}

function matrixText(output: Output, order: readonly Stage[], rows: readonly VersionRow[]): string {
  if (rows.length === 0) return 'Nothing here runs an image or a chart on a known cluster.\n';
  const shown = order.filter(({ name }) =>
    rows.some((row) => row.stages.some(({ stage }) => stage === name)),
  );
  const header = [
    'APPLICATION',
    ...shown.map(({ name }) => (name === '' ? 'NO STAGE' : name.toUpperCase())),
  ];
  const cells = rows.map(({ application, stages: own }) => [
    application,
    ...shown.map(({ name }) => stageText(own.find(({ stage }) => stage === name))),
  ]);
  return columnsText(output, header, cells);
}
