import type { Application } from '../delivery/application.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { Reader } from '../query/database.ts';
import { ok, type Result } from '../util/result.ts';
import { joinEdits } from './joinEdits.ts';
import { readText } from './readText.ts';
import {
  findPromoted,
  findStage,
  type PromotedApplication,
  type Stage,
  type StageRefusal,
} from './findStage.ts';
import { insertSharedImage } from './insertImage.ts';
import {
  matchStages,
  withoutAutomated,
  withoutAutomatedPlaces,
  type MatchRefusal,
  type StageMatch,
} from './matchStages.ts';
import type {
  LayerPair,
  PlanDraft,
  PlannedChange,
  PlannedRest,
  PlanNote,
  PlanPlace,
  PlanReach,
  PlanSource,
} from './planTypes.ts';
import { dangersOfMoves, imageUpdaterRefusals, skippedStages } from './promotionGuards.ts';
import { notCompared } from './notCompared.ts';
import { noteMaker, type NoteMaker, type Promotion, type PromotionRequest } from './promotion.ts';
import { ownFiles, reachOfLayer, rootsOfLayer } from './stageFiles.ts';
import { isSameStage, joinViews, membersOf, reachOf, type StageMember } from './stageMembers.ts';
import { versionsIn, type PlacedSite, type PlacedVersion, type StageView } from './stageView.ts';
import { plain } from './versionText.ts';
import { namelessWords, wantedBy } from './wanted.ts';

/** Drafts a promotion; fails where a name means nothing here. */
export function draftPromotion(
  reader: Reader,
  request: PromotionRequest,
): Result<PlanDraft, StageRefusal> {
  const drafts: PlanDraft[] = [];
  for (const name of request.applications) {
    const promoted = findPromoted(reader, name);
    if (promoted.kind === 'failed') return promoted;
    const from = findStage(reader, promoted.value, request.from);
    if (from.kind === 'failed') return from;
    const targets: Stage[] = [];
    for (const word of request.to) {
      const found = findStage(reader, promoted.value, word);
      if (found.kind === 'failed') return found;
      targets.push(found.value);
    }
    drafts.push(draftOne(reader, { promoted: promoted.value, from: from.value, targets, request }));
  }
  return ok(mergeDrafts(drafts));
}

function draftOne(reader: Reader, promotion: Promotion): PlanDraft {
  const { promoted, from, targets, request } = promotion;
  const reach = reachOf(reader, promoted, targets);
  const isOwn = ownFiles(reader, reach);
  const endOf = (stage: Stage): PlanSource => {
    const own = membersOf(reader, promoted, stage, () => false);
    return {
      application: promoted.name,
      stage: stage.name,
      keys: keysOf(reader, stage, own),
      roots: stage.kind === 'layer' ? rootsOfLayer(reader, stage.path) : undefined,
      words: [...new Set(own.flatMap(({ view }) => view.words))],
    };
  };
  const sources = membersOf(reader, promoted, from, () => false);
  const source = joinViews(
    from.name,
    sources.map(({ view }) => view),
  );
  const note = noteMaker(promoted.name);
  if (targets.some((one) => isSameStage(from, one)))
    return { ...emptyDraft(reach), refused: [note('promote.same-stage', {})] };
  const state: State = { changes: [], left: [], refused: [], dangers: [], unclear: [] };
  const isWanted = wantedBy(request.only);
  const expected = new Set<string>();
  const members = targets.flatMap((target) =>
    membersOf(reader, promoted, target, isOwn).map((one) => ({ ...one, layer: target })),
  );
  const there = runners(reader, from).flatMap(({ destination }) => destination.cluster ?? []);
  const running = { ...source, words: [...source.words, ...there] };
  const matches: StageMatch[] = [];
  for (const { view, cluster, application, layer } of members) {
    const found = matchStages(source, view, isWanted);
    const match =
      request.only.length === 0 ? withoutAutomated(found) : withoutAutomatedPlaces(found);
    matches.push(match);
    if (application !== undefined && match.moves.length + match.insertions.length > 0)
      expected.add(application.key);
    takeMatch(reader, match, { note, cluster, source, target: view, promoted }, state);
    const own = application === undefined ? runners(reader, layer) : [application];
    for (const one of own) state.refused.push(...imageUpdaterRefusals(one, match, note));
    state.dangers.push(
      ...dangersOfMoves(
        reader,
        { match, applications: own, source: running, target: view, now: request.now },
        note,
      ),
    );
  }
  state.refused.push(...skippedStages(reader, promotion, { source, isWanted, membersOf }, note));
  const joined = joinEdits(state.changes, (file) => readText(reader, file));
  const conflicts = joined.conflicts.map(({ file, offset, versions }) =>
    note('plan.conflict', { field: file, versions: versions.join(', ') }, { file, offset }),
  );
  const ends = { sources: [endOf(from)], targets: targets.map(endOf) };
  const names = { source: from.name, target: targets.map(({ name }) => name).join(', ') };
  const views = members.map(({ view }) => view);
  const all = joinViews(names.target, views);
  const nameless = namelessWords(request.only, source, all).map((word) =>
    note('promote.no-such', { word, ...names }),
  );
  const refused = [...unique(state.refused), ...conflicts, ...nameless];
  const isNothing = joined.texts.size === 0 && refused.length === 0;
  const compared = { source, target: all, matches, isWanted };
  const open = isNothing ? unique([...state.unclear, ...notCompared(compared, note)]) : [];
  return {
    texts: joined.texts,
    changes: unique(state.changes),
    left: unique(state.left),
    refused: !isNothing ? refused : open.length > 0 ? open : [note('promote.nothing', names)],
    dangers:
      joined.texts.size === 0
        ? []
        : [note('promote.no-live-evidence', names), ...unique(state.dangers)],
    reach,
    expected,
    layers: request.only.length === 0 ? layerPairs(promotion) : [],
    ...ends,
  };
}

/** The applications that are made of a layer; none for clusters, whose applications are members themselves. */
function runners(reader: Reader, stage: Stage): readonly Application[] {
  if (stage.kind !== 'layer') return [];
  const { applications } = reachOfLayer(reader, stage.path, stage.isFolder);
  return reader.get(fleetQuery, '').applications.filter(({ key }) => applications.has(key));
}

/** The applications that run what a stage has. */
function keysOf(reader: Reader, stage: Stage, members: readonly StageMember[]): readonly string[] {
  if (stage.kind === 'layer')
    return [...reachOfLayer(reader, stage.path, stage.isFolder).applications];
  return members.flatMap(({ application }) => application?.key ?? []);
}

function layerPairs({ promoted, from, targets }: Promotion): readonly LayerPair[] {
  return targets.flatMap((to) =>
    from.kind === 'layer' && from.isFolder && to.kind === 'layer' && to.isFolder
      ? [{ application: promoted.name, source: from.name, from: from.path, to: to.path }]
      : [],
  );
}

interface State {
  readonly changes: PlannedChange[];
  readonly left: PlannedRest[];
  readonly refused: PlanNote[];
  readonly dangers: PlanNote[];
  readonly unclear: PlanNote[];
}

interface Member {
  readonly note: NoteMaker;
  readonly cluster: string | undefined;
  readonly source: StageView;
  readonly target: StageView;
  readonly promoted: PromotedApplication;
}

function takeMatch(reader: Reader, match: StageMatch, member: Member, state: State): void {
  const { note, cluster, promoted, target } = member;
  const application = promoted.name;
  for (const { target: one, source, version } of match.moves) {
    const edits = one.site.write(version);
    const at = placeOf(one);
    if (edits === undefined) {
      state.refused.push(note('plan.cannot-write', { field: one.site.field }, at, cluster));
      continue;
    }
    state.changes.push(
      changeOf(application, one, {
        before: one.site.version,
        after: version,
        from: placeOf(source),
        edits,
      }),
    );
    if (isPinOf(target, one, { source, version }))
      state.left.push({
        ...{ application, reason: 'pin', at, field: one.site.field },
        ...{ source: plain(version), target: plain(one.site.version) },
      });
  }
  for (const { target: one, source } of match.settings) {
    const edits = one.site.write(source.site.value, source.site.tag);
    const at = placeOf(one);
    if (edits === undefined) {
      state.refused.push(note('plan.cannot-write', { field: one.site.field }, at, cluster));
      continue;
    }
    state.changes.push({
      application,
      at,
      field: one.site.field,
      subject: undefined,
      before: one.site.value,
      after: source.site.value,
      from: placeOf(source),
      edits,
    });
  }
  for (const { image, version, source, shared } of match.insertions) {
    const file = target.ownKustomization ?? '';
    const text = readText(reader, file) ?? '';
    const edits = insertSharedImage(text, image, version);
    const [edit] = edits ?? [];
    if (edits === undefined || edit === undefined) {
      state.refused.push(
        note('promote.shared-file', { file: shared.file.file }, { file, offset: 0 }, cluster),
      );
      continue;
    }
    const at = { file, offset: edit.start };
    state.changes.push({
      application,
      at,
      field: `/images[name=${image}]`,
      subject: `image ${image}`,
      before: '',
      after: version,
      from: placeOf(source),
      edits,
    });
  }
  state.refused.push(...match.refusals.map((one) => refusalNote(one, member)));
  state.unclear.push(...match.unclear.map((one) => refusalNote(one, member)));
  state.left.push(
    ...match.left.map(({ reason, field, place, source, target: own }) => ({
      application,
      reason,
      at: { file: place.file.file, offset: place.site.offset },
      field,
      source: source ?? '',
      target: own ?? '',
    })),
  );
}

/** Whether a place only holds back what the layers below it say, and all of them say what it gets now. */
function isPinOf(
  target: StageView,
  one: PlacedVersion,
  { source, version }: { readonly source: PlacedVersion; readonly version: string },
): boolean {
  const below = versionsIn(target).filter(
    ({ file, site }) =>
      file.depth > one.file.depth &&
      !file.isOwn &&
      site.subjects.some((subject) => one.site.subjects.includes(subject)),
  );
  return (
    below.some(({ file }) => file.file === source.file.file) &&
    below.every(({ site }) => site.version === version)
  );
}

function refusalNote(refusal: MatchRefusal, { note, cluster, source, target }: Member): PlanNote {
  const at = placeOf(refusal.target);
  const { field } = refusal.target.site;
  switch (refusal.kind) {
    case 'ambiguous': {
      const versions = [...new Set(refusal.sources.map(({ site }) => plain(site.version)))].join(
        ', ',
      );
      return note(
        'promote.ambiguous-source',
        { source: source.name, field, versions },
        at,
        cluster,
      );
    }
    case 'shared': {
      const place =
        target.ownKustomization === undefined ? at : { file: target.ownKustomization, offset: 0 };
      return note('promote.shared-file', { file: at.file, field }, place, cluster);
    }
    case 'automated':
      return note('promote.image-automation', { policy: refusal.policy, field }, at, cluster);
  }
}

function changeOf(
  application: string,
  one: PlacedVersion,
  rest: Pick<PlannedChange, 'before' | 'after' | 'from' | 'edits'>,
): PlannedChange {
  const { field, subjects, kind } = one.site;
  const [subject] = subjects;
  return {
    application,
    at: placeOf(one),
    field,
    subject: kind === 'value' ? undefined : subject,
    ...rest,
  };
}

/** Where a site stands. */
export function placeOf<Site extends { readonly offset: number }>({
  file,
  site,
}: PlacedSite<Site>): PlanPlace {
  return { file: file.file, offset: site.offset };
}

function emptyDraft(reach: PlanReach): PlanDraft {
  return {
    texts: new Map(),
    changes: [],
    left: [],
    refused: [],
    dangers: [],
    reach,
    expected: new Set(),
  };
}

function mergeDrafts(drafts: readonly PlanDraft[]): PlanDraft {
  return {
    texts: new Map(drafts.flatMap(({ texts }) => [...texts])),
    changes: drafts.flatMap(({ changes }) => changes),
    left: drafts.flatMap(({ left }) => left),
    refused: drafts.flatMap(({ refused }) => refused),
    dangers: drafts.flatMap(({ dangers }) => dangers),
    reach: {
      applications: new Set(drafts.flatMap(({ reach }) => [...reach.applications])),
      roots: new Set(drafts.flatMap(({ reach }) => [...reach.roots])),
      yielded: new Set(drafts.flatMap(({ reach }) => [...(reach.yielded ?? [])])),
    },
    expected: new Set(drafts.flatMap(({ expected }) => [...expected])),
    layers: drafts.flatMap(({ layers }) => layers ?? []),
    sources: drafts.flatMap(({ sources }) => sources ?? []),
    targets: drafts.flatMap(({ targets }) => targets ?? []),
  };
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((one) => [JSON.stringify(one), one])).values()];
}
