import type { CodeLens, CodeLensParams } from 'vscode-languageserver';
import { applicationsReading } from '../analysis/deliveredApplications.ts';
import { countImpact } from '../analysis/impactHeadline.ts';
import { mayReachMore, waitingReach } from '../analysis/openReach.ts';
import { readersOf } from '../analysis/readersOf.ts';
import type { ImpactParams } from '../protocol/impact.ts';
import { pairsOf } from './impactAnswer.ts';
import type { ComparedTrees } from './impacts.ts';
import type { Session } from './session.ts';
import type { Place, Tree } from './trees.ts';
import type { ReachCounts } from './words/impactWords.ts';

/** What lenses compare: the working tree with what it shares with the default branch of the upstream. */
export const lensParams: ImpactParams = {
  base: { kind: 'automatic' },
  head: { kind: 'workingTree' },
};

/** `textDocument/codeLens`: one lens at the top of each file that a build reads; its words come later. */
export async function codeLens(
  session: Session,
  { textDocument: { uri } }: CodeLensParams,
  signal: AbortSignal,
): Promise<CodeLens[]> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined || !(await isLayerFile(place, signal))) return [];
  const top = { line: 0, character: 0 };
  return [{ range: { start: top, end: top }, data: uri }];
}

/** `codeLens/resolve`: whom the file reaches; where it changed, whom it changes. It never waits for a comparison. */
export async function resolveCodeLens(
  session: Session,
  lens: CodeLens,
  signal: AbortSignal,
): Promise<CodeLens> {
  await session.trees.ready();
  const place = typeof lens.data === 'string' ? session.trees.placeOf(lens.data) : undefined;
  if (place === undefined) return lens;
  const title = await titleOf(session, place, signal);
  const command = session.options.showsImpact === true ? 'strata.showImpact' : '';
  return { ...lens, command: { title, command } };
}

async function isLayerFile({ tree, path }: Place, signal: AbortSignal): Promise<boolean> {
  const { complete } = tree.workspace;
  const readers = await complete((analysis) => readersOf(analysis, path), signal);
  if (readers.length > 0) return true;
  const applications = await complete((analysis) => applicationsReading(analysis, path), signal);
  if (applications.some(({ cluster }) => cluster !== undefined)) return true;
  return (await complete((analysis) => waitingReach(analysis, path), signal)).length > 0;
}

async function titleOf(
  session: Session,
  { tree, path }: Place,
  signal: AbortSignal,
): Promise<string> {
  const { complete } = tree.workspace;
  const { impact: words } = session.words;
  const applications = await complete((analysis) => applicationsReading(analysis, path), signal);
  const clusters = new Map(
    applications.flatMap(({ cluster, isProduction }) =>
      cluster === undefined ? [] : [[cluster, isProduction] as const],
    ),
  );
  const readers = await complete((analysis) => readersOf(analysis, path), signal);
  const waiting = await complete((analysis) => waitingReach(analysis, path), signal);
  const reach: ReachCounts = {
    clusters: clusters.size,
    production: [...clusters.values()].filter((isProduction) => isProduction).length,
    isOpen: await complete((analysis) => mayReachMore(analysis, path), signal),
    waiting: waiting.length,
    roots: readers.filter(({ layer }) => layer.users.length === 0).length,
  };
  const compared = session.impacts.latest(tree, lensParams);
  if (compared === undefined) compareSoon(session, tree);
  if (compared?.kind !== 'compared' || !compared.impact.reach.changed.has(path)) {
    return words.reaches(reach);
  }
  const keys = new Set([...applications.map(({ key }) => key), ...waiting]);
  const roots = new Set(readers.map(({ layer }) => layer.root));
  return words.changes({ ...countsOf(compared, keys, roots), reached: reach.clusters });
}

/** Compares for the first time; whoever shows lenses is told to look again when it is done. */
function compareSoon(session: Session, tree: Tree): void {
  if (!session.trees.trusted || !tree.workspace.git) return;
  // A fault is told where the comparison is asked for by name; the lens then says whom the file reaches.
  void session.impacts.of(tree, lensParams, session.stopped).catch(() => undefined);
}

/** What changes among the applications and roots that a file reaches. */
function countsOf(
  compared: ComparedTrees,
  keys: ReadonlySet<string>,
  tops: ReadonlySet<string>,
): ReturnType<typeof countImpact> {
  const { document, impact } = compared;
  const applications = pairsOf(compared).flatMap(([row, one]) =>
    keys.has(one.row.key) ? [row] : [],
  );
  const names = new Set(
    applications
      .filter(({ status, object }) => status !== 'touched' || object)
      .map(({ cluster }) => cluster),
  );
  const clusters = document.clusters.filter(({ name }) => names.has(name));
  const delivered = new Set(impact.applications.flatMap(({ row: { path } }) => path ?? []));
  const roots = document.roots.filter(({ root }) => tops.has(root) && !delivered.has(root));
  return countImpact({ clusters, applications }, roots, impact.reach.changed.size);
}
