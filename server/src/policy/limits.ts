import { at, below, entriesOf, isMap, itemsOf, textOf } from '../drift/json.ts';
import { isLessQuantity, parseQuantity, type Rational } from '../drift/quantity.ts';
import { groupBy } from '../util/groupBy.ts';
import type { JsonValue } from '../yaml/decode.ts';
import {
  eachOnce,
  type Breach,
  type CheckedCluster,
  type CheckedObject,
  type RuleAnswer,
} from './checkedCluster.ts';
import { podTemplateOf, type ObjectPath } from './podTemplate.ts';

/**
 * What LimitRanges and ResourceQuotas of a namespace refuse of what is delivered beside them: `policy.limit-range` for a
 * value beyond a bound, `policy.quota-unspecified` for a container that says nothing where a quota counts, and
 * `policy.quota-exceeded` where all together ask for more than there is. What somebody else brings there may ask for more
 * still. Quotas with scopes are left out.
 *
 * Source: kubernetes plugin/pkg/admission/limitranger/admission.go, pkg/quota/v1/evaluator/core/pods.go (v1.37.2).
 */
export function limitsRule({ objects }: CheckedCluster): RuleAnswer {
  const byNamespace = groupBy(objects, ({ namespace }) => namespace);
  const breaches = [...byNamespace].flatMap(([namespace, own]) => {
    const ranges = namespace === '' ? [] : own.filter(isOfKind('LimitRange'));
    const quotas = namespace === '' ? [] : own.filter(isOfKind('ResourceQuota'));
    if (ranges.length + quotas.length === 0) return [];
    const containers = own.flatMap(containersOf);
    const bounds = ranges.flatMap(boundsOf);
    return [
      ...containers.flatMap((one) => beyondBounds(one, bounds)),
      ...own.flatMap((one) => claimBeyondBounds(one, bounds)),
      ...quotas.flatMap((quota) => [
        ...unspecified(quota, containers, bounds),
        ...exceeded(quota, eachOnce(containers)),
      ]),
    ];
  });
  return { breaches, unevaluated: [] };
}

function isOfKind(kind: string): (object: CheckedObject) => boolean {
  return ({ resource: { id } }) => id.group === '' && id.kind === kind;
}

/** One limit of a LimitRange. */
interface Bound {
  readonly name: string;
  readonly type: string;
  readonly item: JsonValue;
}

function boundsOf({ resource, value }: CheckedObject): readonly Bound[] {
  return itemsOf(below(value(), 'spec', 'limits')).map((item) => ({
    name: resource.id.name,
    type: textOf(at(item, 'type')),
    item,
  }));
}

/** A container of what an object makes, and of how many pods. */
interface Container {
  readonly object: CheckedObject;
  readonly path: ObjectPath;
  readonly name: string;
  readonly resources: JsonValue | undefined;
  /** `undefined` where the number is not written. */
  readonly replicas: number | undefined;
  readonly isInit: boolean;
}

function containersOf(object: CheckedObject): readonly Container[] {
  const { id } = object.resource;
  const value = object.value();
  const template = podTemplateOf(id, value);
  if (template === undefined || id.kind === 'PodTemplate') return [];
  const replicas = replicasOf(id.kind, below(value, 'spec', 'replicas'));
  return ['initContainers', 'containers'].flatMap((list) =>
    itemsOf(template.spec[list]).map((container, index) => ({
      object,
      path: [...template.path, 'spec', list, index, 'resources'],
      name: textOf(at(container, 'name')),
      resources: at(container, 'resources'),
      replicas,
      isInit: list === 'initContainers',
    })),
  );
}

function replicasOf(kind: string, said: JsonValue | undefined): number | undefined {
  if (kind === 'Pod') return 1;
  if (!['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'].includes(kind))
    return undefined;
  return said === undefined ? 1 : Number.isSafeInteger(said) ? Number(said) : undefined;
}

function beyondBounds(container: Container, bounds: readonly Bound[]): readonly Breach[] {
  return bounds.flatMap(({ name, type, item }) =>
    type !== 'Container'
      ? []
      : ['limits', 'requests'].flatMap((key) =>
          entriesOf(at(container.resources, key)).flatMap(([resource, amount]) =>
            beyond(amount, item, resource).map((bound) => ({
              code: 'policy.limit-range',
              object: container.object,
              path: [...container.path, key, resource],
              parameters: {
                field: `${key}.${resource}`,
                value: amountText(amount),
                bound,
                limit: name,
              },
            })),
          ),
        ),
  );
}

/** The bound of a limit that an amount is beyond, as `max 1Gi`. */
function beyond(amount: JsonValue, item: JsonValue, resource: string): readonly string[] {
  const [most, least] = [below(item, 'max', resource), below(item, 'min', resource)];
  if (most !== undefined && isLessQuantity(most, amount) === true)
    return [`max ${amountText(most)}`];
  if (least !== undefined && isLessQuantity(amount, least) === true)
    return [`min ${amountText(least)}`];
  return [];
}

function amountText(amount: JsonValue): string {
  return typeof amount === 'string' || typeof amount === 'number' ? String(amount) : '';
}

function claimBeyondBounds(object: CheckedObject, bounds: readonly Bound[]): readonly Breach[] {
  if (!isOfKind('PersistentVolumeClaim')(object)) return [];
  const path = ['spec', 'resources', 'requests', 'storage'];
  const amount = below(object.value(), ...path);
  if (amount === undefined) return [];
  return bounds.flatMap(({ name, type, item }) =>
    type === 'PersistentVolumeClaim'
      ? beyond(amount, item, 'storage').map((bound) => ({
          code: 'policy.limit-range',
          object,
          path,
          parameters: {
            field: 'requests.storage',
            value: amountText(amount),
            bound,
            limit: name,
          },
        }))
      : [],
  );
}

/** What a quota counts of containers: its key, and where containers say it. */
function counted(key: string): readonly [list: string, resource: string] | undefined {
  if (key === 'cpu' || key === 'memory') return ['requests', key];
  const [, list, resource] = /^(requests|limits)\.(cpu|memory)$/.exec(key) ?? [];
  return list === undefined || resource === undefined ? undefined : [list, resource];
}

function hardOf({ value }: CheckedObject): readonly (readonly [string, JsonValue])[] {
  const spec = at(value(), 'spec');
  const isScoped = itemsOf(at(spec, 'scopes')).length > 0 || isMap(at(spec, 'scopeSelector'));
  return isScoped ? [] : entriesOf(at(spec, 'hard'));
}

/** A limit stands for a request that is not said. */
function amountOf({ resources }: Container, list: string, resource: string): JsonValue | undefined {
  const own = below(resources, list, resource);
  return own ?? (list === 'requests' ? below(resources, 'limits', resource) : undefined);
}

function unspecified(
  quota: CheckedObject,
  containers: readonly Container[],
  bounds: readonly Bound[],
): readonly Breach[] {
  return hardOf(quota).flatMap(([key]) => {
    const asked = counted(key);
    if (asked === undefined) return [];
    const [list, resource] = asked;
    const isFilled = bounds.some(
      ({ type, item }) =>
        type === 'Container' &&
        ['default', 'max', ...(list === 'requests' ? ['defaultRequest', 'min'] : [])].some(
          (field) => below(item, field, resource) !== undefined,
        ),
    );
    if (isFilled) return [];
    return containers
      .filter((one) => amountOf(one, list, resource) === undefined)
      .map(({ object, path, name }) => ({
        code: 'policy.quota-unspecified',
        object,
        path: [...path, list, resource],
        parameters: {
          container: name,
          field: `${list}.${resource}`,
          quota: quota.resource.id.name,
        },
      }));
  });
}

function exceeded(quota: CheckedObject, containers: readonly Container[]): readonly Breach[] {
  return hardOf(quota).flatMap(([key, hard]) => {
    const asked = counted(key);
    const most = parseQuantity(hard);
    if (asked === undefined || most === undefined) return [];
    const total = containers.reduce<Rational>(
      (sum, one) => {
        const amount = amountOf(one, ...asked);
        const own = amount === undefined || one.isInit ? undefined : parseQuantity(amount);
        const times = BigInt(one.replicas ?? 0);
        return own === undefined
          ? sum
          : {
              numerator: sum.numerator * own.denominator + own.numerator * times * sum.denominator,
              denominator: sum.denominator * own.denominator,
            };
      },
      { numerator: 0n, denominator: 1n },
    );
    if (total.numerator * most.denominator <= most.numerator * total.denominator) return [];
    return [
      {
        code: 'policy.quota-exceeded',
        object: quota,
        path: ['spec', 'hard', key],
        parameters: { field: key, value: amountText(hard), asked: totalText(total, asked[1]) },
      },
    ];
  });
}

/** A sum as people write it: memory in Mi, processors in thousandths where they are no whole ones. */
function totalText({ numerator, denominator }: Rational, resource: string): string {
  if (resource === 'memory') return `${numerator / (denominator * 1024n * 1024n)}Mi`;
  return numerator % denominator === 0n
    ? String(numerator / denominator)
    : `${(numerator * 1000n) / denominator}m`;
}
