import type { PlanSource } from '../plan/planTypes.ts';
import { defaultRenderOptions, type Analysis } from './analysis.ts';
import { allAnswers, mapAnswer, type Answer } from './answer.ts';
import type { PlanNoteRow } from './planRows.ts';

/** So many objects are named. */
const mostObjects = 3;

/**
 * A plan's word that stages have the same versions, once it is known what of them only their clusters say, as a ConfigMap
 * does that stands in no file: what that holds was not compared.
 */
export function withValuesOfClusters(
  analysis: Analysis,
  stages: readonly PlanSource[],
  notes: readonly PlanNoteRow[],
): Answer<readonly PlanNoteRow[]> {
  const keys = new Set(stages.flatMap((one) => one.keys));
  const renders = [...keys].map((application) =>
    analysis.render({ application }, defaultRenderOptions),
  );
  return mapAnswer(allAnswers(renders), (all) => {
    const gaps = all.flatMap((one) => one.gaps).filter(({ kind }) => kind === 'cluster');
    const names = [...new Set(gaps.map(({ detail }) => detail))].sort();
    if (names.length === 0) return notes;
    const rest = names.length > mostObjects ? ', …' : '';
    const objects = `${names.slice(0, mostObjects).join(', ')}${rest}`;
    return notes.map((one) =>
      one.code === 'promote.nothing'
        ? { ...one, code: 'promote.nothing-in-files', parameters: { ...one.parameters, objects } }
        : one,
    );
  });
}
