import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed, PlacedEntry } from '../../delivery/placed.ts';
import type { Certainty } from '../../delivery/reason.ts';
import { checkLabelKey, checkLabelValue } from '../../kubernetes/labelSelector.ts';
import { problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import {
  checkKeys,
  checkRepeats,
  choice,
  day,
  keyPlace,
  requiredText,
  type Reporter,
} from '../config/checkedMap.ts';

/** A cluster as the register has it, each fact with the place where it is written. */
export interface RegisterCluster {
  readonly name: Placed<string>;
  /** Other names of it, in controllers and folders. */
  readonly aliases: readonly Placed<string>[];
  readonly server: Placed<string> | undefined;
  readonly environment: Placed<string> | undefined;
  readonly region: Placed<string> | undefined;
  readonly tenant: Placed<string> | undefined;
  readonly owner: Placed<string> | undefined;
  readonly approvers: readonly Placed<string>[];
  readonly network: Placed<string> | undefined;
  readonly releaseDomain: Placed<string> | undefined;
  /** When it takes a change, smaller ones first. */
  readonly wave: Placed<number> | undefined;
  readonly kubernetesVersion: Placed<string> | undefined;
  /** The versions of `argocd` and `flux` that look after it. */
  readonly controllers: readonly PlacedEntry[];
  /** What its API server serves beside Kubernetes itself: `group/version` or `group/version/Kind`. */
  readonly apiVersions: readonly Placed<string>[];
  /** `test`: exercises such as a drift drill may run there. */
  readonly purpose: Placed<ClusterPurpose> | undefined;
  /** The cluster that it is a standby of. */
  readonly mirrors: Placed<string> | undefined;
  /** The folder of the repository that Flux starts from there. */
  readonly flux: Placed<string> | undefined;
  /** The project of Argo CD that it belongs to. */
  readonly project: Placed<string> | undefined;
  /** The labels and annotations of its Secret for Argo CD, sorted by key. */
  readonly labels: readonly PlacedEntry[];
  readonly annotations: readonly PlacedEntry[];
  /** Where its name stands. */
  readonly at: SourcePointer;
  /** `known` where somebody wrote it down, `inferred` where an import saw it. */
  readonly certainty: Certainty;
  /** The day that an import saw it, `YYYY-MM-DD`, and by which command. */
  readonly observed: Placed<string> | undefined;
  readonly by: Placed<string> | undefined;
}

/** What a cluster is there for. */
export type ClusterPurpose = (typeof clusterPurposes)[number];

/** The purposes that the register knows. */
export const clusterPurposes = ['test', 'workload', 'management', 'standby'] as const;

/** The controllers whose versions the register can tell. */
export const controllerNames = ['argocd', 'flux'] as const;

/** The keys of a cluster in the register. */
export const clusterKeys = [
  'name',
  'aliases',
  'server',
  'environment',
  'region',
  'tenant',
  'owner',
  'approvers',
  'network',
  'releaseDomain',
  'wave',
  'kubernetesVersion',
  'controllers',
  'apiVersions',
  'purpose',
  'mirrors',
  'flux',
  'project',
  'labels',
  'annotations',
] as const;

/** The keys of a cluster that an import saw: what the cluster itself, or its controller, tells. */
export const observedClusterKeys = [
  'name',
  'observed',
  'by',
  'server',
  'kubernetesVersion',
  'apiVersions',
  'project',
  'labels',
  'annotations',
] as const;

/** Reads a cluster; `undefined` where it has no name. Yields the `config.*` problems of maps and `register.bad-label`. */
export function readCluster(
  map: ObjectReader,
  origin: 'written' | 'observed',
  report: Reporter,
): RegisterCluster | undefined {
  checkKeys(map, origin === 'written' ? clusterKeys : observedClusterKeys, report);
  const name = requiredText(map, 'name', report);
  const cluster = {
    aliases: map.texts('aliases'),
    server: map.text('server'),
    environment: map.text('environment'),
    region: map.text('region'),
    tenant: map.text('tenant'),
    owner: map.text('owner'),
    approvers: map.texts('approvers'),
    network: map.text('network'),
    releaseDomain: map.text('releaseDomain'),
    wave: map.number('wave'),
    kubernetesVersion: map.text('kubernetesVersion'),
    controllers: readControllers(map, report),
    apiVersions: map.texts('apiVersions'),
    purpose: choice(map, 'purpose', clusterPurposes, report),
    mirrors: map.text('mirrors'),
    flux: readFolder(map.text('flux')),
    project: map.text('project'),
    labels: readLabels(map, report),
    annotations: readEntries(map, 'annotations', report),
    certainty: origin === 'written' ? ('known' as const) : ('inferred' as const),
    observed: origin === 'observed' ? day(map, 'observed', report) : undefined,
    by: origin === 'observed' ? map.text('by') : undefined,
  };
  return name === undefined ? undefined : { name, ...cluster, at: name.at };
}

/** `./clusters/a/` is `clusters/a`. */
function readFolder(path: Placed<string> | undefined): Placed<string> | undefined {
  return path && { ...path, value: path.value.replace(/^(\.?\/)+/, '').replace(/\/+$/, '') };
}

function readControllers(map: ObjectReader, report: Reporter): readonly PlacedEntry[] {
  const controllers = map.map('controllers');
  if (controllers !== undefined) checkKeys(controllers, controllerNames, report);
  return map.textMap('controllers');
}

function readEntries(map: ObjectReader, name: string, report: Reporter): readonly PlacedEntry[] {
  checkRepeats(map.field(name), report);
  return map.textMap(name);
}

/** The API server takes no other labels. */
function readLabels(map: ObjectReader, report: Reporter): readonly PlacedEntry[] {
  const node = map.field('labels')?.node;
  const entries = readEntries(map, 'labels', report);
  for (const { key, value, at } of entries) {
    const ofKey = checkLabelKey(key);
    if (ofKey !== undefined && node?.kind === 'map') {
      const place = keyPlace(map, node.values[node.keys.lastIndexOf(key)]);
      report(problem('register.bad-label', { text: key, reason: ofKey }, place));
    }
    const ofValue = checkLabelValue(value);
    if (ofValue !== undefined) {
      report(problem('register.bad-label', { text: value, reason: ofValue }, at));
    }
  }
  return entries;
}
