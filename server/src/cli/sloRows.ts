import type { Objectives } from '../analysis/objectives.ts';
import type { Measure } from '../live/slo.ts';
import { columnsText } from './columns.ts';
import { csvText } from './csv.ts';
import { styled, type Output } from './io.ts';

/** What `strata slo` measured; times in ISO form. */
export interface SloAnswer {
  readonly from: string;
  readonly to: string;
  readonly objectives: Objectives;
  readonly measures: readonly Measure[];
}

/** The document of `strata slo --json`. */
export function sloJson({ from, to, objectives, measures }: SloAnswer): object {
  const { syncLatency, syncSuccess, driftRate } = objectives;
  return {
    window: { from, to },
    targets: [
      {
        name: 'syncLatency',
        percentile: syncLatency.percentile,
        target: syncLatency.target / 1000,
      },
      ...(syncSuccess === undefined ? [] : [{ name: 'syncSuccess', target: syncSuccess }]),
      ...(driftRate === undefined ? [] : [{ name: 'driftRate', target: driftRate }]),
    ],
    measures,
  };
}

/** A line for each measure, for spreadsheets. */
export function sloCsv({ measures }: SloAnswer): string {
  const header = ['measure', 'scope', 'value', 'target', 'met', 'observed', 'not observed'];
  const rows = measures.map(({ name, scope, value, target, met, observed, notObserved }) => [
    name,
    scope,
    numberText(value),
    numberText(target),
    met === 'unknown' ? 'unknown' : met ? 'yes' : 'no',
    String(observed),
    String(notObserved),
  ]);
  return csvText(header, rows);
}

/**
 * The text format of Prometheus, for a textfile collector or a gateway. What is not known has no sample.
 * Source: prometheus.io "Exposition formats".
 */
export function sloPrometheus({ measures }: SloAnswer): string {
  const families = [
    ['value', 'What was measured, in seconds or as a share of one.', ({ value }: Measure) => value],
    ['target', 'The target, in seconds or as a share of one.', ({ target }: Measure) => target],
    [
      'met',
      'Whether the target is met, whatever was not observed.',
      ({ met }: Measure) => (met === 'unknown' ? undefined : Number(met)),
    ],
    [
      'observed',
      'Changes, attempts, or minutes of units that were observed.',
      ({ observed }: Measure) => observed,
    ],
    [
      'not_observed',
      'Changes, units, or minutes of units that were not observed.',
      ({ notObserved }: Measure) => notObserved,
    ],
  ] as const;
  return families
    .flatMap(([name, help, of]) => [
      `# HELP strata_slo_${name} ${help}`,
      `# TYPE strata_slo_${name} gauge`,
      ...measures.flatMap((one) => {
        const value = of(one);
        const labels = `measure="${one.name}",scope="${label(one.scope)}"`;
        return value === undefined ? [] : [`strata_slo_${name}{${labels}} ${value}`];
      }),
    ])
    .join('\n')
    .concat('\n');
}

function label(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** A table of the measures. */
export function sloText(output: Output, { from, to, measures, objectives }: SloAnswer): string {
  const header = ['measure', 'scope', 'value', 'target', 'met', 'observed', 'not observed'];
  const rows = measures.map((one) => [
    words[one.name],
    one.scope,
    one.value === undefined ? '?' : valueText(one.name, one.value),
    one.target === undefined
      ? 'none'
      : one.name === 'syncLatency'
        ? `${objectives.syncLatency.percentile} % in ${valueText(one.name, one.target)}`
        : `${one.name === 'driftRate' ? 'at most' : 'at least'} ${valueText(one.name, one.target)}`,
    one.met === 'unknown' ? '?' : one.met ? 'yes' : 'no',
    `${one.observed} ${units[one.name][0]}${one.byHand ? `, ${one.byHand} by hand` : ''}`,
    `${one.notObserved} ${units[one.name][1]}`,
  ]);
  const title = `${from.slice(0, 16).replace('T', ' ')} to ${to.slice(0, 16).replace('T', ' ')}`;
  return `${styled(output, 'bold', title)}\n\n${columnsText(output, header, rows)}`;
}

const words: Readonly<Record<Measure['name'], string>> = {
  syncLatency: 'sync latency',
  syncSuccess: 'sync success',
  driftRate: 'drift rate',
};

/** What is counted as observed, and as not. */
const units: Readonly<Record<Measure['name'], readonly [string, string]>> = {
  syncLatency: ['changes', 'changes'],
  syncSuccess: ['attempts', 'units'],
  driftRate: ['minutes', 'minutes'],
};

function valueText(name: Measure['name'], value: number): string {
  if (name !== 'syncLatency') return `${numberText(value * 100)} %`;
  const seconds = Math.round(value);
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const shown = parts.map((part, index) => (part === 0 ? '' : `${part}${'hms'.charAt(index)}`));
  return shown.filter((part) => part !== '').join(' ') || '0s';
}

/** A number without the noise of floating point. */
function numberText(value: number | undefined): string {
  return value === undefined ? '' : String(Number(value.toPrecision(6)));
}
