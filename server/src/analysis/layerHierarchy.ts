import { layersQuery, type Layer } from '../layers/layers.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import type { SourcePlace } from './hover.ts';
import { linkAt } from './links/linkTargets.ts';
import { readersOf } from './readersOf.ts';

/** The layer that a path at a place leads to, else the one whose file it is, else the nearest that reads the file. */
export function layerAt(
  analysis: Analysis,
  { file, offset }: SourcePlace,
): Answer<Layer | undefined> {
  const meant = analysis.ask((reader) => {
    const layers = reader.get(layersQuery, '');
    const path = linkAt(reader, file, offset)?.link.path;
    return layers.find(({ root }) => root === path) ?? layers.find((one) => one.file === file);
  });
  return chainAnswer(meant, (layer) =>
    layer === undefined
      ? chainAnswer(readersOf(analysis, file), ([nearest]) => ({
          kind: 'complete',
          value: nearest?.layer,
        }))
      : { kind: 'complete', value: layer },
  );
}

/** The layers that the layer of a kustomization file is made of, or those that build on it. */
export function layersAround(
  analysis: Analysis,
  file: FileId,
  which: 'bases' | 'users',
): Answer<readonly Layer[]> {
  return analysis.ask((reader) => {
    const layers = reader.get(layersQuery, '');
    const own = layers.find((one) => one.file === file);
    return (own?.[which] ?? []).flatMap((root) => layers.find((one) => one.root === root) ?? []);
  });
}
