import { readApplication } from '../argocd/application.ts';
import { imageUpdatesOf } from '../argocd/imageUpdater.ts';
import type { Application } from '../delivery/application.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { parseKey } from '../layers/fleet/unitKeys.ts';
import { unitObjectQuery } from '../layers/fleet/units.ts';
import { pathsBelow } from '../layers/treePaths.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { NoteMaker, Promotion } from './promotion.ts';
import type { StageMember } from './stageMembers.ts';
import { ladderOf, type PromotedApplication, type Stage } from './findStage.ts';
import { matchStages, type StageMatch } from './matchStages.ts';
import type { PlanNote } from './planTypes.ts';
import type { StageView } from './stageView.ts';
import { syncWindowNotes } from './syncWindows.ts';
import { isMoving, isOlder } from './versionText.ts';
import type { Wanted } from './wanted.ts';

/** Refuses what Argo CD's Image Updater writes itself, as the application's annotations say. */
export function imageUpdaterRefusals(
  application: Application | undefined,
  { moves }: StageMatch,
  note: NoteMaker,
): readonly PlanNote[] {
  const argo = application?.object && readApplication(application.object);
  if (argo === undefined) return [];
  const owned = new Map(imageUpdatesOf(argo).map((one) => [`image ${one.image}`, one]));
  return moves.flatMap(({ target: { file, site } }) => {
    const found = site.subjects.find((subject) => owned.has(subject));
    if (found === undefined) return [];
    const at = { file: file.file, offset: site.offset };
    return [
      note(
        'promote.image-updater',
        { image: found.slice('image '.length) },
        at,
        application?.destination.cluster,
      ),
    ];
  });
}

interface Moved {
  readonly match: StageMatch;
  /** Who gets it: one application, or all that are made of a layer. */
  readonly applications: readonly Application[];
  readonly source: StageView;
  readonly target: StageView;
  /** In ISO form, where somebody looked at the clock. */
  readonly now: string | undefined;
}

/** What is dangerous about a promotion, though it may be meant. */
export function dangersOfMoves(
  reader: Reader,
  { match, applications, source, target, now }: Moved,
  note: NoteMaker,
): readonly PlanNote[] {
  if (match.moves.length + match.insertions.length + match.settings.length === 0) return [];
  const dangers: PlanNote[] = [];
  for (const { target: one, version } of match.moves) {
    const at = { file: one.file.file, offset: one.site.offset };
    const [fresh, before] = [version, one.site.version].map((text) => text.replace(/^[:@]/, ''));
    if (isMoving(version)) dangers.push(note('promote.moving-tag', { version: fresh ?? '' }, at));
    if (isOlder(version, one.site.version) === true)
      dangers.push(
        note(
          'promote.older',
          { version: fresh ?? '', before: before ?? '', target: target.name },
          at,
        ),
      );
  }
  return [
    ...dangers,
    ...applications.flatMap((application) => [
      ...domainDangers(reader, application.destination.cluster, source, note),
      ...rollingSync(reader, application, note),
      ...syncWindowNotes(reader, application, now, note),
    ]),
  ];
}

/** A cluster that takes changes together with none of the source's. */
function domainDangers(
  reader: Reader,
  cluster: string | undefined,
  source: StageView,
  note: NoteMaker,
): readonly PlanNote[] {
  const rows = reader.get(clustersQuery, '');
  const domain = rows.find(({ name }) => name === cluster)?.releaseDomain;
  if (cluster === undefined || domain === undefined) return [];
  const known = rows.filter(({ name }) => source.words.includes(name));
  return known.some(({ releaseDomain }) => releaseDomain === domain)
    ? []
    : [
        note(
          'promote.other-release-domain',
          { cluster, domain, source: source.name },
          undefined,
          cluster,
        ),
      ];
}

/** The step in which an ApplicationSet syncs an application. Source: Argo CD 3.2.0 docs, Progressive Syncs. */
function rollingSync(
  reader: Reader,
  application: Application | undefined,
  note: NoteMaker,
): readonly PlanNote[] {
  const parsed = application && parseKey(application.key);
  if (application === undefined || parsed?.kind !== 'object') return [];
  const set = reader.get(unitObjectQuery, parsed.parent);
  const strategy = field(field(set?.node, 'spec'), 'strategy');
  if (set?.id.kind !== 'ApplicationSet' || rawText(field(strategy, 'type')) !== 'RollingSync')
    return [];
  const steps = field(field(strategy, 'rollingSync'), 'steps');
  const labels = readApplicationLabels(application);
  const index = (steps?.kind === 'sequence' ? steps.items : []).findIndex((step) =>
    fitsStep(step, labels),
  );
  const { cluster = '' } = application.destination;
  const step = index < 0 ? 'no step, and is not synced by it' : `step ${index + 1}`;
  return [note('promote.rolling-sync', { set: set.id.name, cluster, step }, undefined, cluster)];
}

function readApplicationLabels({ object }: Application): ReadonlyMap<string, string> {
  const argo = object && readApplication(object);
  return new Map((argo?.labels ?? []).map(({ key, value }) => [key, value]));
}

function fitsStep(step: Parameters<typeof field>[0], labels: ReadonlyMap<string, string>): boolean {
  const expressions = field(step, 'matchExpressions');
  return (expressions?.kind === 'sequence' ? expressions.items : []).every((one) => {
    const label = labels.get(rawText(field(one, 'key')));
    const list = field(one, 'values');
    const values = list?.kind === 'sequence' ? list.items.map(rawText) : [];
    const isIn = label !== undefined && values.includes(label);
    return rawText(field(one, 'operator')) === 'NotIn' ? !isIn : isIn;
  });
}

interface Skipping {
  readonly source: StageView;
  readonly isWanted: Wanted;
  readonly membersOf: (
    reader: Reader,
    promoted: PromotedApplication,
    stage: Stage,
    isOwn: (file: FileId) => boolean,
  ) => readonly StageMember[];
}

/** Refuses to leave out a stage between source and target that does not have the versions yet, unless told why. */
export function skippedStages(
  reader: Reader,
  { promoted, from, targets, request }: Promotion,
  { source, isWanted, membersOf }: Skipping,
  note: NoteMaker,
): readonly PlanNote[] {
  if (request.because !== undefined) return [];
  const order = stagesInOrder(reader, promoted, from);
  const start = placeIn(order, from);
  const places = targets.map((target) => placeIn(order, target)).filter((place) => place >= 0);
  const last = Math.max(-1, ...places);
  if (start < 0 || last <= start) return [];
  return order.slice(start + 1, last).flatMap((stage) => {
    if (targets.some((target) => overlaps(stage, target))) return [];
    const members = membersOf(reader, promoted, stage, () => true);
    const missing = members.flatMap(({ view }) => {
      const { moves, insertions } = matchStages(source, view, isWanted);
      return [...moves, ...insertions];
    });
    const [first] = missing;
    if (first === undefined) return [];
    const version = first.version.replace(/^[:@]/, '');
    const names = { stage: stage.name, source: from.name, target: request.to.join(', '), version };
    return [note('promote.skips-stage', names)];
  });
}

/** The stages of the ladder that an application is in; of layers those whose names count: `ring-1`, `ring-2`. */
function stagesInOrder(
  reader: Reader,
  { families, folder }: PromotedApplication,
  from: Stage,
): readonly Stage[] {
  if (from.kind === 'layer') return layersInOrder(reader, from, folder);
  const there = new Set(families.flatMap(({ members }) => members.map(({ cluster }) => cluster)));
  const rows = reader.get(clustersQuery, '').filter(({ name }) => there.has(name));
  return ladderOf(reader).flatMap(({ name, clusters }): readonly Stage[] => {
    const own = rows.filter((row) => clusters.includes(row.name));
    return own.length === 0 || name === '' ? [] : [{ kind: 'clusters', name, clusters: own }];
  });
}

function layersInOrder(
  reader: Reader,
  from: Extract<Stage, { kind: 'layer' }>,
  folder: FileId | undefined,
): readonly Stage[] {
  const [, start, number] = /^(.*?)(\d+)$/.exec(from.path) ?? [];
  if (start === undefined || number === undefined || folder === undefined) return [];
  const pattern = new RegExp(
    `^${start.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(\\d+)(?=/|$)`,
  );
  const found = new Map<number, FileId>();
  for (const path of pathsOf(reader, start)) {
    const [layer, digits] = pattern.exec(path) ?? [];
    if (layer !== undefined && digits !== undefined) found.set(Number(digits), layer);
  }
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([, path]) => ({
      kind: 'layer',
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      isFolder: true,
    }));
}

function pathsOf(reader: Reader, start: string): readonly FileId[] {
  return pathsBelow(reader, start.slice(0, Math.max(start.lastIndexOf('/'), 0)));
}

function placeIn(order: readonly Stage[], stage: Stage): number {
  return order.findLastIndex((one) => overlaps(one, stage));
}

function overlaps(one: Stage, other: Stage): boolean {
  if (one.kind === 'layer' || other.kind === 'layer')
    return one.kind === 'layer' && other.kind === 'layer' && one.path === other.path;
  const names = new Set(one.clusters.map(({ name }) => name));
  return other.clusters.some(({ name }) => names.has(name));
}
