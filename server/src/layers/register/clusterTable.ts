import type { Placed } from '../../delivery/placed.ts';
import { lessCertain, reason, type Certainty } from '../../delivery/reason.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { choosesCluster } from '../config/clusterSelector.ts';
import type { ReleaseDomainRule } from '../config/fleetRules.ts';
import { selectableFacts, type ClusterRow, type Fact, type SeenCluster } from './clusterRow.ts';
import { asNumber, inferFact, type InferredField } from './inferFact.ts';
import type { RegisterCluster } from './registerCluster.ts';
import type { Register } from './registerFile.ts';

/** What the table of clusters is made from. */
export interface ClusterSources {
  readonly register: Pick<Register, 'clusters' | 'observedClusters'>;
  /** In the order in which they count: Secrets of Argo CD, then folders of Flux, elements of lists, destinations. */
  readonly seen: readonly SeenCluster[];
  readonly releaseDomains: readonly ReleaseDomainRule[];
}

/**
 * The one table of clusters, sorted by name. Of a fact that stands in several places the first counts, of: the register,
 * what the repository shows as known, what imports saw, what only seems to be meant. Names and addresses tell which belong
 * together. An environment, a region, a tenant and a wave that nobody wrote down are inferred from labels, the environment
 * also from the name.
 */
export function clusterTable(sources: ClusterSources): readonly ClusterRow[] {
  const groups = grouped(sources);
  const vocabulary = environmentsIn(groups);
  return groups
    .map((group) => rowOf(group, vocabulary, sources.releaseDomains))
    .sort((a, b) => compareBytes(a.name, b.name));
}

/** Everything that is told of one cluster, the weightiest first. */
interface Group {
  readonly name: string;
  readonly witnesses: Witness[];
}

/** One place that tells of a cluster. */
interface Witness {
  readonly written: RegisterCluster | undefined;
  readonly seen: SeenCluster | undefined;
}

/** The address of the cluster that a controller runs in tells nothing of which one it is. */
const localServer = 'https://kubernetes.default.svc';

function grouped({ register, seen }: ClusterSources): readonly Group[] {
  const groups: Group[] = [];
  const byName = new Map<string, Group>();
  const byServer = new Map<string, Group>();
  const add = (
    witness: Witness,
    names: readonly string[],
    { server, joins }: { readonly server: string | undefined; readonly joins: boolean },
  ): void => {
    const address = server?.replace(/\/+$/, '');
    const isOwn = address !== undefined && address !== localServer;
    const known = names.map((name) => byName.get(name)).find((group) => group !== undefined);
    const group = known ?? (joins && isOwn ? byServer.get(address) : undefined);
    const target = group ?? { name: names[0] ?? '', witnesses: [] };
    if (group === undefined) groups.push(target);
    target.witnesses.push(witness);
    for (const name of names) if (!byName.has(name)) byName.set(name, target);
    if (isOwn && !byServer.has(address)) byServer.set(address, target);
  };
  const addWritten = (cluster: RegisterCluster, joins: boolean): void => {
    const names = [cluster.name, ...cluster.aliases].map(({ value }) => value);
    add({ written: cluster, seen: undefined }, names, { server: cluster.server?.value, joins });
  };
  const addSeen = (cluster: SeenCluster): void => {
    const { name, server } = cluster;
    add({ written: undefined, seen: cluster }, [name], { server, joins: true });
  };
  for (const cluster of register.clusters) addWritten(cluster, false);
  for (const cluster of seen) if (cluster.certainty === 'known') addSeen(cluster);
  for (const cluster of register.observedClusters) addWritten(cluster, true);
  for (const cluster of seen) if (cluster.certainty !== 'known') addSeen(cluster);
  return groups;
}

/** The environments that the fleet has words for. */
function environmentsIn(groups: readonly Group[]): readonly string[] {
  return groups.flatMap(({ witnesses }) =>
    witnesses.flatMap(({ written, seen }) => [
      ...(written?.environment === undefined ? [] : [written.environment.value]),
      ...(seen?.labels.environment === undefined ? [] : [seen.labels.environment]),
    ]),
  );
}

type Facts = Record<string, Fact>;

function rowOf(
  { name, witnesses }: Group,
  vocabulary: readonly string[],
  releaseDomains: readonly ReleaseDomainRule[],
): ClusterRow {
  const facts: Facts = {};
  const first = <T>(
    field: string,
    pick: (cluster: RegisterCluster) => Placed<T> | undefined,
    pickSeen: (cluster: SeenCluster) => T | undefined = () => undefined,
  ): T | undefined => {
    for (const { written, seen } of witnesses) {
      const placed = written && pick(written);
      if (written !== undefined && placed !== undefined) {
        facts[field] = factOf(written, placed);
        return placed.value;
      }
      const value = seen && pickSeen(seen);
      if (seen !== undefined && value !== undefined) {
        facts[field] = seenFact(seen);
        return value;
      }
    }
    return undefined;
  };
  first(
    'name',
    (one) => one.name,
    (one) => one.name,
  );
  const labels = entries('labels', witnesses, facts);
  const annotations = entries('annotations', witnesses, facts);
  const shown = witnesses.flatMap(({ seen }) => seen ?? []);
  const inferred = (field: InferredField, written?: string): string | undefined => {
    const base = { name, labels, seen: shown, vocabulary, facts };
    const found = written === undefined ? inferFact(field, base) : undefined;
    if (found !== undefined) facts[field] = found.fact;
    return written ?? found?.value;
  };
  const text = (field: TextField): string | undefined => first(field, (one) => one[field]);
  const row = {
    name,
    aliases: namesOf(witnesses).filter((one) => one !== name),
    server: first(
      'server',
      (one) => one.server,
      (one) => one.server,
    ),
    environment: inferred('environment', text('environment')),
    region: inferred('region', text('region')),
    tenant: inferred('tenant', text('tenant')),
    owner: text('owner'),
    approvers: list('approvers', witnesses, facts),
    network: text('network'),
    wave: first('wave', (one) => one.wave) ?? asNumber(inferred('wave')),
    kubernetesVersion: text('kubernetesVersion'),
    controllers: entries('controllers', witnesses, facts),
    apiVersions: list('apiVersions', witnesses, facts),
    purpose: text('purpose'),
    mirrors: text('mirrors'),
    flux: first(
      'flux',
      (one) => one.flux,
      (one) => one.flux,
    ),
    project: first(
      'project',
      (one) => one.project,
      (one) => one.project,
    ),
    labels,
    annotations,
  };
  const releaseDomain =
    text('releaseDomain') ?? domainOf({ ...row, releaseDomain: undefined }, releaseDomains, facts);
  return { ...row, releaseDomain, facts };
}

type TextField =
  | 'environment'
  | 'region'
  | 'tenant'
  | 'owner'
  | 'network'
  | 'releaseDomain'
  | 'kubernetesVersion'
  | 'purpose'
  | 'mirrors';

function factOf({ certainty, observed, by }: RegisterCluster, { at }: Placed<unknown>): Fact {
  const why =
    certainty === 'known'
      ? undefined
      : reason('cluster.observed', { by: by?.value ?? '', date: observed?.value ?? '' });
  return { certainty, at, why };
}

function seenFact({ certainty, at }: SeenCluster): Fact {
  return { certainty, at, why: undefined };
}

function namesOf(witnesses: readonly Witness[]): readonly string[] {
  const names = witnesses.flatMap(({ written, seen }) => [
    ...(written === undefined ? [] : [written.name, ...written.aliases].map(({ value }) => value)),
    ...(seen === undefined ? [] : [seen.name]),
  ]);
  return [...new Set(names)];
}

/** Of a list the first place that has one counts as a whole. */
function list(
  field: 'approvers' | 'apiVersions',
  witnesses: readonly Witness[],
  facts: Facts,
): readonly string[] {
  for (const { written } of witnesses) {
    const [one] = written?.[field] ?? [];
    if (written === undefined || one === undefined) continue;
    facts[field] = factOf(written, one);
    return written[field].map(({ value }) => value);
  }
  return [];
}

/** Of a map each entry counts on its own, sorted by key. */
function entries(
  field: 'labels' | 'annotations' | 'controllers',
  witnesses: readonly Witness[],
  facts: Facts,
): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const add = (key: string, value: string, fact: Fact): void => {
    if (found.has(key)) return;
    found.set(key, value);
    facts[`${field}.${key}`] = fact;
  };
  for (const { written, seen } of witnesses) {
    for (const entry of written?.[field] ?? []) {
      if (written !== undefined) add(entry.key, entry.value, factOf(written, entry));
    }
    if (seen === undefined || field === 'controllers') continue;
    for (const [key, value] of Object.entries(seen[field])) add(key, value, seenFact(seen));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => compareBytes(a, b)));
}

/** The first release domain of the configuration that chooses a cluster. */
function domainOf(
  row: Omit<ClusterRow, 'facts'>,
  rules: readonly ReleaseDomainRule[],
  facts: Facts,
): string | undefined {
  const known = selectableFacts(row);
  const rule = rules.find(({ selector }) => choosesCluster(selector, known));
  if (rule === undefined) return undefined;
  const { text, at, selector } = rule.selector;
  const certainty = selector.requirements.reduce<Certainty>((least, { key }) => {
    const fact = facts[key] ?? facts[`labels.${key}`];
    return lessCertain(least, fact?.certainty ?? 'known');
  }, 'known');
  facts.releaseDomain = { certainty, at, why: reason('cluster.by-selector', { selector: text }) };
  return rule.name;
}
