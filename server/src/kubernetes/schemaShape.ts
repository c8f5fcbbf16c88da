import { isGoUrl } from '../text/goUrl.ts';

/**
 * Whether a value has the types of an OpenAPI schema, so that Go can decode it; what it says beside the fields of a schema may
 * be anything. Deviation: `1.0` counts as whole in JSON too.
 * Source: kube-openapi v0.0.0-20241212222426 pkg/validation/spec/schema.go `Schema.UnmarshalNextJSON`, swagger.go.
 */
export function isSchemaShaped(value: unknown): boolean {
  return isNull(value) || (isObject(value) && isFields(value, fields) && hasGoodReferences(value));
}

/** Go reads `null` as nothing, whatever the type. */
type Shape = (value: unknown) => boolean;

const isText: Shape = (value) => isNull(value) || typeof value === 'string';
const isFlag: Shape = (value) => isNull(value) || typeof value === 'boolean';
const isNumber: Shape = (value) => isNull(value) || typeof value === 'number';
const isCount: Shape = (value) =>
  isNull(value) ||
  (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 63);
const isTexts: Shape = (value) => isListOf(value, isText);
const isSchemas: Shape = (value) => isListOf(value, isSchemaShaped);
const isSchemaMap: Shape = (value) => isMapOf(value, isSchemaShaped);

/** A schema, or a list of something; Go drops what is neither. */
const isSchemaOr =
  (list: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? list(value) : !isObject(value) || isSchemaShaped(value);

const isSchemaOrFlag: Shape = (value) =>
  isFlag(value) || (isObject(value) && isSchemaShaped(value));

const fields: Readonly<Record<string, Shape>> = {
  id: isText,
  description: isText,
  type: (value) => isText(value) || isTexts(value),
  nullable: isFlag,
  format: isText,
  title: isText,
  maximum: isNumber,
  exclusiveMaximum: isFlag,
  minimum: isNumber,
  exclusiveMinimum: isFlag,
  maxLength: isCount,
  minLength: isCount,
  pattern: isText,
  maxItems: isCount,
  minItems: isCount,
  uniqueItems: isFlag,
  multipleOf: isNumber,
  enum: (value) => isListOf(value, () => true),
  maxProperties: isCount,
  minProperties: isCount,
  required: isTexts,
  items: isSchemaOr(isSchemas),
  allOf: isSchemas,
  oneOf: isSchemas,
  anyOf: isSchemas,
  not: isSchemaShaped,
  properties: isSchemaMap,
  additionalProperties: isSchemaOrFlag,
  patternProperties: isSchemaMap,
  dependencies: (value) => isMapOf(value, isSchemaOr(isTexts)),
  additionalItems: isSchemaOrFlag,
  definitions: isSchemaMap,
  discriminator: isText,
  readOnly: isFlag,
  externalDocs: (value) =>
    isNull(value) || (isObject(value) && isFields(value, { description: isText, url: isText })),
};

function isFields(
  value: Readonly<Record<string, unknown>>,
  shapes: Readonly<Record<string, Shape>>,
): boolean {
  return Object.entries(value).every(
    ([name, inner]) => !Object.hasOwn(shapes, name) || shapes[name]?.(inner) === true,
  );
}

function hasGoodReferences(value: Readonly<Record<string, unknown>>): boolean {
  return [value['$ref'], value['$schema']].every(
    (address) => typeof address !== 'string' || isGoUrl(address),
  );
}

function isListOf(value: unknown, shape: Shape): boolean {
  return isNull(value) || (Array.isArray(value) && value.every(shape));
}

function isMapOf(value: unknown, shape: Shape): boolean {
  return isNull(value) || (isObject(value) && Object.values(value).every(shape));
}

function isNull(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
