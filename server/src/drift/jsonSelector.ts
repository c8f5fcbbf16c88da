import { at, entriesOf, itemsOf, textOf } from './json.ts';
import {
  matchesLabels,
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
} from '../kubernetes/labelSelector.ts';
import type { JsonValue } from '../yaml/decode.ts';

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/**
 * A selector as objects have it, `matchLabels` and `matchExpressions`; `undefined` where the API server would not take it.
 *
 * Source: k8s.io/apimachinery pkg/apis/meta/v1/helpers.go (v0.37.2), `LabelSelectorAsSelector`.
 */
export function readJsonSelector(selector: JsonValue | undefined): LabelSelector | undefined {
  const requirements: LabelRequirement[] = entriesOf(at(selector, 'matchLabels')).map(
    ([key, value]) => ({ key, operator: 'in', values: [textOf(value)] }),
  );
  for (const one of itemsOf(at(selector, 'matchExpressions'))) {
    const operator = operators.get(textOf(at(one, 'operator')));
    if (operator === undefined) return undefined;
    const values = itemsOf(at(one, 'values')).map(textOf);
    requirements.push({ key: textOf(at(one, 'key')), operator, values });
  }
  return { requirements };
}

/** Whether labels meet a selector; one that nobody can read meets nothing. */
export function meetsSelector(
  selector: JsonValue | undefined,
  labels: ReadonlyMap<string, string>,
): boolean {
  const read = readJsonSelector(selector);
  return read !== undefined && matchesLabels(read, labels);
}
