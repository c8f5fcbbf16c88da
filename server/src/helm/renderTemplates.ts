import { compareBytes } from '../util/compareBytes.ts';
import {
  executeDefined,
  type ExecuteOptions,
  type ExecutionFailure,
  type Limits,
} from '../template/execute.ts';
import type { FunctionTable } from '../template/functionTable.ts';
import { sprigFunctions } from '../template/functions/sprig.ts';
import { parseGoTemplate } from '../template/goTemplate.ts';
import type { Template } from '../template/parser.ts';
import type { DefinedTemplate, TemplateProblem } from '../template/parserState.ts';
import type { Trace } from '../template/trace.ts';
import { dictValue, stringValue, type MapValue } from '../template/value.ts';
import type { Chart } from './chart.ts';
import { baseName, fileText } from './chartFile.ts';
import { chanceFunctions, type ChanceUse } from './functions/chanceFunctions.ts';
import { dataFunctions } from './functions/dataFunctions.ts';
import { packageOfHelm, type HelmRules } from './helmVersion.ts';
import { failureText } from './failureText.ts';
import { templateFunctions } from './functions/templateFunctions.ts';
import { collectTemplates, type ChartTemplate } from './templateData.ts';

/** Parsed templates by their texts, which whoever renders often keeps; they have no names. */
export type ParsedTemplates = Map<string, Template | TemplateProblem>;

/** What is needed to run the templates of a chart. */
export interface RenderTemplatesOptions {
  readonly parsed: ParsedTemplates;
  readonly trace?: Trace | undefined;
  readonly limits?: Limits;
  readonly rules?: HelmRules;
}

/** What the templates of a chart make, by their names; or where the first of them fails. */
export type RenderedTemplates =
  | {
      readonly kind: 'files';
      readonly files: ReadonlyMap<string, string>;
      /** The files of the templates, counted from the folder of the chart at the top, by the names that Helm gives them. */
      readonly sources: ReadonlyMap<string, string>;
      /** Functions whose results differ from run to run. */
      readonly chance: readonly ChanceUse[];
    }
  | ChartFailure;

/** Why a chart does not render, in Helm's words; the place where it is known. */
export interface ChartFailure {
  readonly kind: 'failure';
  readonly message: string;
  /** `error`: Helm fails as well; `limit` and `unsupported`: only Strata. */
  readonly cause: ExecutionFailure['cause'];
  /** The name of the template, as Helm shows it, and the offset in it in UTF-16 units. */
  readonly template?: string;
  readonly offset?: number;
}

/** Functions that are the same for every chart. */
const fixedFunctions: FunctionTable = new Map([...sprigFunctions, ...dataFunctions]);

/** Functions that Helm 3 has not. Source: Helm v3.19.4 and v4.2.3 pkg/engine/funcs.go `funcMap`. */
const onlyNew: readonly string[] = ['mustToYaml', 'mustToToml'];
const newFunctions = new RegExp(onlyNew.join('|'));

/** Far more than the largest charts need. */
const chartLimits: Limits = { steps: 30_000_000, outputLength: 100_000_000, templateDepth: 1000 };

/**
 * Runs the templates of a chart and of those below it. `top` has `Values`, `Chart`, `Release` and `Capabilities`.
 * Source: Helm v4.2.3 pkg/engine/engine.go `render`.
 */
export function renderTemplates(
  chart: Chart,
  top: MapValue,
  options: RenderTemplatesOptions,
): RenderedTemplates {
  const templates = collectTemplates(chart, top, options.rules).sort((a, b) =>
    byDepth(b.name, a.name),
  );
  const chance: ChanceUse[] = [];
  const parse = (text: string): Template | TemplateProblem => {
    const key = options.rules === 3 && newFunctions.test(text) ? `Helm 3\0${text}` : text;
    const known = options.parsed.get(key) ?? parseGoTemplate(text, functions, '');
    options.parsed.set(key, known);
    return known;
  };
  const functions = new Map(fixedFunctions);
  if (options.rules === 3) for (const name of onlyNew) functions.delete(name);
  for (const [name, own] of [
    ...chanceFunctions(chance),
    ...templateFunctions({ included: new Map(), parse }),
  ]) {
    functions.set(name, own);
  }
  const defined = new Map<string, DefinedTemplate>();
  for (const { name, file } of templates) {
    const text = fileText(file);
    const template = parse(text);
    if (template.kind === 'problem') {
      const named = parseGoTemplate(text, functions, name);
      return parseFailure(name, named.kind === 'problem' ? named : template);
    }
    addDefinitions(defined, template, name);
  }
  const files = new Map<string, string>();
  const matchers: ExecuteOptions['matchers'] = new Map();
  const { trace, limits = chartLimits } = options;
  for (const template of templates) {
    const { name } = template;
    const tree = defined.get(name);
    if (baseName(name).startsWith('_') || tree === undefined) {
      continue;
    }
    setTemplateName(template, options.rules);
    const executed = executeDefined(defined, { name, tree }, template.data, {
      functions,
      missingKey: 'zero',
      limits,
      trace,
      matchers,
    });
    if (executed.kind === 'failure') {
      return executionFailure(name, executed);
    }
    files.set(name, executed.text.replaceAll('<no value>', ''));
  }
  const sources = new Map(
    templates.map(({ name, folder, file }) => [
      name,
      folder === '' ? file.name : `${folder}/${file.name}`,
    ]),
  );
  return { kind: 'files', files, sources, chance };
}

/** A later definition takes the place of an earlier one, unless it is empty. Source: Go 1.26 text/template `AddParseTree`. */
function addDefinitions(
  defined: Map<string, DefinedTemplate>,
  template: Template,
  name: string,
): void {
  for (const [each, tree] of template.defined) {
    const key = each === '' ? name : each;
    if (!defined.has(key) || !isBlank(tree)) {
      defined.set(key, { ...tree, parsedIn: name });
    }
  }
}

/** Source: Go 1.26 text/template/parse/parse.go `IsEmptyTree`. */
function isBlank({ root }: DefinedTemplate): boolean {
  return root.every((node) => node.kind === 'text' && node.text.trim() === '');
}

function setTemplateName({ name, data, basePath }: ChartTemplate, rules: HelmRules = 4): void {
  const template = dictValue([
    ['Name', stringValue(name)],
    ['BasePath', stringValue(basePath)],
  ]);
  data.entries.set('Template', { ...template, named: `${packageOfHelm(rules)}.Values` });
}

/** Source: engine.go `byPathLen`. */
function byDepth(left: string, right: string): number {
  return left.split('/').length - right.split('/').length || compareBytes(left, right);
}

/** Source: engine.go `cleanupParseError`. */
function parseFailure(name: string, problem: TemplateProblem): ChartFailure {
  const parts = problem.message.split(': ');
  const message =
    parts.length === 1
      ? `parse error in (${name}): ${problem.message}`
      : `parse error at (${parts[1] ?? ''}): ${parts.at(-1) ?? ''}`;
  return { kind: 'failure', cause: 'error', message, template: name, offset: problem.offset };
}

function executionFailure(name: string, failure: ExecutionFailure): ChartFailure {
  const { cause, template, offset } = failure;
  const message = failureText(failure);
  return { kind: 'failure', cause, message, template: template === '' ? name : template, offset };
}
