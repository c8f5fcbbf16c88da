import { describe, expect, test } from 'vitest';
import { newCollector } from './collector.ts';
import { problem } from '../text/problem.ts';
import { newMap } from '../yaml/nodes.ts';
import { Resource } from './resource.ts';
import { newStepMemo, remembered } from './stepMemo.ts';

const step = { name: 'step' };
const resource = new Resource(newMap(undefined), { file: 'a.yaml', inside: [], root: '' });

/** A step that counts how often it is done. */
function counted(): { readonly count: () => number; readonly update: () => Resource } {
  let count = 0;
  return {
    count: () => count,
    update: () => {
      count += 1;
      return resource.with(newMap(undefined));
    },
  };
}

describe('a step of a resource is done once', () => {
  test('for the same resource and the same inputs', () => {
    const [memo, report, { count, update }] = [newStepMemo(), newCollector(), counted()];
    const first = remembered(memo, step, ['a'], resource, report, update);
    expect(remembered(memo, step, ['a'], resource, report, update)).toBe(first);
    expect(count()).toBe(1);
  });

  test.each([
    ['another step', { ...step }, ['a'], resource],
    ['another input', step, ['b'], resource],
    ['more inputs', step, ['a', 'b'], resource],
    ['another resource', step, ['a'], resource.with(newMap(undefined))],
  ])('and again for %s', (_, otherStep, inputs, otherResource) => {
    const [memo, report, { count, update }] = [newStepMemo(), newCollector(), counted()];
    remembered(memo, step, ['a'], resource, report, update);
    remembered(memo, otherStep, inputs, otherResource, report, update);
    expect(count()).toBe(2);
  });

  test('and again where it told something, so that it is told again', () => {
    const [memo, report] = [newStepMemo(), newCollector()];
    for (const round of [1, 2]) {
      remembered(memo, step, [], resource, report, () => {
        report.note(problem('kustomize.empty-patch'));
        return resource;
      });
      expect(report.findings().notes).toHaveLength(round);
    }
  });

  test('and again where it left nothing, and without a memo', () => {
    const report = newCollector();
    const memo = newStepMemo();
    let count = 0;
    const drop = (): undefined => {
      count += 1;
    };
    remembered<undefined>(memo, step, [], resource, report, drop);
    remembered<undefined>(memo, step, [], resource, report, drop);
    remembered<undefined>(undefined, step, [], resource, report, drop);
    expect(count).toBe(3);
  });
});
