import { setImmediate } from 'node:timers/promises';
import { chartValueOnCluster } from '../analysis/chartClusterValues.ts';
import {
  chartApplications,
  groupByValue,
  readingApplications,
  valueOnCluster,
  type ClusterGroup,
  type ReadingApplication,
  type ValueOnCluster,
} from '../analysis/clusterValues.ts';
import type { SourcePlace } from '../analysis/hover.ts';
import { mayReachMore, waitingReach } from '../analysis/openReach.ts';
import { placeTarget } from '../analysis/placeTarget.ts';
import { placeLink, valueSpan } from './chainWords.ts';
import { clusterNames, countClusters } from './clusterRows.ts';
import { dotted, escapeMarkdown, lines } from './markdown.ts';
import { folderOf } from './rootHover.ts';
import type { Session } from './session.ts';
import type { Place } from './trees.ts';
import type { Words } from './words/words.ts';

/** How many rows, and how many names of production in one, a hover shows at most: so that it has 12 lines at most. */
const mostRows = 6;
const mostNames = 4;

/** How long a hover looks at clusters, in milliseconds: what it has then is shown, and the rest is said to be missing. */
const longest = 2_000;

/**
 * The hover on a value that applications deliver: what it is on each cluster, production first, and the chain that leads
 * there; `undefined` where no application's output has it in the chain of a field.
 */
export async function clusterValueHover(
  session: Session,
  place: Place,
  at: SourcePlace,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { workspace } = place.tree;
  const given = await workspace.complete((one) => chartApplications(one, at.file), signal);
  // What a value of a chart is to its templates says more than the fields in which it ends.
  const ofChart = await lookAt(given, (on) =>
    workspace.complete((one) => chartValueOnCluster(one, at, on), signal),
  );
  const named = ofChart.find(({ name }) => name !== undefined);
  if (named !== undefined)
    return toldOn(
      session,
      { place, at, reading: given },
      { name: named.name, looked: ofChart },
      signal,
    );
  const reading = await workspace.complete((one) => readingApplications(one, at.file), signal);
  const target = await workspace.complete((one) => placeTarget(one, at), signal);
  if (reading.length === 0 || target === undefined) return undefined;
  const looked = await lookAt(reading, (on) =>
    workspace.complete((one) => valueOnCluster(one, target, on), signal),
  );
  return toldOn(session, { place, at, reading }, { name: target.name, looked }, signal);
}

async function toldOn(
  session: Session,
  {
    place,
    at,
    reading,
  }: {
    readonly place: Place;
    readonly at: SourcePlace;
    readonly reading: readonly ReadingApplication[];
  },
  {
    name,
    looked,
  }: { readonly name: string | undefined; readonly looked: readonly ValueOnCluster[] },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { workspace } = place.tree;
  const values = looked.filter(({ fields }) => fields.size > 0);
  if (values.length === 0) return undefined;
  const groups = await workspace.complete((one) => groupByValue(one, values), signal);
  const mayBeMore = await workspace.complete((one) => mayReachMore(one, at.file), signal);
  const waiting = await workspace.complete((one) => waitingReach(one, at.file), signal);
  // Where a part is missing, nobody can tell that nothing comes of the place.
  const unclear = looked.filter(({ fields, hasGaps }) => fields.size === 0 && hasGaps);
  return describe(session.words, place, {
    name,
    values,
    groups,
    open:
      countClusters(unclear.map(({ on }) => on)).clusters + (mayBeMore ? 1 : 0) + waiting.length,
    notYet: countClusters(reading.slice(looked.length)).clusters,
  });
}

/** Looks at one application after the other, so that others get an answer between them. */
async function lookAt<T>(
  reading: readonly ReadingApplication[],
  ask: (on: ReadingApplication) => Promise<T>,
): Promise<readonly T[]> {
  const end = Date.now() + longest;
  const found: T[] = [];
  for (const on of reading) {
    if (found.length > 0 && Date.now() > end) break;
    found.push(await ask(on));
    if (found.length % 8 === 0) await setImmediate();
  }
  return found;
}

interface Looked {
  readonly name: string | undefined;
  readonly values: readonly ValueOnCluster[];
  readonly groups: readonly ClusterGroup[];
  /** On how many clusters, or in how many generators, it cannot be told. */
  readonly open: number;
  readonly notYet: number;
}

function describe(words: Words, place: Place, looked: Looked): string {
  const { name, values, groups, notYet } = looked;
  const { clusters, open } = countClusters(values.map(({ on }) => on));
  const objects = new Set(
    values.flatMap(({ fields }) => [...fields.values()].flatMap((one) => [...one.objects])),
  );
  const wins = groups.some(({ field }) => field.wins);
  const title = dotted([
    name === undefined ? '' : `**${escapeMarkdown(name)}**`,
    wins || notYet + open + looked.open > 0 ? '' : words.overriddenEverywhere,
    words.hovers.effectiveOn(clusters, open + looked.open),
    objects.size > 1 ? words.objects(objects.size) : '',
  ]);
  const own = groups.find(({ field }) => field.wins)?.field.chain[0]?.value;
  const rows = groups.slice(0, mostRows).map((group) => rowOf(words, place, group, own));
  const rest = groups.length - mostRows;
  return [
    title,
    lines([
      ...rows,
      ...(rest > 0 ? [words.more(rest)] : []),
      ...(notYet > 0 ? [`? ${words.hovers.notYet(notYet)}`] : []),
    ]),
    ...groups.slice(0, 1).flatMap((group) => chainOf(words, place, group)),
  ].join('\n\n');
}

/** Clusters, what the value is there, and where it is written; `≠` where it is another one than the place says. */
function rowOf(
  words: Words,
  place: Place,
  group: ClusterGroup,
  own: ClusterGroup['field']['value'] | undefined,
): string {
  const { field } = group;
  const [winner] = field.chain;
  const who = clusterNames(group, mostNames).map(escapeMarkdown).join(', ');
  const isOther = !field.wins && own !== undefined && winner?.value !== own;
  const value = valueSpan(winner?.value);
  const written = winner === undefined ? '' : placeLink(place.tree, folderOf(place), winner);
  return `${isOther ? '≠ ' : ''}${dotted([who, value, field.wins ? words.here : written])}`;
}

/** The chain on the first cluster of a group, from the ground up; none where the place stands alone in it. */
function chainOf(words: Words, place: Place, { on, field }: ClusterGroup): readonly string[] {
  const links = field.chain.toReversed().map((link) => {
    const value = valueSpan(link.value);
    const where = placeLink(place.tree, folderOf(place), link);
    return `${where}${value === '' ? '' : ` = ${value}`}`;
  });
  const cluster = escapeMarkdown(on[0]?.cluster ?? on[0]?.application ?? '');
  return links.length < 2 ? [] : [`${words.chainOn(cluster)}: ${links.join(' → ')}`];
}
