import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import { failuresOf, lacksObjectsAlone } from '../layers/compareRenders.ts';
import type { PlanSource } from '../plan/planTypes.ts';
import type { PlanCode } from '../text/planWords.en.ts';
import type { Problem } from '../text/problem.ts';
import { defaultRenderOptions, type Analysis, type RenderSource } from './analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { locateProblem } from './locatedProblem.ts';
import type { PlanNoteRow } from './planRows.ts';

/** What of the stages of a plan does not build in a tree: one note for each stage and application, with the place. */
export function unbuiltStages(
  analysis: Analysis,
  stages: readonly PlanSource[],
  code: Extract<PlanCode, 'plan.unproven' | 'promote.source-unbuilt'>,
): Answer<readonly PlanNoteRow[]> {
  const rendered = stages.map((stage) => {
    const sources = renderSourcesOf(stage);
    const options = { ...defaultRenderOptions, restrictions: 'none' } as const;
    const renders = sources.map((one) => analysis.render(one, options));
    return chainAnswer(allAnswers(renders), (all) => notesOf(analysis, all, { stage, code }));
  });
  return mapAnswer(allAnswers(rendered), (notes) => notes.flat());
}

/** What something renders to. */
export interface Rendered {
  readonly resources: readonly Resource[];
  readonly failures: readonly Problem[];
  readonly gaps: readonly RenderGap[];
}

/** What a stage renders: a layer is built alone, as others may change what is made of it; of clusters what they run counts. */
export function renderSourcesOf({ keys, roots }: PlanSource): readonly RenderSource[] {
  return roots === undefined ? keys.map((application) => ({ application })) : roots;
}

function notesOf(
  analysis: Analysis,
  renders: readonly Rendered[],
  { stage: { application, stage }, code }: { readonly stage: PlanSource; readonly code: PlanCode },
): Answer<readonly PlanNoteRow[]> {
  const failing = renders.find((one) => {
    const failures = failuresOf(one);
    return failures.length > 0 && !lacksObjectsAlone(failures, one.gaps);
  });
  return mapAnswer(unbuiltRender(analysis, failing), (why) =>
    why === undefined
      ? []
      : [{ code, parameters: { name: stage }, application, cluster: undefined, ...why }],
  );
}

/** Why an application, as it is rendered, reaches no cluster: the first failure, with its place. */
export function unbuiltRender(
  analysis: Analysis,
  render: Pick<Rendered, 'failures'> | undefined,
): Answer<Pick<PlanNoteRow, 'cause' | 'at'> | undefined> {
  return analysis.ask((reader) => {
    const [first] = render === undefined ? [] : failuresOf(render);
    if (first === undefined) return undefined;
    const { range, parameters } = locateProblem(reader, first);
    return {
      cause: { code: first.code, parameters },
      at: range && { file: range.file, line: range.start.line },
    };
  });
}
