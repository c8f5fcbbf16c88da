import { quoteGo } from './goQuote.ts';
import { callFunction, callOwn } from './call.ts';
import { fail, setVariable, step, variableValue, type Execution } from './execution.ts';
import {
  nodeText,
  type AnyNode,
  type CommandNode,
  type NumberNode,
  type Operand,
  type PipeNode,
} from './nodes.ts';
import {
  entryAt,
  invalid,
  missing,
  reflect,
  reflectAs,
  reflectedType,
  unboxed,
  type Reflected,
} from './reflected.ts';
import type { TemplateFunction } from './functionTable.ts';
import {
  boolValue,
  floatValue,
  intValue,
  stringValue,
  zeroOf,
  type MapValue,
  type Value,
} from './value.ts';

/**
 * The value of a pipeline, which is then given to its variables. Once the execution has failed the value means nothing.
 * Source: Go 1.26 text/template/exec.go `evalPipeline`.
 */
export function evaluatePipe(execution: Execution, dot: Reflected, pipe: PipeNode): Reflected {
  execution.node = pipe;
  let value = missing;
  for (const command of pipe.commands) {
    value = unboxed(evaluateCommand(execution, dot, command, value));
    if (!step(execution)) {
      return invalid;
    }
  }
  for (const name of pipe.variables) {
    if (pipe.assigns) {
      setVariable(execution, name, value);
    } else {
      execution.current.variables.push({ name, value });
    }
  }
  return value;
}

function evaluateCommand(
  execution: Execution,
  dot: Reflected,
  command: CommandNode,
  final: Reflected,
): Reflected {
  const { words } = command;
  const [first] = words;
  if (first === undefined) {
    return invalid;
  }
  switch (first.kind) {
    case 'field':
      execution.node = first;
      return evaluateChain(execution, dot, dot, { node: first, path: first.path, words, final });
    case 'chain':
      return evaluateChainNode(execution, dot, first, words, final);
    case 'identifier':
      execution.node = first;
      return callFunction(execution, dot, { name: first.name, node: command, words, final });
    case 'pipe':
      notAFunction(execution, words, final);
      return evaluatePipe(execution, dot, first);
    case 'variable':
      return evaluateVariable(execution, dot, first, words, final);
    default:
      execution.node = first;
      notAFunction(execution, words, final);
      return evaluateConstant(execution, dot, first);
  }
}

function evaluateConstant(
  execution: Execution,
  dot: Reflected,
  word: Exclude<Operand, { kind: 'field' | 'chain' | 'identifier' | 'pipe' | 'variable' }>,
): Reflected {
  switch (word.kind) {
    case 'bool':
      return reflect(boolValue(word.value));
    case 'dot':
      return dot;
    case 'nil':
      return fail(execution, 'nil is not a command');
    case 'number':
      return idealConstant(execution, word);
    case 'string':
      return reflect(stringValue(word.value));
  }
}

function notAFunction(execution: Execution, words: readonly Operand[], final: Reflected): void {
  const [first] = words;
  if (first !== undefined && (words.length > 1 || final.kind !== 'missing')) {
    fail(execution, `can't give argument to non-function ${nodeText(first)}`);
  }
}

/** A number as a value that has no type of its own. Source: exec.go `idealConstant`. */
function idealConstant(execution: Execution, node: NumberNode): Reflected {
  execution.node = node;
  const { text, integer, float } = node;
  const isHexInteger = /^0[xX]/.test(text) && text.length > 2 && !/[pP]/.test(text);
  if (float !== undefined && !isHexInteger && !text.startsWith("'") && /[.eEpP]/.test(text)) {
    return reflect(floatValue(float));
  }
  return integer === undefined
    ? fail(execution, `${text} overflows int`)
    : reflect(intValue(integer));
}

function evaluateChainNode(
  execution: Execution,
  dot: Reflected,
  chain: Extract<Operand, { kind: 'chain' }>,
  words: readonly Operand[],
  final: Reflected,
): Reflected {
  execution.node = chain;
  const start =
    chain.node.kind === 'pipe'
      ? evaluatePipe(execution, dot, chain.node)
      : evaluateAny(execution, dot, chain.node);
  return evaluateChain(execution, dot, start, { node: chain, path: chain.path, words, final });
}

function evaluateVariable(
  execution: Execution,
  dot: Reflected,
  variable: Extract<Operand, { kind: 'variable' }>,
  words: readonly Operand[],
  final: Reflected,
): Reflected {
  execution.node = variable;
  const [name = '', ...path] = variable.path;
  const value = variableValue(execution, name);
  if (path.length === 0) {
    notAFunction(execution, words, final);
    return value;
  }
  return evaluateChain(execution, dot, value, { node: variable, path, words, final });
}

/** Fields of fields, and the arguments for a method at the end. */
interface FieldChain {
  readonly node: AnyNode;
  readonly path: readonly string[];
  readonly words: readonly Operand[];
  readonly final: Reflected;
}

/** Source: exec.go `evalFieldChain`. */
function evaluateChain(
  execution: Execution,
  dot: Reflected,
  start: Reflected,
  chain: FieldChain,
): Reflected {
  const { path } = chain;
  let receiver = start;
  for (let index = 0; index < path.length; index += 1) {
    const isLast = index === path.length - 1;
    const hasArguments = isLast && (chain.words.length > 1 || chain.final.kind !== 'missing');
    receiver = evaluateField(execution, dot, receiver, {
      chain,
      name: path[index] ?? '',
      hasArguments,
    });
    if (execution.failure !== undefined) {
      break;
    }
  }
  return receiver;
}

interface FieldStep {
  readonly chain: FieldChain;
  readonly name: string;
  readonly hasArguments: boolean;
}

/** Source: exec.go `evalField`. */
function evaluateField(
  execution: Execution,
  dot: Reflected,
  holder: Reflected,
  step: FieldStep,
): Reflected {
  const { chain, name, hasArguments } = step;
  if (holder.kind === 'invalid' || holder.kind === 'missing') {
    return execution.options.missingKey === 'error'
      ? fail(execution, `nil data; no entry for key ${quoteGo(name)}`)
      : invalid;
  }
  const receiver = unboxed(holder);
  switch (receiver.kind) {
    case 'invalid':
      return fail(execution, `nil pointer evaluating ${reflectedType(holder)}.${name}`);
    case 'object': {
      const method = receiver.methods?.get(name);
      if (method !== undefined) {
        return callMethod(execution, dot, method, step);
      }
      const field = receiver.fields.get(name);
      if (field === undefined) {
        break;
      }
      if (hasArguments) {
        execution.node = chain.node;
        return fail(execution, `${name} has arguments but cannot be invoked as function`);
      }
      return found(execution, receiver, reflect(field));
    }
    case 'map': {
      const method = receiver.methods?.get(name);
      if (method !== undefined) {
        return callMethod(execution, dot, method, step);
      }
      return hasArguments
        ? fail(execution, `${name} is not a method but has arguments`)
        : found(execution, receiver, evaluateKey(execution, receiver, name), name);
    }
    case 'list': {
      const method = receiver.methods?.get(name);
      if (method !== undefined) {
        return callMethod(execution, dot, method, step);
      }
      break;
    }
    default:
      break;
  }
  return fail(execution, `can't evaluate field ${name} in type ${reflectedType(holder)}`);
}

function found(execution: Execution, holder: Value, item: Reflected, name?: string): Reflected {
  return execution.trace === undefined ? item : execution.trace.found(holder, item, name);
}

function evaluateKey(execution: Execution, receiver: MapValue, name: string): Reflected {
  const entry = entryAt(receiver, name);
  if (entry !== undefined) {
    return entry;
  }
  switch (execution.options.missingKey) {
    case 'default':
      return invalid;
    case 'zero':
      return reflectAs(zeroOf(receiver.element), receiver.element);
    case 'error':
      return fail(execution, `map has no entry for key ${quoteGo(name)}`);
  }
}

function callMethod(
  execution: Execution,
  dot: Reflected,
  method: TemplateFunction,
  { chain, name, hasArguments }: FieldStep,
): Reflected {
  const { node } = chain;
  const words = hasArguments ? chain.words : [];
  const final = hasArguments ? chain.final : missing;
  return callOwn(execution, dot, method, { name, node, words, final });
}

/** An argument for a place that can hold anything. Source: exec.go `evalEmptyInterface` and the start of `evalArg`. */
export function evaluateAny(execution: Execution, dot: Reflected, node: Operand): Reflected {
  execution.node = node;
  switch (node.kind) {
    case 'field':
      return evaluateChain(execution, dot, dot, {
        node,
        path: node.path,
        words: [],
        final: missing,
      });
    case 'variable':
      return evaluateVariable(execution, dot, node, [], missing);
    case 'pipe':
      return evaluatePipe(execution, dot, node);
    case 'identifier':
      return callFunction(execution, dot, {
        name: node.name,
        node,
        words: [node],
        final: missing,
      });
    case 'chain':
      return evaluateChainNode(execution, dot, node, [], missing);
    case 'nil':
      return fail(execution, 'indirection through explicit nil');
    default:
      return evaluateConstant(execution, dot, node);
  }
}
