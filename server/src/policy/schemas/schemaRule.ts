import { at, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import { apiVersionOf } from '../../kubernetes/gvk.ts';
import { assertNever } from '../../util/assertNever.ts';
import { lazy } from '../../util/lazy.ts';
import { decodeToJson } from '../../yaml/decode.ts';
import { newCelCompiler, type CelCompiler } from '../admission/celExpression.ts';
import { withSchemaDefaults } from '../admission/schemaDefaults.ts';
import {
  syncOptionsOf,
  type Breach,
  type CheckedCluster,
  type CheckedObject,
  type RuleAnswer,
} from '../checkedCluster.ts';
import { holdsOpen, openTexts } from '../openTexts.ts';
import type { ObjectPath } from '../podTemplate.ts';
import { builtInFaults, type AskedServer } from './builtInFaults.ts';
import { tableMinors, type BuiltInSchema } from './builtInSchema.ts';
import { definitionFaults, type SchemaRule } from './definitionFaults.ts';
import { builtInSchema } from './parseBuiltInSchemas.ts';
import type { SchemaFault } from './schemaFault.ts';
import { validationFaults } from './validationFaults.ts';

/**
 * What the schemas of a cluster do not take: `policy.unknown-field` (`policy.field-dropped` where whoever applies asks for no
 * strictness), `policy.field-too-new`, `policy.wrong-type`, `policy.missing-field`, `policy.invalid-value`, and
 * `policy.definition-rule` for a rule in CEL of a definition. The schemas are those of Kubernetes itself, by minor version, and
 * those of the definitions that are delivered to the cluster.
 */
export function schemaParts(cluster: CheckedCluster): readonly (() => RuleAnswer)[] {
  const starts = Array.from(
    { length: Math.ceil(cluster.objects.length / perPart) },
    (_, index) => index * perPart,
  );
  const definitions = lazy(() => definitionsOf(cluster));
  const compile = newCelCompiler(['self']);
  return starts.map((start) => () => {
    const open = new Map<string, number>();
    const count = (code: string): void => {
      open.set(code, (open.get(code) ?? 0) + 1);
    };
    const breaches = cluster.objects.slice(start, start + perPart).flatMap((object) => {
      const { id, node } = object.resource;
      const definition = definitions().get(`${id.group}/${id.kind}`);
      const schema = builtInSchema(apiVersionOf(id), id.kind);
      if (definition === undefined && schema === undefined) return [];
      // Every object is looked at: nobody keeps their values for that.
      const decoded = decodeToJson(node);
      const value = 'value' in decoded ? decoded.value : undefined;
      // What SOPS has encrypted is not what is applied.
      if (!isMap(value) || isMap(value.sops)) return [];
      if (definition !== undefined)
        return definitionBreaches(object, value, { definition, compile, count });
      return schema === undefined
        ? []
        : builtInBreaches(object, value, { schema, minor: cluster.minor, count });
    });
    const unevaluated = [...open].map(([code, objects]) => ({ code, parameters: {}, objects }));
    return { breaches, unevaluated };
  });
}

/** How many objects one part looks at. */
const perPart = 200;

/** The oldest minor version that fields unknown to the table are told of: earlier ones had some that are gone. */
const oldestTold = 29;

function builtInBreaches(
  object: CheckedObject,
  value: JsonMap,
  {
    schema,
    minor,
    count,
  }: {
    readonly schema: BuiltInSchema;
    readonly minor: number | undefined;
    readonly count: (code: string) => void;
  },
): readonly Breach[] {
  const isKnown = minor === undefined || (minor >= oldestTold && minor <= tableMinors.newest);
  if (!isKnown) count('unchecked.other-kubernetes');
  const server: AskedServer = { minor, isKnown, isOpen: openTexts(object) };
  const served = minor === undefined ? '' : `1.${minor}`;
  return objectFaults(value, schema, server).map((fault) => toBreach(object, fault, served));
}

/**
 * What the API server does not take of an object of its own kinds: by its schema, and by what it asks beside. The latter is not
 * asked where the object cannot be read, but a field that nobody knows hides nothing: the server drops it where nobody asks
 * for strictness, and refuses the rest all the same.
 */
export function objectFaults(
  value: JsonMap,
  schema: BuiltInSchema,
  server: AskedServer,
): readonly SchemaFault[] {
  const faults = builtInFaults(value, schema, server);
  const isRead = faults.every(({ kind }) => kind === 'unknown-field' || kind === 'field-too-new');
  if (!isRead) return faults;
  const told = new Set(faults.map(({ path }) => path.join('\n')));
  const beside = validationFaults(value, server.isOpen);
  return [...faults, ...beside.filter(({ path }) => !told.has(path.join('\n')))];
}

function definitionBreaches(
  object: CheckedObject,
  value: JsonMap,
  {
    definition,
    compile,
    count,
  }: {
    readonly definition: JsonMap;
    readonly compile: CelCompiler;
    readonly count: (code: string) => void;
  },
): readonly Breach[] {
  const version = itemsOf(at(definition.spec, 'versions')).find(
    (one) => textOf(at(one, 'name')) === object.resource.id.version,
  );
  const schema = at(at(version, 'schema'), 'openAPIV3Schema');
  if (!isMap(schema)) return [];
  const complete = withSchemaDefaults(value, definition);
  const isOpen = openTexts(object);
  const { faults, rules } = definitionFaults(complete, schema, isOpen);
  const all = [...metadataFaults(value, isOpen), ...faults];
  const told = all.map((fault) => toBreach(object, fault, ''));
  // Rules are asked only of what its schema takes; fields that it does not know are dropped before.
  const broken = all.some(({ kind }) => kind !== 'unknown-field')
    ? []
    : rules.map((rule) =>
        holdsOpen(rule.self, isOpen) ? ('unknown' as const) : askRule(rule, compile),
      );
  if (broken.includes('unknown')) count('unchecked.definition-rule');
  return [
    ...told,
    ...broken.flatMap((one): readonly Breach[] =>
      one === 'unknown' || one === 'held'
        ? []
        : [
            {
              code: 'policy.definition-rule',
              object,
              path: one.path,
              parameters: { reason: one.reason },
            },
          ],
    ),
  ];
}

/** What the API server does not take of the metadata of any object. */
export function metadataFaults(
  { metadata = null }: JsonMap,
  isOpen: (text: string) => boolean,
): readonly SchemaFault[] {
  const any = builtInSchema('v1', 'ConfigMap');
  const schema = any?.kind === 'struct' ? any.fields().get('metadata')?.schema : undefined;
  return schema === undefined
    ? []
    : builtInFaults(metadata, schema, { minor: undefined, isKnown: true, isOpen }, ['metadata']);
}

/** What one rule says of an object that is created: rules that compare with what was there do not count. */
function askRule(
  { path, rule, self }: SchemaRule,
  compile: CelCompiler,
): 'held' | 'unknown' | { readonly path: ObjectPath; readonly reason: string } {
  const text = textOf(rule.rule);
  if (/\boldSelf\b/.test(text)) return rule.optionalOldSelf === true ? 'unknown' : 'held';
  // Names with other characters are written in a form of their own.
  if (/\.__\w+__/.test(text)) return 'unknown';
  const outcome = compile(text).evaluate({ self });
  if (outcome.kind === 'value' && outcome.value === true) return 'held';
  if (outcome.kind !== 'value' || outcome.value !== false) return 'unknown';
  const message = textOf(rule.message).trim();
  const fields = textOf(rule.fieldPath)
    .split('.')
    .filter((one) => /^\w+$/.test(one));
  return { path: [...path, ...fields], reason: message === '' ? text.trim() : message };
}

/** The definitions that are delivered to a cluster, by `group/Kind`. */
function definitionsOf({ objects }: CheckedCluster): ReadonlyMap<string, JsonMap> {
  return new Map(
    objects.flatMap(({ resource, value }) => {
      if (resource.id.kind !== 'CustomResourceDefinition') return [];
      const definition = value();
      const spec = at(definition, 'spec');
      const key = `${textOf(at(spec, 'group'))}/${textOf(at(at(spec, 'names'), 'kind'))}`;
      return isMap(definition) ? [[key, definition] as const] : [];
    }),
  );
}

function toBreach(object: CheckedObject, fault: SchemaFault, served: string): Breach {
  const { path } = fault;
  const { id } = object.resource;
  const field = fieldName(path);
  const place = { object, path };
  const api = `${apiVersionOf(id)} ${id.kind}`;
  switch (fault.kind) {
    case 'unknown-field':
      return {
        ...place,
        code: isStrict(object) ? 'policy.unknown-field' : 'policy.field-dropped',
        parameters: { field, api },
      };
    case 'missing-field':
      return { ...place, code: 'policy.missing-field', parameters: { field } };
    case 'field-too-new':
      return {
        ...place,
        code: 'policy.field-too-new',
        parameters: { field, version: `1.${fault.since}`, served },
      };
    case 'wrong-type':
      return {
        ...place,
        code: 'policy.wrong-type',
        parameters: { field, found: fault.found, expected: fault.expected },
      };
    case 'invalid-value':
      return { ...place, code: 'policy.invalid-value', parameters: { field, bound: fault.bound } };
    default:
      return assertNever(fault);
  }
}

/** A field as the API server names it: `spec.ports[0].port`. */
function fieldName(path: ObjectPath): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`,
    '',
  );
}

/**
 * Whether whoever applies an object has the API server refuse fields that it does not know: who applies on the server's side
 * does. Helm 3 and, by default, Argo CD ask for no strictness, and the server drops the fields.
 *
 * Source: argoproj/gitops-engine pkg/utils/kube/resource_ops.go (Argo CD v3.2), which sets no `ValidationDirective`; helm
 * pkg/kube/client.go (v3.19).
 */
function isStrict({ application, value }: CheckedObject): boolean {
  if (application.kind === 'HelmRelease') return false;
  if (application.controller !== 'argocd') return true;
  const annotations = at(at(value(), 'metadata'), 'annotations');
  const own = textOf(at(annotations, 'argocd.argoproj.io/sync-options'));
  const said = /\bServerSideApply=(true|false)\b/.exec(own)?.[1];
  const { object } = application;
  const all = object === undefined ? [] : syncOptionsOf(object);
  return said === undefined ? all.includes('ServerSideApply=true') : said === 'true';
}
