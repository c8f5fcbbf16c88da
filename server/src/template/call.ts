import { quoteGo } from './goQuote.ts';
import { evaluateAny } from './evaluate.ts';
import { fail, type Execution } from './execution.ts';
import type { FunctionFailure, TemplateFunction } from './functionTable.ts';
import { builtins, printFunctions, type Builtin } from './functions/builtins.ts';
import { nodeText, type AnyNode, type Operand } from './nodes.ts';
import {
  canBeNil,
  invalid,
  isTruth,
  reflect,
  reflectAs,
  reflectedType,
  valueOf,
  type Reflected,
} from './reflected.ts';
import {
  anyType,
  boolValue,
  floatValue,
  intValue,
  nilValue,
  stringValue,
  zeroOf,
  type GoType,
  type IntegerType,
  type Value,
} from './value.ts';

/** A call of a function in a template. */
export interface FunctionCall {
  readonly name: string;
  /** The node at which messages of the function point. */
  readonly node: AnyNode;
  /** The function's own word and its arguments. */
  readonly words: readonly Operand[];
  /** The result of the command before it in the pipeline. */
  readonly final: Reflected;
}

/** Calls a function. Source: Go 1.26 text/template/exec.go `evalFunction`, `evalCall`. */
export function callFunction(execution: Execution, dot: Reflected, call: FunctionCall): Reflected {
  const { name } = call;
  const own = execution.options.functions.get(name) ?? printFunctions.get(name);
  if (own !== undefined) {
    return callOwn(execution, dot, own, call);
  }
  if (name === 'and' || name === 'or') {
    return callLogic(execution, dot, call);
  }
  const builtin = builtins.get(name);
  return builtin === undefined
    ? fail(execution, `${quoteGo(name)} is not a defined function`)
    : callBuiltin(execution, dot, builtin, call);
}

/** Whether the numbers of parameters and arguments agree. */
function checkCount(
  execution: Execution,
  call: FunctionCall,
  fixed: number,
  isVariadic: boolean,
): boolean {
  // A field without arguments has no word for itself, either.
  const given = Math.max(call.words.length - 1, 0);
  const count = given + (call.final.kind === 'missing' ? 0 : 1);
  if (isVariadic ? count < fixed : count !== fixed) {
    const want = isVariadic ? `at least ${fixed} got ${given}` : `${fixed} got ${count}`;
    fail(execution, `wrong number of args for ${call.name}: want ${want}`);
    return false;
  }
  return true;
}

/** Calls a function or a method with parameters of Go's types. Source: exec.go `evalCall`. */
export function callOwn(
  execution: Execution,
  dot: Reflected,
  target: TemplateFunction,
  call: FunctionCall,
): Reflected {
  const { parameters, rest } = target;
  if (!checkCount(execution, call, parameters.length, rest !== undefined)) {
    return invalid;
  }
  const values: Value[] = [];
  for (const word of call.words.slice(1)) {
    values.push(
      evaluateArgument(execution, dot, parameters[values.length] ?? rest ?? anyType, word),
    );
    if (execution.failure !== undefined) {
      return invalid;
    }
  }
  if (call.final.kind !== 'missing') {
    const type = parameters[values.length] ?? rest ?? anyType;
    values.push(validate(execution, call.final, type));
  }
  if (execution.failure !== undefined) {
    return invalid;
  }
  const result = target.call(values, execution);
  if (result.kind === 'failure') {
    return callFailure(execution, call, result);
  }
  const traced = execution.trace?.called(execution, call.name, values, result) ?? result;
  return reflectAs(traced, target.result);
}

function callFailure(
  execution: Execution,
  call: FunctionCall,
  { message, cause, inner }: FunctionFailure,
): Reflected {
  execution.node = call.node;
  return fail(execution, `error calling ${call.name}: ${message}`, cause, inner);
}

function callBuiltin(
  execution: Execution,
  dot: Reflected,
  builtin: Builtin,
  call: FunctionCall,
): Reflected {
  if (!checkCount(execution, call, builtin.count, builtin.isVariadic)) {
    return invalid;
  }
  const values: Reflected[] = [];
  for (const word of call.words.slice(1)) {
    values.push(evaluateReflected(execution, dot, word));
    if (execution.failure !== undefined) {
      return invalid;
    }
  }
  if (call.final.kind !== 'missing') {
    values.push(call.final);
  }
  const result = builtin.call(values);
  if (result.kind === 'failure') {
    return callFailure(execution, call, result);
  }
  return execution.trace?.calledBuiltin(execution, call.name, values, result) ?? result;
}

/** `and` and `or` evaluate no more than they need. */
function callLogic(execution: Execution, dot: Reflected, call: FunctionCall): Reflected {
  if (!checkCount(execution, call, 1, true)) {
    return invalid;
  }
  const { trace } = execution;
  const seen: Reflected[] = [];
  let value: Reflected = invalid;
  for (const word of call.words.slice(1)) {
    value = evaluateReflected(execution, dot, word);
    if (execution.failure !== undefined) {
      return value;
    }
    seen.push(value);
    if (isTruth(value) === (call.name === 'or')) {
      return trace?.choseOf(seen, value) ?? value;
    }
  }
  const last = call.final.kind === 'missing' ? value : call.final;
  return trace?.choseOf(seen, last) ?? last;
}

/** An argument as it is, for the functions of text/template itself. */
function evaluateReflected(execution: Execution, dot: Reflected, word: Operand): Reflected {
  execution.node = word;
  return word.kind === 'nil' ? invalid : evaluateAny(execution, dot, word);
}

/** An argument for a parameter of the given type. Source: exec.go `evalArg`. */
function evaluateArgument(
  execution: Execution,
  dot: Reflected,
  type: GoType,
  word: Operand,
): Value {
  execution.node = word;
  switch (word.kind) {
    case 'nil':
      if (!canBeNil(type)) {
        fail(execution, `cannot assign nil to ${type}`);
      }
      return zeroOf(type);
    case 'dot':
    case 'field':
    case 'variable':
    case 'pipe':
    case 'identifier':
    case 'chain': {
      const value = evaluateAny(execution, dot, word);
      return execution.failure === undefined ? validate(execution, value, type) : nilValue;
    }
    default:
      return evaluateLiteral(execution, type, word);
  }
}

type Literal = Extract<Operand, { kind: 'bool' | 'number' | 'string' }>;

function evaluateLiteral(execution: Execution, type: GoType, word: Literal): Value {
  const expected = (what: string): Value => {
    fail(execution, `expected ${what}; found ${nodeText(word)}`);
    return nilValue;
  };
  switch (type) {
    case anyType:
      return valueOf(evaluateAny(execution, invalid, word));
    case 'bool':
      return word.kind === 'bool' ? boolValue(word.value) : expected('bool');
    case 'string':
      return word.kind === 'string' ? stringValue(word.value) : expected('string');
    case 'float64':
      return word.kind === 'number' && word.float !== undefined
        ? floatValue(word.float)
        : expected('float');
    case 'int':
    case 'int64':
    case 'int32':
      return word.kind === 'number' && word.integer !== undefined
        ? intValue(word.integer, integerType(type))
        : expected('integer');
    case 'uint32':
      return word.kind === 'number' && word.unsigned !== undefined
        ? intValue(word.unsigned, 'uint32')
        : expected('unsigned integer');
    default:
      fail(execution, `can't handle ${nodeText(word)} for arg of type ${type}`);
      return nilValue;
  }
}

function integerType(type: 'int' | 'int64' | 'int32'): IntegerType {
  return type;
}

/** A value for a parameter of the given type. Source: exec.go `validateType`. */
function validate(execution: Execution, value: Reflected, type: GoType): Value {
  if (value.kind === 'invalid' || value.kind === 'missing') {
    if (!canBeNil(type)) {
      fail(execution, `invalid value; expected ${type}`);
    }
    return type === anyType ? valueOf(value) : zeroOf(type);
  }
  if (type === anyType) {
    return valueOf(value);
  }
  const inner = value.kind === 'interface' ? reflect(value.value) : value;
  if (inner.kind === 'map' && inner.named !== undefined) {
    // A named map goes where a plain one is wanted, and is a plain one there.
    const { kind, element, entries } = inner;
    return validate(execution, { kind, element, entries }, type);
  }
  if (inner.kind === 'list' && inner.named !== undefined) {
    const { kind, element, items } = inner;
    return validate(execution, { kind, element, items }, type);
  }
  const actual = inner.kind === 'invalid' ? reflectedType(value) : reflectedType(inner);
  if (inner.kind === 'invalid' || actual !== type) {
    fail(execution, `wrong type for value; expected ${type}; got ${actual}`);
  }
  return valueOf(inner);
}
