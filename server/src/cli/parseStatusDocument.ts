import type { SeenSignals } from '../analysis/planEvidence.ts';

/** What a document of `strata status --json` says of a unit. */
export interface ToldSignals extends SeenSignals {
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

type Status = SeenSignals['status'];

const syncs: readonly Status['sync'][] = [
  'inSync',
  'pendingChange',
  'waiting',
  'applying',
  'drifted',
  'pruneOnly',
  'failed',
  'suspended',
  'neverSeen',
];
const healths: readonly Status['health'][] = [
  'healthy',
  'progressing',
  'degraded',
  'missing',
  'suspended',
  'notAssessed',
];
const smokes = ['passed', 'failed', 'running'] as const;

/** Reads what `strata status --json` printed; `undefined` where it is something else. A state that we do not know is unknown. */
export function parseStatusDocument(text: string): readonly ToldSignals[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const rows = fieldOf(value, 'applications');
  return Array.isArray(rows) ? rows.flatMap((row: unknown) => signalsOf(row) ?? []) : undefined;
}

/** A unit with a cluster and a time; `undefined` for anything else. */
function signalsOf(row: unknown): ToldSignals | undefined {
  const text = (...path: readonly string[]): string | undefined => {
    const found = path.reduce(fieldOf, row);
    return typeof found === 'string' ? found : undefined;
  };
  const cluster = text('cluster');
  const seenAt = Date.parse(text('observedAt') ?? '');
  if (cluster === undefined || Number.isNaN(seenAt)) return undefined;
  const smoke = smokes.find((one) => one === text('smoke', 'state'));
  return {
    cluster,
    kind: text('kind') ?? '',
    namespace: text('namespace') ?? '',
    name: text('name') ?? '',
    seenAt,
    status: {
      sync: syncs.find((one) => one === text('sync')) ?? 'unknown',
      certain: fieldOf(row, 'certain') === true,
      health: healths.find((one) => one === text('health')) ?? 'unknown',
      deployed: textsOf(fieldOf(fieldOf(row, 'revision'), 'deployed')).map(revisionOf),
      lastSyncAt: text('lastSyncAt'),
      healthSince: text('healthSince'),
    },
    smoke: smoke && {
      state: smoke,
      from: textsOf(fieldOf(fieldOf(row, 'smoke'), 'from')),
      message: text('smoke', 'message'),
    },
    business: undefined,
  };
}

/** `main@sha1:HASH`, a bare hash, or a version. */
function revisionOf(text: string): Status['deployed'][number] {
  const [, hash] = /(?:^|[:/])([\da-f]{40}(?:[\da-f]{24})?)$/.exec(text) ?? [];
  return hash === undefined
    ? { kind: 'unknown', name: text, hash: undefined, text }
    : { kind: 'git', name: undefined, hash, text };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
