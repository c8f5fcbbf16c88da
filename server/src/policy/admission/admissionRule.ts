import { at, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import { builtInResource, guessedPlural } from '../../kubernetes/apiResources.ts';
import { groupBy } from '../../util/groupBy.ts';
import { lazy } from '../../util/lazy.ts';
import type {
  Breach,
  CheckedCluster,
  CheckedObject,
  RuleAnswer,
  Unevaluated,
} from '../checkedCluster.ts';
import { labelsIn } from '../../drift/labels.ts';
import {
  evaluatePolicy,
  type AdmittedObject,
  type BoundPolicy,
  type ParameterLookup,
} from './admissionPolicy.ts';
import { admittedObject } from './apiDefaults.ts';
import { newCelCompiler } from './celExpression.ts';
import { withSchemaDefaults } from './schemaDefaults.ts';

const group = 'admissionregistration.k8s.io';

/**
 * What the ValidatingAdmissionPolicies that are delivered to a cluster say of what is delivered there: `policy.admission`
 * where an object is refused, `policy.admission-warns` where the API server warns or notes. What cannot be evaluated is told
 * with the name of its policy. Each part asks about some objects, so that nobody waits for all of them.
 */
export function admissionParts(cluster: CheckedCluster): readonly (() => RuleAnswer)[] {
  const { bound, unevaluated } = boundPolicies(cluster);
  if (bound.length === 0)
    return unevaluated.length === 0 ? [] : [() => ({ breaches: [], unevaluated })];
  const compile = newCelCompiler();
  const tools = { compile, parameters: parametersOf(cluster) };
  const admitted = admittedObjects(cluster);
  // The API server holds no policy against policies.
  const objects = cluster.objects.filter(({ resource: { id } }) => id.group !== group);
  const size = Math.max(1, Math.floor(mostQuestions / bound.length));
  const starts = Array.from(
    { length: Math.ceil(objects.length / size) },
    (_, index) => index * size,
  );
  return [
    () => ({ breaches: [], unevaluated }),
    ...starts.map(
      (start) => () => answerAbout(objects.slice(start, start + size), { bound, admitted, tools }),
    ),
  ];
}

/** How many pairs of a policy and an object one part asks about. */
const mostQuestions = 200;

function answerAbout(
  objects: readonly CheckedObject[],
  {
    bound,
    admitted,
    tools,
  }: {
    readonly bound: readonly BoundPolicy[];
    readonly admitted: (object: CheckedObject) => AdmittedObject;
    readonly tools: Parameters<typeof evaluatePolicy>[2];
  },
): RuleAnswer {
  const gaps = new Map<string, Unevaluated>();
  const breaches = objects.flatMap((object): readonly Breach[] => {
    const asked = lazy(() => admitted(object));
    return bound.flatMap((one) => {
      const answer = evaluatePolicy(one, asked(), tools);
      for (const gap of answer.gaps) count(gaps, `unchecked.admission-${gap}`, nameOf(one.policy));
      return answer.decisions.flatMap(({ message, path }) =>
        breachesOf(one, { object, path, message }),
      );
    });
  });
  return { breaches, unevaluated: [...gaps.values()] };
}

function count(gaps: Map<string, Unevaluated>, code: string, policy: string): void {
  const key = `${code} ${policy}`;
  const objects = (gaps.get(key)?.objects ?? 0) + 1;
  gaps.set(key, { code, parameters: { policy }, objects });
}

function breachesOf(
  { policy, binding }: BoundPolicy,
  { message, ...place }: Pick<Breach, 'object' | 'path'> & { readonly message: string },
): readonly Breach[] {
  const actions = itemsOf(at(binding.spec, 'validationActions'));
  const code = actions.includes('Deny') ? 'policy.admission' : 'policy.admission-warns';
  const parameters = { policy: nameOf(policy), reason: message };
  return actions.length === 0 ? [] : [{ ...place, code, parameters }];
}

/** The policies that bindings put in force; a binding whose policy is not delivered from here is told. */
function boundPolicies({ objects }: CheckedCluster): {
  readonly bound: readonly BoundPolicy[];
  readonly unevaluated: readonly Unevaluated[];
} {
  const ofKind = (kind: string): readonly JsonMap[] =>
    objects.flatMap(({ resource, value }) => {
      const { id } = resource;
      const one = id.group === group && id.kind === kind ? value() : undefined;
      return isMap(one) ? [one] : [];
    });
  const policies = new Map(ofKind('ValidatingAdmissionPolicy').map((one) => [nameOf(one), one]));
  const bindings = ofKind('ValidatingAdmissionPolicyBinding');
  const named = bindings.map((binding) => {
    const name = textOf(at(binding.spec, 'policyName'));
    return { binding, name, policy: policies.get(name) };
  });
  return {
    bound: named.flatMap(({ binding, policy }) =>
      policy === undefined ? [] : [{ binding, policy }],
    ),
    unevaluated: named.flatMap(({ name, policy }) =>
      policy === undefined
        ? [
            {
              code: 'unchecked.admission-policy-elsewhere',
              parameters: { policy: name },
              objects: 1,
            },
          ]
        : [],
    ),
  };
}

function nameOf(object: JsonMap): string {
  return textOf(at(object.metadata, 'name'));
}

/** Objects that are delivered from here; others may be there as well. */
function parametersOf({ objects }: CheckedCluster): ParameterLookup {
  const byKind = groupBy(objects, ({ resource: { id } }) =>
    JSON.stringify([id.group === '' ? id.version : `${id.group}/${id.version}`, id.kind]),
  );
  return ({ apiVersion, kind }, namespace) => {
    const found = byKind.get(JSON.stringify([apiVersion, kind])) ?? [];
    return {
      objects: found.flatMap((one) => {
        const value = one.value();
        const isThere = one.namespace === '' || one.namespace === namespace;
        return isThere && isMap(value) ? [{ value, isSecret: one.isSecret }] : [];
      }),
      isComplete: false,
    };
  };
}

/** Objects as admission sees them. */
function admittedObjects({
  objects,
  namespaces,
}: CheckedCluster): (object: CheckedObject) => AdmittedObject {
  const definitions = new Map(
    objects.flatMap(({ resource, value }) => {
      if (resource.id.kind !== 'CustomResourceDefinition') return [];
      const definition = value();
      const names = at(at(definition, 'spec'), 'names');
      const key = `${textOf(at(at(definition, 'spec'), 'group'))}/${textOf(at(names, 'kind'))}`;
      return isMap(definition) ? [[key, definition] as const] : [];
    }),
  );
  return (one) => {
    const { id } = one.resource;
    const definition = definitions.get(`${id.group}/${id.kind}`);
    const value = one.value();
    const object = inNamespace(isMap(value) ? value : {}, one.namespace);
    const admitted =
      definition === undefined ? admittedObject(object) : withSchemaDefaults(object, definition);
    const plural = textOf(at(at(definition?.spec, 'names'), 'plural'));
    const namespace = namespaces.get(one.namespace);
    const rendered = namespace?.object?.value();
    return {
      request: {
        group: id.group,
        version: id.version,
        kind: id.kind,
        resource:
          builtInResource(id.group, id.kind)?.name ??
          (plural === '' ? guessedPlural(id.kind) : plural),
        name: id.name,
        namespace: one.namespace,
        labels: labelsIn(admitted),
        namespaceLabels: namespace?.labels,
      },
      object: admitted,
      namespace:
        one.namespace === '' ? null : isMap(rendered) ? admittedObject(rendered) : undefined,
      isSecret: one.isSecret,
    };
  };
}

function inNamespace(object: JsonMap, namespace: string): JsonMap {
  const metadata = isMap(object.metadata) ? object.metadata : {};
  return namespace === '' ? object : { ...object, metadata: { ...metadata, namespace } };
}
