import { samePointer, type SourcePointer } from '../text/sourcePointer.ts';
import type { Reader } from '../query/database.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { citationsOf, type SourcePlace } from './hover.ts';
import { defaultUsesAt } from './links/chartDefaults.ts';
import { chartUsesAt } from './links/chartValueLinks.ts';
import { clusterAt, clusterMentions } from './links/clusterNames.ts';
import { originsOf } from './links/imageUses.ts';
import { filesBehind, linkAt, linksTo, type PlacedLink } from './links/linkTargets.ts';
import { environmentMentions, ownFileLinkAt, ownFileTargets } from './links/ownFileLinks.ts';
import { namesOfObject } from './links/namesOfObject.ts';
import { objectsNamed } from './links/objectsNamed.ts';
import { distinctRanges, nameAt } from './sourceDefinition.ts';
import { positionAt, rangeOfPointer, type SourceRange } from './sourceRange.ts';
import { sourceIndexOf } from './sourceIndex.ts';

/** A place that refers to the same thing. */
export interface Referring {
  readonly range: SourceRange;
  readonly isDeclaration: boolean;
}

/**
 * Everything that refers to what stands at a place: paths to the same file, the places that name an object, the names of a
 * cluster; and of any other value, every layer that sets the field. In the order of the files.
 */
export function sourceReferences(
  analysis: Analysis,
  place: SourcePlace,
): Answer<readonly Referring[]> {
  const { file, offset } = place;
  const link = analysis.ask((reader) => linkAt(reader, file, offset));
  return chainAnswer(link, (path) => {
    if (path !== undefined) return pathReferences(analysis, path);
    return chainAnswer(
      analysis.ask((reader) => ownReferences(reader, place)),
      (own) => (own === undefined ? otherReferences(analysis, place) : complete(ordered(own))),
    );
  });
}

/** What names an environment, and the files that a creation rule of SOPS is for. */
function ownReferences(reader: Reader, place: SourcePlace): readonly Referring[] | undefined {
  const link = ownFileLinkAt(reader, place);
  if (link === undefined) return undefined;
  const places =
    link.kind === 'environment' ? environmentMentions(reader, link.name) : ownFileTargets(link);
  return places.map((at) => ({ range: rangeOfPointer(reader, at), isDeclaration: false }));
}

function complete<T>(value: T): Answer<T> {
  return { kind: 'complete', value };
}

function otherReferences(analysis: Analysis, place: SourcePlace): Answer<readonly Referring[]> {
  const { file, offset } = place;
  return chainAnswer(nameAt(analysis, place), (name) => {
    if (name !== undefined) {
      return chainAnswer(objectsNamed(analysis, file, name), (objects) =>
        nameReferences(analysis, objects[0]?.declaredAt ?? name.at),
      );
    }
    const cluster = analysis.ask((reader) => clusterAt(reader, file, offset));
    return chainAnswer(cluster, (found) =>
      found === undefined
        ? chartReferences(analysis, place)
        : clusterReferences(analysis, found.row.name),
    );
  });
}

/** Every path of the tree that leads to a file. */
export function fileReferences(analysis: Analysis, file: string): Answer<readonly Referring[]> {
  return chainAnswer(
    analysis.ask((reader) => linksTo(reader, file)),
    (links) => referringLinks(analysis, links),
  );
}

function pathReferences(analysis: Analysis, { link }: PlacedLink): Answer<readonly Referring[]> {
  const found = analysis.ask((reader) =>
    filesBehind(reader, link).flatMap((one) => linksTo(reader, one)),
  );
  return chainAnswer(found, (links) => referringLinks(analysis, links));
}

function referringLinks(
  analysis: Analysis,
  links: readonly PlacedLink[],
): Answer<readonly Referring[]> {
  return analysis.ask((reader) =>
    ordered(
      links.map(({ file, range }) => {
        const text = sourceIndexOf(reader, file)?.text ?? '';
        const start = positionAt(text, range.start);
        return { range: { file, start, end: positionAt(text, range.end) }, isDeclaration: false };
      }),
    ),
  );
}

function nameReferences(
  analysis: Analysis,
  declaredAt: SourcePointer,
): Answer<readonly Referring[]> {
  return chainAnswer(namesOfObject(analysis, declaredAt), ({ uses }) =>
    analysis.ask((reader) =>
      ordered(
        uses.map(({ place, isDeclaration }) => ({
          range: rangeOfPointer(reader, place.at),
          isDeclaration,
        })),
      ),
    ),
  );
}

function clusterReferences(analysis: Analysis, name: string): Answer<readonly Referring[]> {
  return analysis.ask((reader) =>
    ordered(
      clusterMentions(reader, name).map(({ at, declaredAt }) => ({
        range: rangeOfPointer(reader, at),
        isDeclaration: declaredAt !== undefined && samePointer(at, declaredAt),
      })),
    ),
  );
}

/** What sets and reads a value of a chart; any other value by the layers that set its field. */
function chartReferences(analysis: Analysis, place: SourcePlace): Answer<readonly Referring[]> {
  const value = analysis.ask((reader) => {
    const delivered = chartUsesAt(reader, place) ?? [];
    const named = defaultUsesAt(reader, place.file, place.offset);
    if (named === undefined) return delivered;
    const uses = named.uses.map((at) => ({ at, isDeclaration: false }));
    return [...uses, ...delivered, { at: named.at, isDeclaration: true }];
  });
  return chainAnswer(value, (found) =>
    found.length === 0
      ? valueReferences(analysis, place)
      : analysis.ask((reader) =>
          ordered(
            found.map(({ at, isDeclaration }) => ({
              range: rangeOfPointer(reader, at),
              isDeclaration,
            })),
          ),
        ),
  );
}

function valueReferences(analysis: Analysis, place: SourcePlace): Answer<readonly Referring[]> {
  return chainAnswer(citationsOf(analysis, place), (cited) => {
    const chains = (cited?.citations ?? []).map(({ resource, node }) => originsOf(resource, node));
    const bases = chains.flatMap((origins) => origins.at(-1)?.writtenAt ?? []);
    const all = chains.flatMap((origins) => origins.map(({ writtenAt }) => writtenAt));
    return mapAnswer(
      analysis.ask((reader) => {
        const ranges = (places: readonly SourcePointer[]): readonly SourceRange[] =>
          distinctRanges(places.map((at) => rangeOfPointer(reader, at)));
        return { bases: ranges(bases), all: ranges(all) };
      }),
      (found) => {
        const known = new Set(found.bases.map((one) => JSON.stringify(one)));
        return ordered(
          found.all.map((range) => ({ range, isDeclaration: known.has(JSON.stringify(range)) })),
        );
      },
    );
  });
}

function ordered(found: readonly Referring[]): readonly Referring[] {
  const distinct = new Map(found.map((one) => [JSON.stringify(one.range), one]));
  return [...distinct.values()].sort(({ range: a }, { range: b }) =>
    a.file === b.file
      ? a.start.line - b.start.line || a.start.column - b.start.column
      : a.file < b.file
        ? -1
        : 1,
  );
}
