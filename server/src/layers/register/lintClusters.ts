import { matchesLabels, type LabelSelector } from '../../kubernetes/labelSelector.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import type { ClusterRow } from './clusterRow.ts';
import { meantWord } from './slips.ts';

/** What findings about clusters are made from. */
export interface ClusterUse {
  readonly rows: readonly ClusterRow[];
  /** The selectors of generators, asked against labels of clusters. */
  readonly selectors: readonly UsedSelector[];
  readonly destinations: readonly UsedDestination[];
  /**
   * Whether all is known that is delivered: only then a cluster that nobody delivers to is a finding. Where nothing is
   * delivered at all there is no fleet to tell from.
   */
  readonly isComplete: boolean;
}

/** A selector that somebody wrote. */
export interface UsedSelector {
  readonly selector: LabelSelector;
  /** As people read it. */
  readonly text: string;
  readonly at: SourcePointer;
}

/** A destination of an application: the name of a cluster, or its address. */
export interface UsedDestination {
  readonly cluster: string | undefined;
  readonly server: string | undefined;
  readonly at: SourcePointer;
}

/**
 * What looks wrong about clusters, each at its place: `register.label-slip`, `register.selector-matches-nothing` (with
 * `-but`), `register.selector-matches-everything`, `register.unregistered-destination` (with `-but`),
 * `register.unused-cluster` and `register.approvers-differ`.
 */
export function lintClusters(use: ClusterUse): readonly Problem[] {
  const vocabulary = vocabularyOf(use.rows);
  return [
    ...labelSlips(use.rows, vocabulary),
    ...selectorFindings(use, vocabulary),
    ...destinationFindings(use),
    ...unusedClusters(use),
    ...differingApprovers(use.rows),
  ];
}

/** How often each label stands, and each of its values. */
type Vocabulary = ReadonlyMap<string, ReadonlyMap<string, number>>;

function vocabularyOf(rows: readonly ClusterRow[]): Vocabulary {
  const found = new Map<string, Map<string, number>>();
  for (const { labels } of rows) {
    for (const [key, value] of Object.entries(labels)) {
      const values = found.get(key) ?? new Map<string, number>();
      values.set(value, (values.get(value) ?? 0) + 1);
      found.set(key, values);
    }
  }
  return found;
}

function usesOf(values: ReadonlyMap<string, number> | undefined): number {
  return [...(values?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

/** A label, or a value, of one cluster alone that is a slip of what at least two others have. */
function labelSlips(rows: readonly ClusterRow[], vocabulary: Vocabulary): readonly Problem[] {
  const keys = [...vocabulary].filter(([, values]) => usesOf(values) > 1).map(([key]) => key);
  return rows.flatMap(({ name, labels, facts }) =>
    Object.entries(labels).flatMap(([key, value]) => {
      const at = facts[`labels.${key}`]?.at;
      const values = vocabulary.get(key);
      const meantKey = usesOf(values) > 1 ? undefined : meantWord(key, keys);
      if (meantKey !== undefined && labels[meantKey] === undefined) {
        return [slip({ cluster: name, word: key, candidate: meantKey }, at)];
      }
      if ((values?.get(value) ?? 0) > 1) return [];
      const common = [...(values ?? [])].filter(([, count]) => count > 1).map(([one]) => one);
      const meant = meantWord(value, common);
      return meant === undefined
        ? []
        : [slip({ cluster: name, word: value, candidate: meant }, at)];
    }),
  );
}

function slip(
  { cluster, word, candidate }: Readonly<Record<'cluster' | 'word' | 'candidate', string>>,
  at: SourcePointer | undefined,
): Problem {
  return problem('register.label-slip', { cluster, word, candidate }, at);
}

/** Without a label anywhere nothing is known of labels, and where only the cluster of the controller is registered there are others. */
function selectorFindings(
  { rows, selectors }: ClusterUse,
  vocabulary: Vocabulary,
): readonly Problem[] {
  if (vocabulary.size === 0 || !rows.some(isRegisteredElsewhere)) return [];
  return selectors.flatMap(({ selector, text, at }) => {
    if (selector.requirements.length === 0) return [];
    const chosen = rows.filter(({ labels }) =>
      matchesLabels(selector, new Map(Object.entries(labels))),
    );
    if (chosen.length === rows.length && rows.length > 1) {
      return [problem('register.selector-matches-everything', { selector: text }, at)];
    }
    if (chosen.length > 0) return [];
    const candidate = meantBySelector(selector, vocabulary);
    return [
      candidate === undefined
        ? problem('register.selector-matches-nothing', { selector: text }, at)
        : problem('register.selector-matches-nothing-but', { selector: text, candidate }, at),
    ];
  });
}

/** The label or the value that a selector may mean, for the first word of it that no cluster has. */
function meantBySelector(selector: LabelSelector, vocabulary: Vocabulary): string | undefined {
  for (const { key, operator, values } of selector.requirements) {
    const known = vocabulary.get(key);
    if (known === undefined && operator !== '!' && operator !== 'notin') {
      return meantWord(key, vocabulary.keys());
    }
    const unknown = operator === 'in' ? values.find((one) => known?.has(one) === false) : undefined;
    if (unknown !== undefined) return meantWord(unknown, known?.keys() ?? []);
  }
  return undefined;
}

/** Whether somebody says that there is a cluster; others are only seen in a destination, or counted. */
function isRegistered({ facts }: ClusterRow): boolean {
  return facts.name?.certainty !== 'inferred';
}

function isRegisteredElsewhere(row: ClusterRow): boolean {
  return isRegistered(row) && !isOwn(row.server ?? row.name);
}

/** Where nothing is registered there is nothing to miss. */
function destinationFindings({ rows, destinations }: ClusterUse): readonly Problem[] {
  const registered = rows.filter(isRegistered);
  if (registered.length === 0) return [];
  const names = new Set(registered.flatMap(({ name, aliases }) => [name, ...aliases]));
  const servers = new Set(registered.flatMap(({ server }) => server?.replace(/\/+$/, '') ?? []));
  return destinations.flatMap(({ cluster, server, at }) => {
    const isKnown =
      (cluster !== undefined && names.has(cluster)) ||
      (server !== undefined && servers.has(server.replace(/\/+$/, '')));
    const word = server ?? cluster;
    if (isKnown || word === undefined || isOwn(word)) return [];
    const candidate = meantWord(word, names);
    return [
      candidate === undefined
        ? problem('register.unregistered-destination', { cluster: word }, at)
        : problem('register.unregistered-destination-but', { cluster: word, candidate }, at),
    ];
  });
}

/** The cluster that a controller runs in is there without a word. Source: Argo CD 3.2.0 common `DefaultServer`. */
function isOwn(word: string): boolean {
  return word === 'in-cluster' || word.replace(/\/+$/, '') === 'https://kubernetes.default.svc';
}

function unusedClusters({ rows, destinations, isComplete }: ClusterUse): readonly Problem[] {
  if (!isComplete || destinations.length === 0) return [];
  const names = new Set(destinations.map(({ cluster }) => cluster));
  const servers = new Set(destinations.map(({ server }) => server?.replace(/\/+$/, '')));
  return rows
    .filter(
      ({ name, aliases, server }) =>
        ![name, ...aliases].some((one) => names.has(one)) &&
        (server === undefined || !servers.has(server.replace(/\/+$/, ''))),
    )
    .map(({ name, facts }) =>
      problem('register.unused-cluster', { cluster: name }, facts.name?.at),
    );
}

/** A release domain has one set of approvers. */
function differingApprovers(rows: readonly ClusterRow[]): readonly Problem[] {
  const first = new Map<string, ClusterRow>();
  return rows.flatMap((row) => {
    const { releaseDomain, approvers, name, facts } = row;
    if (releaseDomain === undefined) return [];
    const other = first.get(releaseDomain);
    if (other === undefined) {
      first.set(releaseDomain, row);
      return [];
    }
    if (asSet(other.approvers) === asSet(approvers)) return [];
    const at = (facts.approvers ?? facts.name)?.at;
    const [domain, otherName] = [releaseDomain, other.name];
    return [problem('register.approvers-differ', { domain, cluster: name, other: otherName }, at)];
  });
}

function asSet(names: readonly string[]): string {
  return JSON.stringify([...new Set(names)].sort(compareBytes));
}
