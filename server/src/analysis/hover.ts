import type { Resource } from '../kustomize/resource.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { defaultRenderOptions, type Analysis, type RenderOptions } from './analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { citationsIn, type Citation } from './citations.ts';
import { explainNode, type Explained } from './explain.ts';
import { readersOf } from './readersOf.ts';
import { targetAt, type SourceTarget } from './sourceTarget.ts';

/** What a place in a source means for what is rendered. */
export interface SourceHover {
  /** The key at the place; `undefined` where there is none. */
  readonly name: string | undefined;
  /** The roots that read the file, the nearest first; components are no such roots, as nothing builds them alone. */
  readonly roots: readonly FileId[];
  /** The fields that cite the place, in the order of the roots; at most 500. */
  readonly fields: readonly HoverField[];
  /** How many there are in all. */
  readonly fieldCount: number;
}

/** A rendered field that cites the place; values of Secrets are masked. */
export interface HoverField extends Explained {
  readonly root: FileId;
  /** Whether the place wins there; else another layer stands before it. */
  readonly wins: boolean;
}

const mostFields = 500;

/** What stands at an offset of a source file and what becomes of it; `undefined` where there is no such file. */
export function hoverAt(
  analysis: Analysis,
  place: SourcePlace,
  options: RenderOptions = defaultRenderOptions,
): Answer<SourceHover | undefined> {
  const found = citationsOf(analysis, place, options);
  return chainAnswer(found, (cited): Answer<SourceHover | undefined> => {
    if (cited === undefined) return { kind: 'complete', value: undefined };
    const { target, roots, citations } = cited;
    const explained = analysis.ask((reader) =>
      citations.slice(0, mostFields).map(({ root, resource, wins, ...field }) => ({
        ...explainNode(reader, resource, field),
        root,
        wins,
      })),
    );
    const { name } = target;
    return mapAnswer(explained, (fields) => ({
      name,
      roots,
      fields,
      fieldCount: citations.length,
    }));
  });
}

/** A place in a source file, as a UTF-16 offset. */
export interface SourcePlace {
  readonly file: FileId;
  readonly offset: number;
}

/** A citation in a root. */
export interface RootCitation extends Citation {
  readonly root: FileId;
}

/** All rendered fields that cite a place. */
export interface Cited {
  readonly target: SourceTarget;
  readonly roots: readonly FileId[];
  readonly citations: readonly RootCitation[];
}

/** The rendered fields that cite a place, in every root that reads the file; `undefined` where there is no such file. */
export function citationsOf(
  analysis: Analysis,
  { file, offset }: SourcePlace,
  options: RenderOptions = defaultRenderOptions,
): Answer<Cited | undefined> {
  const target = analysis.ask((reader) => targetAt(reader, file, offset));
  return chainAnswer(target, (place): Answer<Cited | undefined> => {
    if (place === undefined) return { kind: 'complete', value: undefined };
    return chainAnswer(rootsReading(analysis, file), (roots) => {
      const builds = allAnswers(roots.map((root) => analysis.build(root, options)));
      return mapAnswer(builds, (built) => ({
        target: place,
        roots,
        citations: built.flatMap(({ root, resources }) => citationsInRoot(root, resources, place)),
      }));
    });
  });
}

function citationsInRoot(
  root: FileId,
  resources: readonly Resource[],
  target: SourceTarget,
): readonly RootCitation[] {
  return resources.flatMap((resource) =>
    citationsIn(resource, target).map((citation) => ({ ...citation, root })),
  );
}

/** The roots that can be built and read a file, the nearest first. */
export function rootsReading(analysis: Analysis, file: FileId): Answer<readonly FileId[]> {
  return mapAnswer(readersOf(analysis, file), (readers) =>
    readers.flatMap(({ layer }) => (layer.role === 'component' ? [] : [layer.root])),
  );
}
