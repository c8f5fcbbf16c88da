import {
  at,
  isList,
  isMap,
  isNumber,
  itemsOf,
  sameJson,
  textOf,
  type JsonMap,
} from '../../drift/json.ts';
import { compileGoRegexp } from '../../text/goRegexp.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import type { ObjectPath } from '../podTemplate.ts';
import { isBase64, isTime, typeName, type SchemaFault } from './schemaFault.ts';

/** A rule in CEL of a schema, and the value that it is about. */
export interface SchemaRule {
  readonly path: ObjectPath;
  readonly rule: JsonMap;
  readonly self: JsonValue;
}

/** What a definition's schema does not take of an object, and the rules in CEL that are to be asked. */
export interface DefinitionAnswer {
  readonly faults: readonly SchemaFault[];
  readonly rules: readonly SchemaRule[];
}

/** What is asked of a schema: whether fields that it does not name count, and which texts are not known yet. */
interface Asked {
  readonly prunes: boolean;
  readonly isOpen: (text: string) => boolean;
}

/**
 * What the structural schema of a CustomResourceDefinition does not take of an object that has its defaults, but for
 * `metadata` and `status`. Fields that it does not name are faults, as they are for who applies strictly or on the server's
 * side. Formats other than those of times, dates, base64 and addresses are not looked at.
 *
 * Source: kubernetes apiextensions-apiserver pkg/apiserver/schema and pkg/apiserver/validation (v0.37.2).
 */
export function definitionFaults(
  object: JsonMap,
  schema: JsonMap,
  isOpen: (text: string) => boolean,
): DefinitionAnswer {
  const properties = Object.entries(isMap(schema.properties) ? schema.properties : {}).filter(
    ([key]) => !outside.has(key),
  );
  const required = itemsOf(schema.required).filter((key) => !outside.has(textOf(key)));
  const own = { ...schema, properties: Object.fromEntries(properties), required };
  const told = Object.entries(object).filter(([key]) => !outside.has(key));
  const asked = { prunes: true, isOpen };
  return {
    faults: faultsOf(Object.fromEntries(told), own, asked, []),
    rules: rulesOf(object, schema, []),
  };
}

/** What the server itself knows of every object, and what it leaves out of one that is created. */
const outside: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function faultsOf(
  value: JsonValue,
  schema: JsonMap,
  asked: Asked,
  path: ObjectPath,
): readonly SchemaFault[] {
  if (value === null && schema.nullable === true) return [];
  if (typeof value === 'string' && asked.isOpen(value)) return [];
  const expected = expectedType(schema);
  if (expected !== undefined && !isOfType(value, expected))
    return [{ kind: 'wrong-type', path, found: typeName(value), expected }];
  return [
    ...boundsBroken(value, schema).map((bound) => ({
      kind: 'invalid-value' as const,
      path,
      bound,
    })),
    ...(isMap(value) ? mapFaults(value, schema, asked, path) : []),
    ...(isList(value) ? listFaults(value, schema, asked, path) : []),
    ...logicFaults(value, schema, asked, path),
  ];
}

function expectedType(schema: JsonMap): string | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  const type = textOf(schema.type);
  return type === '' ? undefined : type;
}

function isOfType(value: JsonValue, expected: string): boolean {
  const found = typeName(value);
  return expected.split(' or ').includes(found) || (expected === 'number' && found === 'integer');
}

function mapFaults(
  value: JsonMap,
  schema: JsonMap,
  asked: Asked,
  path: ObjectPath,
): readonly SchemaFault[] {
  const properties = isMap(schema.properties) ? schema.properties : {};
  const others = schema.additionalProperties;
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  const isClosed =
    asked.prunes &&
    textOf(schema.type) === 'object' &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true &&
    (others === undefined || others === false);
  // Null is dropped where it may not stand.
  const isThere = (key: string): boolean =>
    Object.hasOwn(value, key) &&
    (value[key] !== null || at(properties[key], 'nullable') === true || !isMap(properties[key]));
  const required = [
    ...itemsOf(schema.required).map(textOf),
    ...(isResource && asked.prunes ? ['apiVersion', 'kind'] : []),
  ];
  return [
    ...required.flatMap((key): readonly SchemaFault[] =>
      isThere(key) ? [] : [{ kind: 'missing-field', path: [...path, key] }],
    ),
    ...Object.entries(value).flatMap(([key, one]): readonly SchemaFault[] => {
      const below = [...path, key];
      const property = properties[key];
      if (isMap(property)) return isThere(key) ? faultsOf(one, property, asked, below) : [];
      if (isMap(others)) return faultsOf(one, others, asked, below);
      const isOwn = isResource && ['apiVersion', 'kind', 'metadata'].includes(key);
      return isClosed && !isOwn ? [{ kind: 'unknown-field', path: below }] : [];
    }),
  ];
}

function listFaults(
  value: readonly JsonValue[],
  schema: JsonMap,
  asked: Asked,
  path: ObjectPath,
): readonly SchemaFault[] {
  const { items } = schema;
  const form = schema['x-kubernetes-list-type'];
  const keys = itemsOf(schema['x-kubernetes-list-map-keys']).map(textOf);
  const keyOf = (item: JsonValue): JsonValue =>
    form === 'map' ? keys.map((key) => at(item, key) ?? null) : item;
  const known = new Set<string>();
  const twice =
    form === 'map' || form === 'set'
      ? value.flatMap((item, index): readonly SchemaFault[] => {
          const key = canonicalText(keyOf(item));
          if (!known.has(key)) {
            known.add(key);
            return [];
          }
          return [{ kind: 'invalid-value', path: [...path, index], bound: `list-type: ${form}` }];
        })
      : [];
  const inner = isMap(items)
    ? value.flatMap((item, index) => faultsOf(item, items, asked, [...path, index]))
    : [];
  return [...twice, ...inner];
}

/** Equal for values that are the same (`sameJson`). */
function canonicalText(value: JsonValue | undefined): string {
  if (isList(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isMap(value)) return isNumber(value) ? String(value) : JSON.stringify(value ?? null);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
  return `{${parts.join()}}`;
}

/** `allOf`, `anyOf`, `oneOf` and `not` only bound values: what they do not name may stand there. */
function logicFaults(
  value: JsonValue,
  schema: JsonMap,
  { isOpen }: Asked,
  path: ObjectPath,
): readonly SchemaFault[] {
  const asked = { prunes: false, isOpen };
  const meets = (one: JsonValue): boolean =>
    !isMap(one) || faultsOf(value, one, asked, path).length === 0;
  const broken = (bound: string): readonly SchemaFault[] => [
    { kind: 'invalid-value', path, bound },
  ];
  const any = itemsOf(schema.anyOf);
  const one = itemsOf(schema.oneOf);
  return [
    ...itemsOf(schema.allOf).flatMap((inner) =>
      isMap(inner) ? faultsOf(value, inner, asked, path) : [],
    ),
    ...(any.length > 0 && !any.some(meets) ? broken('anyOf') : []),
    ...(one.length > 0 && one.filter(meets).length !== 1 ? broken('oneOf') : []),
    ...(isMap(schema.not) && meets(schema.not) ? broken('not') : []),
  ];
}

/** The bounds of a schema that a value breaks, as the schema writes them. */
function boundsBroken(value: JsonValue, schema: JsonMap): readonly string[] {
  const told: string[] = [];
  const hold = (key: string, isHeld: (bound: JsonValue) => boolean): void => {
    const bound = schema[key];
    if (bound === undefined || bound === null || isHeld(bound)) return;
    told.push(`${key}: ${boundText(bound)}`);
  };
  hold('enum', (bound) => itemsOf(bound).some((one) => sameJson(one, value)));
  if (typeof value === 'string') {
    const length = Array.from(value).length;
    hold('minLength', (bound) => length >= Number(bound));
    hold('maxLength', (bound) => length <= Number(bound));
    hold('pattern', (bound) => {
      const pattern = compileGoRegexp(textOf(bound));
      return 'problem' in pattern || pattern.test(value);
    });
    hold('format', (bound) => formats.get(textOf(bound))?.(value) ?? true);
  }
  if (isNumber(value)) {
    const number = Number(value);
    const isAbove = (bound: JsonValue): boolean => number > Number(bound);
    const isBelow = (bound: JsonValue): boolean => number < Number(bound);
    hold('minimum', (bound) =>
      schema.exclusiveMinimum === true ? isAbove(bound) : !isBelow(bound),
    );
    hold('maximum', (bound) =>
      schema.exclusiveMaximum === true ? isBelow(bound) : !isAbove(bound),
    );
    hold('multipleOf', (bound) => {
      const times = number / Number(bound);
      return Math.abs(times - Math.round(times)) < 1e-9;
    });
  }
  if (isList(value)) {
    hold('minItems', (bound) => value.length >= Number(bound));
    hold('maxItems', (bound) => value.length <= Number(bound));
  }
  if (isMap(value)) {
    const size = Object.keys(value).length;
    hold('minProperties', (bound) => size >= Number(bound));
    hold('maxProperties', (bound) => size <= Number(bound));
  }
  return told;
}

function boundText(bound: JsonValue): string {
  if (isList(bound)) return bound.map(boundText).join(', ');
  return isMap(bound) ? 'object' : String(bound);
}

const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['byte', isBase64],
  ['date-time', isTime],
  ['datetime', isTime],
  ['date', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))],
  [
    'ipv4',
    (text) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((one) => +one < 256),
  ],
]);

/** The rules of a schema for what is there, the outer ones first. */
function rulesOf(
  value: JsonValue,
  schema: JsonValue | undefined,
  path: ObjectPath,
): readonly SchemaRule[] {
  if (!isMap(schema) || value === null) return [];
  const own = itemsOf(schema['x-kubernetes-validations']).flatMap((rule) =>
    isMap(rule) ? [{ path, rule, self: value }] : [],
  );
  const inner = isList(value)
    ? value.flatMap((item, index) => rulesOf(item, schema.items, [...path, index]))
    : isMap(value)
      ? Object.entries(value).flatMap(([key, one]) =>
          path.length === 0 && key === 'status'
            ? []
            : rulesOf(one, at(schema.properties, key) ?? schema.additionalProperties, [
                ...path,
                key,
              ]),
        )
      : [];
  return [...own, ...inner];
}
