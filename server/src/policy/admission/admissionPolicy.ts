import { at, entriesOf, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import { labelsIn } from '../../drift/labels.ts';
import { meetsSelector } from '../../drift/jsonSelector.ts';
import type { ObjectPath } from '../podTemplate.ts';
import type { CelCompiler, CelGap, CelInputs, CelOutcome } from './celExpression.ts';
import { matchesResources, type AdmissionRequest, type MatchGap } from './matchResources.ts';

/** A ValidatingAdmissionPolicy with one of its bindings, as they are rendered. */
export interface BoundPolicy {
  readonly policy: JsonMap;
  readonly binding: JsonMap;
}

/** What policies are asked about. */
export interface AdmittedObject {
  readonly request: AdmissionRequest;
  /** As admission sees it. */
  readonly object: JsonMap;
  /** The Namespace; `undefined` where it is not rendered here, `null` for what lies in none. */
  readonly namespace: JsonMap | null | undefined;
  /** Values of Secrets stand in it: no message may quote it. */
  readonly isSecret: boolean;
}

/** An object that may be a parameter. */
export interface Parameter {
  readonly value: JsonMap;
  /** Values of Secrets stand in it, its own or copied ones: no message may quote it. */
  readonly isSecret: boolean;
}

/** Finds the objects that may be parameters, by kind and namespace. */
export type ParameterLookup = (
  kind: { readonly apiVersion: string; readonly kind: string },
  namespace: string,
) => {
  readonly objects: readonly Parameter[];
  /** Whether there can be no others. */
  readonly isComplete: boolean;
};

/** What a policy says of an object: each validation that does not hold, and why it cannot be told. */
export interface PolicyAnswer {
  readonly decisions: readonly PolicyDecision[];
  readonly gaps: readonly PolicyGap[];
}

/** A validation that does not hold, or an error that counts as one. */
export interface PolicyDecision {
  readonly message: string;
  /** The field of the object that was looked at last; empty where nothing was. */
  readonly path: ObjectPath;
}

/** Why nobody can tell: a word of `text/policyWords.en.ts`. */
export type PolicyGap = CelGap | MatchGap | 'parameters-elsewhere';

const nothing: PolicyAnswer = { decisions: [], gaps: [] };

/**
 * What a policy with a binding says when an object is created, in the words of the API server.
 *
 * Source: kubernetes apiserver pkg/admission/plugin/policy/validating/{dispatcher,validator}.go, policy/generic
 * `CollectParams`, webhook/matchconditions/matcher.go (v0.37.2).
 */
export function evaluatePolicy(
  { policy, binding }: BoundPolicy,
  asked: AdmittedObject,
  { compile, parameters }: { readonly compile: CelCompiler; readonly parameters: ParameterLookup },
): PolicyAnswer {
  const spec = at(policy, 'spec');
  const bindingSpec = at(binding, 'spec');
  const matched = [at(spec, 'matchConstraints'), at(bindingSpec, 'matchResources')].map((one) =>
    matchesResources(one, asked.request),
  );
  if (matched.includes('no')) return nothing;
  const gaps = matched.flatMap((one) => (one === 'yes' || one === 'no' ? [] : [one]));
  if (gaps.length > 0) return { decisions: [], gaps };
  const fails = textOf(at(spec, 'failurePolicy')) !== 'Ignore';
  const params = parametersOf(spec, bindingSpec, { asked, parameters });
  if (params === 'elsewhere') return { decisions: [], gaps: ['parameters-elsewhere'] };
  if (params === 'denied')
    return fails ? { decisions: [{ message: noParameters, path: [] }], gaps: [] } : nothing;
  const answers = params.map((one) =>
    validate(spec, inputsOf(asked, one?.value ?? null), {
      compile,
      fails,
      isNamespaceKnown: asked.namespace !== undefined,
      mayQuote: !asked.isSecret && one?.isSecret !== true,
    }),
  );
  return {
    decisions: answers.flatMap(({ decisions }) => decisions),
    gaps: [...new Set(answers.flatMap((one) => one.gaps))],
  };
}

const noParameters =
  'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction';

/** The parameters that a binding names; `null` stands for none where none is asked for. */
function parametersOf(
  spec: JsonValue | undefined,
  bindingSpec: JsonValue | undefined,
  { asked, parameters }: { readonly asked: AdmittedObject; readonly parameters: ParameterLookup },
): readonly (Parameter | null)[] | 'denied' | 'elsewhere' {
  const kind = at(spec, 'paramKind');
  const reference = at(bindingSpec, 'paramRef');
  if (!isMap(kind) || !isMap(reference)) return [null];
  const type = { apiVersion: textOf(kind.apiVersion), kind: textOf(kind.kind) };
  const own = textOf(reference.namespace);
  const found = parameters(type, own === '' ? asked.request.namespace : own);
  const name = textOf(reference.name);
  const chosen = found.objects.filter(({ value }) =>
    name === ''
      ? meetsSelector(reference.selector, labelsIn(value))
      : textOf(at(value.metadata, 'name')) === name,
  );
  if (chosen.length > 0) return chosen;
  // What is not rendered here may still be there.
  if (!found.isComplete) return 'elsewhere';
  return textOf(reference.parameterNotFoundAction) === 'Deny' ? 'denied' : [];
}

function inputsOf(
  { request, object, namespace }: AdmittedObject,
  params: JsonMap | null,
): CelInputs {
  const { group, version, kind, resource } = request;
  return {
    object,
    oldObject: null,
    params,
    namespaceObject: namespace ?? null,
    request: {
      kind: { group, version, kind },
      resource: { group, version, resource },
      requestKind: { group, version, kind },
      requestResource: { group, version, resource },
      subResource: '',
      name: request.name,
      namespace: request.namespace,
      operation: 'CREATE',
      dryRun: false,
    },
  };
}

interface Validating {
  readonly compile: CelCompiler;
  /** Whether an error counts as a refusal. */
  readonly fails: boolean;
  readonly isNamespaceKnown: boolean;
  /** Whether messages may hold what the policy reads. */
  readonly mayQuote: boolean;
}

function validate(
  spec: JsonValue | undefined,
  inputs: CelInputs,
  { compile, fails, isNamespaceKnown, mayQuote }: Validating,
): PolicyAnswer {
  const expressions = expressionsIn(spec);
  if (!isNamespaceKnown && expressions.some((one) => /\bnamespaceObject\b/.test(one)))
    return { decisions: [], gaps: ['namespace-elsewhere'] };
  const conditions = conditionsHold(itemsOf(at(spec, 'matchConditions')), inputs, {
    compile,
    mayQuote,
  });
  if (conditions === 'no') return nothing;
  if (conditions !== 'yes') {
    if (conditions.kind === 'unknown') return { decisions: [], gaps: [conditions.why] };
    return fails ? { decisions: [{ message: conditions.message, path: [] }], gaps: [] } : nothing;
  }
  const variables = variablesOf(itemsOf(at(spec, 'variables')), inputs, compile);
  const decisions: PolicyDecision[] = [];
  const gaps = new Set<CelGap>();
  for (const one of itemsOf(at(spec, 'validations'))) {
    const answer = validateOne(one, {
      inputs: { ...inputs, variables: variables.values },
      compile,
      variables,
      mayQuote,
    });
    if (answer.kind === 'gap') gaps.add(answer.why);
    else if (answer.kind === 'denied') decisions.push(answer.decision);
    else if (answer.kind === 'error' && fails) decisions.push(answer.decision);
  }
  return { decisions, gaps: [...gaps] };
}

type OneAnswer =
  | { readonly kind: 'holds' }
  | { readonly kind: 'gap'; readonly why: CelGap }
  | { readonly kind: 'denied' | 'error'; readonly decision: PolicyDecision };

function validateOne(
  validation: JsonValue,
  {
    inputs,
    compile,
    variables,
    mayQuote,
  }: {
    readonly inputs: CelInputs;
    readonly compile: CelCompiler;
    readonly variables: Variables;
    readonly mayQuote: boolean;
  },
): OneAnswer {
  const text = textOf(at(validation, 'expression'));
  const expression = compile(text);
  const gap = [...expression.variables].flatMap((name) => variables.gaps.get(name) ?? [])[0];
  if (gap !== undefined) return { kind: 'gap', why: gap };
  const outcome = expression.evaluate(inputs);
  if (outcome.kind === 'unknown') return { kind: 'gap', why: outcome.why };
  if (outcome.kind === 'value' && outcome.value === true) return { kind: 'holds' };
  const path = pathOf(expression, inputs, { compile, variables });
  if (outcome.kind === 'error') {
    const message = errorText(text, outcome.message, mayQuote);
    return { kind: 'error', decision: { message, path } };
  }
  const message = messageOf(
    validation,
    mayQuote ? (one) => compile(one).evaluate(inputs) : undefined,
  );
  return { kind: 'denied', decision: { message, path } };
}

/** An expression that only looks at variables is about what these look at; they can only look at earlier ones. */
function pathOf(
  expression: ReturnType<CelCompiler>,
  inputs: CelInputs,
  { compile, variables }: { readonly compile: CelCompiler; readonly variables: Variables },
): ObjectPath {
  const asked = [expression];
  const seen = new Set<string>();
  for (const one of asked) {
    const path = one.lastField(inputs);
    if (path.length > 0) return path;
    for (const name of [...one.variables].reverse()) {
      const text = variables.texts.get(name);
      if (text !== undefined && !seen.has(name)) asked.push(compile(text));
      seen.add(name);
    }
  }
  return [];
}

/** What an error tells of values is left out where nobody may see them. */
function errorText(expression: string, error: string, mayQuote: boolean): string {
  return `expression '${expression}' resulted in error${mayQuote ? `: ${error}` : ''}`;
}

/**
 * A message expression that fails, is blank, has more lines or is no text counts for nothing; without `evaluate` it is not
 * asked at all. Source: validator.go.
 */
function messageOf(
  validation: JsonValue,
  evaluate: ((expression: string) => CelOutcome) | undefined,
): string {
  const expression = textOf(at(validation, 'messageExpression'));
  const outcome = expression === '' ? undefined : evaluate?.(expression);
  const told =
    outcome?.kind === 'value' && typeof outcome.value === 'string' ? outcome.value.trim() : '';
  if (told !== '' && told.length <= 5 * 1024 && !told.includes('\n')) return told;
  const message = textOf(at(validation, 'message')).trim();
  return message === ''
    ? `failed expression: ${textOf(at(validation, 'expression')).trim()}`
    : message;
}

/** The first condition that is false decides, whatever others do; then the first error. */
function conditionsHold(
  conditions: readonly JsonValue[],
  inputs: CelInputs,
  { compile, mayQuote }: { readonly compile: CelCompiler; readonly mayQuote: boolean },
):
  | 'yes'
  | 'no'
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unknown'; readonly why: CelGap } {
  const outcomes = conditions.map((one) => {
    const text = textOf(at(one, 'expression'));
    return { text, outcome: compile(text).evaluate(inputs) };
  });
  if (outcomes.some(({ outcome }) => outcome.kind === 'value' && outcome.value === false))
    return 'no';
  for (const { outcome } of outcomes) if (outcome.kind === 'unknown') return outcome;
  for (const { text, outcome } of outcomes) {
    if (outcome.kind === 'error') {
      return { kind: 'error', message: errorText(text, outcome.message, mayQuote) };
    }
  }
  return 'yes';
}

interface Variables {
  /** Those that have a value; one that failed is not there, so that asking for it fails as well. */
  readonly values: JsonMap;
  readonly gaps: ReadonlyMap<string, CelGap>;
  readonly texts: ReadonlyMap<string, string>;
}

function variablesOf(
  declared: readonly JsonValue[],
  inputs: CelInputs,
  compile: CelCompiler,
): Variables {
  const values: Record<string, JsonValue> = {};
  const room = { left: mostOfVariables };
  const gaps = new Map<string, CelGap>();
  const texts = new Map<string, string>();
  for (const one of declared) {
    const name = textOf(at(one, 'name'));
    const text = textOf(at(one, 'expression'));
    const expression = compile(text);
    texts.set(name, text);
    const open = [...expression.variables].flatMap((other) => gaps.get(other) ?? [])[0];
    if (open !== undefined) {
      gaps.set(name, open);
      continue;
    }
    const outcome = expression.evaluate({ ...inputs, variables: values });
    if (outcome.kind === 'unknown') gaps.set(name, outcome.why);
    else if (outcome.kind === 'value') {
      const value = jsonOf(outcome.value, room);
      if (room.left < 0) gaps.set(name, 'costly');
      else if (value === undefined) gaps.set(name, 'not-understood');
      else values[name] = value;
    }
  }
  return { values, gaps, texts };
}

/**
 * How many values, or hundreds of characters, the variables of a policy may have together: one that is made of two of another
 * doubles it, and a score of such lines fills any memory.
 */
const mostOfVariables = 1e5;

/**
 * A value of CEL as one of JSON; `undefined` for what JSON does not have, such as a quantity, and where there is no room left:
 * then `room` is below zero.
 */
function jsonOf(value: unknown, room: { left: number }): JsonValue | undefined {
  room.left -= typeof value === 'string' ? 1 + value.length / 100 : 1;
  if (room.left < 0) return undefined;
  switch (typeof value) {
    case 'boolean':
    case 'string':
    case 'number':
    case 'bigint':
      return value;
    case 'object': {
      if (value === null) return null;
      if (Array.isArray(value)) {
        const items = value.map((one) => jsonOf(one, room));
        return items.every((one) => one !== undefined) ? items : undefined;
      }
      if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
      const entries = Object.entries(value).map(([key, one]) => [key, jsonOf(one, room)] as const);
      const told = entries.flatMap(([key, one]) =>
        one === undefined ? [] : [[key, one] as const],
      );
      return told.length === entries.length ? Object.fromEntries(told) : undefined;
    }
    default:
      return undefined;
  }
}

function expressionsIn(value: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => expressionsIn(one));
  return entriesOf(value).flatMap(([key, one]) =>
    typeof one === 'string' && /expression$/i.test(key) ? [one] : expressionsIn(one),
  );
}
