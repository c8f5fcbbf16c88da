import { l10n } from 'vscode';
import type {
  LiveApplication,
  LiveFailure,
  LiveRow,
  LiveStatus,
  LiveView,
} from '../../../server/src/protocol/live.ts';
import { dotted } from './certaintyMarks.ts';
import { ageText } from './impactSides.ts';
import { matters } from './liveMatters.ts';

/** Where an application stands, in the words of all of Strata. */
export function syncText({ sync, certain, behind, opensAt }: LiveStatus): string {
  const text = `${syncWord(sync)}${certain ? '' : '?'}`;
  if (sync === 'waiting' && opensAt !== undefined) {
    const time = new Date(opensAt).toLocaleString([], timeForm);
    return l10n.t('{0} (window opens {1})', text, time);
  }
  if (behind === undefined || !['pendingChange', 'waiting'].includes(sync)) return text;
  const { all, touching } = behind;
  if (touching !== undefined && touching < all)
    return l10n.t('{0} ({1} of {2} commits)', text, touching, all);
  return all === 1 ? l10n.t('{0} (1 commit)', text) : l10n.t('{0} ({1} commits)', text, all);
}

const timeForm = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** How long ago a controller looked that has perhaps stopped; `undefined` where it looks as it should. */
export function silenceText(
  { silentSince }: Pick<LiveStatus, 'silentSince'>,
  now: number,
): string | undefined {
  const since = Date.parse(silentSince ?? '');
  return Number.isNaN(since)
    ? undefined
    : l10n.t('last looked at {0}, its controller may be down', ageText(since, now));
}

/** What was tried of what is deployed; `undefined` where nothing is. */
export function smokeText({ smoke }: Pick<LiveApplication, 'smoke'>): string | undefined {
  switch (smoke?.state) {
    case undefined:
      return undefined;
    case 'passed':
      return l10n.t('smoke test passed');
    case 'running':
      return l10n.t('smoke test runs');
    case 'failed':
      return l10n.t('smoke test failed ({0})', smoke.from[0] ?? '');
  }
}

/** What the number of the business says. */
export function businessText({ business }: Pick<LiveApplication, 'business'>, now: number): string {
  if (business?.value === undefined) return l10n.t('Unknown');
  const value = String(Number(business.value.toPrecision(4)));
  const age = business.at === undefined ? '' : ageText(business.at, now);
  return business.state === 'met'
    ? l10n.t('{0}, as it should be ({1})', value, age)
    : l10n.t('{0}, not as it should be ({1})', value, age);
}

/** The word for a state. */
export function syncWord(sync: LiveStatus['sync']): string {
  switch (sync) {
    case 'inSync':
      return l10n.t('Synced');
    case 'pendingChange':
      return l10n.t('Pending');
    case 'waiting':
      return l10n.t('Waiting');
    case 'applying':
      return l10n.t('Applying');
    case 'drifted':
      return l10n.t('Drifted');
    case 'pruneOnly':
      return l10n.t('Prune pending');
    case 'failed':
      return l10n.t('Failed');
    case 'suspended':
      return l10n.t('Suspended');
    case 'neverSeen':
      return l10n.t('Never synced');
    case 'unknown':
      return l10n.t('Unknown');
  }
}

/** How an application is doing; `undefined` where that is no news. */
export function healthText({ health }: Pick<LiveStatus, 'health'>): string | undefined {
  switch (health) {
    case 'healthy':
    case 'notAssessed':
      return undefined;
    case 'progressing':
      return l10n.t('Progressing');
    case 'degraded':
      return l10n.t('Degraded');
    case 'missing':
      return l10n.t('Missing');
    case 'suspended':
      return l10n.t('Suspended');
    case 'unknown':
      return l10n.t('health unknown');
  }
}

/** What stands beside the name of an application. */
export function applicationText(application: LiveApplication, now: number): string {
  const { status, gaps, failure } = application;
  const differing = application.rows.filter(matters).length;
  const isCounted = status?.sync === 'drifted' && differing > 0;
  return dotted([
    status && (isCounted ? `${syncText(status)} (${differing})` : syncText(status)),
    // Its health is not known for the same reason.
    status && (silenceText(status, now) ?? healthText(status)),
    application.business?.state === 'missed' ? l10n.t('business suffers') : undefined,
    application.smoke?.state === 'passed' ? undefined : smokeText(application),
    failure === undefined ? undefined : l10n.t('? {0}', failureText(failure)),
    isCounted || differing === 0 ? undefined : differencesText(differing),
    gaps === 0 ? undefined : l10n.t('? {0} parts cannot be rendered', gaps),
  ]);
}

/** How many differences there are, in words. */
export function differencesText(count: number): string {
  return count === 1 ? l10n.t('1 difference') : l10n.t('{0} differences', count);
}

/** The name of a field as people say it, and its values: `replicas 5 → 8`. */
export function rowLabel({ path, resource, want, have, verdict }: LiveRow): string {
  if (path === '/') return `${shortName(resource)}  ${verdictText(verdict)}`;
  const last = /(?:\/|^)([^/[]*(?:\[[^\]]*\])*)$/.exec(path)?.[1] ?? path;
  const values = `${want ?? l10n.t('nothing')} → ${have ?? l10n.t('nothing')}`;
  return `${last.replaceAll('~1', '/')}  ${values}`;
}

/** Whose a difference is, how old, and what becomes of it. */
export function rowText(row: LiveRow, now: number): string {
  const { owner, ownedSince, willRevert, ignoredBy } = row;
  const time = Date.parse(ownedSince ?? '');
  return dotted([
    owner,
    Number.isNaN(time) ? undefined : ageText(time, now),
    willRevert === true ? l10n.t('would be put back') : undefined,
    ignoredBy === undefined ? undefined : l10n.t('ignored by {0}', ignoredBy),
    row.path === '/' ? undefined : shortName(row.resource),
  ]);
}

/** What is live in the place of what a line of Git says: `live on prod-eu-1: 8`. */
export function noteText({ verdict, path, have }: LiveRow, cluster: string): string {
  if (path === '/') return l10n.t('live on {0}: {1}', cluster, verdictText(verdict));
  return l10n.t('live on {0}: {1}', cluster, have ?? l10n.t('nothing'));
}

/** `Deployment/checkout` for `Deployment.apps/shop/checkout`. */
export function shortName(resource: string): string {
  return resource.replace(/^([^./]+)(?:\.[^/]*)?\/(?:[^/]+\/)?/, '$1/');
}

/** What a verdict says. */
export function verdictText(verdict: string): string {
  switch (verdict) {
    case 'drift':
      return l10n.t('differs from Git');
    case 'removed':
      return l10n.t('removed from Git, and still live');
    case 'extraManual':
      return l10n.t('added by hand');
    case 'ownedByOther':
      return l10n.t('set by another controller');
    case 'missing':
      return l10n.t('missing');
    case 'pruneCandidate':
      return l10n.t('not in Git any more');
    case 'orphan':
      return l10n.t('belongs to nobody');
    case 'foreign':
      return l10n.t('belongs to another application');
    case 'needsRecreate':
      return l10n.t('cannot be changed in place');
    case 'desiredInvalid':
      return l10n.t('no server would take what Git says');
    case 'skipped':
      return l10n.t('left alone');
    case 'notComparable':
      return l10n.t('cannot be compared');
    default:
      return verdict;
  }
}

/** How much a difference matters. */
export function tierText(tier: LiveRow['tier']): string {
  switch (tier) {
    case 'security':
      return l10n.t('matters for security');
    case 'availability':
      return l10n.t('matters for availability');
    case 'config':
      return l10n.t('configuration');
    case 'cosmetic':
      return l10n.t('cosmetic');
  }
}

/** Why a cluster, or a part of it, is not seen. */
export function failureText({ kind, detail }: LiveFailure): string {
  switch (kind) {
    case 'unreachable':
      if (detail === 'address') return l10n.t('its address is none with https');
      return l10n.t('unreachable ({0})', detail);
    case 'tlsInvalid':
      return l10n.t('its certificate is not to be trusted');
    case 'authRequired':
      if (detail === 'token') return l10n.t('it does not take the token: sign in to Argo CD again');
      return l10n.t('sign in as you do for kubectl');
    case 'consentRequired':
      return l10n.t('{0} is not allowed to run', detail);
    case 'forbidden':
      return detail === 'token'
        ? l10n.t('its policy does not let the token read that')
        : l10n.t('you may not read it');
    case 'notFound':
      if (detail === 'argocd') return l10n.t('no Argo CD answers at this address');
      if (detail === 'redirect')
        return l10n.t('it sends elsewhere: sign in at the address that it leads to');
      return l10n.t('it does not serve what is asked');
    case 'gone':
      return l10n.t('it has to be read again');
    case 'throttled':
      return l10n.t('it is too busy');
    case 'serverError':
      return l10n.t('it fails ({0})', detail);
  }
}

/** How the cluster is seen, where that is not simply now. */
export function stateText(view: LiveView, now: number): string | undefined {
  if (view.state === 'live') return undefined;
  if (view.state === 'loading') return l10n.t('Reading {0} …', view.cluster);
  const why = view.failure === undefined ? l10n.t('Unknown') : failureText(view.failure);
  if (view.seenAt === undefined) return l10n.t('{0}: {1}; nothing was seen yet', view.cluster, why);
  return l10n.t('{0}: {1}; last seen {2}', view.cluster, why, ageText(view.seenAt, now));
}

/** `production` as a word. */
export function environmentText({ environment, isProduction }: LiveView): string | undefined {
  if (!isProduction) return environment;
  return environment === undefined || environment === 'production'
    ? l10n.t('production')
    : `${environment} · ${l10n.t('production')}`;
}
