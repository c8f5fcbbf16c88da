import { compareUnit, type ObjectDrift } from '../drift/compareUnit.ts';
import { pathText } from '../drift/fieldPath.ts';
import { isList, isMap, type JsonMap } from '../drift/json.ts';
import { roleOf } from '../drift/managers.ts';
import { unitSettings, type UnitSettings } from '../drift/reverters.ts';
import { openApiTypes, firstKnown } from '../drift/types/parseCustomTypes.ts';
import { builtInTypes } from '../drift/types/parseFieldTypes.ts';
import type { TypeLookup } from '../drift/types/fieldType.ts';
import { counts, type Finding } from '../drift/verdict.ts';
import type { Application } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import type { Reader } from '../query/database.ts';
import { newMasks, type Masks } from '../secrets/redact.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import { repositoryRules } from './driftRules.ts';
import type { Answer } from './answer.ts';
import { maskedHave, maskedWant, nodeAt } from './driftMasks.ts';
import type { DriftNeeds, DriftTier, DriftVerdict, LiveUnit, NeededObject } from './driftTypes.ts';
import { nameOf, resourceText } from './resourceName.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** How an application differs from what Git says; values of Secrets are masked. */
export interface ApplicationDrift {
  readonly rows: readonly DriftRow[];
  /** How many parts of it cannot be rendered: it may differ in more. */
  readonly gaps: number;
  /** How many objects were compared. */
  readonly compared: number;
  /** The objects of Git that the cluster told of, as `DriftRow` names them. */
  readonly seen: readonly string[];
}

/** One difference. */
export interface DriftRow {
  /** `Kind[.group]/[namespace/]name`. */
  readonly resource: string;
  /** A FIELD; `/` for the whole object. */
  readonly path: string;
  readonly verdict: DriftVerdict;
  readonly tier: DriftTier;
  /** Whether it makes the application differ from Git. */
  readonly counts: boolean;
  readonly want: JsonValue | undefined;
  readonly have: JsonValue | undefined;
  /** The field manager, with `/` and the subresource where it wrote through one. */
  readonly owner: string | undefined;
  /** When that manager last wrote the object. */
  readonly ownedSince: string | undefined;
  /** Whether what is live was written by who delivers: Git has moved, and nobody has edited it. */
  readonly byDeployer: boolean;
  readonly willRevert: boolean | 'unknown';
  readonly reason: Finding['reason'];
  readonly ignoredBy: string | undefined;
  readonly renamedFrom: string | undefined;
  /** The line that says what Git wants, or that declares the object; `undefined` for what Git does not have. */
  readonly at: SourceRange | undefined;
}

/** What has to be read from the cluster for an application; `undefined` where there is no such application. */
export function driftNeeds(analysis: Analysis, key: string): Answer<DriftNeeds | undefined> {
  return analysis.ask((reader) => {
    const application = applicationOf(reader, key);
    if (application === undefined) return undefined;
    const controller = application.object && needOf(application.object);
    const home = homeOf(reader, application);
    const isElsewhere = controller !== undefined && home !== undefined;
    return {
      objects: reader.get(unitOutputQuery, key).resources.map(needOf),
      namespace: application.destination.namespace,
      controller: isElsewhere ? undefined : controller,
      ...(isElsewhere && { elsewhere: { cluster: home, object: controller } }),
    };
  });
}

/** The cluster of the Flux that delivers an application to another one; `undefined` where it is that of the application. */
function homeOf(
  reader: Reader,
  { controller, parent, destination }: Application,
): string | undefined {
  const home =
    controller === 'flux' && parent !== undefined ? applicationOf(reader, parent) : undefined;
  const cluster = home?.destination.cluster;
  return cluster === destination.cluster ? undefined : cluster;
}

/** Compares an application with what was read of its cluster for `driftNeeds`. */
export function applicationDrift(
  analysis: Analysis,
  key: string,
  live: LiveUnit,
): Answer<ApplicationDrift | undefined> {
  return analysis.ask((reader) => {
    const application = applicationOf(reader, key);
    if (application === undefined) return undefined;
    const rendered = reader.get(unitOutputQuery, key);
    const { resources } = rendered;
    const found = compared(reader, application, live);
    const masks = newMasks();
    return {
      rows: found.flatMap((drift) => rowsOf(drift, { reader, resources, live, masks })),
      gaps: rendered.gaps.length,
      compared: resources.length,
      seen: resources.flatMap((one, index) =>
        (live.answers[index]?.kind ?? 'unavailable') === 'unavailable'
          ? []
          : [resourceText(nameOf(one))],
      ),
    };
  });
}

/** How the objects of an application are kept: the live object of the controller says it, or else that of Git. */
export function settingsOf(application: Application, live: LiveUnit): UnitSettings {
  const object = live.controller ?? (application.object && jsonOf(application.object));
  const settings = unitSettings(object, live.argocd);
  return live.controllerGone === true ? { ...settings, reverter: { kind: 'gone' } } : settings;
}

/** The types of objects: those of Kubernetes, and those that the cluster describes. */
export function typesOf({ schemas }: LiveUnit): TypeLookup {
  if (schemas.length === 0) return builtInTypes;
  const known = lookups.get(schemas) ?? firstKnown(builtInTypes, openApiTypes(schemas));
  lookups.set(schemas, known);
  return known;
}

const lookups = new WeakMap<readonly JsonValue[], TypeLookup>();

/** An object of Git as JSON; without content where it cannot be read as such. */
export function jsonOf({ node }: Resource): JsonMap {
  const known = decodedNodes.get(node);
  if (known !== undefined) return known;
  const decoded = decodeToJson(node);
  const value = 'value' in decoded && isMap(decoded.value) ? decoded.value : {};
  decodedNodes.set(node, value);
  return value;
}

/** Nodes never change, and most of them are compared again and again. */
const decodedNodes = new WeakMap<ResourceNode, JsonMap>();

/** What a deployer would apply, for dry runs: the objects as JSON, and the manager in whose name. */
export function dryRunBodies(
  analysis: Analysis,
  key: string,
): Answer<{ readonly manager: string; readonly bodies: readonly string[] } | undefined> {
  return analysis.ask((reader) => {
    const application = applicationOf(reader, key);
    if (application === undefined) return undefined;
    const manager = managers[application.kind] ?? 'argocd-controller';
    const { resources } = reader.get(unitOutputQuery, key);
    return { manager, bodies: resources.map((one) => jsonText(jsonOf(one))) };
  });
}

/** In whose name controllers apply. */
const managers: Readonly<Record<string, string>> = {
  Application: 'argocd-controller',
  Kustomization: 'kustomize-controller',
  HelmRelease: 'helm-controller',
};

/** JSON in which integers keep all their digits. */
function jsonText(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${jsonText(one)}`,
  );
  return `{${entries.join(',')}}`;
}

/** The application of a key. */
export function applicationOf(reader: Reader, key: string): Application | undefined {
  return reader.get(fleetQuery, '').applications.find((one) => one.key === key);
}

/** Compares all objects of an application; nothing is masked. */
export function compared(
  reader: Reader,
  application: Application,
  live: LiveUnit,
): readonly ObjectDrift[] {
  const { resources } = reader.get(unitOutputQuery, application.key);
  const own = repositoryRules(reader);
  const { reverter, rules, tracking } = settingsOf(application, live);
  const pairs = resources.map((resource, index) => ({
    desired: jsonOf(resource),
    live: live.answers[index] ?? ({ kind: 'unavailable', reason: 'unreachable' } as const),
    dryRun: live.dryRuns?.[index],
  }));
  const { others, autoscalers } = live;
  return compareUnit(
    { pairs, others, autoscalers, tracking },
    { types: typesOf(live), reverter, rules: [...rules, ...own.rules], raises: own.raises },
  );
}

function rowsOf(
  { name, index, findings, renamedFrom }: ObjectDrift,
  context: {
    readonly reader: Reader;
    readonly resources: readonly Resource[];
    readonly live: LiveUnit;
    readonly masks: Masks;
  },
): readonly DriftRow[] {
  const { reader, resources, live, masks } = context;
  const resource = index === undefined ? undefined : resources[index];
  const answer = index === undefined ? undefined : live.answers[index];
  const liveObject = answer?.kind === 'found' ? answer.object : undefined;
  const label = labelOf(name, resource);
  return findings.map((finding) => {
    const { owner, wantAt, path } = finding;
    const place = resource && nodeAt(resource.node, wantAt);
    const at = resource && place && rangeOfPointer(reader, resource.originOf(place).writtenAt);
    return {
      resource: label,
      path: pathText(path),
      verdict: finding.verdict,
      tier: finding.tier,
      counts: counts(finding),
      want: maskedWant(resource, finding, masks),
      have: maskedHave(resource, liveObject, finding, masks),
      owner: owner && [owner.manager, owner.subresource].filter((part) => part !== '').join('/'),
      ownedSince: owner?.time,
      byDeployer: owner !== undefined && roleOf(owner) === 'gitops',
      willRevert: finding.willRevert,
      reason: finding.reason,
      ignoredBy: finding.ignoredBy,
      renamedFrom,
      at,
    };
  });
}

/** What a drifting object is told as: `Kind[.group]/[namespace/]name`. */
export function labelOf(name: ObjectDrift['name'], resource: Resource | undefined): string {
  return resource === undefined
    ? resourceText({ ...name, version: '' })
    : resourceText(nameOf(resource));
}

/** What has to be read of the cluster for an object. */
export function needOf(resource: Resource): NeededObject {
  const { group, version, kind, namespace, name } = resource.id;
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind, namespace, name };
}
