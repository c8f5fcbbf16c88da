import { expect, test } from 'vitest';
import { guessedPlural } from './apiResources.ts';

test.each([
  ['NetworkPolicy', 'networkpolicies'],
  ['Gateway', 'gateways'],
  ['Ingress', 'ingresses'],
  ['Endpoints', 'endpoints'],
])('%s is called %s', (kind, plural) => {
  expect(guessedPlural(kind)).toBe(plural);
});
