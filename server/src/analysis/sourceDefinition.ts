import { samePointer, type FileId, type SourcePointer } from '../text/sourcePointer.ts';
import type { Reader } from '../query/database.ts';
import type { Analysis } from './analysis.ts';
import { allAnswers, chainAnswer, type Answer } from './answer.ts';
import {
  citationsOf,
  rootsReading,
  type Cited,
  type RootCitation,
  type SourcePlace,
} from './hover.ts';
import { imageEntryAt, imageFields, originsOf } from './links/imageUses.ts';
import { filesBehind, linkAt } from './links/linkTargets.ts';
import { chartDefaultAt } from './links/chartDefaults.ts';
import { chartDefinitionAt, type ChartDefinition } from './links/chartValueLinks.ts';
import { clusterAt } from './links/clusterNames.ts';
import { ownFileLinkAt, ownFileTargets } from './links/ownFileLinks.ts';
import type { NamePlace } from './links/namePlace.ts';
import { namesOfFileQuery } from './links/namePlaces.ts';
import { objectsNamed } from './links/objectsNamed.ts';
import { offsetsOf, positionAt, rangeOfPointer, type SourceRange } from './sourceRange.ts';
import { sourceIndexOf } from './sourceIndex.ts';
import { means, type SourceTarget } from './sourceTarget.ts';

/** Where something that a file names is, and what names it. */
export interface Defined {
  /** The text that names it. */
  readonly origin: SourceRange | undefined;
  readonly targets: readonly SourceRange[];
}

const nothing: Defined = { origin: undefined, targets: [] };

/**
 * What stands at a place of a layer means: of a path the file, of a name the object that has it, of an entry of `images:`
 * the containers, of a cluster its register, and of any other value the one that it replaces.
 */
export function sourceDefinition(analysis: Analysis, place: SourcePlace): Answer<Defined> {
  const { file, offset } = place;
  const path = analysis.ask((reader) => pathTargets(reader, place) ?? ownTargets(reader, place));
  return chainAnswer(path, (found) => {
    if (found !== undefined) return complete(found);
    return chainAnswer(nameAt(analysis, place), (name) => {
      if (name !== undefined) {
        return chainAnswer(objectsNamed(analysis, file, name), (objects) => {
          const targets = objects.map(({ declaredAt }) => declaredAt);
          const isItself = targets.some((one) => samePointer(one, name.at));
          // Who asks an object where it is declared wants to see what it stands on, or nothing.
          return isItself ? complete(nothing) : located(analysis, name.at, targets);
        });
      }
      const cluster = analysis.ask((reader) => clusterAt(reader, file, offset));
      return chainAnswer(cluster, (row) => {
        if (row?.declaredAt !== undefined) return located(analysis, row.at, [row.declaredAt]);
        const entry = analysis.ask((reader) => imageEntryAt(reader, file, offset));
        return chainAnswer(entry, (image) => {
          if (image !== undefined) return containersOf(analysis, file, image.places);
          const value = analysis.ask((reader) => defaultsAt(reader, place));
          return chainAnswer(value, (found) =>
            found === undefined
              ? replaced(analysis, place)
              : located(analysis, found.at, found.targets),
          );
        });
      });
    });
  });
}

/** The defaults of a value of a chart, as charts are delivered; else those of charts that the path of a file leads to. */
function defaultsAt(reader: Reader, place: SourcePlace): ChartDefinition | undefined {
  const delivered = chartDefinitionAt(reader, place);
  if (delivered !== undefined && delivered.targets.length > 0) return delivered;
  const named = chartDefaultAt(reader, place.file, place.offset);
  return named === undefined ? delivered : { at: named.at, targets: named.defaults };
}

/** The places that put something else over the value at a place: the other layers that set the field. */
export function sourceImplementations(
  analysis: Analysis,
  place: SourcePlace,
): Answer<readonly SourceRange[]> {
  return chainAnswer(citationsOf(analysis, place), (cited) => {
    const later = placesOfAll(cited, 'later');
    return analysis.ask((reader) => distinctRanges(later.map((at) => rangeOfPointer(reader, at))));
  });
}

/** The place of a name at an offset; its end counts as in it. */
export function nameAt(
  analysis: Analysis,
  { file, offset }: SourcePlace,
): Answer<NamePlace | undefined> {
  return analysis.ask((reader) => {
    const index = sourceIndexOf(reader, file);
    if (index === undefined) return undefined;
    return reader.get(namesOfFileQuery, file).find(({ at }) => {
      const { start, end } = offsetsOf(index, at);
      return start <= offset && offset <= end;
    });
  });
}

function pathTargets(reader: Reader, { file, offset }: SourcePlace): Defined | undefined {
  const found = linkAt(reader, file, offset);
  const text = sourceIndexOf(reader, file)?.text;
  if (found === undefined || text === undefined) return undefined;
  const { start, end } = found.range;
  return {
    origin: { file, start: positionAt(text, start), end: positionAt(text, end) },
    targets: filesBehind(reader, found.link).map((target) =>
      rangeOfPointer(reader, { kind: 'file', file: target }),
    ),
  };
}

/** Of an environment its clusters, of a creation rule of SOPS the files that it is for, of a path of Strata's files the file. */
function ownTargets(reader: Reader, place: SourcePlace): Defined | undefined {
  const link = ownFileLinkAt(reader, place);
  if (link === undefined) return undefined;
  const targets = ownFileTargets(link).map((one) => rangeOfPointer(reader, one));
  return { origin: rangeOfPointer(reader, link.at), targets: distinctRanges(targets) };
}

/** The images that an entry sets, where they are written. */
function containersOf(
  analysis: Analysis,
  file: FileId,
  places: readonly SourcePointer[],
): Answer<Defined> {
  return chainAnswer(rootsReading(analysis, file), (roots) =>
    chainAnswer(allAnswers(roots.map((root) => analysis.build(root))), (builds) => {
      const fields = builds.flatMap(({ resources }) => resources.flatMap(imageFields));
      const written = fields.flatMap(({ origins }) => {
        const own = origins.findIndex(
          ({ by, writtenAt }) =>
            by.kind === 'images' && places.some((one) => samePointer(one, writtenAt)),
        );
        const base = own < 0 ? undefined : origins.at(-1);
        return base === undefined ? [] : [base.writtenAt];
      });
      return located(analysis, places[1] ?? places[0], written);
    }),
  );
}

/** What the value at a place replaces: the link before it in each chain. */
function replaced(analysis: Analysis, place: SourcePlace): Answer<Defined> {
  return chainAnswer(citationsOf(analysis, place), (cited) => {
    return located(analysis, undefined, placesOfAll(cited, 'before'));
  });
}

function placesOfAll(
  cited: Cited | undefined,
  which: 'before' | 'later',
): readonly SourcePointer[] {
  if (cited === undefined) return [];
  return cited.citations.flatMap((one) => chainPlaces(one, which, cited.target));
}

/** In the chain of a field that cites a place: the link before the place, or all after it. */
function chainPlaces(
  { resource, node }: RootCitation,
  which: 'before' | 'later',
  target: SourceTarget,
): readonly SourcePointer[] {
  const places = originsOf(resource, node).map(({ writtenAt }) => writtenAt);
  const own = places.findIndex((one) => one.kind !== 'file' && means(one, target));
  if (own < 0) return [];
  const before = places[own + 1];
  return which === 'later' ? places.slice(0, own) : before === undefined ? [] : [before];
}

function located(
  analysis: Analysis,
  at: SourcePointer | undefined,
  targets: readonly SourcePointer[],
): Answer<Defined> {
  return analysis.ask((reader) => ({
    origin: at && rangeOfPointer(reader, at),
    targets: distinctRanges(targets.map((one) => rangeOfPointer(reader, one))),
  }));
}

/** Each range once, in their order. */
export function distinctRanges(ranges: readonly SourceRange[]): readonly SourceRange[] {
  return [...new Map(ranges.map((one) => [JSON.stringify(one), one])).values()];
}

function complete<T>(value: T): Answer<T> {
  return { kind: 'complete', value };
}
