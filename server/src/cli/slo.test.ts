import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitFleet } from '../../test/gitRepository.ts';

const minute = 60_000;
const now = Math.floor(Date.now() / 1000) * 1000;

function at(minutes: number): string {
  return new Date(now + minutes * minute).toISOString();
}

/** Commits as if it were another time. */
function commitAt(folder: string, minutes: number, message: string): string {
  process.env['GIT_COMMITTER_DATE'] = at(minutes);
  try {
    return commitAll(folder, message);
  } finally {
    delete process.env['GIT_COMMITTER_DATE'];
  }
}

/** The example fleet with a change of catalog that was made two hours ago, and a record of who saw it arrive. */
function watchedFleet(): { readonly folder: string; readonly record: string } {
  const folder = gitFleet();
  const config = join(folder, '.strata/config.yaml');
  const text = readFileSync(config, 'utf8');
  writeFileSync(
    config,
    text.replace('target: 5m', 'target: 5m\n  syncSuccess: 90%\n  driftRate: 50%'),
  );
  git(folder, 'add', '--all');
  process.env['GIT_COMMITTER_DATE'] = at(-60 * 24 * 60);
  git(folder, 'commit', '--quiet', '--amend', '--no-edit');
  delete process.env['GIT_COMMITTER_DATE'];
  const base = join(folder, 'apps/catalog/base/catalog.yaml');
  writeFileSync(
    base,
    readFileSync(base, 'utf8').replace('--search=/etc/search', '--search=/etc/find'),
  );
  const commit = commitAt(folder, -120, 'More of catalog');
  const name = 'catalog-prod-eu-1';
  const unit = {
    ...{ cluster: 'prod-eu-1', kind: 'Application', namespace: 'argocd', name },
    states: [
      { sync: 'inSync', from: at(-240), to: at(-60) },
      { sync: 'drifted', from: at(-60), to: at(0) },
    ],
    deploys: [{ revision: commit, at: at(-118), seen: at(-110), exact: true, automated: true }],
    attempts: [
      { id: 'a', at: at(-118), succeeded: true },
      { id: 'b', at: at(-60), succeeded: false },
    ],
  };
  const record = join(folder, 'record.json');
  writeFileSync(record, JSON.stringify({ record: 1, units: [unit], drift: [] }));
  return { folder, record };
}

interface SloDocument {
  readonly measures: readonly { readonly name: string; readonly scope: string }[];
}

function validated(out: string): SloDocument {
  const schema = join(import.meta.dirname, '../../../docs/schemas/slo.schema.json');
  const validator = new Ajv2020();
  const value: unknown = JSON.parse(out);
  const isValid = validator.validate(JSON.parse(readFileSync(schema, 'utf8')) as object, value);
  expect(isValid, validator.errorsText()).toBe(true);
  return value as SloDocument;
}

test('what records saw is measured against the targets, and the rest is not observed', async () => {
  const { folder, record } = watchedFleet();
  const words = ['slo', '--record', record, '--window', '4h', '--by', 'application'];
  const { out, err, exitCode } = await strata([...words, '--json'], { folder });
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  const { measures } = validated(out);
  const of = (name: string, scope: string): unknown =>
    measures.find((one) => one.name === name && one.scope === scope);
  // The commit changes catalog on every cluster, and only one of them was seen.
  expect(of('syncLatency', 'fleet')).toMatchObject({
    ...{ target: 300, met: 'unknown', observed: 0, notObserved: 1 },
  });
  const name = 'catalog-prod-eu-1';
  expect(of('syncLatency', name)).toMatchObject({ value: 120, met: true, observed: 1 });
  expect(of('syncSuccess', name)).toMatchObject({ value: 0.5, target: 0.9, met: false });
  expect(of('driftRate', name)).toMatchObject({ target: 0.5, met: true, notObserved: 0 });
  expect(of('driftRate', 'fleet')).toMatchObject({ met: 'unknown' });
  expect((await strata([...words, '--fail-on', 'missed'], { folder })).exitCode).toBe(1);
  // The same for spreadsheets and for Prometheus, without the history.
  const short = ['slo', '--record', record, '--window', '4h', '--without-latency'];
  const csv = await strata([...short, '--format', 'csv'], { folder });
  expect(csv.out).toContain('syncSuccess,fleet,0.5,0.9,no,2,');
  expect(csv.out).toContain('syncLatency,fleet,,300,unknown,0,0\r\n');
  const prometheus = await strata([...short, '--format', 'prometheus'], { folder });
  expect(prometheus.out).toContain('\nstrata_slo_value{measure="syncSuccess",scope="fleet"} 0.5\n');
  expect(prometheus.out).toContain('\nstrata_slo_met{measure="syncSuccess",scope="fleet"} 0\n');
  expect(prometheus.out).not.toContain('strata_slo_met{measure="driftRate"');
  expect(
    prometheus.out
      .trim()
      .split('\n')
      .every((line) => /^# |^strata_slo_\w+\{.*\} \S+$/.test(line)),
  ).toBe(true);
});

test('alerts are those of the targets, for the controllers that there are', async () => {
  const { folder } = watchedFleet();
  const { out, exitCode } = await strata(['slo', '--rules', '--window', '7d'], { folder });
  expect(exitCode).toBe(0);
  expect(parse(out)).toMatchObject({
    kind: 'PrometheusRule',
    spec: {
      groups: [
        {
          rules: [
            {
              alert: 'DeliveryLate',
              expr: 'argocd_app_info{sync_status="OutOfSync",autosync_enabled="true"} == 1',
              for: '5m',
            },
            {
              alert: 'DeliveryFailing',
              expr: expect.stringMatching(/\[7d\]\)\) > 0\.1$/) as string,
            },
            {
              alert: 'DeliveryOutOfSync',
              expr: expect.stringMatching(/\[7d\]\)\) > 0\.5$/) as string,
            },
          ],
        },
      ],
    },
  });
});

test.each([
  [['slo'], 'name a record by --record'],
  [['slo', '--record', 'x', '--window', 'long'], '--window is a time such as 30d'],
  [['slo', '--record', 'x', '--until', 'soon'], '--until is a day'],
  [['slo', '--record', 'README.md'], 'README.md is no record of Strata.'],
  [['slo', '--record', 'nowhere.json'], 'nowhere.json holds nothing yet.'],
])('%j is refused', async (words, message) => {
  const { out, err, exitCode } = await strata(words);
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(err).toContain(message);
});
