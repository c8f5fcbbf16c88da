import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed } from '../../delivery/placed.ts';
import {
  matchesLabels,
  parseLabelSelector,
  type LabelSelector,
} from '../../kubernetes/labelSelector.ts';
import { problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { pathOf, type Reporter } from './checkedMap.ts';

/** A choice of clusters by their facts (`environment`, `region`, …) and their labels. */
export interface ClusterSelector {
  /** As it is written, in one line. */
  readonly text: string;
  readonly selector: LabelSelector;
  readonly at: SourcePointer;
}

/**
 * Reads a selector: a text as Kubernetes has it (`environment=production,region in (eu, us)`), or a map of keys to a value
 * or a list of values. Yields `config.bad-selector`; `undefined` where there is none or a bad one.
 */
export function readClusterSelector(
  map: ObjectReader,
  name: string,
  report: Reporter,
): ClusterSelector | undefined {
  const found = map.field(name);
  if (found === undefined) return undefined;
  if (found.node.kind !== 'map') {
    const text = map.text(name);
    return text && parse(text, report);
  }
  const requirements = found.node.keys.map((key) => {
    const isList = found.field(key)?.node.kind === 'sequence';
    const values = isList ? found.texts(key) : [found.text(key)];
    return { key, values: values.flatMap((one) => (one === undefined ? [] : [one.value])) };
  });
  if (requirements.length === 0) {
    report(
      problem('config.bad-selector', { selector: pathOf(map, name), reason: 'empty' }, found.at),
    );
    return undefined;
  }
  if (requirements.some(({ values }) => values.length === 0)) return undefined;
  const text = requirements.map(({ key, values }) => `${key} in (${values.join(', ')})`).join(',');
  return {
    text,
    selector: {
      requirements: requirements.map(({ key, values }) => ({ key, operator: 'in', values })),
    },
    at: found.at,
  };
}

function parse({ value, at }: Placed<string>, report: Reporter): ClusterSelector | undefined {
  const selector = parseLabelSelector(value);
  if ('problem' in selector) {
    report(problem('config.bad-selector', { selector: value, reason: selector.problem }, at));
    return undefined;
  }
  if (selector.requirements.length === 0) {
    report(problem('config.bad-selector', { selector: value, reason: 'empty' }, at));
    return undefined;
  }
  return { text: value, selector, at };
}

/** Whether a cluster with these facts and labels is chosen; a fact wins over a label of the same name. */
export function choosesCluster(
  { selector }: ClusterSelector,
  facts: ReadonlyMap<string, string>,
): boolean {
  return matchesLabels(selector, facts);
}
