import type { DrillReport } from '../protocol/liveDrill.ts';
import { columns, plain, type Line } from './reportText.ts';
import type { DrillWords } from './words/drillWords.ts';

/** How a drift drill went: what was changed where, what became of it and when, and whether that was foretold. */
export function drillReport(words: DrillWords, drill: DrillReport): readonly Line[] {
  const { cluster, context, server, application, controller, resource, label } = drill;
  const { injectedAt, noticedAfter, healedAfter, putBackAt, isUntouched, asExpected } = drill;
  const after = (seconds: number | undefined): string =>
    seconds === undefined ? words.never : words.after(seconds.toFixed(1));
  const steps: readonly (readonly [string, string])[] = isUntouched
    ? []
    : [
        [words.injected, injectedAt ?? words.notKnown],
        [words.noticed, after(noticedAfter)],
        [words.healed, after(healedAfter)],
        [words.putBack, putBackAt ?? words.notPutBack],
      ];
  const judged = ['healed', 'noticed', 'unnoticed'].includes(drill.outcome);
  const foretold = words.foretold[`${drill.willRevert}`];
  return [
    [`strata · ${words.title} · `, plain(cluster)],
    [],
    ...columns(
      [
        [words.context, `${context} · ${server}`],
        [words.application, `${application} (${controller})`],
        [words.label, `${resource} · ${label}: ${drill.value} → ${drill.drill}`],
        ...steps,
        [words.writes, String(drill.writes)],
      ].map(([name = '', text = '']) => [{ text: name }, plain(text)]),
      { indent: 2 },
    ),
    [],
    [words.outcomes[drill.outcome], drill.failure === undefined ? '' : ` (${drill.failure.kind})`],
    ...(judged ? [[asExpected ? words.asExpected : words.notAsExpected(foretold)]] : []),
    ...(isUntouched || putBackAt !== undefined ? [] : [[words.undo], ['  ', plain(drill.undo)]]),
  ];
}
