import { englishArgocdMessages } from './argocdMessages.en.ts';
import { isDiagnosticCode } from './diagnostics.ts';
import { englishMessages, englishReasons } from './messages.en.ts';
import type { Problem } from './problem.ts';

/** What a problem says in English. A parameter that the problem does not have leaves nothing. */
export function englishMessage({ code, parameters }: Pick<Problem, 'code' | 'parameters'>): string {
  if (isDiagnosticCode(code)) return fillMessage(englishMessages[code], parameters, englishReasons);
  return Object.hasOwn(ofArgocd, code) ? fillMessage(ofArgocd[code] ?? code, parameters, {}) : code;
}

const ofArgocd: Readonly<Record<string, string>> = englishArgocdMessages;

/**
 * A template with its parameters in place; `{name}` is replaced once, whatever the parameter's own text is. A parameter
 * `reason` that is a code word says what `reasons` has for it.
 */
export function fillMessage(
  template: string,
  parameters: Readonly<Record<string, string>>,
  reasons: Readonly<Record<string, string>>,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = parameters[name] ?? '';
    return name === 'reason' && Object.hasOwn(reasons, text) ? (reasons[text] ?? text) : text;
  });
}
