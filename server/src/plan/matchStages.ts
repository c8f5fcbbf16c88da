import { compareBytes } from '../util/compareBytes.ts';
import { groupBy } from '../util/groupBy.ts';
import { isHeader, oneSidedSettings, placesAgain } from './oneSidedSettings.ts';
import { isMoving, isOlder } from './versionText.ts';
import {
  configurationIn,
  versionsIn,
  withoutWords,
  type PlacedConfiguration,
  type PlacedVersion,
  type StageView,
} from './stageView.ts';
import type { VersionSite } from './versionSites.ts';
import type { Wanted } from './wanted.ts';
import { whyStays, type LeftReason } from './whyLeft.ts';

/** A version that is to stand at a place of the target. */
export interface Move {
  readonly target: PlacedVersion;
  readonly source: PlacedVersion;
  readonly version: string;
}

/** A setting that is to stand at a place of the target, as somebody named it. */
export interface ConfigurationMove {
  readonly target: PlacedConfiguration;
  readonly source: PlacedConfiguration;
}

/** An image whose version stands nowhere in the target's own layer, and has to be written there anew. */
export interface Insertion {
  readonly image: string;
  readonly version: string;
  readonly source: PlacedVersion;
  /** Where the version stands that the target has now: in a file that others read, too. */
  readonly shared: PlacedVersion;
}

/** Why a version cannot be moved. */
export type MatchRefusal =
  | {
      readonly kind: 'ambiguous';
      readonly target: PlacedVersion;
      readonly sources: readonly PlacedVersion[];
    }
  | { readonly kind: 'shared'; readonly target: PlacedVersion; readonly source: PlacedVersion }
  | {
      readonly kind: 'automated';
      readonly target: PlacedVersion;
      readonly source: PlacedVersion;
      readonly policy: string;
    };

/** A difference of the two stages that is on purpose, or cannot be told to be a version. */
export interface Left {
  readonly reason: LeftReason;
  readonly field: string;
  readonly place: PlacedVersion | PlacedConfiguration;
  readonly source: string | undefined;
  readonly target: string | undefined;
}

/** What differs between two stages, and what of it is to move. */
export interface StageMatch {
  readonly moves: readonly Move[];
  readonly settings: readonly ConfigurationMove[];
  readonly insertions: readonly Insertion[];
  readonly refusals: readonly MatchRefusal[];
  readonly left: readonly Left[];
  /** Where the source has more than one version, one of which the target has: whether anything is to move cannot be told. */
  readonly unclear: readonly Extract<MatchRefusal, { readonly kind: 'ambiguous' }>[];
}

/** Tells versions from configuration: what of the source stage is to stand in the target stage, and why not the rest. */
export function matchStages(source: StageView, target: StageView, isWanted: Wanted): StageMatch {
  const match = noMatch();
  matchVersions(source, target, isWanted, match);
  matchConfiguration(source, target, isWanted, match);
  return withoutSteps(match);
}

/** Where some versions go on, those that would go back stay: the target is ahead there. */
function withoutSteps(match: StageMatch): StageMatch {
  const goesBack = ({ target, version }: Move): boolean =>
    isOlder(version, target.site.version) === true;
  const back = match.moves.filter(goesBack);
  if (back.length === match.moves.length && match.insertions.length === 0) return match;
  return {
    ...match,
    moves: match.moves.filter((one) => !goesBack(one)),
    left: [
      ...match.left,
      ...back.map(({ target, version }): Left => {
        const { field, version: before } = target.site;
        return { reason: 'ahead', field, place: target, source: version, target: before };
      }),
    ],
  };
}

/** Where other versions go on, those that an automation writes are its own: nobody else's edit would last. */
export function withoutAutomated(match: StageMatch): StageMatch {
  const { moves, insertions } = match;
  return moves.length + insertions.length === 0 ? match : leaveAutomated(match, () => true);
}

/** The same where somebody named what moves: only where another place of the same thing goes on. */
export function withoutAutomatedPlaces(match: StageMatch): StageMatch {
  const moving = new Set([
    ...match.moves.flatMap(({ target }) => target.site.subjects),
    ...match.insertions.map(({ image }) => `image ${image}`),
  ]);
  return leaveAutomated(match, ({ target }) =>
    target.site.subjects.some((subject) => moving.has(subject)),
  );
}

function leaveAutomated(
  match: StageMatch,
  isLeft: (refusal: AutomatedRefusal) => boolean,
): StageMatch {
  const own = match.refusals.filter((one) => one.kind === 'automated').filter(isLeft);
  const gone: ReadonlySet<MatchRefusal> = new Set(own);
  return {
    ...match,
    refusals: match.refusals.filter((one) => !gone.has(one)),
    left: [
      ...match.left,
      ...own.map(({ target, source }): Left => {
        const { field, version } = target.site;
        const names = { field, source: source.site.version, target: version };
        return { reason: 'automated', place: target, ...names };
      }),
    ],
  };
}

type AutomatedRefusal = Extract<MatchRefusal, { readonly kind: 'automated' }>;

type Writable = { -readonly [Key in keyof StageMatch]: StageMatch[Key][number][] };

function noMatch(): Writable {
  return { moves: [], settings: [], insertions: [], refusals: [], left: [], unclear: [] };
}

function matchVersions(
  source: StageView,
  target: StageView,
  isWanted: Wanted,
  match: Writable,
): void {
  const sources = bySubject(source);
  const seen = new Set<string>();
  for (const [subject, own] of bySubject(target)) {
    const candidates = effective(sources.get(subject) ?? []);
    const placed = own.filter(({ site, file }) => {
      const key = `${file.file}:${site.offset}:${site.field}`;
      const isNew = !seen.has(key);
      return isNew && site.subjects.some((one) => subjectKey(one, target) === subject);
    });
    if (candidates.length === 0) continue;
    const isAsked =
      isWanted({ kind: 'version', field: own[0]?.site.field ?? '', subjects: [subject] }) ||
      own.some(({ site }) =>
        isWanted({ kind: 'version', field: site.field, subjects: site.subjects }),
      );
    const isOf = ({ site: { version } }: PlacedVersion): boolean =>
      isAsked || isWanted({ kind: 'version', field: '', subjects: [], version });
    if (!candidates.some(isOf)) continue;
    for (const { site, file } of placed) seen.add(`${file.file}:${site.offset}:${site.field}`);
    const found = noMatch();
    matchSubject({ placed, candidates, source, target }, found);
    match.moves.push(...found.moves.filter((one) => isOf(one.source)));
    match.insertions.push(...found.insertions.filter((one) => isOf(one.source)));
    match.refusals.push(...found.refusals.filter((one) => sourcesOf(one).some(isOf)));
    match.left.push(...found.left);
    match.unclear.push(...found.unclear);
  }
}

function sourcesOf(refusal: MatchRefusal): readonly PlacedVersion[] {
  return refusal.kind === 'ambiguous' ? refusal.sources : [refusal.source];
}

/** The versions that count: what a layer above says is not overridden by those below. */
export function effective(all: readonly PlacedVersion[]): readonly PlacedVersion[] {
  const versions = all.filter(({ site }) => site.version !== '');
  const nearest = Math.min(...versions.map(({ file }) => file.depth));
  return versions.filter(({ file }) => file.depth === nearest);
}

/** A subject as it is the same in all stages. An image or a chart may be called like the folder of a layer, and is none. */
export function subjectKey(subject: string, { words }: StageView): string {
  return /^(?:image|chart) /.test(subject) ? subject : withoutWords(subject, words);
}

/** The versions of a stage by what they are versions of. */
export function bySubject(stage: StageView): ReadonlyMap<string, readonly PlacedVersion[]> {
  const pairs = versionsIn(stage).flatMap((one) =>
    one.site.subjects.map((subject) => ({ subject: subjectKey(subject, stage), one })),
  );
  return new Map(
    [...groupBy(pairs, ({ subject }) => subject)].map(([subject, own]) => [
      subject,
      own.map(({ one }) => one),
    ]),
  );
}

interface Subject {
  readonly placed: readonly PlacedVersion[];
  readonly candidates: readonly PlacedVersion[];
  readonly source: StageView;
  readonly target: StageView;
}

function matchSubject({ placed, candidates, source, target }: Subject, match: Writable): void {
  const own = placed.filter(({ file, site }) => file.isOwn && site.version !== '');
  const open = placed.filter(({ file, site }) => file.isOwn && site.version === '');
  const shared = placed.filter(({ file }) => !file.isOwn);
  if (own.length > 0) {
    for (const one of own) matchSite(one, { candidates, source, target }, match);
    return;
  }
  const nearest = effective(shared)[0] ?? [...open, ...shared][0];
  if (nearest === undefined) return;
  const chosen = choose(nearest, { candidates, source, target });
  if (chosen.kind !== 'one') {
    takeDoubt(nearest, chosen, match);
    return;
  }
  if (isSame(chosen.one.site, nearest.site)) return;
  const [entry] = open;
  if (entry !== undefined) {
    match.moves.push({ target: entry, source: chosen.one, version: chosen.one.site.version });
  } else if (nearest.site.kind === 'image' && target.ownKustomization !== undefined) {
    const image = nearest.site.newName ?? (nearest.site.subjects[0] ?? '').slice('image '.length);
    const { version } = chosen.one.site;
    match.insertions.push({ image, version, source: chosen.one, shared: nearest });
  } else {
    match.refusals.push({ kind: 'shared', target: nearest, source: chosen.one });
  }
}

function takeDoubt(
  target: PlacedVersion,
  chosen: Exclude<Choice, { readonly kind: 'one' }>,
  match: Writable,
): void {
  if (chosen.kind === 'none') return;
  const doubt = { kind: 'ambiguous', target, sources: chosen.all } as const;
  if (chosen.kind === 'many') match.refusals.push(doubt);
  else match.unclear.push(doubt);
}

function matchSite(one: PlacedVersion, stages: Omit<Subject, 'placed'>, match: Writable): void {
  const chosen = choose(one, stages);
  if (chosen.kind !== 'one') {
    takeDoubt(one, chosen, match);
    return;
  }
  const { site } = chosen.one;
  if (isSame(site, one.site)) return;
  const { policy } = one.site;
  const left = (reason: LeftReason): void => {
    match.left.push({
      reason,
      field: one.site.field,
      place: one,
      source: site.version,
      target: one.site.version,
    });
  };
  if (one.site.kind !== 'image' && isMoving(site.version)) left('branch');
  else if (otherRepository(site, one.site)) left('other-image');
  else if (policy !== undefined)
    match.refusals.push({ kind: 'automated', target: one, source: chosen.one, policy });
  else match.moves.push({ target: one, source: chosen.one, version: site.version });
}

function isSame(source: VersionSite, target: VersionSite): boolean {
  return source.version === target.version;
}

/** Two entries that give one image names which do not end alike: a version of one is none of the other. */
function otherRepository({ newName: a }: VersionSite, { newName: b }: VersionSite): boolean {
  const last = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  return a !== undefined && b !== undefined && last(a) !== last(b);
}

type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly one: PlacedVersion }
  | { readonly kind: 'many' | 'unclear'; readonly all: readonly PlacedVersion[] };

/** The version of the source for a place of the target: at the same place in the same file, else by what they share. */
function choose(
  { file, site }: PlacedVersion,
  { candidates, source, target }: Omit<Subject, 'placed'>,
): Choice {
  const place = withoutWords(site.place, target.words);
  const relative = withoutWords(file.relative, target.words);
  const isSamePlace = (one: PlacedVersion): boolean =>
    withoutWords(one.site.place, source.words) === place;
  const isSameFile = (one: PlacedVersion): boolean =>
    withoutWords(one.file.relative, source.words) === relative;
  for (const group of [
    candidates.filter((one) => isSamePlace(one) && isSameFile(one)),
    candidates.filter(isSameFile),
    candidates.filter(isSamePlace),
    candidates,
  ]) {
    const versions = new Set(group.map((one) => one.site.version));
    const [one] = group;
    if (one !== undefined && versions.size === 1) return { kind: 'one', one };
    if (one !== undefined && versions.size > 1) {
      // What stands in the target already is one of them: nobody can tell that another one is meant.
      return { kind: versions.has(site.version) ? 'unclear' : 'many', all: group };
    }
  }
  return { kind: 'none' };
}

function matchConfiguration(
  source: StageView,
  target: StageView,
  isWanted: Wanted,
  match: Writable,
): void {
  const placeOf = ({ site }: PlacedConfiguration, { words }: StageView): string =>
    withoutWords(site.place, words);
  const fileOf = ({ file }: PlacedConfiguration, { words }: StageView): string =>
    withoutWords(file.file, words);
  const again = placesAgain(source, target);
  const own = groupBy(configurationIn(source, target), (one) => placeOf(one, source));
  for (const one of configurationIn(target, source)) {
    const alike = own.get(placeOf(one, target)) ?? [];
    const relative = withoutWords(one.file.relative, target.words);
    const candidates = [
      alike.filter((other) => fileOf(other, source) === fileOf(one, target)),
      alike.filter(({ file }) => withoutWords(file.relative, source.words) === relative),
      alike,
    ];
    const [other] = candidates.find(({ length }) => length === 1) ?? [];
    if (other === undefined || isReference(one) || isHeader(one)) continue;
    const [from, to] = [other.site.value, one.site.value];
    if (from === to) continue;
    if (isWanted({ kind: 'configuration', field: one.site.field, subjects: [] })) {
      match.settings.push({ target: one, source: other });
      continue;
    }
    if (again.has(placeOf(one, target))) continue;
    const isStage = withoutWords(from, source.words) === withoutWords(to, target.words);
    const reason = isStage ? 'stage' : whyStays(one.site);
    match.left.push({ reason, field: one.site.field, place: one, source: from, target: to });
  }
  match.left.sort(
    (a, b) =>
      compareBytes(a.place.file.file, b.place.file.file) ||
      a.place.site.offset - b.place.site.offset,
  );
  match.left.push(...oneSidedSettings(source, target));
}

/** Paths of files in a kustomization say what a layer is made of, and nothing of what it sets. */
function isReference({ site }: PlacedConfiguration): boolean {
  return (
    site.place.startsWith('kustomization:') &&
    [
      'resources',
      'bases',
      'components',
      'generators',
      'transformers',
      'configurations',
      'crds',
    ].includes(site.keys[0] ?? '')
  );
}
