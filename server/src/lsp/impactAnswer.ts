import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { neededOwners, type ApplicationRow } from '../analysis/impactApplicationRows.ts';
import type { RootRow } from '../analysis/impactDocument.ts';
import { failingOf, groupAlike, nameOf, sameText } from '../analysis/impactGroups.ts';
import { countImpact, isOfProduction, rankOfCluster } from '../analysis/impactHeadline.ts';
import type { Impact, ResourceImpact } from '../analysis/impact.ts';
import type { RenderRow } from '../analysis/impactRows.ts';
import type { HandAppliedImpact } from '../analysis/ownObjects.ts';
import { layers } from '../analysis/layers.ts';
import type { ApplicationImpact, TreeImpact } from '../analysis/treeImpact.ts';
import type {
  ImpactApplication,
  ImpactCluster,
  ImpactCrossing,
  ImpactHead,
  ImpactOfTree,
  ImpactPartOwner,
  ImpactRoot,
  ImpactTouched,
} from '../protocol/impact.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { groupBy } from '../util/groupBy.ts';
import { placeAt, placeOf, revisionOf, type PlaceOptions } from './impactPlace.ts';
import type { ComparedTrees } from './impacts.ts';
import { renderedUri } from './renderedUri.ts';
import { uriOfApplication } from './rootsOf.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';

/** A comparison with what its answer takes beside it. */
interface Told {
  readonly session: Session;
  readonly tree: Tree;
  readonly compared: ComparedTrees;
  readonly head: ImpactHead;
  /** What the head delivers, by key. */
  readonly delivered: ReadonlyMap<string, DeliveredApplication>;
  readonly places: PlaceOptions;
}

/** What a comparison tells, without objects and fields. */
export async function impactAnswer(
  session: Session,
  { tree, compared, head }: Pick<Told, 'tree' | 'compared' | 'head'>,
  signal: AbortSignal,
): Promise<ImpactOfTree> {
  const { document, impact, named, fetchedAt, isOutdated } = compared;
  const side = compared.sides.head;
  const delivered = await side.complete(deliveredApplications, signal);
  const byKey = new Map(delivered.map((one) => [one.key, one]));
  const told: Told = {
    ...{ session, tree, compared, head },
    delivered: byKey,
    places: { tree, base: named.base.commit, head },
  };
  const roots = topRoots(compared, await topsOf(compared, signal));
  const counts = countImpact(document, roots, impact.reach.changed.size);
  const { impact: words } = session.words;
  const { clusters, production, isOpen, open, waiting } = counts;
  return {
    kind: 'compared',
    tree: tree.name,
    base: { ...named.base, fetchedAt },
    head,
    isOutdated,
    headline: {
      text: words.headline(counts),
      ...{ clusters, production, isOpen },
      isQuiet: clusters + counts.roots + counts.byHand + open + waiting === 0,
      crosses: document.crossings.length > 0,
    },
    crossings: crossingsOf(told),
    clusters: clustersOf(told),
    applications: groupAlike(
      pairsOf(compared).filter(([row]) => isTold(row)),
      ([row]) => row,
    ).map(({ first: [row, one], number }) => {
      const application = applicationOf(told, row, one);
      const alike = number === 1 ? [] : [words.alike(number)];
      return { ...application, notes: [...alike, ...application.notes] };
    }),
    roots: [...handAppliedOf(told), ...roots.flatMap((row) => rootOf(told, row))],
    looseEnds: impact.looseEnds.flatMap((end) => {
      const isTold = roots.some(({ root, status }) => status !== 'touched' && root === end.path);
      return isTold ? [] : [{ text: words.looseEnd(end), isNew: end.isNew }];
    }),
    touched: touchedOf(told, roots),
  };
}

/** Each application as the command line has it, and with its places. */
export function pairsOf({
  document,
  impact,
}: Pick<ComparedTrees, 'document' | 'impact'>): readonly (readonly [
  ApplicationRow,
  ApplicationImpact,
])[] {
  return document.applications.flatMap((row, index) => {
    const one = impact.applications[index];
    return one === undefined ? [] : [[row, one] as const];
  });
}

/** What names an application in requests for its parts. */
export function idOfApplication({ row }: Pick<ApplicationImpact, 'row'>): string {
  return `application ${row.key} ${row.cluster ?? ''}`;
}

/** What names a root in requests for its parts. */
export function idOfRoot({ root }: Pick<RootRow, 'root'>): string {
  return `root ${root}`;
}

/** What names a file that somebody applies by hand in requests for its parts. */
export function idOfFile({ file }: Pick<HandAppliedImpact, 'file'>): string {
  return `file ${file}`;
}

function isTold({ status, object }: ApplicationRow): boolean {
  return status !== 'touched' || object;
}

/** The roots that no other root builds on, on either side. */
export async function topsOf(
  { sides: { base, head } }: Pick<ComparedTrees, 'sides'>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const after = await head.complete(layers, signal);
  const known = new Set(after.map(({ root }) => root));
  const gone = (await base.complete(layers, signal)).filter(({ root }) => !known.has(root));
  return new Set(
    [...after, ...gone].flatMap(({ root, users }) => (users.length === 0 ? [root] : [])),
  );
}

/** The roots of a comparison that no other builds on and that no application is made of. */
export function topRoots(
  { document, impact }: Pick<ComparedTrees, 'document' | 'impact'>,
  tops: ReadonlySet<string>,
): readonly RootRow[] {
  const delivered = new Set(impact.applications.flatMap(foldersOf));
  return document.roots.filter(({ root }) => tops.has(root) && !delivered.has(root));
}

function foldersOf({ row, previousPath }: TreeImpact['applications'][number]): readonly string[] {
  const own = row.sources.flatMap(({ isHere, path }) =>
    isHere && path !== undefined ? [path] : [],
  );
  return previousPath === undefined ? own : [...own, previousPath];
}

/** The borders that a change crosses, with what it changes on both sides. */
function crossingsOf({ session, compared: { document } }: Told): readonly ImpactCrossing[] {
  const hit = document.clusters.filter(
    ({ status, waitsFor }) => status !== 'touched' && waitsFor === undefined,
  );
  return document.crossings.map(({ code }) => {
    const sides = hit
      .toSorted((a, b) => rankOfCluster(b) - rankOfCluster(a))
      .flatMap(({ environment, releaseDomain }) => {
        return (code === 'impact.crosses-into-production' ? environment : releaseDomain) ?? [];
      });
    const between = [...new Set(sides)];
    return { text: session.words.impact.crossing(code, between.length), between };
  });
}

function clustersOf({ compared }: Told): readonly ImpactCluster[] {
  const { clusters } = compared.document;
  const changes = changesOf(compared);
  const numbers = new Map([...new Set(changes.values())].map((text, index) => [text, index]));
  return clusters
    .filter(({ status, name }) => status !== 'touched' || changes.has(name))
    .map((cluster): ImpactCluster => ({
      name: cluster.name,
      environment: cluster.environment,
      releaseDomain: cluster.releaseDomain,
      isProduction: isOfProduction(cluster),
      status: cluster.status === 'touched' ? 'changed' : cluster.status,
      waitsFor: cluster.waitsFor,
      change: numbers.get(changes.get(cluster.name) ?? '') ?? -1,
    }))
    .sort((a, b) => rankOfCluster(b) - rankOfCluster(a) || compareBytes(a.name, b.name));
}

/** What changes on each cluster, its own name aside. */
function changesOf(compared: ComparedTrees): ReadonlyMap<string, string> {
  const told = pairsOf(compared).filter(([row]) => row.cluster !== null && isTold(row));
  return new Map(
    [...groupBy(told, ([row]) => row.cluster ?? '')].map(([cluster, own]) => {
      const texts = own.map(([row]) =>
        JSON.stringify([
          row.name,
          row.status,
          row.object,
          row.resources.map(({ resource }) => resource),
          sameText(row),
        ]).replaceAll(cluster, '*'),
      );
      return [cluster, texts.sort().join('\n')];
    }),
  );
}

function applicationOf(
  { session, tree, compared, delivered, head, places }: Told,
  row: ApplicationRow,
  one: ApplicationImpact,
): ImpactApplication {
  const { impact: words } = session.words;
  const known = delivered.get(one.row.key);
  const { previousPath, previousCluster, followsRevision, object, status } = row;
  const isOwn = object && status !== 'created' && status !== 'deleted' && row.new !== true;
  const { file, start } = one.row.declaredAt;
  const side = status === 'deleted' ? 'before' : 'after';
  return {
    ...ownerOf(
      { session, compared, places },
      { id: idOfApplication(one), row, one, own: one.own === undefined ? 0 : 1 },
    ),
    status,
    name: known?.family ?? row.name,
    fullName: row.name,
    namespace: row.namespace,
    kind: row.kind,
    cluster: row.cluster ?? undefined,
    certainty: row.certainty,
    why: one.row.why.map(session.words.views.reason).join(' '),
    notes: [
      ...(previousPath === undefined ? [] : [words.wasMadeOf(previousPath)]),
      ...(previousCluster === undefined ? [] : [words.wasOn(previousCluster)]),
      ...(isOwn ? [words.ownObject(row.kind)] : []),
      ...(row.stays === undefined ? [] : [words.stays[row.stays]]),
      ...(followsRevision === undefined
        ? []
        : [(isOwn && status === 'unknown' ? words.turnsTo : words.follows)(followsRevision)]),
    ],
    approvals: neededOwners(row.approvals).map(({ owners, from }) => `${owners} (${from})`),
    declaredAt: placeOf(places, { file, line: start.line }, side),
    uri: known && uriOfApplication(tree, known, revisionOf(head)),
  };
}

function rootOf(told: Told, row: RootRow): readonly ImpactRoot[] {
  const one = told.compared.impact.roots.find(({ root }) => root === row.root);
  if (row.status === 'touched' || one === undefined) return [];
  const uri = uriOfRoot(told, row.root);
  return [{ ...ownerOf(told, { id: idOfRoot(row), row, one }), path: row.root, uri }];
}

/** Files that somebody applies by hand, as far as no application tells what changes in them. */
function handAppliedOf(told: Told): readonly ImpactRoot[] {
  const { tree, compared } = told;
  return (compared.document.handApplied ?? []).flatMap((row): readonly ImpactRoot[] => {
    const { file } = row;
    const own = ownResources(compared.impact, row);
    if (own.length === 0) return [];
    const rest = { status: 'changed', gaps: [], dangers: row.dangers, resources: own } as const;
    const owner = ownerOf(told, { id: idOfFile(row), row: rest, one: { failures: [] } });
    return [{ ...owner, path: file, uri: uriOf(tree, file) }];
  });
}

/** The objects of a file that somebody applies by hand, without those that are told with their applications. */
export function ownResources<Object extends Pick<ResourceImpact, 'resource'>>(
  { applications }: Pick<TreeImpact, 'applications'>,
  { file, resources }: { readonly file: string; readonly resources: readonly Object[] },
): readonly Object[] {
  const told = new Set(
    applications.flatMap(({ own, row }) =>
      own !== undefined && row.declaredAt.file === file ? [own.resource.resource] : [],
    ),
  );
  return resources.filter(({ resource }) => !told.has(resource));
}

function ownerOf(
  { session, compared, places }: Pick<Told, 'session' | 'compared' | 'places'>,
  {
    id,
    row,
    one,
    own = 0,
  }: {
    readonly id: string;
    readonly row: Omit<RenderRow, 'status'> & { readonly status: ImpactPartOwner['status'] };
    readonly one: Pick<Impact, 'failures'>;
    /** How many objects there are beside those of the row. */
    readonly own?: number;
  },
): ImpactPartOwner {
  const { status, resources, dangers, gaps } = row;
  const { views, impact } = session.words;
  const [failure] = one.failures;
  const place = failure?.at && placeAt(places, failure.at, compared.impact);
  return {
    id,
    status,
    objects: resources.length + own,
    dangers: dangers.length,
    restarts: resources.some((one) => one.restarts),
    gaps: gaps.map(({ kind, detail, changed }) => {
      const text = views.gaps[kind](detail);
      return changed ? impact.otherNow(text) : text;
    }),
    failing: failingOf(row),
    ...(failure && { failure: { message: session.words.message(failure), place } }),
  };
}

function touchedOf(told: Told, roots: readonly RootRow[]): readonly ImpactTouched[] {
  const { tree, compared, delivered, head } = told;
  return [
    ...pairsOf(compared).flatMap(
      ([
        row,
        {
          row: { key },
        },
      ]) => {
        if (isTold(row)) return [];
        const known = delivered.get(key);
        return {
          name: known?.family ?? row.name,
          cluster: row.cluster ?? undefined,
          uri: known && uriOfApplication(tree, known, revisionOf(head)),
        };
      },
    ),
    ...roots.flatMap((row) => {
      if (row.status !== 'touched') return [];
      return { name: nameOf(row.root), uri: uriOfRoot(told, row.root) };
    }),
  ];
}

function uriOfRoot({ tree, head }: Pick<Told, 'tree' | 'head'>, root: string): string {
  const at = revisionOf(head);
  return renderedUri({ kind: 'root', tree: tree.name, root, ...(at !== undefined && { at }) });
}
