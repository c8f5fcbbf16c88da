import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed } from '../../delivery/placed.ts';
import { nearest } from '../../kustomize/nearest.ts';
import { diagnostics, isDiagnosticCode, type Severity } from '../../text/diagnostics.ts';
import { problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import {
  badValue,
  checkKeys,
  choice,
  day,
  keyPlace,
  requiredText,
  type Reporter,
} from './checkedMap.ts';
import { keysOf } from './fleetRules.ts';

/** The targets that the fleet has set itself; durations in milliseconds, rates as shares of one. */
export interface Objectives {
  readonly syncLatency: { readonly percentile: number; readonly target: number };
  readonly syncSuccess: number | undefined;
  readonly driftRate: number | undefined;
  readonly window: number;
}

const minute = 60_000;
const oneDay = 24 * 60 * minute;

/** Without a word in the file: 95 % within five minutes, over thirty days. */
export const defaultObjectives: Objectives = {
  syncLatency: { percentile: 95, target: 5 * minute },
  syncSuccess: undefined,
  driftRate: undefined,
  window: 30 * oneDay,
};

/** Objects, and fields of them, by patterns with `*`; what is `undefined` may be anything. */
export interface FieldSelector {
  readonly group: Placed<string> | undefined;
  readonly kind: Placed<string> | undefined;
  readonly namespace: Placed<string> | undefined;
  readonly name: Placed<string> | undefined;
  /** Paths of fields, as `/spec/replicas`; empty for all. */
  readonly paths: readonly Placed<string>[];
}

/** A difference of live objects that nobody wants to hear of. */
export interface DriftIgnore extends FieldSelector {
  /** The field managers whose writes are meant; empty for all. */
  readonly owners: readonly Placed<string>[];
  readonly reason: Placed<string> | undefined;
  readonly at: SourcePointer;
}

/** A tier that fields are raised to. */
export interface DriftTier {
  readonly selector: FieldSelector;
  readonly tier: Placed<TierName>;
}

/** How much drift of a field weighs. */
export type TierName = (typeof tierNames)[number];

/** How much drift of a field weighs, the heaviest first. */
export const tierNames = ['security', 'availability', 'config', 'cosmetic'] as const;

/** A page that shows a signal of an application. */
export interface SignalLink {
  readonly signal: Placed<string>;
  /** A name with `*`; `undefined` for every application. */
  readonly application: Placed<string> | undefined;
  /** With `{cluster}`, `{application}`, `{namespace}` and `{environment}`. */
  readonly url: Placed<string>;
}

/** A finding that is there on purpose. */
export interface Silence {
  readonly code: Placed<string>;
  /** A path or a pattern of paths; `undefined` for every file. */
  readonly path: Placed<string> | undefined;
  readonly reason: Placed<string> | undefined;
  /** The last day of it, `YYYY-MM-DD`. */
  readonly until: Placed<string> | undefined;
  readonly at: SourcePointer;
}

/** A finding of the rules for secrets that is none. */
export interface SecretAllowance {
  readonly rule: Placed<string> | undefined;
  readonly file: Placed<string> | undefined;
  readonly fingerprint: Placed<string> | undefined;
  readonly reason: Placed<string> | undefined;
  readonly at: SourcePointer;
}

/** What the repository adds to the rules for secrets. */
export interface SecretRules {
  readonly allow: readonly SecretAllowance[];
  readonly keyNames: readonly Placed<string>[];
  readonly values: readonly Placed<string>[];
}

/** How much a finding weighs here. */
export interface SeverityRule {
  readonly code: string;
  readonly severity: Placed<Severity | 'off'>;
  readonly at: SourcePointer;
}

/** How much a finding can weigh. */
export const severityNames = ['error', 'warning', 'information', 'hint', 'off'] as const;

/** The keys of the maps. */
export const operationsKeys = {
  slo: ['syncLatency', 'syncSuccess', 'driftRate', 'window'],
  syncLatency: ['percentile', 'target'],
  drift: ['ignore', 'tiers'],
  ignore: ['group', 'kind', 'namespace', 'name', 'paths', 'owners', 'reason'],
  tiers: ['selector', 'tier'],
  selector: ['group', 'kind', 'namespace', 'name', 'paths'],
  links: ['signal', 'application', 'url'],
  silence: ['code', 'path', 'reason', 'until'],
  secrets: ['allow', 'keyNames', 'values'],
  allow: ['rule', 'file', 'fingerprint', 'reason'],
} as const;

/** Reads the targets. */
export function readObjectives(map: ObjectReader | undefined, report: Reporter): Objectives {
  if (map === undefined) return defaultObjectives;
  checkKeys(map, operationsKeys.slo, report);
  const latency = map.map('syncLatency');
  if (latency !== undefined) checkKeys(latency, operationsKeys.syncLatency, report);
  const { syncLatency, window } = defaultObjectives;
  return {
    syncLatency: {
      percentile: latency?.number('percentile')?.value ?? syncLatency.percentile,
      target: (latency && duration(latency, 'target', report)) ?? syncLatency.target,
    },
    syncSuccess: share(map, 'syncSuccess', report),
    driftRate: share(map, 'driftRate', report),
    window: duration(map, 'window', report) ?? window,
  };
}

/** Reads one difference that is to be ignored. */
export function readDriftIgnore(map: ObjectReader, report: Reporter): DriftIgnore {
  checkKeys(map, operationsKeys.ignore, report);
  const { at } = map;
  return { ...fieldSelector(map), owners: map.texts('owners'), reason: map.text('reason'), at };
}

/** Reads one tier. */
export function readDriftTier(map: ObjectReader, report: Reporter): readonly DriftTier[] {
  checkKeys(map, operationsKeys.tiers, report);
  if (map.field('tier') === undefined) requiredText(map, 'tier', report);
  const tier = choice(map, 'tier', tierNames, report);
  const selector = map.map('selector');
  if (selector === undefined) {
    if (map.field('selector') === undefined) requiredText(map, 'selector', report);
    return [];
  }
  checkKeys(selector, operationsKeys.selector, report);
  return tier === undefined ? [] : [{ selector: fieldSelector(selector), tier }];
}

/** Reads one link. Only pages of the web can be opened. */
export function readLink(map: ObjectReader, report: Reporter): readonly SignalLink[] {
  checkKeys(map, operationsKeys.links, report);
  const signal = requiredText(map, 'signal', report);
  const url = requiredText(map, 'url', report);
  if (url !== undefined && !/^https?:\/\//.test(url.value)) {
    report(badValue(`${map.path}.url`, 'https://…', url));
    return [];
  }
  const application = map.text('application');
  return signal === undefined || url === undefined ? [] : [{ signal, application, url }];
}

/** Reads one finding that is on purpose. */
export function readSilence(map: ObjectReader, report: Reporter): readonly Silence[] {
  checkKeys(map, operationsKeys.silence, report);
  const code = requiredText(map, 'code', report);
  if (code !== undefined) checkCode(code, report);
  const reason = requiredText(map, 'reason', report);
  const until = day(map, 'until', report);
  return code === undefined ? [] : [{ code, path: map.text('path'), reason, until, at: map.at }];
}

/** Reads what is added to the rules for secrets. */
export function readSecretRules(map: ObjectReader | undefined, report: Reporter): SecretRules {
  if (map === undefined) return { allow: [], keyNames: [], values: [] };
  checkKeys(map, operationsKeys.secrets, report);
  const allow = map.list('allow').map((one): SecretAllowance => {
    checkKeys(one, operationsKeys.allow, report);
    return {
      rule: one.text('rule'),
      file: one.text('file'),
      fingerprint: one.text('fingerprint'),
      reason: requiredText(one, 'reason', report),
      at: one.at,
    };
  });
  return { allow, keyNames: map.texts('keyNames'), values: map.texts('values') };
}

/** Reads how much findings weigh. */
export function readSeverities(
  map: ObjectReader | undefined,
  report: Reporter,
): readonly SeverityRule[] {
  return keysOf(map, report).flatMap((code) => {
    const severity = map && choice(map, code, severityNames, report);
    if (map?.node.kind !== 'map' || severity === undefined) return [];
    const at = keyPlace(map, map.field(code)?.node);
    checkCode({ value: code, at }, report);
    return [{ code, severity, at }];
  });
}

/** A code that is near to one of the table is a slip; others may belong to rules that the table does not list. */
function checkCode({ value, at }: Placed<string>, report: Reporter): void {
  if (isDiagnosticCode(value)) return;
  const candidate = nearest(value, Object.keys(diagnostics));
  if (candidate !== undefined) {
    report(problem('config.unknown-code-but', { code: value, candidate }, at));
  }
}

function fieldSelector(map: ObjectReader): FieldSelector {
  return {
    group: map.text('group'),
    kind: map.text('kind'),
    namespace: map.text('namespace'),
    name: map.text('name'),
    paths: map.texts('paths'),
  };
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: minute,
  h: 60 * minute,
  d: oneDay,
};

/** A duration as `5m`, `1h30m` or `30d`, in milliseconds. */
function duration(map: ObjectReader, name: string, report: Reporter): number | undefined {
  const text = map.text(name);
  if (text === undefined) return undefined;
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text.value)) {
    report(badValue(`${map.path}.${name}`, '5m, 1h30m, 30d', text));
    return undefined;
  }
  const parts = text.value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g);
  return [...parts].reduce(
    (sum, [, count = '', unit = '']) => sum + Number(count) * (units[unit] ?? 0),
    0,
  );
}

/** A share as `0.99` or `99%`. */
function share(map: ObjectReader, name: string, report: Reporter): number | undefined {
  const found = map.field(name);
  if (found === undefined) return undefined;
  const isText = found.node.kind === 'scalar' && found.node.value.endsWith('%');
  const text = isText ? map.text(name) : undefined;
  const value = isText ? Number(text?.value.slice(0, -1)) / 100 : map.number(name)?.value;
  if (value === undefined || (value >= 0 && value <= 1)) return value;
  report(badValue(found.path, '0 … 1, 0% … 100%', { value: String(value), at: found.at }));
  return undefined;
}
