/** A label selector that can be asked: an object must meet every requirement. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[];
}

/** What one label must be; `values` are empty for `exists` and `!`. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

/** How a label is compared: `in` stands for `=` and `==` too, `notin` for `!=`. */
export type LabelOperator = 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/**
 * Reads a label selector such as `app=web,tier in (a, b),!legacy`. Bad syntax, a bad label name or a bad label value gives
 * Go's message.
 *
 * Source: kyaml yaml/internal/k8sgen/pkg/labels/selector.go (v0.21.1), `Parse`.
 */
export function parseLabelSelector(text: string): LabelSelector | { readonly problem: string } {
  const parser: Parser = { tokens: scan(text), position: 0 };
  const requirements: LabelRequirement[] = [];
  for (;;) {
    const token = peek(parser, 'values');
    if (token.kind === 'end') {
      return { requirements };
    }
    if (token.kind !== 'identifier' && token.kind !== '!') {
      return { problem: `found '${token.text}', expected: !, identifier, or 'end of string'` };
    }
    const requirement = parseRequirement(parser);
    if ('problem' in requirement) {
      return { problem: `unable to parse requirement: ${requirement.problem}` };
    }
    requirements.push(requirement);
    const next = take(parser, 'values');
    if (next.kind === 'end') {
      return { requirements };
    }
    if (next.kind !== ',') {
      return { problem: `found '${next.text}', expected: ',' or 'end of string'` };
    }
    const after = peek(parser, 'values');
    if (after.kind !== 'identifier' && after.kind !== '!') {
      return { problem: `found '${after.text}', expected: identifier after ','` };
    }
  }
}

/**
 * Whether labels meet every requirement. Source: kyaml yaml/internal/k8sgen/pkg/labels/selector.go (v0.21.1), `Matches`.
 */
export function matchesLabels(
  selector: LabelSelector,
  labels: ReadonlyMap<string, string>,
): boolean {
  return selector.requirements.every((requirement) =>
    meets(requirement, labels.get(requirement.key)),
  );
}

function meets({ operator, values }: LabelRequirement, label: string | undefined): boolean {
  switch (operator) {
    case 'in':
      return label !== undefined && values.includes(label);
    case 'notin':
      return label === undefined || !values.includes(label);
    case 'exists':
      return label !== undefined;
    case '!':
      return label === undefined;
    case 'gt':
    case 'lt': {
      const [left, right] = [parseInteger(label), parseInteger(values[0])];
      if (left === undefined || right === undefined) {
        return false;
      }
      return operator === 'gt' ? left > right : left < right;
    }
  }
}

type TokenKind = 'error' | 'end' | 'identifier' | Word;
type Word = (typeof WORDS)[number];

const WORDS = [')', ',', '!', '==', '=', '>', 'in', '<', '!=', 'notin', '('] as const;
const words: ReadonlySet<string> = new Set(WORDS);

function isWord(text: string): text is Word {
  return words.has(text);
}

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** A run of special characters is split greedily into operators; `in` and `notin` are operators where they may be. */
function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (;;) {
    position += /^[ \t\r\n]*/.exec(text.slice(position))?.[0].length ?? 0;
    const rest = text.slice(position);
    if (rest === '' || rest.startsWith('\0')) {
      tokens.push({ kind: 'end', text: '' });
      return tokens;
    }
    const special = /^[=!(),<>]+/.exec(rest)?.[0];
    if (special !== undefined) {
      const token = scanOperator(special);
      tokens.push(token);
      position += token.kind === 'error' ? special.length : token.text.length;
      continue;
    }
    // A zero byte ends a name and is lost.
    const name = /^[^=!(),<> \t\r\n\0]*/.exec(rest)?.[0] ?? '';
    position += name.length + (rest.charAt(name.length) === '\0' ? 1 : 0);
    tokens.push({ kind: isWord(name) ? name : 'identifier', text: name });
  }
}

function scanOperator(special: string): Token {
  let found: Token | undefined;
  for (let length = 1; length <= special.length; length += 1) {
    const text = special.slice(0, length);
    if (isWord(text)) {
      found = { kind: text, text };
    } else if (found !== undefined) {
      return found;
    }
  }
  return found ?? { kind: 'error', text: `error expected: keyword found '${special}'` };
}

interface Parser {
  readonly tokens: readonly Token[];
  position: number;
}

/** In values `in` and `notin` are plain words. */
function peek(parser: Parser, context: 'operator' | 'values'): Token {
  const token = parser.tokens[parser.position] ?? { kind: 'end', text: '' };
  return context === 'values' && (token.kind === 'in' || token.kind === 'notin')
    ? { kind: 'identifier', text: token.text }
    : token;
}

function take(parser: Parser, context: 'operator' | 'values'): Token {
  const token = peek(parser, context);
  parser.position += 1;
  return token;
}

function parseRequirement(parser: Parser): LabelRequirement | { readonly problem: string } {
  let token = take(parser, 'values');
  const isNegated = token.kind === '!';
  if (isNegated) {
    token = take(parser, 'values');
  }
  if (token.kind !== 'identifier') {
    return { problem: `found '${token.text}', expected: identifier` };
  }
  const key = token.text;
  const keyProblem = checkLabelKey(key);
  if (keyProblem !== undefined) {
    return { problem: `invalid label key ${JSON.stringify(key)}: ${keyProblem}` };
  }
  const after = peek(parser, 'values').kind;
  if (isNegated || after === 'end' || after === ',') {
    return { key, operator: isNegated ? '!' : 'exists', values: [] };
  }
  const operator = parseOperator(parser);
  if (typeof operator !== 'string') {
    return operator;
  }
  const values =
    operator === 'in' || operator === 'notin' ? parseValues(parser) : parseExactValue(parser);
  return 'problem' in values ? values : checkValues(key, operator, values.values);
}

type Operator = 'in' | 'notin' | '=' | '==' | '!=' | '>' | '<';

function parseOperator(parser: Parser): Operator | { readonly problem: string } {
  const { kind, text } = take(parser, 'operator');
  switch (kind) {
    case 'in':
    case 'notin':
    case '=':
    case '==':
    case '!=':
    case '>':
    case '<':
      return kind;
    default:
      return { problem: `found '${text}', expected: '=', '!=', '==', 'in', notin'` };
  }
}

type Values = { readonly values: readonly string[] } | { readonly problem: string };

function parseValues(parser: Parser): Values {
  const open = take(parser, 'values');
  if (open.kind !== '(') {
    return { problem: `found '${open.text}' expected: '('` };
  }
  const first = peek(parser, 'values');
  switch (first.kind) {
    case 'identifier':
    case ',': {
      const list = parseIdentifiers(parser);
      if (!('problem' in list) && take(parser, 'values').kind !== ')') {
        return { problem: `found '${first.text}', expected: ')'` };
      }
      return list;
    }
    case ')':
      take(parser, 'values');
      return { values: [''] };
    default:
      return { problem: `found '${first.text}', expected: ',', ')' or identifier` };
  }
}

function parseIdentifiers(parser: Parser): Values {
  const values = new Set<string>();
  for (;;) {
    const token = take(parser, 'values');
    const next = peek(parser, 'values');
    switch (token.kind) {
      case 'identifier':
        values.add(token.text);
        if (next.kind === ')') {
          return { values: [...values] };
        }
        if (next.kind !== ',') {
          return { problem: `found '${next.text}', expected: ',' or ')'` };
        }
        break;
      case ',':
        if (values.size === 0 || next.kind === ')' || next.kind === ',') {
          values.add('');
        }
        if (next.kind === ')') {
          return { values: [...values] };
        }
        if (next.kind === ',') {
          take(parser, 'values');
        }
        break;
      default:
        return { problem: `found '${token.text}', expected: ',', or identifier` };
    }
  }
}

function parseExactValue(parser: Parser): Values {
  const next = peek(parser, 'values');
  if (next.kind === 'end' || next.kind === ',') {
    return { values: [''] };
  }
  const token = take(parser, 'values');
  return token.kind === 'identifier'
    ? { values: [token.text] }
    : { problem: `found '${token.text}', expected: identifier` };
}

function checkValues(
  key: string,
  operator: Operator,
  values: readonly string[],
): LabelRequirement | { readonly problem: string } {
  const isOrder = operator === '>' || operator === '<';
  if (isOrder && values.some((value) => parseInteger(value) === undefined)) {
    return { problem: "for 'Gt', 'Lt' operators, the value must be an integer" };
  }
  for (const value of values.toSorted()) {
    const problem = checkLabelValue(value);
    if (problem !== undefined) {
      const [quoted, at] = [JSON.stringify(value), JSON.stringify(key)];
      return { problem: `invalid label value: ${quoted}: at key: ${at}: ${problem}` };
    }
  }
  return { key, operator: normalOperator(operator), values };
}

function normalOperator(operator: Operator): LabelOperator {
  switch (operator) {
    case '=':
    case '==':
      return 'in';
    case '!=':
      return 'notin';
    case '>':
      return 'gt';
    case '<':
      return 'lt';
    default:
      return operator;
  }
}

/** Go's `ParseInt(text, 10, 64)`. */
function parseInteger(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[-+]?[0-9]+$/.test(text)) {
    return undefined;
  }
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const SUBDOMAIN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const nameRegexp = new RegExp(`^${NAME}$`);
const valueRegexp = new RegExp(`^(${NAME})?$`);

/**
 * What is wrong with the name of a label or annotation, `undefined` if nothing is.
 * Source: kyaml yaml/internal/k8sgen/pkg/util/validation/validation.go (v0.21.1), `IsQualifiedName`.
 */
export function checkLabelKey(key: string): string | undefined {
  const parts = key.split('/');
  if (parts.length > 2) {
    return `a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
  }
  const problems = parts.length === 2 ? checkPrefix(parts[0] ?? '') : [];
  const name = parts.at(-1) ?? '';
  if (name === '') {
    problems.push('name part must be non-empty');
  } else if (byteLength(name) > 63) {
    problems.push('name part must be no more than 63 characters');
  }
  if (!nameRegexp.test(name)) {
    problems.push(`name part ${NAME_RULE}`);
  }
  return problems.length === 0 ? undefined : problems.join('; ');
}

/**
 * What is wrong with the value of a label, `undefined` if nothing is.
 * Source: kyaml yaml/internal/k8sgen/pkg/util/validation/validation.go (v0.21.1), `IsValidLabelValue`.
 */
export function checkLabelValue(value: string): string | undefined {
  const problems: string[] = [];
  if (byteLength(value) > 63) {
    problems.push('must be no more than 63 characters');
  }
  if (!valueRegexp.test(value)) {
    problems.push(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
        "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
        `'(${NAME})?')`,
    );
  }
  return problems.length === 0 ? undefined : problems.join('; ');
}

const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  `(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}')`;

function checkPrefix(prefix: string): string[] {
  if (prefix === '') {
    return ['prefix part must be non-empty'];
  }
  const problems: string[] = [];
  if (byteLength(prefix) > 253) {
    problems.push('prefix part must be no more than 253 characters');
  }
  if (!isSubdomain(prefix)) {
    problems.push(
      'prefix part a DNS-1123 subdomain must consist of lower case alphanumeric characters, ' +
        "'-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for " +
        `validation is '${SUBDOMAIN}')`,
    );
  }
  return problems;
}

/** Checked part by part: a bad prefix of any length costs no more than its length. */
function isSubdomain(text: string): boolean {
  return text.split('.').every((part) => /^[a-z0-9-]+$/.test(part) && !/^-|-$/.test(part));
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
