import type { PlanRestRow } from '../analysis/planRows.ts';
import type { PlanChoice } from '../protocol/plan.ts';
import type { Plan } from '../workspace/promote.ts';
import type { PlanWords } from './words/planWords.ts';

/** What of a plan can be left out, and what else can be taken: settings. Folders are copied as they are. */
export function choicesOf(
  { changes, left, dangers }: Plan,
  words: PlanWords,
): readonly PlanChoice[] {
  if (dangers.some(({ code }) => code === 'promote.copies-folder')) return [];
  const moves = changes.map(({ subject, field, before, after }) => ({
    ...{ word: subject ?? `field ${field}`, before, after },
    name: subject === undefined ? field : subject.slice(subject.indexOf(' ') + 1),
  }));
  const stays = left.flatMap(({ reason, field, source, target }) =>
    isNoChoice.has(reason)
      ? []
      : [
          {
            ...{ word: `field ${field}`, name: field },
            ...{ before: target, after: source, stays: words.left[reason] },
          },
        ],
  );
  const all: readonly PlanChoice[] = [...moves, ...stays];
  const isAlone = ({ word, name }: PlanChoice): boolean =>
    all.every((other) => other.name !== name || other.word === word);
  const named = all.map((one) => (isAlone(one) ? one : { ...one, name: one.word }));
  return [...new Map(named.map((one) => [JSON.stringify(one), one])).values()];
}

/** Versions that stay whoever asks for them, secrets, and what is the stage's own name. */
const isNoChoice: ReadonlySet<PlanRestRow['reason']> = new Set([
  ...(['ahead', 'branch', 'other-image', 'automated'] as const),
  ...(['secret', 'stage', 'only-source', 'only-target', 'pin'] as const),
  ...(['source-setting', 'target-setting'] as const),
]);
