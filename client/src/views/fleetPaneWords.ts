import { l10n } from 'vscode';
import {
  marksOfHealth,
  marksOfSync,
  type FleetCellName,
  type FleetEntry,
  type FleetFact,
  type FleetHappening,
  type FleetMark,
  type FleetPane,
  type FleetRow,
  type FleetSignal,
  type FleetStep,
} from '../../../server/src/protocol/fleetPanel.ts';
import type { LiveApplication, LiveStatus } from '../../../server/src/protocol/live.ts';
import type {
  FleetApplication,
  FleetDeploy,
  FleetEvent,
  FleetWay,
} from '../../../server/src/protocol/liveFleet.ts';
import { dotted } from './certaintyMarks.ts';
import { ageText } from './impactSides.ts';
import { matters } from './liveMatters.ts';
import {
  businessText,
  failureText,
  healthText,
  rowLabel,
  rowText,
  silenceText,
  smokeText,
  syncText,
} from './liveWords.ts';

/** An application on a cluster, in words. */
export function fleetPane(
  cell: FleetCellName,
  { application, autoSync, suspendedBy, compared, way, history, events = [] }: FleetApplication,
  { busy, now }: { readonly busy: string; readonly now: number },
): FleetPane {
  const { status, rows, failure, uri } = application;
  return {
    cell,
    title: application.name,
    about: dotted([cell.cluster, cell.kind, cell.namespace]),
    busy,
    signals: signalsOf(application, now),
    facts: factsOf({ status, autoSync, suspendedBy }, now),
    failure: wordsOfFailure(status, now),
    way: stepsOf(way),
    comparison:
      failure === undefined
        ? comparisonText(compared, rows.length)
        : l10n.t('? {0}', failureText(failure)),
    rows: rows.map((row): FleetRow => ({
      label: rowLabel(row),
      text: rowText(row, now),
      matters: matters(row),
      hasPlace: row.place !== undefined,
    })),
    history: history.map((one) => entryOf(one, now)),
    events: events.map((one) => happeningOf(one, now)),
    canOpen: uri !== '',
    canFollow: true,
  };
}

function wordsOfFailure(status: LiveStatus | undefined, now: number): string {
  if (status === undefined) return '';
  const { sync, health, message } = status;
  const isBad = sync === 'failed' || sync === 'unknown' || health === 'degraded';
  return dotted([silenceText(status, now), isBad ? message : undefined]);
}

function signalsOf(application: LiveApplication, now: number): readonly FleetSignal[] {
  const { status, smoke, business } = application;
  return [
    {
      name: l10n.t('Synced'),
      text: status === undefined ? l10n.t('Unknown') : syncText(status),
      // What a controller that has stopped said is never green.
      mark:
        status === undefined || status.silentSince !== undefined
          ? 'unknown'
          : marksOfSync[status.sync],
    },
    {
      name: l10n.t('Healthy'),
      text: healthWords(status),
      mark: marksOfHealth[status?.health ?? 'unknown'],
    },
    {
      name: l10n.t('Smoke test'),
      text: smokeText(application) ?? l10n.t('none'),
      mark: markOfSmoke(smoke),
    },
    {
      name: l10n.t('Business'),
      text: businessText(application, now),
      mark: markOfBusiness(business),
    },
  ];
}

function healthWords(status: LiveStatus | undefined): string {
  if (status === undefined) return l10n.t('Unknown');
  if (status.health === 'notAssessed') return l10n.t('Not assessed');
  return healthText(status) ?? l10n.t('Healthy');
}

function factsOf(
  {
    status,
    autoSync,
    suspendedBy,
  }: Pick<FleetApplication, 'autoSync' | 'suspendedBy'> & {
    readonly status: LiveStatus | undefined;
  },
  now: number,
): readonly FleetFact[] {
  if (status === undefined) return [];
  const { deployed, desired, lastSyncAt, checkedAt } = status;
  const [runs, wanted] = [deployed, desired].map((all) => all.map(shortRevision).join(', '));
  const isMoving = wanted !== '' && wanted !== runs;
  return [
    { name: l10n.t('Runs'), text: runs === '' ? l10n.t('nothing') : (runs ?? '') },
    ...(isMoving ? [{ name: l10n.t('Should run'), text: wanted ?? '' }] : []),
    ...(suspendedBy === undefined
      ? [{ name: l10n.t('Syncs'), text: autoSync ? l10n.t('by itself') : l10n.t('when told to') }]
      : [{ name: l10n.t('Held back by'), text: suspendedBy }]),
    ...timeFact(l10n.t('Last sync'), lastSyncAt, now),
    ...timeFact(l10n.t('Looked at'), checkedAt, now),
  ];
}

function timeFact(name: string, date: string | undefined, now: number): readonly FleetFact[] {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return [];
  return [{ name, text: dotted([ageText(time, now), new Date(time).toLocaleString()]) }];
}

/** Seven digits of a commit, whatever stands around it. */
function shortRevision(text: string): string {
  return text.replaceAll(/[\da-f]{40,}/g, (id) => id.slice(0, 7));
}

function stepsOf({
  committedAt,
  fetchedAt,
  startedAt,
  appliedAt,
  healthyAt,
}: FleetWay): readonly FleetStep[] {
  const steps = [
    { name: l10n.t('committed'), at: committedAt },
    { name: l10n.t('fetched'), at: fetchedAt ?? startedAt },
    { name: l10n.t('applied'), at: appliedAt },
    { name: l10n.t('healthy'), at: healthyAt },
  ];
  let before: string | undefined;
  return steps.map((step): FleetStep => {
    const took = before === undefined ? '' : durationText(before, step.at);
    before = step.at ?? before;
    return { ...step, took };
  });
}

/** How long something took, such as `+3 min`; `''` where that cannot be told. */
function durationText(from: string, to: string | undefined): string {
  const seconds = Math.round((Date.parse(to ?? '') - Date.parse(from)) / 1000);
  if (Number.isNaN(seconds) || seconds < 0) return '';
  if (seconds < 120) return l10n.t('+{0} s', seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return l10n.t('+{0} min', minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? l10n.t('+{0} h', hours) : l10n.t('+{0} days', Math.round(hours / 24));
}

function comparisonText(compared: FleetApplication['compared'], rows: number): string {
  switch (compared) {
    case 'yes':
      return rows === 0 ? l10n.t('What is live is as Git says.') : '';
    case 'notAsked':
      return l10n.t('Not compared: no cluster was read yet.');
    case 'notInGit':
      return l10n.t('Not compared: it is not delivered from this repository.');
    case 'noContext':
      return l10n.t('Not compared: no context of your kubeconfig fits its cluster.');
  }
}

function entryOf(
  { revision, deployedAt, automated, subject, author, approvers, pullRequest }: FleetDeploy,
  now: number,
): FleetEntry {
  const time = Date.parse(deployedAt ?? '');
  return {
    revision,
    text: subject ?? l10n.t('not in the local clone'),
    detail: dotted([
      Number.isNaN(time) ? undefined : ageText(time, now),
      author,
      approvers.length > 0 ? l10n.t('approved by {0}', approvers.join(', ')) : undefined,
      pullRequest === undefined ? undefined : `#${pullRequest}`,
      automated === false ? l10n.t('by hand') : undefined,
    ]),
  };
}

function happeningOf(
  { at, isWarning, reason, object, message, count }: FleetEvent,
  now: number,
): FleetHappening {
  const time = Date.parse(at);
  return {
    reason,
    text: message,
    detail: dotted([
      object,
      Number.isNaN(time) ? undefined : ageText(time, now),
      count > 1 ? l10n.t('{0} times', count) : undefined,
    ]),
    isWarning,
  };
}

function markOfSmoke(smoke: LiveApplication['smoke']): FleetMark {
  switch (smoke?.state) {
    case undefined:
      return 'notAssessed';
    case 'passed':
      return 'synced';
    case 'failed':
      return 'failed';
    case 'running':
      return 'progressing';
  }
}

function markOfBusiness(business: LiveApplication['business']): FleetMark {
  switch (business?.state) {
    case 'met':
      return 'synced';
    case 'missed':
      return 'degraded';
    default:
      return 'unknown';
  }
}
