import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const fluxFleet = join(import.meta.dirname, '../../../test-fixtures/flux-fleet');

test('the example fleet by the stages of its ladder', async () => {
  const { out, exitCode } = await strata(['versions', '--workspace', '.']);
  expect(exitCode).toBe(0);
  const [header = '', ...rows] = out.split('\n');
  expect(header.split(/ {2,}/)).toEqual([
    'APPLICATION',
    'DEV',
    'STAGING',
    'FIRST PRODUCTION',
    'PRODUCTION',
    'STANDBY',
    'NO STAGE',
  ]);
  expect(rows.find((row) => row.startsWith('checkout'))?.split(/ {2,}/)).toEqual([
    'checkout',
    '1.9.0-rc.2',
    '1.8.3',
    '1.8.2',
    '1.8.2',
    '1.8.2',
    '–',
  ]);
  expect(out).toContain('sha256:2222222…');
});

test('without a ladder stages are environments, from dev to production; charts have versions, too', async () => {
  const run = await strata(['versions', '--workspace', '.', '--json'], { folder: fluxFleet });
  const value = JSON.parse(run.out) as {
    readonly stages: readonly { readonly name: string }[];
    readonly applications: readonly {
      readonly application: string;
      readonly stages: readonly { readonly versions: readonly { readonly version: string }[] }[];
    }[];
  };
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../docs/schemas/versions.schema.json'), 'utf8'),
  ) as object;
  const validator = new Ajv2020();
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
  expect(value.stages.map(({ name }) => name)).toEqual(['dev', 'staging', 'production']);
  const versions = Object.fromEntries(
    value.applications.map(({ application, stages }) => [
      application,
      stages.map((one) => one.versions.map(({ version }) => version).join()),
    ]),
  );
  expect(versions).toMatchObject({
    apps: ['2.5.0-rc.3', '2.4.1', '2.4.0'],
    cache: ['3.x', '4.0.0-beta.2', '3.2.4'],
  });
});

test('a tree that runs nothing says so', async () => {
  const { out } = await strata(['versions', '--workspace', '.'], {
    folder: temporaryTree('# file: a.yaml\na: b'),
  });
  expect(out).toBe('Nothing here runs an image or a chart on a known cluster.\n');
});
