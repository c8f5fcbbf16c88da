import { isList, isMap } from '../../drift/json.ts';
import { isQuantity } from '../../drift/quantity.ts';
import { assertNever } from '../../util/assertNever.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import type { ObjectPath } from '../podTemplate.ts';
import type { BuiltInField, BuiltInScalar, BuiltInSchema } from './builtInSchema.ts';
import { isBase64, isTime, typeName, type SchemaFault } from './schemaFault.ts';

/** Who is asked: the minor version of its Kubernetes 1, and what it knows for certain. */
export interface AskedServer {
  /** `undefined` where nobody knows it: then only what no version takes is a fault. */
  readonly minor: number | undefined;
  /** Whether a field or a text that the table does not have is a fault: another version may have more of them. */
  readonly isKnown: boolean;
  /** Whether a text is filled in by somebody later, so that what it will be is not known. */
  readonly isOpen: (text: string) => boolean;
}

/**
 * What an API server does not take of an object of its own kinds: it reads objects into Go structs, strictly, and asks for the
 * fields that it needs. Null says nothing.
 *
 * Source: sigs.k8s.io/json and apimachinery pkg/runtime/serializer/json (v0.37.2); which fields have to be there and which
 * texts are taken a real server told (`scripts/recordSchemas.ts`).
 */
export function builtInFaults(
  value: JsonValue,
  schema: BuiltInSchema,
  server: AskedServer,
  path: ObjectPath = [],
): readonly SchemaFault[] {
  if (value === null) return [];
  switch (schema.kind) {
    case 'any':
      return [];
    case 'scalar':
      return scalarFaults(value, schema.scalar, server, path);
    case 'list':
      return isList(value)
        ? value.flatMap((item, index) =>
            builtInFaults(
              item === null && schema.items.kind === 'struct' ? {} : item,
              schema.items,
              server,
              [...path, index],
            ),
          )
        : wrongType(value, 'array', server, path);
    case 'map':
      return isMap(value)
        ? Object.entries(value).flatMap(([key, one]) =>
            builtInFaults(one, schema.values, server, [...path, key]),
          )
        : wrongType(value, 'object', server, path);
    case 'struct':
      return isMap(value)
        ? structFaults(value, schema.fields(), server, path)
        : wrongType(value, 'object', server, path);
    default:
      return assertNever(schema);
  }
}

function structFaults(
  value: Readonly<Record<string, JsonValue>>,
  fields: ReadonlyMap<string, BuiltInField>,
  server: AskedServer,
  path: ObjectPath,
): readonly SchemaFault[] {
  const missing = [...fields].flatMap(([name, field]): readonly SchemaFault[] => {
    const below = [...path, name];
    const own = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    const isEmpty = own === '' || (isList(own) && own.length === 0);
    if (field.isRequired && (own === null || (field.isFilled && isEmpty)))
      return [{ kind: 'missing-field', path: below }];
    return field.isInline && own === null ? builtInFaults({}, field.schema, server, below) : [];
  });
  const wrong = Object.entries(value).flatMap(([name, one]): readonly SchemaFault[] => {
    const below = [...path, name];
    const field = fields.get(name);
    if (field === undefined) return server.isKnown ? [{ kind: 'unknown-field', path: below }] : [];
    const { since, until } = field;
    if (server.minor !== undefined && since !== undefined && server.minor < since)
      return [{ kind: 'field-too-new', path: below, since }];
    if (server.minor !== undefined && until !== undefined && server.minor > until)
      return server.isKnown ? [{ kind: 'unknown-field', path: below }] : [];
    const faults = builtInFaults(one, field.schema, server, below);
    return [...faults, ...notTaken(one, field, server, below)];
  });
  return [...missing, ...wrong];
}

function notTaken(
  value: JsonValue,
  { values }: BuiltInField,
  { isKnown, isOpen }: AskedServer,
  path: ObjectPath,
): readonly SchemaFault[] {
  const isTaken =
    values === undefined ||
    !isKnown ||
    typeof value !== 'string' ||
    value === '' ||
    isOpen(value) ||
    values.includes(value);
  return isTaken ? [] : [{ kind: 'invalid-value', path, bound: `enum: ${values.join(', ')}` }];
}

function wrongType(
  value: JsonValue,
  expected: string,
  { isOpen }: AskedServer,
  path: ObjectPath,
): readonly SchemaFault[] {
  if (typeof value === 'string' && isOpen(value)) return [];
  return [{ kind: 'wrong-type', path, found: typeName(value), expected }];
}

/** The type of JSON that a scalar is written in. */
const types: Readonly<Record<BuiltInScalar, string>> = {
  boolean: 'boolean',
  bytes: 'string',
  int32: 'integer',
  int64: 'integer',
  intOrString: 'integer or string',
  number: 'number',
  quantity: 'string or number',
  string: 'string',
  time: 'string',
};

function scalarFaults(
  value: JsonValue,
  scalar: BuiltInScalar,
  server: AskedServer,
  path: ObjectPath,
): readonly SchemaFault[] {
  if (typeof value === 'string' && server.isOpen(value)) return [];
  const expected = types[scalar];
  const found = typeName(value);
  const isOfType =
    expected.split(' or ').includes(found) || (found === 'integer' && expected.includes('number'));
  if (!isOfType) return wrongType(value, expected, server, path);
  return isTaken(value, scalar) ? [] : [{ kind: 'invalid-value', path, bound: bounds[scalar] }];
}

/** What a scalar has to be, in the words of a schema. */
const bounds: Readonly<Record<BuiltInScalar, string>> = {
  boolean: 'type: boolean',
  bytes: 'format: byte (base64)',
  int32: 'format: int32',
  int64: 'format: int64',
  intOrString: 'format: int-or-string',
  number: 'type: number',
  quantity: 'format: quantity',
  string: 'type: string',
  time: 'format: date-time',
};

function isTaken(value: JsonValue, scalar: BuiltInScalar): boolean {
  switch (scalar) {
    case 'bytes':
      return typeof value === 'string' && isBase64(value);
    case 'int32':
      return isWithin(value, 31n);
    case 'int64':
      return isWithin(value, 63n);
    case 'intOrString':
      return typeof value === 'string' || isWithin(value, 31n);
    case 'quantity':
      return isQuantity(value);
    case 'time':
      return typeof value === 'string' && isTime(value);
    case 'boolean':
    case 'number':
    case 'string':
      return true;
    default:
      return assertNever(scalar);
  }
}

function isWithin(value: JsonValue, bits: bigint): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const whole = BigInt(value);
  const most = 1n << bits;
  return whole >= -most && whole < most;
}
