import { executeTemplate, type Executed, type ExecuteOptions } from './execute.ts';
import { isBuiltin } from './functions/builtins.ts';
import { parseTemplate, type Template } from './parser.ts';
import type { TemplateProblem } from './parserState.ts';
import type { FunctionTable } from './functionTable.ts';
import type { Value } from './value.ts';

/** Parses a template that may use these functions beside those of Go itself. */
export function parseGoTemplate(
  text: string,
  functions: FunctionTable,
  name = '',
): Template | TemplateProblem {
  return parseTemplate(text, {
    name,
    hasFunction: (each) => functions.has(each) || isBuiltin(each),
  });
}

/** Parses a template and runs it; `problem` where it cannot be parsed, `failure` where it fails. */
export function renderGoTemplate(
  text: string,
  data: Value,
  options: ExecuteOptions,
): Executed | TemplateProblem {
  const template = parseGoTemplate(text, options.functions);
  return template.kind === 'problem' ? template : executeTemplate(template, data, options);
}
