import { expect, test } from 'vitest';
import { isSchemaShaped } from './schemaShape.ts';

// As kustomize 5.8.1 reads a schema of `crds:` with this as a property.
test.each([
  [null, true],
  [{}, true],
  ['a', false],
  [[], false],
  [{ description: 'a', title: null, other: [1] }, true],
  [{ description: 1 }, false],
  [{ Description: 1 }, true],
  [{ type: 'string' }, true],
  [{ type: ['string', 'null'] }, true],
  [{ type: {} }, false],
  [{ maximum: 1.5, minLength: 1 }, true],
  [{ minLength: 1.5 }, false],
  [{ minLength: 1e20 }, false],
  [{ items: 'a' }, true],
  [{ items: [{}, {}] }, true],
  [{ items: { type: 1 } }, false],
  [{ items: [1] }, false],
  [{ additionalProperties: false }, true],
  [{ additionalProperties: { type: 'string' } }, true],
  [{ additionalProperties: [] }, false],
  [{ dependencies: { a: ['b'], c: {}, d: 1 } }, true],
  [{ dependencies: { a: [1] } }, false],
  [{ properties: { a: { properties: { b: { format: 1 } } } } }, false],
  [{ externalDocs: { url: 'a', other: 1 } }, true],
  [{ externalDocs: { url: 1 } }, false],
  [{ enum: [1, 'a'], default: {}, example: [] }, true],
  [{ $ref: '#/definitions/a' }, true],
  [{ $ref: 1 }, true],
  [{ $ref: ':a' }, false],
  [{ $schema: ':a' }, false],
])('%j: %s', (value, expected) => {
  expect(isSchemaShaped(value)).toBe(expected);
});
