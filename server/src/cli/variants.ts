import {
  familiesMeant,
  familyVariants,
  isExplained,
  variantCounts,
  type FamilyVariants,
  type StandbyRow,
  type VariantRow,
} from '../analysis/variants.ts';
import { groupBy } from '../util/groupBy.ts';
import { wantsJson, type Command } from './command.ts';
import { differenceJson, differenceText } from './differenceRows.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata variants`: the clusters of an application, grouped by equal output. */
export const variantsCommand: Command = {
  name: 'variants',
  summary: 'Groups the clusters of an application by equal output, and says what separates them',
  forms: ['variants APP [--at REF] [options]'],
  details: [
    'APP is the name of an application, with or without that of its cluster, or the folder of its layers.',
    'Clusters are compared within their environment, with the variant that most of them have. Where an',
    'output names its own cluster, region or address, that is no difference.',
  ],
  options: [atOption],
  examples: [
    {
      line: 'strata variants --workspace . checkout',
      text: 'What separates the clusters of checkout',
    },
    { line: 'strata variants --workspace . apps/payments --json', text: 'By folder, for scripts' },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [word, ...more] = call.words;
    if (word === undefined || more.length > 0) {
      return wrongUse(io, 'variants', 'name one application, or a folder.');
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const { complete } = opened.value;
    const names = await complete((analysis) => familiesMeant(analysis, word), io.signal);
    if (names.length === 0) {
      return refuse(io, {
        exitCode: 2,
        message: `no application is called ${word}, or made of it.`,
      });
    }
    const today = new Date().toISOString().slice(0, 10);
    const all: FamilyVariants[] = [];
    for (const name of names) {
      all.push(await complete((analysis) => familyVariants(analysis, name), io.signal));
    }
    io.out.write(
      wantsJson(call)
        ? toJson({ applications: all.map((one) => familyJson(one, today)) })
        : all.map((one) => familyText(io.out, one, today)).join('\n'),
    );
    return 0;
  },
};

function familyJson(family: FamilyVariants, today: string): object {
  const { application, variants, standbys } = family;
  return {
    application,
    ...variantCounts(family),
    variants: variants.map(({ differences, ...variant }) => ({
      ...variant,
      explained: variant.isUsual || isExplained({ differences }),
      differences: differences.map((one) => differenceJson(one, today)),
    })),
    standbys: standbys.map(({ differences, ...standby }) => ({
      ...standby,
      differences: differences.map((one) => differenceJson(one, today)),
    })),
  };
}

function familyText(output: Output, family: FamilyVariants, today: string): string {
  const { application, variants, standbys } = family;
  const { clusters, explained, unexplained } = variantCounts(family);
  const counts = [
    `${variants.length} ${variants.length === 1 ? 'variant' : 'variants'} on ${clusters} ${clusters === 1 ? 'cluster' : 'clusters'}`,
    ...(explained > 0 ? [`${explained} explained`] : []),
    ...(unexplained > 0 ? [`${unexplained} unexplained`] : []),
  ];
  const environments = groupBy(variants, ({ environment }) => environment ?? 'without environment');
  return [
    `${styled(output, 'bold', application)}: ${counts.join(' · ')}\n`,
    ...[...environments].map(([name, own]) =>
      [`${name}\n`, ...own.map((one) => variantText(output, one, today))].join(''),
    ),
    ...standbys.map((one) => standbyText(output, one, today)),
  ].join('');
}

function variantText(output: Output, variant: VariantRow, today: string): string {
  const { clusters, isUsual, differences, gaps } = variant;
  const mark = isUsual ? '●' : '○';
  const parts = gaps === 1 ? '1 part' : `${gaps} parts`;
  const note = gaps === 0 ? '' : styled(output, 'yellow', `  ${parts} cannot be rendered`);
  const lines = differences.map((one) => indented(differenceText(output, one, today), 6));
  return `  ${mark} ${clusters.join(', ')}${note}\n${lines.join('')}`;
}

function standbyText(output: Output, standby: StandbyRow, today: string): string {
  const { cluster, mirrors, differences } = standby;
  const lines = differences.map((one) => indented(differenceText(output, one, today), 2));
  return `${styled(output, 'bold', cluster)} mirrors ${mirrors}, and differs\n${lines.join('')}`;
}

function indented(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}
