import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';

interface Difference {
  readonly applications: readonly {
    readonly application: string;
    readonly status: string;
    readonly resources: readonly {
      readonly resource: string;
      readonly fields?: readonly {
        readonly path: string;
        readonly before: unknown;
        readonly after: unknown;
      }[];
    }[];
  }[];
}

const here = ['--workspace', '.'] as const;

test('one application on two clusters, field by field', async () => {
  const { out, exitCode } = await strata([
    'diff',
    ...here,
    'prod-eu-1',
    'prod-us-1',
    'checkout',
    '--json',
  ]);
  expect(exitCode).toBe(0);
  const { applications } = JSON.parse(out) as Difference;
  expect(applications.map(({ application, status }) => [application, status])).toEqual([
    ['checkout', 'different'],
  ]);
  const deployment = applications[0]?.resources.find(({ resource }) =>
    resource.startsWith('Deployment'),
  );
  expect(deployment?.fields).toContainEqual(
    expect.objectContaining({ path: '/spec/replicas', before: 5, after: 8 }),
  );
});

test('what is on one cluster alone, and what is equal', async () => {
  const { out } = await strata(['diff', ...here, 'prod-eu-1', 'prod-ap-1', '--json']);
  const { applications } = JSON.parse(out) as Difference;
  const statuses = Object.fromEntries(
    applications.map(({ application, status }) => [application, status]),
  );
  expect(statuses).toMatchObject({ crds: 'equal', catalog: 'first-only', payments: 'first-only' });
});

test('tells people the same', async () => {
  const { out } = await strata(['diff', ...here, 'prod-eu-1', 'prod-us-1', 'checkout']);
  expect(out).toMatch(
    /\/spec\/replicas +5 → 8 +apps\/checkout\/clusters\/prod-us-1\/capacity\.yaml:7/,
  );
});

test('a cluster that gets nothing is refused', async () => {
  const { exitCode, err } = await strata(['diff', ...here, 'nowhere', 'elsewhere']);
  expect(exitCode).toBe(2);
  expect(err).toContain('nothing is delivered to nowhere or elsewhere');
});

test('one cluster that is not there is refused as well', async () => {
  const { exitCode, err } = await strata(['diff', ...here, 'prod-eu-1', 'prod-us-9']);
  expect(exitCode).toBe(2);
  expect(err).toContain('there is no cluster prod-us-9; strata clusters lists them.');
});
