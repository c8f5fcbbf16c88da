import { executeWithin } from '../../template/execute.ts';
import type { Execution } from '../../template/execution.ts';
import {
  failure,
  goFunction,
  type CallResult,
  type TemplateFunction,
} from '../../template/functionTable.ts';
import { argument, textOf } from '../../template/functions/arguments.ts';
import { quoteGo } from '../../template/goQuote.ts';
import type { Template } from '../../template/parser.ts';
import type { DefinedTemplate, TemplateProblem } from '../../template/parserState.ts';
import { dictValue, stringValue, type Value } from '../../template/value.ts';

/** What the functions of one rendering share. */
export interface TemplateState {
  /** How often each template is being included. */
  readonly included: Map<string, number>;
  /** Parses a text without a name. */
  readonly parse: (text: string) => Template | TemplateProblem;
}

/** As deep as a template may include itself. Source: Helm v4.2.3 pkg/engine/engine.go `recursionMaxNums`. */
const maxIncluded = 1000;

/** Helm's functions that run templates or end them. Source: Helm v4.2.3 pkg/engine/engine.go `initFunMap`. */
export function templateFunctions(
  state: TemplateState,
): readonly (readonly [string, TemplateFunction])[] {
  return [
    [
      'include',
      goFunction('string, any', 'string', (values, caller) =>
        include(state, textOf(values[0]), argument(values, 1), caller),
      ),
    ],
    [
      'tpl',
      goFunction('string, any', 'string', (values, caller) =>
        tpl(state, values[0], argument(values, 1), caller),
      ),
    ],
    ['required', goFunction('string, any', 'any', required)],
    ['fail', goFunction('string', 'string', ([message]) => warning(textOf(message)))],
    ['lookup', goFunction('string, string, string, string', 'dict', () => dictValue())],
    ['getHostByName', goFunction('string', 'string', () => stringValue(''))],
  ];
}

/** Source: engine.go `includeFun`. */
function include(
  { included }: TemplateState,
  name: string,
  data: Value,
  caller: Execution,
): CallResult {
  const count = included.get(name) ?? 0;
  if (count > maxIncluded) {
    const problem = 'unable to execute template';
    return failure(`rendering template has a nested reference name: ${name}: ${problem}`);
  }
  const tree = caller.templates.get(name);
  if (tree === undefined) {
    return failure(`template: no template ${quoteGo(name)} associated with template "gotpl"`);
  }
  included.set(name, count + 1);
  const result = executeWithin(caller, { name, tree }, data);
  included.set(name, count);
  return result;
}

/** The name of what `tpl` runs. Source: Helm v4.2.3 pkg/engine/engine.go `render`. */
export const tplName = 'gotpl';

/** Source: engine.go `tplFun`. */
function tpl(
  state: TemplateState,
  given: Value | undefined,
  data: Value,
  caller: Execution,
): CallResult {
  const text = textOf(given);
  if (given !== undefined && !text.includes('{{') && !text.includes('<no value>')) {
    return given;
  }
  const template = state.parse(text);
  if (template.kind === 'problem') {
    const message = template.message.replace('template: :', `template: ${tplName}:`);
    return failure(`cannot parse template ${quoteGo(text)}: ${message}`);
  }
  const tree: DefinedTemplate = { text, parsedIn: tplName, root: template.root };
  const templates =
    template.defined.size > 1 ? withDefinitions(caller.templates, template) : caller.templates;
  const result = executeWithin(caller, { name: tplName, tree }, data, templates);
  if (result.kind === 'failure') {
    const message = `error during tpl function execution for ${quoteGo(text)}: ${result.message}`;
    return { ...result, message };
  }
  return result.kind === 'string' && result.value.includes('<no value>')
    ? stringValue(result.value.replaceAll('<no value>', ''))
    : result;
}

function withDefinitions(
  templates: ReadonlyMap<string, DefinedTemplate>,
  { defined }: Template,
): ReadonlyMap<string, DefinedTemplate> {
  const all = new Map(templates);
  for (const [name, tree] of defined) {
    all.set(name === '' ? tplName : name, { ...tree, parsedIn: tplName });
  }
  return all;
}

function required([message, value = { kind: 'nil' }]: readonly Value[]): CallResult {
  const isMissing = value.kind === 'nil' || (value.kind === 'string' && value.value === '');
  return isMissing ? warning(textOf(message)) : value;
}

/** Around the words of the chart's author, which are then all that a message says. */
export const warningStart = 'HELM_ERR_START';
export const warningEnd = 'HELM_ERR_END';

function warning(message: string): CallResult {
  return failure(`${warningStart}${message}${warningEnd}`);
}
