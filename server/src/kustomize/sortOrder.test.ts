import { expect, test } from 'vitest';
import {
  findingsInFixture,
  renderFixture,
  type RenderedFixtureOptions,
} from '../../test/originsOf.ts';

const objects = `
    # file: a.yaml
    { apiVersion: v1, kind: Service, metadata: { name: b } }
    ---
    { apiVersion: apps/v1, kind: Deployment, metadata: { name: a } }
    ---
    { apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: { name: a } }
    ---
    { apiVersion: v1, kind: Service, metadata: { name: a, namespace: z } }
    ---
    { apiVersion: v1, kind: Namespace, metadata: { name: z } }
    ---
    { apiVersion: v1, kind: Service, metadata: { name: a } }
    ---
    { apiVersion: example.com/v1, kind: Site, metadata: { name: a } }
    ---
    { apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: { name: a } }
    ---
    { apiVersion: v1, kind: Namespace, metadata: { name: b } }
`.trim();

/** Kinds and names in their order. */
function order(sortOptions: string, options: RenderedFixtureOptions = {}): readonly string[] {
  const rendered = renderFixture(
    `
    # file: kustomization.yaml
    resources: [a.yaml]
    ${sortOptions}
    ${objects}
  `,
    options,
  );
  return rendered.split('---\n').map((object) => {
    const part = (pattern: RegExp): string => pattern.exec(object)?.[1] ?? '';
    return [part(/^kind: (.*)/m), part(/namespace: (.*)/), part(/ name: (.*)/)]
      .filter((text) => text !== '')
      .join('/');
  });
}

const asWritten = [
  'Service/b',
  'Deployment/a',
  'ValidatingWebhookConfiguration/a',
  'Service/z/a',
  'Namespace/z',
  'Service/a',
  'Site/a',
  'CustomResourceDefinition/a',
  'Namespace/b',
];

const byKind = [
  'Namespace/b',
  'Namespace/z',
  'CustomResourceDefinition/a',
  'Service/z/a',
  'Service/a',
  'Service/b',
  'Deployment/a',
  'Site/a',
  'ValidatingWebhookConfiguration/a',
];

test('without options the kinds have their order', () => {
  expect(order('')).toEqual(byKind);
  expect(order('', { reorder: 'none' })).toEqual(asWritten);
});

test('options of the kustomization count for more than those of the command line', () => {
  expect(order('sortOptions: { order: fifo }')).toEqual(asWritten);
  expect(order('sortOptions: { order: legacy }', { reorder: 'none' })).toEqual(byKind);
});

test('kinds that come first and last', () => {
  expect(
    order(
      'sortOptions: { order: legacy, legacySortOptions: { orderFirst: [Site, Deployment], orderLast: [Namespace] } }',
    ),
  ).toMatchInlineSnapshot(`
    [
      "Site/a",
      "Deployment/a",
      "ValidatingWebhookConfiguration/a",
      "CustomResourceDefinition/a",
      "Service/z/a",
      "Service/a",
      "Service/b",
      "Namespace/b",
      "Namespace/z",
    ]
  `);
});

test('those of a base do not count', () => {
  expect(
    renderFixture(`
      # file: base/kustomization.yaml
      resources: [a.yaml]
      sortOptions: { order: fifo }
      # file: base/a.yaml
      { apiVersion: v1, kind: Service, metadata: { name: b } }
      ---
      { apiVersion: v1, kind: Namespace, metadata: { name: a } }
      # file: top/kustomization.yaml
      resources: [../base]
    `),
  ).toMatch(/^apiVersion: v1\nkind: Namespace/);
});

test.each([
  ['{ order: any }', 'bad-sort-order'],
  ['{}', 'bad-sort-order'],
  ['{ order: fifo, legacySortOptions: { orderFirst: [A] } }', 'sort-options-without-legacy'],
])('%s fails: %s', (sortOptions, code) => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      sortOptions: ${sortOptions}
    `),
  ).toEqual([expect.stringContaining(`fails: kustomization.yaml:1 kustomize.${code}: `)]);
});
