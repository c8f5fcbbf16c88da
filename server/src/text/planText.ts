import { englishMessage, fillMessage } from './messages.ts';
import type { Problem } from './problem.ts';
import { englishPlanWords, type PlanCode } from './planWords.en.ts';

/** What a plan says: a code with parameters, and why, where a word `{message}` stands for that. */
export interface PlanSaying {
  readonly code: PlanCode;
  readonly parameters: Readonly<Record<string, string>>;
  readonly cause?: Pick<Problem, 'code' | 'parameters'> | undefined;
}

/** What a plan says in English, as one sentence. */
export function englishPlan(saying: PlanSaying): string {
  return planSentence(englishPlanWords, saying, englishMessage);
}

/** What a plan says in the words of a language, as one sentence. */
export function planSentence(
  words: Readonly<Record<PlanCode, string>>,
  { code, parameters, cause }: PlanSaying,
  messageOf: (cause: Pick<Problem, 'code' | 'parameters'>) => string,
): string {
  const message = cause === undefined ? {} : { message: messageOf(cause) };
  return fillMessage(words[code], { ...parameters, ...message }, {});
}
