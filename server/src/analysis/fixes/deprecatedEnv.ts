import type { FileId } from '../../text/sourcePointer.ts';
import type { Analysis } from '../analysis.ts';
import type { Answer } from '../answer.ts';
import { sourceIndexOf, type SourceIndex } from '../sourceIndex.ts';
import { isKustomizationFile } from '../roots.ts';
import { positionAt, type SourceRange } from '../sourceRange.ts';
import type { DeprecatedField } from './deprecatedFields.ts';

/** A deprecated field of a file and where its key stands. */
export interface PlacedDeprecatedField {
  readonly parameters: DeprecatedField;
  readonly range: SourceRange;
}

/**
 * The `env:` of generators, for which kustomize gives no warning: it moves them to the end of `envs`.
 * Source: kustomize api/types/kvpairsources.go, kustomization.go (`FixKustomization`).
 */
export function deprecatedEnvs(
  analysis: Analysis,
  file: FileId,
): Answer<readonly PlacedDeprecatedField[]> {
  return analysis.ask((reader) => {
    const index = isKustomizationFile(file) ? sourceIndexOf(reader, file) : undefined;
    return index === undefined
      ? []
      : ['configMapGenerator', 'secretGenerator'].flatMap((name) => envsOf(index, file, name));
  });
}

function envsOf(index: SourceIndex, file: FileId, name: string): readonly PlacedDeprecatedField[] {
  const [root] = index.roots;
  const list = root?.kind === 'map' ? root.values[root.keys.indexOf(name)] : undefined;
  if (list?.kind !== 'sequence') return [];
  return list.items.flatMap((item, position) => {
    const value = item.kind === 'map' ? item.values[item.keys.indexOf('env')] : undefined;
    const key = value && index.rangeOf(value.ordinal - 1);
    if (key === undefined) return [];
    return [
      {
        parameters: { field: `${name}[${position}].env`, replacement: 'envs' },
        range: {
          file,
          start: positionAt(index.text, key.start),
          end: positionAt(index.text, key.end),
        },
      },
    ];
  });
}
