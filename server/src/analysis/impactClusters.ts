import { groupBy } from '../util/groupBy.ts';
import type { ApplicationRow, ClusterRow } from './impactApplicationRows.ts';
import type { ImpactDocument } from './impactDocument.ts';
import { count, countStatuses, groupAlike, words, type StatusWords } from './impactGroups.ts';

/** A cluster that a change does more than touch, with the applications of which that is true. */
export interface ToldCluster {
  /** `undefined` for applications of which only a cluster's own data would tell where they are. */
  readonly cluster: ClusterRow | undefined;
  readonly applications: readonly ToldApplication[];
}

/** An application, and how many there are of which all the same is unknown: told once. */
export interface ToldApplication extends ApplicationRow {
  readonly alike?: number | undefined;
}

/** The clusters that a change does more than touch, by name; what is somewhere comes last. */
export function toldClusters({ clusters, applications }: ImpactDocument): readonly ToldCluster[] {
  const told = applications.filter(({ status, object }) => status !== 'touched' || object);
  const known = new Map(clusters.map((cluster) => [cluster.name, cluster]));
  return [...groupBy(told, ({ cluster }) => cluster ?? undefined)].map(([name, own]) => ({
    cluster: name === undefined ? undefined : known.get(name),
    applications: groupAlike(own, (row) => row).map(({ first, number }): ToldApplication =>
      number === 1 ? first : { ...first, alike: number },
    ),
  }));
}

/** How many clusters and roots became what, in one line. */
export function sumsText(document: ImpactDocument): string {
  const roots = countStatuses(document.roots).map((sum) =>
    sum.replace(/^\d+/, (number) => count(Number(number), 'root')),
  );
  const waits = waitingSums(document);
  const sums = [clusterSums(document), waits, roots, byHandSums(document)].filter(
    ({ length }) => length > 0,
  );
  const { mergesTo } = document;
  const when = waits.length > 0 && mergesTo !== undefined ? `after merge to ${mergesTo}: ` : '';
  return sums.length === 0
    ? 'no root reads what changed'
    : `${when}${sums.map((parts) => parts.join(', ')).join(' · ')}`;
}

/** `2 objects that somebody applies by hand changed`; empty where none does. */
function byHandSums({ handApplied = [] }: ImpactDocument): readonly string[] {
  const number = handApplied.reduce((sum, { resources }) => sum + resources.length, 0);
  return number === 0 ? [] : [`${count(number, 'object')} that somebody applies by hand changed`];
}

/** `4 clusters changed, 2 clusters touched, output equal`; empty where no application is reached. */
function clusterSums({ clusters }: ImpactDocument): readonly string[] {
  return order.flatMap((status) => {
    const { length } = clusters.filter(
      (cluster) =>
        cluster.status === status && (status === 'touched' || cluster.waitsFor === undefined),
    );
    return length === 0 ? [] : [`${count(length, 'cluster')} ${clusterWords[status]}`];
  });
}

/** `2 follow release/prod: not until it is merged there`: clusters where nothing changes with this merge. */
function waitingSums({ clusters }: ImpactDocument): readonly string[] {
  const waiting = clusters.filter(
    ({ status, waitsFor }) => status !== 'touched' && waitsFor !== undefined,
  );
  return [...groupBy(waiting, ({ waitsFor }) => waitsFor)]
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map(([revision = '', { length }]) => {
      const follow = length === 1 ? '1 cluster follows' : `${length} clusters follow`;
      return `${follow} ${revision}: not until merged there`;
    });
}

const order: readonly ClusterRow['status'][] = ['fails', 'unknown', 'changed', 'fixed', 'touched'];

/** What becomes of a cluster, as people say it. */
const clusterWords: Readonly<Record<ClusterRow['status'], string>> = {
  fails: 'with applications that fail',
  unknown: 'unknown',
  changed: 'changed',
  fixed: 'with applications that build again',
  touched: 'touched, output equal',
};

/** What becomes of an application, as people say it. */
export const applicationWords: StatusWords = {
  ...words,
  touched: ['output equal', 'output equal'],
};

/** A sentence that goes on after other words. */
function lowered(sentence: string): string {
  const [first = '', second = ''] = sentence;
  const isName = second === second.toUpperCase();
  return `${isName ? first : first.toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}

/** What stays of an application that is in Git no more. */
export const stayingWords: Readonly<Record<NonNullable<ApplicationRow['stays']>, string>> = {
  application: 'stays on the cluster, as nothing deletes it there',
  objects: 'what it has deployed stays on the cluster',
};

/** What is to be said of an application beside its status. */
export function applicationNotes(row: ToldApplication): readonly string[] {
  const { resources, previousPath, previousCluster, followsRevision, hydratedTo } = row;
  const { object, status } = row;
  const isOther = object && status !== 'created' && status !== 'deleted' && row.new !== true;
  const restarts = resources.some((one) => one.restarts);
  return [
    ...(row.alike === undefined ? [] : [`${row.alike} alike`]),
    ...(resources.length > 0 ? [count(resources.length, 'object')] : []),
    ...(restarts ? ['restarts pods'] : []),
    ...(previousPath === undefined ? [] : [`was made of ${previousPath}`]),
    ...(previousCluster === undefined ? [] : [`was on ${previousCluster}`]),
    ...(isOther ? [`its ${row.kind} itself changes`] : []),
    ...(row.stays === undefined ? [] : [stayingWords[row.stays]]),
    ...(followsRevision === undefined
      ? []
      : [
          isOther && status === 'unknown'
            ? `takes its files from ${followsRevision} now, where nobody looks from here`
            : `follows ${followsRevision}: not until it is merged there`,
        ]),
    ...(hydratedTo === undefined ? [] : [`hydrated to ${hydratedTo} first`]),
    ...(row.certainty === 'open' ? [`not certain: ${lowered(row.why)}`] : []),
  ];
}
