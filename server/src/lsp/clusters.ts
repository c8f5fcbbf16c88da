import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import { clusters as clusterRows, type ClusterRow } from '../analysis/clusters.ts';
import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { isProductionRow } from '../analysis/isProductionRow.ts';
import type {
  ClusterApplication,
  ClusterFact,
  ClusterNode,
  ClustersAnswer,
  OpenGenerator,
} from '../protocol/clusters.ts';
import { placeOfRange, placeText } from './places.ts';
import { applicationOf } from './rootsOf.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';
import { hasUnreadableInAny } from './unreadableOpen.ts';
import type { ViewWords } from './words/viewWords.ts';

/** `strata/clusters`: every cluster with what is known of it and where from, and what is delivered there. */
export async function clusters(
  session: Session,
  _parameters: unknown,
  signal: AbortSignal,
): Promise<ClustersAnswer> {
  await session.trees.ready();
  const words = session.words.views;
  const answers: Omit<ClustersAnswer, 'isBeingWritten'>[] = [];
  for (const tree of session.trees.all) answers.push(await clustersOf(tree, words, signal));
  return {
    clusters: answers.flatMap((one) => one.clusters),
    applications: answers.flatMap((one) => one.applications),
    open: answers.flatMap((one) => one.open),
    isBeingWritten: await hasUnreadableInAny(session, signal),
  };
}

async function clustersOf(
  tree: Tree,
  words: ViewWords,
  signal: AbortSignal,
): Promise<Omit<ClustersAnswer, 'isBeingWritten'>> {
  const { complete } = tree.workspace;
  const { clusters: known } = await complete((analysis) => clusterRows(analysis), signal);
  const rows = await complete(applicationRows, signal);
  const delivered = await complete(deliveredApplications, signal);
  const byKey = new Map(delivered.map((one) => [one.key, one]));
  return {
    clusters: known.map((row) => clusterNode(tree, row, words)),
    applications: rows.flatMap((row) => {
      const application = byKey.get(row.key);
      return application === undefined ? [] : [applicationNode(tree, row, application, words)];
    }),
    open: rows.flatMap((row) => (byKey.has(row.key) ? [] : [openNode(tree, row, words)])),
  };
}

function clusterNode(tree: Tree, row: ClusterRow, words: ViewWords): ClusterNode {
  const { name, environment, region, releaseDomain, wave, facts } = row;
  const at = facts.name?.at;
  return {
    tree: tree.name,
    name,
    ...(environment !== undefined && { environment }),
    ...(region !== undefined && { region }),
    ...(releaseDomain !== undefined && { releaseDomain }),
    ...(wave !== undefined && { wave }),
    isProduction: isProductionRow(row),
    certainty: facts.name?.certainty ?? 'known',
    ...(at !== undefined && { place: placeOfRange(tree, at) }),
    facts: factsOf(tree, row, words),
  };
}

/** The fields that people look for first, then labels. */
function factsOf(tree: Tree, row: ClusterRow, words: ViewWords): readonly ClusterFact[] {
  const values = [
    ...Object.keys(words.facts).map((field) => [field, valueOf(row, field)] as const),
    // A label that says what a fact says already is told once.
    ...Object.entries(row.labels)
      .filter(([key, value]) => valueOf(row, key) !== value)
      .map(([key, value]) => [`labels.${key}`, value] as const),
  ];
  return values.flatMap(([field, value]) => {
    if (value === '') return [];
    const fact = row.facts[field];
    const { certainty = 'known', at, why } = fact ?? {};
    const from = [
      ...(at === undefined ? [] : [placeText(at)]),
      ...(why === undefined ? [] : [words.reason(why)]),
    ];
    return {
      name: words.facts[field] ?? field.replace(/^labels\./, ''),
      value,
      certainty,
      from: from.join(' · '),
      ...(at !== undefined && { place: placeOfRange(tree, at) }),
    };
  });
}

function valueOf(row: ClusterRow, field: string): string {
  const value: unknown = Object.entries(row).find(([key]) => key === field)?.[1];
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function applicationNode(
  tree: Tree,
  row: ApplicationRow,
  application: DeliveredApplication,
  words: ViewWords,
): ClusterApplication {
  const { namespace, controller, chart, path, sources, declaredAt, suspended, certainty } = row;
  return {
    ...applicationOf(tree, application),
    tree: tree.name,
    namespace,
    controller,
    source: chart ?? path ?? sources[0]?.repository ?? '',
    declared: placeOfRange(tree, declaredAt),
    declaredAt: placeText(declaredAt),
    suspended,
    certainty,
    why: row.why.map(words.reason).join(' '),
  };
}

function openNode(tree: Tree, row: ApplicationRow, words: ViewWords): OpenGenerator {
  const { name, namespace, kind, declaredAt } = row;
  return {
    tree: tree.name,
    name,
    namespace,
    kind,
    declared: placeOfRange(tree, declaredAt),
    declaredAt: placeText(declaredAt),
    why: row.why.map(words.reason).join(' '),
  };
}
