import { l10n } from 'vscode';
import type { LiveStatus } from '../../../server/src/protocol/live.ts';
import type { PlanEvidence } from '../../../server/src/protocol/plan.ts';
import { dotted } from './certaintyMarks.ts';
import { ageText } from './impactSides.ts';
import { businessText, healthText, smokeText, syncWord } from './liveWords.ts';

/** One thing that tells whether a source stage is well with what it would hand on. */
export interface EvidenceSignal {
  readonly name: string;
  readonly text: string;
  /** `open`: nobody knows. */
  readonly state: 'good' | 'bad' | 'open';
}

/** Whether it runs these versions, and the four signals: synced, healthy, smoke tests, the business; none where nobody saw it. */
export function evidenceSignals(
  { seen, runs }: PlanEvidence,
  now: number,
): readonly EvidenceSignal[] {
  if (seen === undefined) return [];
  const { status, smoke, business, healthSince } = seen;
  const isSynced = status.sync === 'inSync' && status.certain;
  const sync = `${syncWord(status.sync)}${status.certain ? '' : '?'}`;
  return [
    { name: l10n.t('Versions'), text: runsText(runs), state: runsStates[runs] },
    {
      name: l10n.t('Sync'),
      text: withAge(sync, status.lastSyncAt, now),
      state: isSynced ? 'good' : 'bad',
    },
    {
      name: l10n.t('Health'),
      text: withAge(healthWord(status), healthSince, now),
      state: healthState(status.health),
    },
    {
      name: l10n.t('Smoke tests'),
      text: smokeText({ smoke }) ?? l10n.t('no smoke test'),
      state: smoke === undefined ? 'open' : smoke.state === 'passed' ? 'good' : 'bad',
    },
    {
      name: l10n.t('Business'),
      text: businessText({ business }, now),
      state: business?.state === 'met' ? 'good' : business?.state === 'missed' ? 'bad' : 'open',
    },
  ];
}

/** Whether a source stage is well: only where it is known to run these versions, to be synced and to be healthy. */
export function evidenceState(source: PlanEvidence, now: number): EvidenceSignal['state'] {
  const states = evidenceSignals(source, now).map(({ state }) => state);
  if (states.includes('bad')) return 'bad';
  const [versions, sync, health] = states;
  return [versions, sync, health].every((state) => state === 'good') ? 'good' : 'open';
}

/** How an application of a source stage stands, on one line; ages are those of when it was seen. */
export function evidenceText(source: PlanEvidence): string {
  const { application, cluster, seen } = source;
  const name = cluster === undefined ? application : `${application} (${cluster})`;
  if (seen === undefined) return `${name}: ${l10n.t('not seen')}`;
  const signals = evidenceSignals(source, seen.seenAt).map((one) => `${one.name}: ${one.text}`);
  const time = new Date(seen.seenAt).toISOString().slice(0, 16).replace('T', ' ');
  return `${name}: ${dotted([...signals, l10n.t('seen {0}', `${time} UTC`)])}`;
}

const runsStates = { same: 'good', other: 'bad', unknown: 'open' } as const;

function runsText(runs: PlanEvidence['runs']): string {
  switch (runs) {
    case 'same':
      return l10n.t('runs these versions');
    case 'other':
      return l10n.t('runs other versions');
    case 'unknown':
      return l10n.t('not known');
  }
}

function healthWord({ health }: Pick<LiveStatus, 'health'>): string {
  if (health === 'healthy') return l10n.t('Healthy');
  return health === 'notAssessed' ? l10n.t('Not assessed') : (healthText({ health }) ?? '');
}

function healthState(health: LiveStatus['health']): EvidenceSignal['state'] {
  if (health === 'healthy') return 'good';
  return health === 'notAssessed' || health === 'unknown' ? 'open' : 'bad';
}

function withAge(text: string, time: string | undefined, now: number): string {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? text : l10n.t('{0} ({1})', text, ageText(at, now));
}
