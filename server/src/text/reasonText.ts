import { fillMessage } from './messages.ts';
import { englishReasonWords } from './reasonWords.en.ts';

const words: Readonly<Record<string, string>> = englishReasonWords;

/** A reason in English, as one sentence; a code without words stands for itself. */
export function englishReason({
  code,
  parameters,
}: {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string>>;
}): string {
  return Object.hasOwn(words, code) ? fillMessage(words[code] ?? code, parameters, {}) : code;
}
