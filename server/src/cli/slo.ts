import { resolve } from 'node:path';
import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import { clusters, type ClusterRow } from '../analysis/clusters.ts';
import { objectives, type Objectives } from '../analysis/objectives.ts';
import type { ApplicationImpact } from '../analysis/treeImpact.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { LiveRecord, UnitName } from '../live/record.ts';
import type { MeasuredChange, ScopedUnit } from '../live/slo.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { startOf } from './audit.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { comparedCommits } from './comparedCommits.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { sloRules } from './sloRules.ts';
import { sloCsv, sloJson, sloPrometheus, sloText, type SloAnswer } from './sloRows.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

const groupings = ['environment', 'releaseDomain', 'cluster', 'application'] as const;

/** `strata slo`: how delivery keeps to its targets, by what records saw. */
export const sloCommand: Command = {
  name: 'slo',
  summary: 'Says how delivery keeps to its targets: latency, success and drift, as records saw it',
  forms: ['slo --record FILE… [--window 30d] [--by WHAT] [options]', 'slo --rules'],
  details: [
    'Records are kept by strata status --record and strata drift --record; a look speaks for the time until the next',
    'one, and for an hour at most. The rest is not observed, and counted as that: a target is met only where it is even',
    'if all that was not observed had missed it. Targets stand in slo of .strata/config.yaml. Latency is from the commit',
    'on the branch to its arrival on every cluster that it really changed. Nothing is connected.',
  ],
  options: [
    { name: 'record', value: 'FILE', text: 'A record; may be repeated.' },
    {
      name: 'window',
      value: 'TIME',
      text: 'Such as 30d, 12h or 4w. Default: that of the configuration.',
    },
    {
      name: 'until',
      value: 'DATE',
      text: 'The day before which it ends, such as 2026-12-01. Default: now.',
    },
    { name: 'by', value: 'WHAT', choices: groupings, text: 'Measures each of these, too.' },
    {
      name: 'without-latency',
      text: 'Does not compare the commits of the window, which takes a while in long histories.',
    },
    {
      name: 'fail-on',
      value: 'WHAT',
      choices: ['missed', 'unknown'],
      text: 'Exits 1 where a target is missed, or may be.',
    },
    { name: 'rules', text: 'Prints a PrometheusRule that alerts where the targets are missed.' },
  ],
  formats: ['csv', 'prometheus'],
  examples: [{ line: 'strata slo --rules --workspace .', text: 'Alerts of the targets' }],
  words: [],
  run: async (call, io) => {
    const { options } = call;
    if (call.words.length > 0) return wrongUse(io, 'slo', 'it takes no words.');
    const isRules = options.has('rules');
    const files = call.lists.get('record') ?? [];
    if (!isRules && files.length === 0) {
      return wrongUse(
        io,
        'slo',
        'name a record by --record; strata status --record FILE keeps one.',
      );
    }
    const asked = windowOf(call);
    if (asked.kind === 'failed') return wrongUse(io, 'slo', asked.failure);
    const records = await readRecords(files, io);
    if (records.kind === 'failed') return refuse(io, { exitCode: 2, message: records.failure });
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const workspace = opened.value;
    const told = await workspace.complete(objectives, io.signal);
    const targets = { ...told, window: asked.value.window ?? told.window };
    const rows = (await workspace.complete(applicationRows, io.signal)).filter(isMeasured);
    if (isRules) {
      io.out.write(sloRules(targets, new Set(rows.map(({ controller }) => controller))));
      return 0;
    }
    const { until, by } = asked.value;
    const request = { workspace, records: records.value, targets, rows, until, by };
    const answer = await answerOf(request, options.has('without-latency'), io);
    if (answer.kind === 'failed') return refuse(io, { exitCode: 2, message: answer.failure });
    io.out.write(formed(call, io, answer.value));
    return exitCode(answer.value, options.get('fail-on'));
  },
};

type Grouping = (typeof groupings)[number];

interface Window {
  readonly window: number | undefined;
  readonly until: number;
  readonly by: Grouping | undefined;
}

function windowOf({ options }: Call): Result<Window, string> {
  const text = options.get('window');
  const window = text === undefined ? undefined : lengthOf(text);
  if (text !== undefined && window === undefined)
    return failed('--window is a time such as 30d, 12h or 4w.');
  const day = options.get('until');
  const until = day === undefined ? undefined : startOf(day);
  if (day !== undefined && until === undefined)
    return failed('--until is a day, such as 2026-12-01.');
  const by = groupings.find((one) => one === options.get('by'));
  return ok({ window, until: until === undefined ? Date.now() : Date.parse(until), by });
}

const lengths: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

function lengthOf(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  const length = Number(count) * (lengths[unit] ?? 0);
  return length > 0 ? length : undefined;
}

async function readRecords(
  files: readonly string[],
  io: Io,
): Promise<Result<readonly LiveRecord[], string>> {
  const { readRecord } = await import('../live/recordFile.ts');
  const records: LiveRecord[] = [];
  for (const file of files) {
    const record = readRecord(resolve(io.folder, file));
    if (record.kind === 'failed') return record;
    const { units, drift } = record.value;
    if (units.length + drift.length === 0) return failed(`${file} holds nothing yet.`);
    records.push(record.value);
  }
  return ok(records);
}

/** Units that a controller of their own cluster follows, and of which the repository knows. */
function isMeasured({ cluster, controller, certainty }: ApplicationRow): boolean {
  return cluster !== undefined && controller !== 'plain' && certainty !== 'open';
}

interface Asked {
  readonly workspace: Workspace;
  readonly records: readonly LiveRecord[];
  readonly targets: Objectives;
  readonly rows: readonly ApplicationRow[];
  readonly until: number;
  readonly by: Grouping | undefined;
}

async function answerOf(
  { workspace, records, targets, rows, until, by }: Asked,
  withoutLatency: boolean,
  io: Io,
): Promise<Result<SloAnswer, string>> {
  const { measure } = await import('../live/slo.ts');
  const from = until - targets.window;
  const told =
    withoutLatency || !workspace.git
      ? ok(undefined)
      : await comparedCommits(
          workspace.top,
          { start: 'HEAD', since: new Date(from).toISOString() },
          io,
        );
  if (told.kind === 'failed') return told;
  const found = told.value;
  const table = await workspace.complete(clusters, io.signal);
  const named = new Map(rows.map((row) => [rowKey(row), unitOf(row, records)]));
  const created = new Map(
    (found?.changes ?? []).flatMap(({ committed, applications }) =>
      applications
        .filter(({ status }) => status === 'created')
        .map(({ row }) => [rowKey(row), committed] as const),
    ),
  );
  const { unitKey } = await import('../live/record.ts');
  const units = rows.flatMap((row): readonly ScopedUnit[] => {
    const unit = named.get(rowKey(row));
    if (unit === undefined) return [];
    const scopes = ['fleet', ...scopeOf(row, by, table.clusters)];
    return [{ ...unit, scopes, since: created.get(rowKey(row)) }];
  });
  const changes = found?.changes.flatMap(
    ({ commit, committed, applications }): readonly MeasuredChange[] => {
      const keys = applications.filter(arrives).flatMap(({ row }) => {
        const unit = named.get(rowKey(row));
        return unit === undefined ? [] : [unitKey(unit)];
      });
      return Date.parse(committed) <= until ? [{ commit, at: committed, units: keys }] : [];
    },
  );
  const request = { records, units, changes, commits: found?.commits ?? [], objectives: targets };
  return ok({
    from: new Date(from).toISOString(),
    to: new Date(until).toISOString(),
    objectives: targets,
    measures: measure({ ...request, from, to: until }),
  });
}

/** What follows another revision gets a change when it is merged there. */
function arrives({ row, status }: ApplicationImpact): boolean {
  return row.followsRevision === undefined && status !== 'deleted' && status !== 'fails';
}

function rowKey({ cluster = '', kind, namespace, name }: ApplicationRow): string {
  return [cluster, kind, namespace, name].join('\n');
}

/** A unit as records name it: Git may leave its namespace out. */
function unitOf(row: ApplicationRow, records: readonly LiveRecord[]): UnitName {
  const { cluster = '', kind, namespace, name } = row;
  const seen = records
    .flatMap(({ units }) => units)
    .find(
      (one) =>
        one.cluster === cluster &&
        one.kind === kind &&
        one.name === name &&
        (namespace === '' || one.namespace === namespace),
    );
  return { cluster, kind, namespace: seen?.namespace ?? namespace, name };
}

function scopeOf(
  row: ApplicationRow,
  by: Grouping | undefined,
  known: readonly ClusterRow[],
): readonly string[] {
  if (by === undefined) return [];
  if (by === 'application') return [row.name];
  if (by === 'cluster') return row.cluster === undefined ? [] : [row.cluster];
  const cluster = known.find(({ name }) => name === row.cluster);
  return [cluster?.[by] ?? `no ${by === 'environment' ? 'environment' : 'release domain'}`];
}

function formed(call: Call, io: Io, answer: SloAnswer): string {
  if (wantsJson(call)) return toJson(sloJson(answer));
  switch (call.options.get('format')) {
    case 'csv':
      return sloCsv(answer);
    case 'prometheus':
      return sloPrometheus(answer);
    default:
      return sloText(io.out, answer);
  }
}

function exitCode({ measures }: SloAnswer, failOn: string | undefined): number {
  const isMissed = measures.some(({ met }) => met === false);
  const isOpen = measures.some(({ met, target }) => met === 'unknown' && target !== undefined);
  return (failOn !== undefined && isMissed) || (failOn === 'unknown' && isOpen) ? 1 : 0;
}
