import { isObject, listOf, parseJson, textOf, type KubeObject } from './parseApi.ts';
import type {
  LiveRecord,
  RecordedAttempt,
  RecordedDeploy,
  RecordedDrift,
  RecordedState,
  RecordedUnit,
  UnitName,
} from './record.ts';

/** Reads a record; `undefined` for what is none. */
export function parseRecord(text: string): LiveRecord | undefined {
  const value = mappingOf(text);
  if (value?.['record'] !== 1) return undefined;
  return {
    units: mappings(value, 'units').map(unitOf),
    drift: mappings(value, 'drift').map(driftOf),
  };
}

/** The document of a record. */
export function recordDocument({ units, drift }: LiveRecord): object {
  return { record: 1, units, drift };
}

function mappingOf(text: string): KubeObject | undefined {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function mappings(of: KubeObject, key: string): readonly KubeObject[] {
  return listOf(of[key]).filter(isObject);
}

function unitOf(unit: KubeObject): RecordedUnit {
  return {
    ...nameOf(unit),
    states: mappings(unit, 'states').map((one) => ({
      sync: textOf(one['sync']) as RecordedState['sync'],
      from: textOf(one['from']),
      to: textOf(one['to']),
    })),
    deploys: mappings(unit, 'deploys').map(deployOf),
    attempts: mappings(unit, 'attempts').map((one): RecordedAttempt => ({
      id: textOf(one['id']),
      at: textOf(one['at']),
      succeeded: one['succeeded'] === true,
    })),
  };
}

function nameOf(unit: KubeObject): UnitName {
  return {
    cluster: textOf(unit['cluster']),
    kind: textOf(unit['kind']),
    namespace: textOf(unit['namespace']),
    name: textOf(unit['name']),
  };
}

function deployOf(one: KubeObject): RecordedDeploy {
  const { automated } = one;
  return {
    revision: textOf(one['revision']),
    at: textOrNone(one, 'at'),
    seen: textOf(one['seen']),
    exact: one['exact'] === true,
    automated: typeof automated === 'boolean' ? automated : undefined,
  };
}

function driftOf(one: KubeObject): RecordedDrift {
  return {
    cluster: textOf(one['cluster']),
    application: textOf(one['application']),
    resource: textOf(one['resource']),
    path: textOf(one['path']),
    verdict: textOf(one['verdict']) as RecordedDrift['verdict'],
    tier: textOf(one['tier']) as RecordedDrift['tier'],
    owner: textOrNone(one, 'owner'),
    ownedSince: textOrNone(one, 'ownedSince'),
    firstSeen: textOf(one['firstSeen']),
    lastSeen: textOf(one['lastSeen']),
    healed: textOrNone(one, 'healed'),
    withdrawn: textOrNone(one, 'withdrawn'),
  };
}

function textOrNone(of: KubeObject, key: string): string | undefined {
  return textOf(of[key]) || undefined;
}
