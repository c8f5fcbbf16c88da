import { expect, test } from 'vitest';
import { readObjects } from '../../yaml/readObjects.ts';
import { schemaKeys, schemaPartsAt } from './schemaParts.ts';

test('a schema that refers to itself in many ways at once is read once', () => {
  const itself = Array.from({ length: 20 }, () => ({ $ref: '#/definitions/part' }));
  const part = { anyOf: itself, properties: { auth: { allOf: itself } } };
  const text = JSON.stringify({ definitions: { part }, $ref: '#/definitions/part' });
  const [document] = readObjects(text).documents;
  if (document === undefined) throw new Error('no schema');
  const parts = schemaPartsAt(document.root, ['auth', 'auth']);
  const keys = parts.flatMap((part) => schemaKeys(document.root, part)).map(({ key }) => key);
  expect(keys).toEqual(['auth']);
});
