import { quoteGo } from '../../template/goQuote.ts';
import { ok } from '../../util/result.ts';
import { expansionError, type Expanded } from './failure.ts';
import { listAt, textAt, textsAt, type Json } from './json.ts';

/** A label selector: all requirements must hold. */
export type Selector = readonly Requirement[];

interface Requirement {
  readonly key: string;
  readonly operator: 'in' | 'notIn' | 'exists' | 'doesNotExist';
  readonly values: readonly string[];
}

/**
 * Reads a label selector. `labels` holds its values to what a label may be; `anything` is for the selectors of generators,
 * which may ask for the address of a cluster.
 *
 * Source: Argo CD 3.2.0 applicationset/utils/selector.go; k8s.io/apimachinery v0.34.0 pkg/apis/meta/v1/helpers.go.
 */
export function readSelector(
  selector: Json | undefined,
  values: 'labels' | 'anything',
): Expanded<Selector> {
  const requirements: Requirement[] = [];
  for (const [key, value] of textsAt(selector, 'matchLabels')) {
    requirements.push({ key, operator: 'in', values: [value] });
  }
  for (const expression of listAt(selector, 'matchExpressions')) {
    const name = textAt(expression, 'operator');
    const operator = operators.get(name);
    if (operator === undefined) {
      return expansionError(
        values === 'anything'
          ? `${quoteGo(name)} is not a valid pod selector operator`
          : `${quoteGo(name)} is not a valid label selector operator`,
      );
    }
    const texts = listAt(expression, 'values').filter((value) => typeof value === 'string');
    requirements.push({ key: textAt(expression, 'key'), operator, values: texts });
  }
  for (const requirement of requirements) {
    const problem = requirementProblem(requirement, values);
    if (problem !== undefined) {
      return expansionError(problem);
    }
  }
  return ok(requirements);
}

/** Whether labels meet a selector. */
export function matchesSelector(selector: Selector, labels: ReadonlyMap<string, string>): boolean {
  return selector.every(({ key, operator, values }) => {
    const value = labels.get(key);
    switch (operator) {
      case 'in':
        return value !== undefined && values.includes(value);
      case 'notIn':
        return value === undefined || !values.includes(value);
      case 'exists':
        return value !== undefined;
      case 'doesNotExist':
        return value === undefined;
    }
  });
}

const operators: ReadonlyMap<string, Requirement['operator']> = new Map([
  ['In', 'in'],
  ['NotIn', 'notIn'],
  ['Exists', 'exists'],
  ['DoesNotExist', 'doesNotExist'],
]);

const namePart = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const prefixPart = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function requirementProblem(
  { key, operator, values }: Requirement,
  kind: 'labels' | 'anything',
): string | undefined {
  if (!isQualifiedName(key)) {
    return `key: Invalid value: ${quoteGo(key)}: name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`;
  }
  if ((operator === 'in' || operator === 'notIn') && values.length === 0) {
    return "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty";
  }
  if ((operator === 'exists' || operator === 'doesNotExist') && values.length > 0) {
    return `values: Invalid value: ${JSON.stringify(values)}: values set must be empty for exists and does not exist`;
  }
  const bad = kind === 'labels' ? values.findIndex((value) => !isLabelValue(value)) : -1;
  return bad < 0
    ? undefined
    : `values[${bad}][${key}]: Invalid value: ${quoteGo(values[bad] ?? '')}: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`;
}

function isQualifiedName(key: string): boolean {
  const parts = key.split('/');
  const name = parts.at(-1) ?? '';
  const [prefix] = parts;
  const hasGoodPrefix =
    parts.length === 1 ||
    (parts.length === 2 && prefix !== undefined && prefix.length <= 253 && prefixPart.test(prefix));
  return hasGoodPrefix && name.length <= 63 && namePart.test(name);
}

function isLabelValue(value: string): boolean {
  return value === '' || (value.length <= 63 && namePart.test(value));
}

/** A selector in the words of `kubectl`; `''` where it takes everything. */
export function selectorText(selector: Json | undefined): string {
  const labels = [...textsAt(selector, 'matchLabels')].map(([key, value]) => `${key}=${value}`);
  const expressions = listAt(selector, 'matchExpressions').map((expression) => {
    const key = textAt(expression, 'key');
    const values = listAt(expression, 'values').filter((value) => typeof value === 'string');
    switch (textAt(expression, 'operator')) {
      case 'In':
        return `${key} in (${values.join(', ')})`;
      case 'NotIn':
        return `${key} notin (${values.join(', ')})`;
      case 'DoesNotExist':
        return `!${key}`;
      default:
        return key;
    }
  });
  return [...labels, ...expressions].join(', ');
}
