import { isDiagnosticCode } from './diagnostics.ts';
import { englishMessages } from './messages.en.ts';
import type { Problem } from './problem.ts';

/** What a problem says in English. A parameter that the problem does not have leaves nothing. */
export function englishMessage({ code, parameters }: Pick<Problem, 'code' | 'parameters'>): string {
  return isDiagnosticCode(code) ? fillMessage(englishMessages[code], parameters) : code;
}

/** A template with its parameters in place; `{name}` is replaced once, whatever the parameter's own text is. */
export function fillMessage(
  template: string,
  parameters: Readonly<Record<string, string>>,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
}
