import { splitImage } from '../kustomize/transformers/images.ts';
import { nearest } from '../kustomize/nearest.ts';
import { layersQuery } from '../layers/layers.ts';
import { isFileRead } from '../plan/stageFiles.ts';
import type { PlanPlace } from '../plan/planTypes.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { Analysis, RenderSource } from './analysis.ts';
import { allAnswers, chainAnswer, type Answer } from './answer.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** Why an image's version arrives nowhere: somebody else sets it, or no image is called so. */
export type Winner =
  | { readonly kind: 'set'; readonly at: SourceRange; readonly value: string }
  | { readonly kind: 'missing'; readonly near: string | undefined };

/** Who sets the version of an image in what is rendered. */
export function winnerOf(
  analysis: Analysis,
  sources: readonly RenderSource[],
  image: string,
): Answer<Winner> {
  const rendered = allAnswers(sources.map((source) => analysis.render(source)));
  return chainAnswer(rendered, (all) =>
    analysis.ask((reader): Winner => {
      const names = new Set<string>();
      for (const { resources } of all) {
        for (const resource of resources) {
          for (const node of imagesIn(resource.node)) {
            const { name } = splitImage(node.value);
            names.add(name);
            if (name !== image && !name.endsWith(`/${image}`)) continue;
            const at = rangeOfPointer(reader, originOf(resource, node));
            return { kind: 'set', at, value: node.value };
          }
        }
      }
      return { kind: 'missing', near: nearest(image, [...names]) };
    }),
  );
}

function originOf(resource: Resource, node: ResourceNode): Parameters<typeof rangeOfPointer>[1] {
  return resource.originOf(node).writtenAt;
}

function imagesIn(node: ResourceNode): readonly (ResourceNode & { readonly kind: 'scalar' })[] {
  switch (node.kind) {
    case 'map':
      return node.values.flatMap((value, index) =>
        node.keys[index] === 'image' && value.kind === 'scalar' ? [value] : imagesIn(value),
      );
    case 'sequence':
      return node.items.flatMap(imagesIn);
    default:
      return [];
  }
}

/** The roots that nothing builds on. */
export function topRoots(analysis: Analysis): Answer<ReadonlySet<FileId>> {
  return analysis.ask(
    (reader) =>
      new Set(
        reader
          .get(layersQuery, '')
          .flatMap(({ root, users }) => (users.length === 0 ? [root] : [])),
      ),
  );
}

/** Which of some files no root and no application reads. */
export function unreadFiles(
  analysis: Analysis,
  files: readonly FileId[],
): Answer<ReadonlySet<FileId>> {
  return analysis.ask((reader) => new Set(files.filter((file) => !isFileRead(reader, file))));
}

/** The lines of places, from 0; a place whose file is gone is on the first. */
export function linesOfPlaces(
  places: readonly PlanPlace[],
  textOf: (file: FileId) => string | undefined,
): ReadonlyMap<PlanPlace, number> {
  const starts = new Map<FileId, readonly number[]>();
  return new Map(
    places.map((place) => {
      const known = starts.get(place.file) ?? lineStarts(textOf(place.file) ?? '');
      starts.set(place.file, known);
      const line = known.findLastIndex((start) => start <= place.offset);
      return [place, Math.max(line, 0)];
    }),
  );
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}
