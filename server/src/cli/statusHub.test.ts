import { expect, onTestFinished, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { playDemoFleet } from '../../test/livingFleet.ts';

const fleet = playDemoFleet();

/** A row of `strata status --json`. */
interface Row {
  readonly cluster: string | null;
  readonly sync: string;
  readonly certain: boolean;
  readonly health: string;
}

test('what the hub tells of a cluster that does not answer is not known, and never healthy', async () => {
  onTestFinished(fleet().server.fail('staging-eu-1'));
  const { out, exitCode } = await strata(['status', '--json']);
  const { applications, unobserved } = JSON.parse(out) as {
    readonly applications: readonly Row[];
    readonly unobserved: readonly object[];
  };
  const of = (cluster: string): readonly Row[] =>
    applications.filter((row) => row.cluster === cluster);
  expect(of('staging-eu-1').length).toBeGreaterThan(3);
  for (const row of of('staging-eu-1'))
    expect(row).toMatchObject({ certain: false, health: 'unknown' });
  expect(of('dev-eu-1').length).toBeGreaterThan(3);
  for (const row of of('dev-eu-1')) expect(row).toMatchObject({ certain: true, health: 'healthy' });
  expect(unobserved).toContainEqual({ cluster: 'staging-eu-1', why: 'serverError' });
  expect(exitCode).toBe(1);
});
