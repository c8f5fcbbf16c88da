import { joinStrings } from './goBytes.ts';
import { quoteGo } from './goQuote.ts';
import { evaluatePipe } from './evaluate.ts';
import { fail, setVariable, step, type Execution } from './execution.ts';
import {
  failure,
  type CallResult,
  type FailureCause,
  type FunctionTable,
} from './functionTable.ts';
import type { compileMatcher } from './functions/regexpMatcher.ts';
import type { BranchNode, TemplateNode } from './nodes.ts';
import type { Template } from './parser.ts';
import type { DefinedTemplate } from './parserState.ts';
import { printValue, sortedEntries } from './printValue.ts';
import {
  invalid,
  isTruth,
  itemAt,
  reflect,
  reflectAs,
  unboxed,
  valueOf,
  type Reflected,
} from './reflected.ts';
import type { Trace } from './trace.ts';
import { intValue, stringValue, type Value } from './value.ts';

/** The text that a template makes, or why it makes none. */
export type Executed = { readonly kind: 'text'; readonly text: string } | ExecutionFailure;

/** Why a template makes no text. `message` is Go's, where Go fails as well; `offset` is in UTF-16 units. */
export interface ExecutionFailure {
  readonly kind: 'failure';
  readonly cause: FailureCause;
  readonly message: string;
  /** The name of the template that it stands in. */
  readonly template: string;
  readonly offset: number;
}

/** What a template does with a key that a map has not: nothing, the zero of the map's values, or fail. */
export type MissingKey = 'default' | 'zero' | 'error';

/** How to run a template. */
export interface ExecuteOptions {
  readonly functions: FunctionTable;
  readonly missingKey: MissingKey;
  /** How many nodes may be visited and how long the text may be; see `usualLimits`. */
  readonly limits?: Limits;
  readonly trace?: Trace | undefined;
  /** Regular expressions that were read, for templates that use them again. */
  readonly matchers?: Map<string, ReturnType<typeof compileMatcher>>;
}

/** Bounds, so that no template takes for ever or fills the memory. */
export interface Limits {
  readonly steps: number;
  readonly outputLength: number;
  readonly templateDepth: number;
}

/** Far beyond what templates that mean well need. Go has but one bound: 100,000 nested calls of templates. */
export const usualLimits: Limits = {
  steps: 2_000_000,
  outputLength: 50_000_000,
  templateDepth: 500,
};

/**
 * Runs a template on a value.
 * Source: Go 1.26 text/template/exec.go.
 */
export function executeTemplate(
  template: Template,
  data: Value,
  options: ExecuteOptions,
): Executed {
  const whole = template.defined.get(template.name);
  const tree = whole ?? { text: template.text, parsedIn: template.name, root: template.root };
  return executeDefined(template.defined, { name: template.name, tree }, data, options);
}

/** A template with its name. */
export interface NamedTemplate {
  readonly name: string;
  readonly tree: DefinedTemplate;
}

/** Runs one of several templates, which can call each other. */
export function executeDefined(
  templates: ReadonlyMap<string, DefinedTemplate>,
  named: NamedTemplate,
  data: Value,
  options: ExecuteOptions,
): Executed {
  const execution = newExecution(
    { templates, options, spent: { steps: 0, length: 0 }, trace: options.trace },
    named,
    data,
    0,
  );
  try {
    run(execution, data);
  } catch {
    // The stack is full: values or templates are nested too deeply to be looked through.
    fail(execution, 'the template nests too deeply', 'limit');
  }
  return execution.failure ?? { kind: 'text', text: joinStrings(execution.parts) };
}

/**
 * Runs a template for a function of another one, as Helm's `include` and `tpl` do: its text is the result of the function.
 * `templates` are those that it can call.
 */
export function executeWithin(
  caller: Execution,
  named: NamedTemplate,
  data: Value,
  templates: ReadonlyMap<string, DefinedTemplate> = caller.templates,
): CallResult {
  const depth = caller.current.depth + 1;
  if (depth > caller.limits.templateDepth) {
    return failure('templates call each other too deeply', 'limit');
  }
  const execution = newExecution({ ...caller, templates }, named, data, depth);
  run(execution, data);
  const { failure: inner } = execution;
  if (inner !== undefined) {
    return { ...failure(inner.message, inner.cause), inner };
  }
  const text = joinStrings(execution.parts);
  caller.spent.length -= text.length;
  const result = stringValue(text);
  caller.trace?.madeText(execution, result);
  return result;
}

function newExecution(
  {
    templates,
    options,
    spent,
    trace,
  }: Pick<Execution, 'templates' | 'options' | 'spent' | 'trace'>,
  { name, tree }: NamedTemplate,
  data: Value,
  depth: number,
): Execution {
  return {
    templates,
    options,
    limits: options.limits ?? usualLimits,
    parts: [],
    spent,
    current: { name, tree, variables: [{ name: '$', value: reflect(data) }], depth },
    node: undefined,
    failure: undefined,
    trace,
  };
}

function run(execution: Execution, data: Value): void {
  execution.trace?.begins(execution);
  walkList(execution, reflect(data), execution.current.tree.root);
}

type Walk = 'on' | 'break' | 'continue';

function walkList(execution: Execution, dot: Reflected, nodes: readonly TemplateNode[]): Walk {
  for (const node of nodes) {
    const walk = walkNode(execution, dot, node);
    if (walk !== 'on' || execution.failure !== undefined) {
      return walk;
    }
  }
  return 'on';
}

function walkNode(execution: Execution, dot: Reflected, node: TemplateNode): Walk {
  execution.node = node;
  if (!step(execution)) {
    return 'on';
  }
  switch (node.kind) {
    case 'text':
      write(execution, node.text);
      execution.trace?.wroteText(execution, node.offset, node.text);
      return 'on';
    case 'action': {
      const value = evaluatePipe(execution, dot, node.pipe);
      if (node.pipe.variables.length === 0 && execution.failure === undefined) {
        execution.node = node;
        print(execution, value);
      }
      return 'on';
    }
    case 'break':
    case 'continue':
      return node.kind;
    case 'if':
    case 'with':
      return walkChoice(execution, dot, node);
    case 'range':
      walkRange(execution, dot, node);
      return 'on';
    case 'template':
      walkTemplate(execution, dot, node);
      return 'on';
  }
}

function write(execution: Execution, text: string): void {
  const { spent } = execution;
  spent.length += text.length;
  if (spent.length > execution.limits.outputLength) {
    fail(execution, 'the template makes too much text', 'limit');
    return;
  }
  execution.parts.push(text);
}

function print(execution: Execution, value: Reflected): void {
  const text = value.kind === 'invalid' ? '<no value>' : printValue(valueOf(value));
  write(execution, text);
  execution.trace?.printed(execution, value, text);
}

function walkChoice(execution: Execution, dot: Reflected, node: BranchNode): Walk {
  const { variables } = execution.current;
  const mark = variables.length;
  const value = evaluatePipe(execution, dot, node.pipe);
  let walk: Walk = 'on';
  if (execution.failure === undefined) {
    execution.trace?.decides(execution, value);
    if (isTruth(value)) {
      walk = walkList(execution, node.kind === 'with' ? value : dot, node.list);
    } else if (node.otherwise !== undefined) {
      walk = walkList(execution, dot, node.otherwise);
    }
    execution.trace?.decided(execution, node);
  }
  variables.length = mark;
  return walk;
}

function walkRange(execution: Execution, dot: Reflected, node: BranchNode): void {
  const { variables } = execution.current;
  const mark = variables.length;
  const value = unboxed(evaluatePipe(execution, dot, node.pipe));
  if (execution.failure === undefined) {
    execution.trace?.decides(execution, value);
    if (!iterate(execution, value, node)) {
      walkList(execution, dot, node.otherwise ?? []);
    }
    execution.trace?.decided(execution, node);
  }
  variables.length = mark;
}

/** Goes through what is ranged over; false where there is nothing in it. */
function iterate(execution: Execution, value: Reflected, node: BranchNode): boolean {
  switch (value.kind) {
    case 'list':
      return forEach(execution, node, value.items.length, (index) => ({
        index: intValue(index),
        item: found(execution, value, itemAt(value, index) ?? invalid),
      }));
    case 'map': {
      const entries = sortedEntries(value.entries);
      return forEach(execution, node, entries.length, (index) => {
        const [key, item] = entries[index] ?? [''];
        return {
          index: { kind: 'string', value: key },
          item:
            item === undefined ? invalid : found(execution, value, reflectAs(item, value.element)),
        };
      });
    }
    case 'integer':
      if (node.pipe.variables.length > 1) {
        fail(execution, `can't use ${printValue(value)} to iterate over more than one variable`);
        return true;
      }
      return forEach(execution, node, Number(value.value), (index) => ({
        index: invalid,
        item: intValue(index, value.type),
      }));
    case 'invalid':
    case 'interface':
      return false;
    default:
      fail(execution, `range can't iterate over ${printValue(valueOf(value))}`);
      return true;
  }
}

function found(execution: Execution, holder: Value, item: Reflected): Reflected {
  return execution.trace === undefined ? item : execution.trace.found(holder, item);
}

interface Turn {
  readonly index: Reflected;
  readonly item: Reflected;
}

function forEach(
  execution: Execution,
  node: BranchNode,
  count: number,
  turnAt: (index: number) => Turn,
): boolean {
  const mark = execution.current.variables.length;
  for (let index = 0; index < count; index += 1) {
    const { index: key, item } = turnAt(index);
    setLoopVariables(execution, node, key, item);
    if (!step(execution)) {
      break;
    }
    const walk = walkList(execution, item, node.list);
    execution.current.variables.length = mark;
    if (walk === 'break' || execution.failure !== undefined) {
      break;
    }
  }
  return count > 0;
}

function setLoopVariables(
  execution: Execution,
  { pipe }: BranchNode,
  key: Reflected,
  item: Reflected,
): void {
  const { variables } = execution.current;
  const [first, second] = pipe.variables;
  if (first === undefined) {
    return;
  }
  if (pipe.assigns) {
    setVariable(execution, first, second === undefined ? item : key);
    if (second !== undefined) {
      setVariable(execution, second, item);
    }
    return;
  }
  const top = variables.at(-1);
  const below = variables.at(-2);
  if (top !== undefined) {
    top.value = item;
  }
  if (second !== undefined && below !== undefined) {
    below.value = key;
  }
}

function walkTemplate(
  execution: Execution,
  dot: Reflected,
  node: Extract<TemplateNode, { kind: 'template' }>,
): void {
  const tree = execution.templates.get(node.name);
  const outer = execution.current;
  if (tree === undefined) {
    fail(execution, `template ${quoteGo(node.name)} not defined`);
    return;
  }
  if (outer.depth >= execution.limits.templateDepth) {
    fail(execution, 'templates call each other too deeply', 'limit');
    return;
  }
  const value = node.pipe === undefined ? invalid : evaluatePipe(execution, dot, node.pipe);
  execution.current = {
    name: node.name,
    tree,
    variables: [{ name: '$', value }],
    depth: outer.depth + 1,
  };
  if (execution.failure === undefined) {
    walkList(execution, value, tree.root);
  }
  execution.current = outer;
}
