import type { Analysis } from '../analysis/analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from '../analysis/answer.ts';
import { hoverAt, type HoverField, type SourcePlace } from '../analysis/hover.ts';
import { layers } from '../analysis/layers.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** What a place in a layer means for the roots at the top, which no other root builds on. */
export interface SourceValue {
  readonly name: string | undefined;
  /** The roots at the top in which something cites the place. */
  readonly roots: readonly FileId[];
  /** Roots with the same value from the same place stand together; the place of the hover comes last. */
  readonly groups: readonly ValueGroup[];
  /** How many fields cite the place in the roots at the top, and in which objects. */
  readonly fieldCount: number;
  readonly objects: readonly string[];
}

/** Roots in which a field comes out the same. */
export interface ValueGroup {
  readonly roots: readonly FileId[];
  /** The field in the first of the roots. */
  readonly field: HoverField;
}

/** What stands at a place of a layer, and what becomes of it; `undefined` where nothing that is rendered cites the place. */
export function sourceValue(
  analysis: Analysis,
  place: SourcePlace,
): Answer<SourceValue | undefined> {
  return chainAnswer(hoverAt(analysis, place), (hover) =>
    mapAnswer(layers(analysis), (all) => {
      if (hover === undefined) return undefined;
      const reading = new Set(hover.roots);
      const isTop = new Set(
        all.flatMap(({ root, users }) => (users.some((user) => reading.has(user)) ? [] : [root])),
      );
      const fields = hover.fields.filter(({ root }) => isTop.has(root));
      if (fields.length === 0) return undefined;
      return {
        name: hover.name,
        roots: [...new Set(fields.map(({ root }) => root))],
        groups: groupsOf(fields),
        fieldCount: fields.length,
        objects: [...new Set(fields.map(({ resource }) => resource))],
      };
    }),
  );
}

function groupsOf(fields: readonly HoverField[]): readonly ValueGroup[] {
  const groups = new Map<string, { readonly roots: Set<FileId>; readonly field: HoverField }>();
  for (const field of fields) {
    const winner = field.chain[0];
    const key = JSON.stringify([winner?.value, winner?.range.file, winner?.range.start.line]);
    const group = groups.get(key) ?? { roots: new Set(), field };
    group.roots.add(field.root);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ roots, field }) => ({ roots: [...roots], field }))
    .sort((a, b) => Number(a.field.wins) - Number(b.field.wins));
}
