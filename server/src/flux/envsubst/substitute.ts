import { fromBytes, type ByteText } from './byteText.ts';
import { applyOperator } from './functions.ts';
import { readTemplate, type TemplateFailure, type TemplateNode } from './template.ts';

/** Why a text cannot be substituted: no template, a variable that is not set, bytes that are no text, a crash. */
export interface SubstitutionFailure {
  readonly failure: TemplateFailure | 'variable-not-set' | 'invalid-utf8' | 'crash';
  /** The variable that is not set, else `''`. */
  readonly name: string;
}

/** How a text is substituted. */
export interface SubstitutionOptions {
  /** Variables by name; values are byte texts, since a Secret may hold any bytes. */
  readonly variables: ReadonlyMap<string, ByteText>;
  /** A variable that is not set is a failure where it is read without a default. */
  readonly strict: boolean;
}

/**
 * Replaces `${name…}` in a text. Source: fluxcd/pkg/envsubst v1.8.0 eval.go `Eval`, template.go `Execute`.
 */
export function substituteText(
  text: string,
  options: SubstitutionOptions,
): { readonly text: string } | SubstitutionFailure {
  const template = readTemplate(text);
  if ('failure' in template) return { failure: template.failure, name: '' };
  const bytes = evaluate(template.nodes, options);
  if (typeof bytes !== 'string') return bytes;
  const result = fromBytes(bytes);
  return result === undefined ? { failure: 'invalid-utf8', name: '' } : { text: result };
}

function evaluate(
  nodes: readonly TemplateNode[],
  options: SubstitutionOptions,
): ByteText | SubstitutionFailure {
  const parts: ByteText[] = [];
  for (const node of nodes) {
    const part = node.kind === 'text' ? node.text : evaluateVariable(node, options);
    if (typeof part !== 'string') return part;
    parts.push(part);
  }
  return parts.join('');
}

function evaluateVariable(
  { name: nameBytes, operator, args: nodes }: Extract<TemplateNode, { kind: 'variable' }>,
  options: SubstitutionOptions,
): ByteText | SubstitutionFailure {
  const args: ByteText[] = [];
  for (const node of nodes) {
    const value = evaluate([node], options);
    if (typeof value !== 'string') return value;
    args.push(value);
  }
  const name = fromBytes(nameBytes) ?? '';
  const value = options.variables.get(name);
  if (value === undefined && options.strict && !hasDefault(operator))
    return { failure: 'variable-not-set', name };
  return applyOperator(operator, value ?? '', args) ?? { failure: 'crash', name: '' };
}

/** Source: template.go `isDefaultOp`. */
function hasDefault(operator: string): boolean {
  return /^:?[-+=?]$/.test(operator);
}

/** The names of the variables that a text reads; empty where it is no template. */
export function variablesIn(text: string): ReadonlySet<string> {
  if (!text.includes('${')) return new Set();
  const template = readTemplate(text);
  if ('failure' in template) return new Set();
  return new Set(namesOf(template.nodes));
}

function namesOf(nodes: readonly TemplateNode[]): readonly string[] {
  return nodes.flatMap((node) =>
    node.kind === 'text' ? [] : [fromBytes(node.name) ?? '', ...namesOf(node.args)],
  );
}
