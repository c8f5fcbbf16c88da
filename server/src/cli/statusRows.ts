import type { FailingGenerator, LiveUnitStatus, UnitAttempt } from '../analysis/liveStatus.ts';
import type { ApiFailure } from '../live/apiFailure.ts';
import type { Behind } from '../workspace/settleStatus.ts';
import { columnsText } from './columns.ts';
import { styled, type Output } from './io.ts';
import { failureText } from './liveOptions.ts';

/** A unit on a cluster; `undefined` where its destination is none that is known. */
export interface StatusRow {
  readonly cluster: string | undefined;
  readonly status: LiveUnitStatus;
  /** How the controller last tried. */
  readonly attempt: UnitAttempt | undefined;
  /** Commits between what runs and what should run; `undefined` where nobody can tell. */
  readonly behind: Behind | undefined;
}

/** What was read of the clusters that were asked. */
export interface StatusAnswer {
  readonly rows: readonly StatusRow[];
  /** Clusters, or kinds on them, that could not be read. */
  readonly failures: readonly { readonly name: string; readonly failure: ApiFailure }[];
  /** ApplicationSets that fail, and where they are: what they should make may be missing above. */
  readonly generators: readonly (FailingGenerator & { readonly on: string })[];
  /** Clusters that nobody could be asked about. */
  readonly unobserved: readonly string[];
}

/** The document of `strata status --json`; `now` is when it was read, in ISO form. */
export function statusJson(
  { rows, failures, generators, unobserved }: StatusAnswer,
  now: string,
): object {
  return {
    applications: rows.map(({ cluster, status, behind }) => ({
      cluster: cluster ?? null,
      controller: status.controller,
      kind: status.kind,
      namespace: status.namespace,
      name: status.name,
      sync: status.sync,
      certain: status.certain,
      health: status.health,
      healthSince: status.healthSince,
      stuck: status.stuck,
      revision: {
        desired: status.desired.map(({ text }) => text),
        attempted: textsOf(status.attempted),
        deployed: textsOf(status.deployed),
      },
      behind,
      lastSyncAt: status.lastSyncAt,
      checkedAt: status.checkedAt,
      silentSince: status.silentSince,
      observedAt: now,
      failure: status.failure,
      suspendedBy: status.suspendedBy,
      window: status.window,
      smoke: status.smoke,
      why: status.why === '' ? undefined : status.why,
      autoSync: status.autoSync,
      drift: { verdicts: {}, basis: status.sync === 'drifted' ? 'controller' : 'none' },
    })),
    generators: generators.map(({ on, ...one }) => ({ cluster: on, ...one })),
    unobserved: [
      ...failures.map(({ name, failure }) => ({ cluster: name, why: failure.kind })),
      ...unobserved.map((name) => ({ cluster: name, why: 'noContext' })),
    ],
  };
}

function textsOf(revisions: LiveUnitStatus['desired']): readonly string[] | undefined {
  return revisions.length === 0 ? undefined : revisions.map(({ text }) => text);
}

/** A line for each unit, and what could not be seen; `now` is when it was read, in ISO form. */
export function statusText(
  output: Output,
  { rows, failures, generators, unobserved }: StatusAnswer,
  now: string,
): string {
  const lines = rows.map(({ cluster, status, behind }) => [
    cluster ?? '?',
    status.name,
    syncText(status, behind),
    healthText(status),
    revisionText(status),
  ]);
  const table =
    lines.length === 0
      ? 'No application is seen.\n'
      : columnsText(output, ['cluster', 'application', 'sync', 'health', 'revision'], lines);
  const why = rows.flatMap(({ cluster, status }) => {
    const { failure, sync, certain, why: open = '' } = status;
    const unit = `${status.name} on ${cluster ?? '?'}`;
    if (failure !== undefined) return [`${unit}: ${failure.stage}: ${oneLine(failure.message)}\n`];
    const isOpen = sync === 'unknown' || sync === 'applying' || !certain;
    return isOpen && open !== '' ? [`${unit}: ${oneLine(open)}\n`] : [];
  });
  const open = [
    ...failures.map(({ name, failure }) => `${name}: ${failureText(failure)}\n`),
    ...(unobserved.length > 0 ? [`no context for ${unobserved.join(', ')}\n`] : []),
  ].map((line) => styled(output, 'yellow', `? ${line}`));
  const failing = generators.map(
    ({ on, namespace, name, message }) =>
      `ApplicationSet ${namespace}/${name} on ${on} fails: ${oneLine(message)}\n`,
  );
  return [
    table,
    ...section(why),
    ...section(silenceLines(rows, now)),
    ...section(failing),
    ...section(open),
  ].join('');
}

/** A controller that has stopped leaves hundreds of units: two lines for each of the two at most. */
function silenceLines(rows: StatusAnswer['rows'], now: string): readonly string[] {
  return (['argocd', 'flux'] as const).flatMap((controller) => {
    const own = rows.filter(({ status }) => status.controller === controller);
    const silent = own.filter(({ status }) => status.silentSince !== undefined);
    // Who looks at others of the same cluster works, and not at all.
    const works = new Set(
      own.flatMap(({ cluster, status }) =>
        status.silentSince === undefined && status.checkedAt !== undefined ? [cluster] : [],
      ),
    );
    const who = controller === 'argocd' ? 'Argo CD' : 'Flux';
    const line = (some: StatusAnswer['rows'], what: string): readonly string[] => {
      if (some.length === 0) return [];
      const last = some.map(({ status }) => status.silentSince ?? '').reduce(newer);
      const names = some
        .slice(0, 3)
        .map(({ cluster, status }) => `${status.name} on ${cluster ?? '?'}`);
      const more = some.length > names.length ? ` and ${some.length - names.length} more` : '';
      return [
        `${who} last looked ${ageOf(last, now)} (${last}) at ${names.join(', ')}${more}: ${what}.\n`,
      ];
    };
    return [
      ...line(
        silent.filter(({ cluster }) => !works.has(cluster)),
        'it may be down',
      ),
      ...line(
        silent.filter(({ cluster }) => works.has(cluster)),
        'it still looks at others there, and may not keep up',
      ),
    ];
  });
}

function newer(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other;
}

function ageOf(date: string, now: string): string {
  const minutes = Math.round((Date.parse(now) - Date.parse(date)) / 60_000);
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60
    ? `${Math.round(minutes / 60)} h ago`
    : `${Math.round(minutes / 60 / 24)} days ago`;
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['\n', ...lines];
}

const syncs: Readonly<Record<LiveUnitStatus['sync'], string>> = {
  inSync: 'Synced',
  pendingChange: 'Pending',
  waiting: 'Waiting',
  applying: 'Applying',
  drifted: 'Drifted',
  pruneOnly: 'Prune pending',
  failed: 'Failed',
  suspended: 'Suspended',
  neverSeen: 'Never synced',
  unknown: 'Unknown',
};

const healths: Readonly<Record<LiveUnitStatus['health'], string>> = {
  healthy: 'Healthy',
  progressing: 'Progressing',
  degraded: 'Degraded',
  missing: 'Missing',
  suspended: 'Suspended',
  unknown: 'Unknown',
  notAssessed: 'Not assessed',
};

/** The word for a state of a sync. */
export function syncWord({ sync, certain }: Pick<LiveUnitStatus, 'sync' | 'certain'>): string {
  return `${syncs[sync]}${certain ? '' : '?'}`;
}

/** The word for a health. */
export function healthWord({ health }: Pick<LiveUnitStatus, 'health'>): string {
  return healths[health];
}

function syncText(
  { sync, certain, failure, window }: LiveUnitStatus,
  behind: Behind | undefined,
): string {
  const retry = failure?.retry;
  const again =
    retry === undefined
      ? ''
      : ` (try ${retry.count}${retry.limit < 0 ? '' : ` of ${retry.limit}`})`;
  const commits =
    sync === 'pendingChange' && behind !== undefined ? ` (${commitsText(behind)})` : '';
  const opens =
    sync === 'waiting' && window !== undefined ? ` (window opens ${window.opensAt ?? '?'})` : '';
  return `${syncWord({ sync, certain })}${again}${commits}${opens}`;
}

function commitsText({ all, touching }: Behind): string {
  const commits = `${all} ${all === 1 ? 'commit' : 'commits'}`;
  return touching === undefined || touching === all ? commits : `${touching} of ${commits}`;
}

function healthText({ health, stuck }: LiveUnitStatus): string {
  return stuck ? 'Stuck progressing' : healthWord({ health });
}

function revisionText({ desired, deployed }: LiveUnitStatus): string {
  const [now, wanted] = [shortOf(deployed), shortOf(desired)];
  return now === wanted || wanted === '' ? now : `${now === '' ? 'none' : now} → ${wanted}`;
}

function shortOf(revisions: LiveUnitStatus['desired']): string {
  return revisions
    .map(({ hash, name, text }) =>
      hash === undefined ? text : (name === undefined ? '' : `${name}@`) + hash.slice(0, 7),
    )
    .join(', ');
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
