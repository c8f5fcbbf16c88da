import type { PlanSource } from '../plan/planTypes.ts';
import type { LiveSmoke, LiveUnitStatus } from './liveStatus.ts';
import type { PlanNoteRow } from './planRows.ts';

/** Where the versions of a promotion come from, and who runs them there. */
export type EvidenceSource = PlanSource;

/** What was seen of an application: its four signals, and when. */
export interface SeenSignals {
  readonly status: SeenStatus;
  /** `undefined` where nothing was tried. */
  readonly smoke: LiveSmoke | undefined;
  /** `undefined` where nobody knows a number of the business. */
  readonly business: SeenBusiness | undefined;
  /** When it was seen, in milliseconds since 1970. */
  readonly seenAt: number;
}

/** What of a status is evidence. */
export type SeenStatus = Pick<
  LiveUnitStatus,
  'sync' | 'certain' | 'health' | 'deployed' | 'lastSyncAt' | 'healthSince'
>;

/** Whether a number of the business is as it should be; `unknown` where there is none. */
export interface SeenBusiness {
  readonly state: 'met' | 'missed' | 'unknown';
  readonly value?: number | undefined;
  /** When it was taken, in milliseconds since 1970. */
  readonly at?: number | undefined;
}

/** How an application of the source stage of a promotion stands. */
export interface SourceEvidence {
  /** What is promoted, as it was asked for. */
  readonly promoted: string;
  readonly stage: string;
  readonly application: string;
  /** `undefined` where the repository cannot tell. */
  readonly cluster: string | undefined;
  /** `undefined` where nobody saw it. */
  readonly seen: SeenSignals | undefined;
  /** Whether what was seen runs the versions that are promoted. */
  readonly runs: 'same' | 'other' | 'unknown';
}

/** What was seen longer ago speaks of another time, in milliseconds. */
const evidenceAge = 900_000;

/**
 * What evidence leaves to be feared of a promotion; `now` is in milliseconds since 1970. Where all applications of a source
 * were seen to run the versions and to be well, that is nothing.
 */
export function evidenceNotes(
  sources: readonly EvidenceSource[],
  evidence: readonly SourceEvidence[],
  now: number,
): readonly PlanNoteRow[] {
  return sources.flatMap(({ application, stage }) => {
    const own = evidence.filter((one) => one.promoted === application && one.stage === stage);
    const note = noteMaker(application);
    const unseen = own.filter(({ seen }) => seen === undefined);
    if (unseen.length === own.length)
      return [note('promote.no-live-evidence', { source: stage }, undefined)];
    const names = [...new Set(unseen.map((one) => one.cluster ?? one.application))];
    return [
      ...(names.length === 0
        ? []
        : [note('promote.part-unseen', { source: stage, names: names.join(', ') }, undefined)]),
      ...own.flatMap((one) => notesOf(one, note, now)),
    ];
  });
}

/** The notes about one application that was seen. */
function notesOf(one: SourceEvidence, note: NoteMaker, now: number): readonly PlanNoteRow[] {
  const { seen, runs, application, cluster } = one;
  if (seen === undefined) return [];
  const names = { name: application, cluster: cluster ?? '?' };
  const tell = (code: PlanNoteRow['code'], more: PlanNoteRow['parameters'] = {}): PlanNoteRow =>
    note(code, { ...names, ...more }, cluster);
  const { status, smoke, business, seenAt } = seen;
  const notes: PlanNoteRow[] = [];
  if (now - seenAt > evidenceAge)
    notes.push(tell('promote.old-evidence', { time: new Date(seenAt).toISOString() }));
  if (status.sync !== 'inSync' || !status.certain) notes.push(tell('promote.source-not-synced'));
  else if (runs !== 'same')
    notes.push(
      tell(runs === 'other' ? 'promote.source-runs-other' : 'promote.source-version-unknown'),
    );
  if (status.health === 'degraded' || status.health === 'missing')
    notes.push(tell('promote.source-unhealthy'));
  else if (status.health !== 'healthy') notes.push(tell('promote.source-health-unknown'));
  if (smoke?.state === 'failed')
    notes.push(tell('promote.smoke-failed', { test: smoke.from[0] ?? '?' }));
  else if (smoke?.state === 'running') notes.push(tell('promote.smoke-runs'));
  if (business?.state === 'missed') notes.push(tell('promote.business-missed'));
  return notes;
}

type NoteMaker = (
  code: PlanNoteRow['code'],
  parameters: PlanNoteRow['parameters'],
  cluster: string | undefined,
) => PlanNoteRow;

function noteMaker(application: string): NoteMaker {
  return (code, parameters, cluster) => ({
    code,
    parameters: { application, ...parameters },
    application,
    cluster,
    at: undefined,
  });
}
