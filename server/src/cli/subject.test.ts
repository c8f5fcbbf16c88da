import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';

const here = ['--workspace', '.'] as const;

test('renders an application on a cluster', async () => {
  const words = ['render', ...here, '--app', 'payments-prod-eu-1', '--cluster', 'prod-eu-1'];
  const application = await strata(words);
  const root = await strata(['render', ...here, 'apps/payments/clusters/prod-eu-1']);
  expect(application.exitCode).toBe(0);
  const kinds = (text: string): readonly string[] => (text.match(/^kind: .*$/gm) ?? []).sort();
  expect(kinds(application.out)).toEqual(kinds(root.out));
});

test.each([
  ['storefront', 'prod-eu-1', 'storefront-prod-eu-1'],
  ['payments', 'prod-eu-1', 'payments-prod-eu-1'],
  ['payments', 'in-cluster', 'payments'],
])('an application goes by the name of its family: %s on %s', async (family, cluster, name) => {
  const render = (app: string): ReturnType<typeof strata> =>
    strata(['render', ...here, '--app', app, '--cluster', cluster]);
  const [byFamily, byName] = [await render(family), await render(name)];
  expect(byFamily.exitCode).toBe(0);
  expect(byFamily.out).toBe(byName.out);
});

test('explains a field of an application', async () => {
  const { out, exitCode } = await strata([
    'explain',
    ...here,
    '--app',
    'argocd/payments-prod-eu-1',
    'Deployment/worker-card',
    '/spec/replicas',
    '--json',
  ]);
  expect(exitCode).toBe(0);
  const { value, chain } = JSON.parse(out) as { value: number; chain: { value: number }[] };
  expect(chain.map((link) => link.value)).toEqual([value, 2, 1]);
});

test.each([
  [['--app', 'paymentz'], 'there is no application paymentz. Did you mean payments?'],
  [['--app', 'nothing-of-it'], 'there is no application nothing-of-it. strata apps lists them.'],
  [
    ['--app', 'payments-prod-eu-1', '--cluster', 'prod-us-1'],
    'payments-prod-eu-1 is not on prod-us-1; it is on prod-eu-1.',
  ],
  [['--app', 'checkout'], 'checkout is on '],
])('%j: %s', async (words, message) => {
  const { exitCode, err } = await strata(['render', ...here, ...words]);
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});
