import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { RolloutStand, RolloutTarget } from '../analysis/rollout.ts';
import { columnsText } from './columns.ts';
import { styled, type Output } from './io.ts';
import { failureText } from './liveOptions.ts';
import type { StatusAnswer } from './statusRows.ts';

/** Where a commit stands at one application on one cluster. */
export interface RolloutRow {
  readonly target: RolloutTarget;
  readonly status: LiveUnitStatus | undefined;
  readonly stand: RolloutStand;
  /** The wave of the cluster, as the register says. */
  readonly wave: number | undefined;
}

/** A commit and where it stands. */
export interface RolloutAnswer {
  readonly commit: string;
  readonly subject: string;
  readonly rows: readonly RolloutRow[];
  /** How many applications it changes of which nobody can tell the cluster. */
  readonly open: number;
  readonly read: StatusAnswer;
}

const kinds = [
  'healthy',
  'failed',
  'unhealthy',
  'progressing',
  'applying',
  'waiting',
  'unknown',
] as const;

/** The document of `strata rollout --json`; `now` is when it was read, in ISO form. */
export function rolloutJson(
  { commit, subject, rows, open, read }: RolloutAnswer,
  now: string,
): object {
  return {
    commit,
    subject,
    observedAt: now,
    counts: Object.fromEntries(kinds.map((kind) => [kind, countOf(rows, kind)])),
    applications: rows.map(({ target, status, stand, wave }) => ({
      cluster: target.cluster,
      wave,
      kind: target.kind,
      namespace: target.namespace,
      name: target.name,
      change: target.change,
      stand: stand.kind,
      reason: 'reason' in stand && stand.reason !== '' ? stand.reason : undefined,
      waitsFor: stand.kind === 'waiting' ? stand.for : undefined,
      opensAt: stand.kind === 'waiting' ? stand.opensAt : undefined,
      why: stand.kind === 'unknown' ? stand.why : undefined,
      sync: status?.sync,
      health: status?.health,
      deployed: status?.deployed.map(({ text }) => text),
    })),
    open,
    unobserved: [
      ...read.failures.map(({ name, failure }) => ({ cluster: name, why: failure.kind })),
      ...read.unobserved.map((name) => ({ cluster: name, why: 'noContext' })),
    ],
  };
}

/** `41 of 80 healthy · 2 failed · 37 waiting`, and a line for each application that is not there yet. */
export function rolloutText(
  output: Output,
  { commit, subject, rows, open, read }: RolloutAnswer,
): string {
  const title = `${commit.slice(0, 7)} ${subject}`;
  if (rows.length === 0 && open === 0) return `${title}: it changes no application.\n`;
  const lines = rows
    .filter(({ stand }) => stand.kind !== 'healthy')
    .map(({ target, stand, wave }) => [
      target.cluster,
      target.name,
      wave === undefined ? '' : String(wave),
      standText(stand),
    ]);
  const notes = [
    ...(open > 0 ? [`${open} more on clusters that nobody can tell`] : []),
    ...read.failures.map(({ name, failure }) => `${name}: ${failureText(failure)}`),
    ...(read.unobserved.length > 0 ? [`no context for ${read.unobserved.join(', ')}`] : []),
  ];
  return [
    `${styled(output, 'bold', title)}\n${headline(rows)}\n`,
    ...(lines.length > 0
      ? ['\n', columnsText(output, ['cluster', 'application', 'wave', 'stand'], lines)]
      : []),
    ...(notes.length > 0 ? ['\n'] : []),
    ...notes.map((note) => styled(output, 'yellow', `? ${note}\n`)),
  ].join('');
}

function headline(rows: readonly RolloutRow[]): string {
  const [, ...others] = kinds;
  const told = others.flatMap((kind) => {
    const count = countOf(rows, kind);
    return count === 0 ? [] : [`${count} ${kind}${kind === 'waiting' ? waitingText(rows) : ''}`];
  });
  return [`${countOf(rows, 'healthy')} of ${rows.length} healthy`, ...told].join(' · ');
}

/** What is waited for next: the wave that is not through, and the first window that opens. */
function waitingText(rows: readonly RolloutRow[]): string {
  const waiting = rows.filter(({ stand }) => stand.kind === 'waiting');
  const waves = [...new Set(waiting.flatMap(({ wave }) => wave ?? []))].sort((a, b) => a - b);
  const [next] = waiting
    .flatMap(({ stand }) => (stand.kind === 'waiting' ? (stand.opensAt ?? []) : []))
    .sort();
  const words = [
    ...(waves[0] === undefined ? [] : [`wave ${waves[0]}`]),
    ...(next === undefined ? [] : [`window opens ${next}`]),
  ];
  return words.length === 0 ? '' : ` (${words.join('; ')})`;
}

function countOf(rows: readonly RolloutRow[], kind: RolloutStand['kind']): number {
  return rows.filter(({ stand }) => stand.kind === kind).length;
}

const waits: Readonly<Record<Extract<RolloutStand, { kind: 'waiting' }>['for'], string>> = {
  sync: 'to be synced',
  window: 'for a sync window',
  suspended: 'suspended',
  firstSync: 'for its first sync',
  removal: 'to be removed',
};

const doubts: Readonly<Record<Extract<RolloutStand, { kind: 'unknown' }>['why'], string>> = {
  notSeen: 'not seen',
  noCommit: 'its controller tells no commit',
  notInClone: 'what runs is not in the local clone',
  healthUnknown: 'it runs, and its health is unknown',
  controllerUnsure: 'its controller does not know',
};

function standText(stand: RolloutStand): string {
  switch (stand.kind) {
    case 'waiting':
      return `waiting: ${waits[stand.for]}${stand.opensAt === undefined ? '' : `, which opens ${stand.opensAt}`}`;
    case 'unknown':
      return `unknown: ${doubts[stand.why]}`;
    case 'failed':
    case 'unhealthy':
      return stand.reason === '' ? stand.kind : `${stand.kind}: ${stand.reason}`;
    default:
      return stand.kind;
  }
}
