import { at, below, isMap, textOf } from '../drift/json.ts';
import { groupBy } from '../util/groupBy.ts';
import {
  eachOnce,
  type Breach,
  type CheckedCluster,
  type CheckedObject,
  type RuleAnswer,
} from './checkedCluster.ts';
import { readJsonSelector, meetsSelector } from '../drift/jsonSelector.ts';
import { labelsIn } from '../drift/labels.ts';
import { podTemplateOf } from './podTemplate.ts';

/**
 * PodDisruptionBudgets that let no pod go, so that no node can be emptied (`policy.budget-blocks`), pods that two of them are
 * about, which the API server evicts never (`policy.two-budgets`), and those that are about nothing that is delivered
 * (`policy.budget-matches-nothing`).
 */
export function budgetRule({ objects }: CheckedCluster): RuleAnswer {
  const byNamespace = groupBy(objects, ({ namespace }) => namespace);
  const breaches = [...byNamespace.values()].flatMap((own) => {
    const budgets = own.filter(({ resource: { id } }) => isBudget(id));
    if (budgets.length === 0) return [];
    const workloads = own.flatMap(workloadOf);
    const matches = budgets.map((budget) => ({ budget, pods: podsOf(budget, workloads) }));
    return [
      ...matches.flatMap(({ budget, pods }) => blocks(budget, pods, own)),
      ...matches.flatMap(({ budget, pods }) => matchesNothing(budget, pods, own)),
      ...shared(matches),
    ];
  });
  return { breaches, unevaluated: [] };
}

function isBudget({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return group === 'policy' && kind === 'PodDisruptionBudget';
}

/** Pods of one object, as budgets look at them. */
interface Workload {
  readonly object: CheckedObject;
  readonly labels: ReadonlyMap<string, string>;
  /** `undefined` where something else decides how many there are. */
  readonly replicas: number | undefined;
}

/** What finishes by itself is not kept by a budget. */
function workloadOf(object: CheckedObject): readonly Workload[] {
  const { id } = object.resource;
  if (id.kind === 'Job' || id.kind === 'CronJob' || id.kind === 'PodTemplate') return [];
  const value = object.value();
  const template = podTemplateOf(id, value);
  if (template === undefined) return [];
  const said = below(value, 'spec', 'replicas');
  const isCounted = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'].includes(
    id.kind,
  );
  const counted = typeof said === 'number' ? said : said === undefined ? 1 : undefined;
  const labels = labelsIn({ metadata: template.metadata });
  return [{ object, labels, replicas: isCounted ? counted : undefined }];
}

/** A budget without a selector is about nothing, with an empty one about all. */
function podsOf({ value }: CheckedObject, workloads: readonly Workload[]): readonly Workload[] {
  const selector = below(value(), 'spec', 'selector');
  return isMap(selector)
    ? eachOnce(workloads.filter(({ labels }) => meetsSelector(selector, labels)))
    : [];
}

function blocks(
  budget: CheckedObject,
  pods: readonly Workload[],
  own: readonly CheckedObject[],
): readonly Breach[] {
  const spec = at(budget.value(), 'spec');
  const [most, least] = [at(spec, 'maxUnavailable'), at(spec, 'minAvailable')];
  const tell = (key: string, amount: string | number): readonly Breach[] => [
    {
      code: 'policy.budget-blocks',
      object: budget,
      path: ['spec', key],
      parameters: { field: key, value: String(amount) },
    },
  ];
  if (pods.length === 0) return [];
  if (most === 0 || most === '0' || most === '0%') return tell('maxUnavailable', most);
  if (least === '100%') return tell('minAvailable', least);
  if (typeof least !== 'number' && typeof least !== 'string') return [];
  const total = totalOf(pods, own);
  const needed = total === undefined ? undefined : neededOf(least, total);
  return total !== undefined && needed !== undefined && total > 0 && needed >= total
    ? tell('minAvailable', least)
    : [];
}

/**
 * How many of some pods have to be there: a share counts as the next whole number. Source: kubernetes
 * pkg/controller/disruption/disruption.go (v1.37.2), `getExpectedPodCount`.
 */
function neededOf(least: string | number, total: number): number | undefined {
  if (typeof least === 'number') return least;
  const share = /^(\d+)%$/.exec(least)?.[1];
  return share === undefined ? undefined : Math.ceil((Number(share) * total) / 100);
}

/** How many pods there are; `undefined` where an autoscaler or another controller decides. */
function totalOf(pods: readonly Workload[], own: readonly CheckedObject[]): number | undefined {
  const scaled = new Set(
    own.flatMap(({ resource, value }) => {
      const target = below(value(), 'spec', 'scaleTargetRef');
      const { kind } = resource.id;
      return /^(?:HorizontalPodAutoscaler|ScaledObject)$/.test(kind)
        ? [`${textOf(at(target, 'kind')) || 'Deployment'}/${textOf(at(target, 'name'))}`]
        : [];
    }),
  );
  let total = 0;
  for (const { object, replicas } of pods) {
    const { kind, name } = object.resource.id;
    if (replicas === undefined || scaled.has(`${kind}/${name}`)) return undefined;
    total += replicas;
  }
  return total;
}

/** Custom resources make pods that nobody sees here. */
function matchesNothing(
  budget: CheckedObject,
  pods: readonly Workload[],
  own: readonly CheckedObject[],
): readonly Breach[] {
  const hasOthers = own.some(
    ({ resource: { id } }) => id.group.includes('.') && !id.group.endsWith('.k8s.io'),
  );
  const selector = below(budget.value(), 'spec', 'selector');
  const isAll = isMap(selector) && readJsonSelector(selector)?.requirements.length === 0;
  if (pods.length > 0 || hasOthers || isAll) return [];
  return [
    {
      code: 'policy.budget-matches-nothing',
      object: budget,
      path: ['spec', 'selector'],
      parameters: { namespace: budget.namespace },
    },
  ];
}

function shared(
  matches: readonly { readonly budget: CheckedObject; readonly pods: readonly Workload[] }[],
): readonly Breach[] {
  const budgets = new Map<Workload, CheckedObject[]>();
  for (const { budget, pods } of matches)
    for (const one of pods) {
      const known = budgets.get(one) ?? [];
      const isKnown = known.some(({ resource: { id } }) => id.name === budget.resource.id.name);
      if (!isKnown) budgets.set(one, [...known, budget]);
    }
  return [...budgets].flatMap(([{ object }, [first, second]]) =>
    first === undefined || second === undefined
      ? []
      : [
          {
            code: 'policy.two-budgets',
            object: second,
            path: ['spec', 'selector'],
            parameters: {
              workload: `${object.resource.id.kind}/${object.resource.id.name}`,
              other: first.resource.id.name,
            },
          },
        ],
  );
}
