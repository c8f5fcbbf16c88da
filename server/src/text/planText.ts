import { fillMessage } from './messages.ts';
import { englishPlanWords, type PlanCode } from './planWords.en.ts';

/** What a plan says in English, as one sentence. */
export function englishPlan({
  code,
  parameters,
}: {
  readonly code: PlanCode;
  readonly parameters: Readonly<Record<string, string>>;
}): string {
  return fillMessage(englishPlanWords[code], parameters, {});
}
