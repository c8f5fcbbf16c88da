import type { ApplicationRow } from '../analysis/applicationRows.ts';
import type { DrillTarget } from '../analysis/drill.ts';
import { isAsForetold, isUntouched, type DrillRun } from '../live/drill.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import { drillForetold } from '../text/drillWords.en.ts';
import { styled, type Output } from './io.ts';
import { failureText } from './liveOptions.ts';

/** A drill, and how it went. */
export interface DrillAnswer {
  readonly cluster: string;
  /** What is really asked, of the user's kubeconfig: the repository only names the cluster, and says that it is for tests. */
  readonly context: Pick<KubeContext, 'name' | 'server'>;
  readonly application: ApplicationRow;
  readonly target: DrillTarget;
  /** How long it is watched and how often it is asked, in milliseconds. */
  readonly limit: number;
  readonly every: number;
  /** `undefined` where it was only looked what it would be. */
  readonly run: DrillRun | undefined;
}

/** Whether it went as Strata says of such a drift, and the label is as before. */
export function isAsExpected({ target, run }: DrillAnswer): boolean {
  return run === undefined || isAsForetold(target.willRevert, run);
}

/** The document of `strata drill --json`. */
export function drillJson(answer: DrillAnswer): object {
  const { cluster, context, application, target, limit, every, run } = answer;
  return {
    cluster,
    context: context.name,
    application: application.name,
    controller: application.controller,
    resource: target.resource,
    label: target.label,
    value: target.value,
    drill: target.drill,
    willRevert: target.willRevert,
    limit: limit / 1000,
    resolution: every / 1000,
    run: run && {
      outcome: run.outcome,
      asExpected: isAsExpected(answer),
      injectedAt: timeOf(run.injectedAt),
      detectedAfter: secondsAfter(run, run.detectedAt),
      healedAfter: secondsAfter(run, run.healedAt),
      putBackAt: timeOf(run.putBackAt),
      writes: run.writes,
      failure: run.failure?.kind,
    },
  };
}

/** What would be changed, or what became of it. */
export function drillText(output: Output, answer: DrillAnswer): string {
  const { cluster, context, application, target, limit, run } = answer;
  const head = [
    `${styled(output, 'bold', cluster)}  ${application.name} (${application.controller})\n`,
    `  context ${context.name} at ${context.server}\n`,
    `  ${target.resource}  ${target.label}: ${target.value} → ${target.drill}\n`,
  ];
  const minutes = `${Math.round(limit / 1000)} s`;
  if (run === undefined) {
    return [
      ...head,
      `  ${drillForetold[`${target.willRevert}`]}\n`,
      `Nothing was changed. To do it, and to watch for ${minutes}: add --confirm ${cluster}\n`,
    ].join('');
  }
  const steps = [
    ['injected', timeOf(run.injectedAt)],
    ['noticed', afterText(secondsAfter(run, run.detectedAt))],
    ['healed', afterText(secondsAfter(run, run.healedAt))],
    ['put back', putBackText(run)],
  ].flatMap(([name = '', text]) => (text === undefined ? [] : [`  ${name.padEnd(9)} ${text}\n`]));
  const why = run.failure === undefined ? '' : `: ${failureText(run.failure)}`;
  const expected = isAsExpected(answer);
  const end = `${outcomes[run.outcome]}${why}.`;
  const judged = ['healed', 'noticed', 'unnoticed'].includes(run.outcome)
    ? expected
      ? ' As expected.'
      : ` Not as expected: ${drillForetold[`${target.willRevert}`]}`
    : '';
  return [
    ...head,
    ...steps,
    styled(output, expected ? 'green' : 'red', `${end}${judged}`),
    '\n',
  ].join('');
}

const outcomes: Readonly<Record<DrillRun['outcome'], string>> = {
  healed: 'The controller has healed it',
  noticed: 'The controller has noticed it, and not healed it in time',
  unnoticed: 'Nobody has noticed it in time',
  interrupted: 'Interrupted',
  refused: 'Nothing was changed',
  lost: 'The cluster does not answer',
};

function putBackText(run: DrillRun): string | undefined {
  if (isUntouched(run)) return undefined;
  return timeOf(run.putBackAt) ?? 'no: it may still be as the drill left it';
}

function timeOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

function secondsAfter({ injectedAt }: DrillRun, time: number | undefined): number | undefined {
  return time === undefined || injectedAt === undefined ? undefined : (time - injectedAt) / 1000;
}

function afterText(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : `after ${seconds.toFixed(1)} s`;
}
